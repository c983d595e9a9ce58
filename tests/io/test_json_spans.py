"""Bytes of values inside documents: always those that parse to the value."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.io.json_spans import elements, locate
from toolwire.io.json_text import parse
from toolwire.io.pointer import member
from toolwire.model.conversation import Json

NAMES = st.text(max_size=4) | st.sampled_from(["", "0", "a/b", "~", '"', "\\", "\u202e", "\0"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8) | st.sampled_from(["{", "}]", '\\"', '","']),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


def paths(value: Json, here: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of every value in a document, its own included."""
    yield here
    children = (
        value.items() if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list) else ()
    )  # fmt: skip
    for step, child in children:
        yield from paths(child, (*here, str(step)))


def at(value: Json, path: tuple[str, ...]) -> object:
    """Return what stands at a path."""
    for step in path:
        value = member(value, step)  # type: ignore[assignment]
    return value


@given(
    VALUES, st.sampled_from([None, 1]), st.booleans(), st.sampled_from(["", "\ufeff", " \r\n\t"])
)
def test_the_bytes_of_every_value_parse_to_it(
    value: Json,
    indent: int | None,
    ascii_only: bool,  # noqa: FBT001 - drawn
    before: str,
) -> None:
    """Whatever spacing and escapes are, each path leads to bytes of that value and no others."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = (before + text + ("\n" if before.isspace() else "")).encode()
    parsed = parse(document)
    for path in paths(parsed):
        found = locate(document, path)
        assert found is not None
        assert found.steps == len(path)
        assert parse(document[found.value.start : found.value.end]) == at(parsed, path)
        name = document[found.member : found.value.start].decode().strip(" \r\n\t:")
        assert name == "" or parse(name) == path[-1]


@given(VALUES, NAMES)
def test_what_is_missing_leads_to_what_should_hold_it(value: Json, name: str) -> None:
    """Of a path that goes on where nothing is, the deepest value there is comes, and how far it is."""
    document = json.dumps(value).encode()
    parsed = parse(document)
    for path in paths(parsed):
        holder = at(parsed, path)
        if isinstance(holder, dict) and name in holder:
            continue
        if isinstance(holder, list) and name.isdecimal():
            continue
        found = locate(document, (*path, name, "deeper"))
        assert found is not None
        assert found.steps == len(path)
        assert parse(document[found.value.start : found.value.end]) == holder


@pytest.mark.parametrize(
    ("document", "path", "bytes_"),
    [
        (b'{"a":1,"a":2}', ("a",), b"2"),
        (b'{"a":{"x":1},"a":3}', ("a", "x"), b"3"),
        (b'{"\\u0061":12345678901234567890123}', ("a",), b"12345678901234567890123"),
        (b'{"a":1.0E+2 , "b":[ ]}', ("a",), b"1.0E+2"),
        (b'{"a":[10,20]}', ("a", "1"), b"20"),
        (b'{"a":"\\ud800"}', ("a",), b'"\\ud800"'),
        (b'{"a":"\xff\x00"}', ("a",), b'"\xff\x00"'),
        (b"[1,2]", ("01",), b"[1,2]"),
        (b"[1,2]", ("-",), b"[1,2]"),
    ],
)  # fmt: skip
def test_odd_documents(document: bytes, path: tuple[str, ...], bytes_: bytes) -> None:
    """Duplicates (the last counts), escapes, large numbers and bad bytes."""
    found = locate(document, path)
    assert found is not None
    assert document[found.value.start : found.value.end] == bytes_


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (b"", ()),
        (b"data: x", ("a",)),
        (b'{"a":[1,2', ("a",)),
        (b'{"a":[1,2],"b":{"c', ("a", "0")),
        (b'{"a":"x', ("a",)),
        (b'{"a":{"b":"x}}', ("a",)),
        (b'{"a":[1}]}', ("a",)),
        (b'{"a" 1}', ("a",)),
        (b"{1:2}", ("1",)),
        (b'{"a":1', ("b",)),
    ],
)  # fmt: skip
def test_what_is_no_json_leads_nowhere(document: bytes, path: tuple[str, ...]) -> None:
    """Bytes that end inside the value, or are no JSON before its end, have no place to show."""
    assert locate(document, path) is None


def test_depth_and_size_cost_no_stack() -> None:
    """A hundred thousand levels and a text of a megabyte are followed all the same."""
    deep = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b',"b":"' + b"x\\n" * 400_000 + b'","c":7}'
    found = locate(deep, ("c",))
    assert found is not None
    assert deep[found.value.start : found.value.end] == b"7"


@given(st.lists(VALUES, max_size=4), st.sampled_from([",", "\r\n,\r\n"]))
def test_elements_are_where_they_stand(values: list[Json], between: str) -> None:
    """Each element of an array has the bytes that parse to it; what is no array has none."""
    document = f" [{between.join(map(json.dumps, values))} ]\n".encode()
    found = elements(document)
    assert found is not None
    assert [parse(document[one.start : one.end]) for one in found] == parse(document)
    assert elements(document + b"x") is None
    assert elements(b'{"a":1}') is None
