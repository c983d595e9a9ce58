"""Lists of models: names, pages, and what is none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import DIALECTS, dialects
from toolwire.dialects.model_list import NoListError, Page

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["data", "models", "id", "name", "has_more"]), inner)
    ),
    max_leaves=12,
)
FORMS = {one.name: one.wire.models.form for one in dialects() if one.wire.models is not None}


def body(value: object) -> bytes:
    """Return JSON as a server would send it."""
    return json.dumps(value).encode()


def test_every_dialect_but_bedrock_has_a_form() -> None:
    """Bedrock lists its models at a host of its own."""
    assert set(DIALECTS) - set(FORMS) == {"bedrock-converse"}


@pytest.mark.parametrize("name", ["openai-chat", "openai-responses", "chatml", "prompted"])
def test_openai_lists_have_one_page(name: str) -> None:
    """Names stand in data[].id, or in the array alone; a token of another's does not lead on."""
    entries = [{"id": "b"}, {"id": "a"}, {"id": 7}, {"object": "model"}, "c", None]
    assert FORMS[name].page(body({"data": entries, "last_id": "a"})) == Page(("b", "a"))
    assert FORMS[name].page(body(entries)) == Page(("b", "a"))


@pytest.mark.parametrize(
    ("name", "answer", "query"),
    [
        (
            "anthropic-messages",
            {"data": [{"id": "m"}], "has_more": True, "last_id": "m&x"},
            "limit=1000&after_id=m%26x",
        ),
        ("anthropic-messages", {"data": [{"id": "m"}], "has_more": False, "last_id": "m"}, ""),
        ("anthropic-messages", {"data": [{"id": "m"}]}, ""),
        (
            "gemini-generate",
            {"models": [{"name": "models/m"}], "nextPageToken": "t"},
            "pageSize=1000&pageToken=t",
        ),
        (
            "cohere-v2",
            {"models": [{"name": "m"}], "next_page_token": "e="},
            "page_size=1000&page_token=e%3D",
        ),
        ("cohere-v1", {"models": [{"name": "m"}], "next_page_token": ""}, ""),
        ("ollama-chat", {"models": [{"name": "m"}], "next_page_token": "t"}, ""),
    ],
)
def test_pages_lead_on_as_each_format_says(name: str, answer: object, query: str) -> None:
    """The name is what requests say, and the next page is asked for as the format has it."""
    assert FORMS[name].page(body(answer)) == Page(("m",), query)


@pytest.mark.parametrize(
    "entry",
    [
        {"id": "ft:small:acme::1"},
        {"id": "/home/me/model"},
        {"id": "C:\\models\\mine"},
        {"id": "accounts/acme/models/mine"},
        {"id": "mine", "type": "fine-tuned"},
        {"id": "mine", "TYPE": "fine-tuned"},
        {"id": "mine", "finetuned": True},
    ],
)
def test_models_of_the_users_own_are_passed_over(entry: dict[str, object]) -> None:
    """Fine-tuned models and places on a disk name an account or a person."""
    answer = {"data": [entry, {"id": "accounts/fireworks/models/theirs"}]}
    assert FORMS["openai-chat"].page(body(answer)).names == ("accounts/fireworks/models/theirs",)
    tuned = {"models": [{"name": "tunedModels/mine"}, {"name": "models/theirs"}]}
    assert FORMS["gemini-generate"].page(body(tuned)).names == ("theirs",)


@pytest.mark.parametrize("text", [b"", b"<html>", b"{}", b'{"data": {}}', b"7", b"[" * 5000])
def test_what_is_no_list_is_said_to_be_none(text: bytes) -> None:
    """A page of a proxy, an empty body, an object of something else."""
    for form in FORMS.values():
        with pytest.raises(NoListError, match="not a list of models"):
            form.page(text)


@given(JSON)
def test_any_json_is_a_page_or_none(value: object) -> None:
    """Whatever a server sends, names are text and nothing else is raised."""
    for form in FORMS.values():
        try:
            page = form.page(body(value))
        except NoListError:
            continue
        assert all(isinstance(name, str) for name in page.names)
