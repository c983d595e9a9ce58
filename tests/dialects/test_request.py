"""Requests on their way out: address, headers, an endpoint's own members."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.request import address, headers_of, merged, request_of, url_of
from toolwire.io.json_text import parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Endpoint

PLAIN = Endpoint("https://h", "a/b:c")
MOVED = Endpoint("https://h", "m", "/a", "/s", (("Accept", "x/y"), ("X-More", "1")))

SCALARS: st.SearchStrategy[Json] = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
VALUES: st.SearchStrategy[Json] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.sampled_from("abc"), VALUES)


def test_paths_replace_the_dialects_own() -> None:
    """The path of the mode comes first, then the endpoint's, then the dialect's."""
    assert url_of(PLAIN, "/v2/chat", stream=True) == "https://h/v2/chat"
    assert url_of(MOVED, "/v2/chat", stream=False) == "https://h/a"
    assert url_of(MOVED, "/v2/chat", stream=True) == "https://h/s"


def test_the_model_is_quoted_into_the_path() -> None:
    """What would split a path is quoted, but for the characters a dialect keeps."""
    assert address(PLAIN, "/m/{model}/x") == "https://h/m/a%2Fb%3Ac/x"
    assert url_of(PLAIN, "/{model}", stream=False, safe=":@") == "https://h/a%2Fb:c"


def test_headers_of_the_endpoint_win() -> None:
    """Names are compared and written in lower case."""
    assert headers_of(MOVED, {"accept": "a/b"}) == (
        ("content-type", "application/json"),
        ("accept", "x/y"),
        ("x-more", "1"),
    )


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": 1}, {"a": None, "b": None}, {}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": None, "d": {"e": None}}}, {"a": {"c": 2, "d": {}}}),
        ({"a": [1]}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": {"b": 1}}, {"a": [None]}, {"a": [None]}),
    ],
)
def test_merge_patches(target: JsonObject, patch: JsonObject, result: JsonObject) -> None:
    """RFC 7396: null removes, objects go into objects, everything else replaces."""
    assert merged(target, patch) == result


@given(OBJECTS, OBJECTS)
def test_a_patch_holds_once_and_again(target: JsonObject, patch: JsonObject) -> None:
    """Applied twice it changes no more than once, and neither side is changed by it."""
    before = repr((target, patch))
    once = merged(target, patch)
    assert merged(once, patch) == once
    assert repr((target, patch)) == before


def test_a_request_is_put_together() -> None:
    """The body is the dialect's with the endpoint's members merged in, as a POST."""
    endpoint = Endpoint("https://h", "m", extra={"model": None, "options": {"seed": 1}})
    body: dict[str, object] = {"model": "m", "options": {"top": 2}}
    request = request_of(endpoint, "https://h/x", {}, body)
    assert (request.method, request.url) == ("POST", "https://h/x")
    assert parse(request.body) == {"options": {"top": 2, "seed": 1}}
    assert body["model"] == "m"
