"""A streamed JSON array."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.io.framing import json_array
from toolwire.io.framing.json_array import DecodedJsonArray

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
_PIECES = st.lists(
    st.sampled_from(
        [
            b"[",
            b"]",
            b"{",
            b"}",
            b",",
            b'"',
            b"\\",
            b'"\\""',
            b" ",
            b"\n",
            b"1",
            b"{}",
            b"\xff",
            b"a",
        ]
    )
).map(b"".join)


def _fed(body: bytes, edges: list[int]) -> DecodedJsonArray:
    decoder = json_array.JsonArrayDecoder()
    elements: list[str] = []
    for start, end in zip([0, *edges], [*edges, len(body)], strict=True):
        elements += decoder.feed(body[start:end])
    last, unfinished = decoder.close()
    return DecodedJsonArray((*elements, *last), unfinished, decoder.problem, decoder.replaced)


@PATIENT
@given(st.lists(_JSON), st.sampled_from([None, 1]), st.lists(st.integers(0, 9_999)))
def test_elements_are_those_of_a_json_parser(
    values: list[Any], indent: int | None, cuts: list[int]
) -> None:
    """Any JSON array, laid out either way and cut anywhere, gives the texts of its elements."""
    body = json.dumps(values, ensure_ascii=indent is None, indent=indent).encode("utf-8", "replace")
    whole = json_array.decode(body)
    assert [json.loads(element) for element in whole.elements] == json.loads(body)
    assert (whole.unfinished, whole.problem, whole.replaced) == (None, None, 0)
    assert _fed(body, sorted(cut % (len(body) + 1) for cut in cuts)) == whole


@PATIENT
@given(_PIECES | _PIECES.map(lambda inner: b"[" + inner + b"]") | st.binary())
def test_chunks_make_no_difference_to_garbage(body: bytes) -> None:
    """Garbage never raises, and the fast path, the slow path and single bytes agree."""
    whole = json_array.decode(body)
    assert _fed(body, []) == whole
    assert _fed(body, list(range(1, len(body)))) == whole


@PATIENT
@given(st.lists(_JSON.map(json.dumps)))
def test_what_is_encoded_comes_back(elements: list[str]) -> None:
    """Encoding then decoding gives the element texts back."""
    body = json_array.encode(elements)
    assert json_array.decode(body) == DecodedJsonArray(tuple(elements), None, None, 0)
    assert _fed(body, list(range(1, len(body)))).elements == tuple(elements)


def test_every_cut_of_a_body_is_told() -> None:
    """Cut anywhere before its end, an array is not closed and gives only whole elements."""
    elements = ('{"a": "]},\\""}', '{"b": [1, {"c": 2}]}')
    body = json_array.encode(elements)
    for end in range(len(body)):
        stream = json_array.decode(body[:end])
        assert stream.problem is not None
        assert stream.unfinished is not None
        assert stream.elements == elements[: len(stream.elements)]
    assert json_array.decode(body).elements == elements


@pytest.mark.parametrize(
    ("body", "elements", "unfinished", "problem"),
    [
        (b'{"error": {}}', (), '{"error": {}}', "not an array"),
        (b"", (), "", "no array"),
        (b"[{}", ("{}",), "", "the array is not closed"),
        (b"[{}\n,\n", ("{}",), "", "the array is not closed"),
        (b'[{}\n,\n{"a', ("{}",), '{"a', "the array is not closed"),
        (b"[{}] trailing", ("{}",), "trailing", "text after the array"),
        (b"[{}{}]", ("{}", "{}"), None, "no comma between two elements"),
        (b"[{},,{}]", ("{}", "{}"), None, "a comma without an element"),
        (b"[{},]", ("{}",), None, "a comma without an element"),
        (b"[,{}]", ("{}",), None, "a comma without an element"),
        (b"[{]}]", ("{]", "}"), None, "no comma between two elements"),
        (b"[nul]", ("nul",), None, None),
    ],
)
def test_faults_of_the_array_are_named(
    body: bytes, elements: tuple[str, ...], unfinished: str | None, problem: str | None
) -> None:
    """The first thing wrong between elements is told; malformed elements are handed on."""
    stream = json_array.decode(body)
    assert stream == DecodedJsonArray(elements, unfinished, problem, 0)


def test_deep_nesting_is_cut_without_recursion() -> None:
    """A hundred thousand brackets neither raise nor crash."""
    body = b"[" + b"[" * 100_000 + b"]" * 100_000 + b"]"
    (element,) = json_array.decode(body).elements
    assert len(element) == 200_000


def test_an_element_is_returned_as_soon_as_it_is_closed() -> None:
    """A live reader does not wait for the next comma."""
    decoder = json_array.JsonArrayDecoder()
    assert decoder.feed(b'[{"a": 1}') == ['{"a": 1}']
    assert decoder.feed(b'\n,\n{"b": 2') == []
    assert decoder.feed(b"}\n]") == ['{"b": 2}']
    assert decoder.close() == ([], None)
