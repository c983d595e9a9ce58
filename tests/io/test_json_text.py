"""The one door between JSON bytes and values."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.io.json_text import (
    JsonError,
    canonical,
    dump,
    ends_within,
    halved_character,
    parse,
    parsed,
    raw_slice,
    repeated_member,
)
from toolwire.model.conversation import Json

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_a_value_survives_the_round_trip(value: Json) -> None:
    """What is dumped parses to the same value, integers of any size included."""
    assert parse(dump(value)) == value
    assert json.loads(dump(value)) == value
    assert parse(canonical(value)) == value


@pytest.mark.parametrize("number", [2**53 + 1, 2**63, 2**64, -(2**70), 10**40])
def test_large_integers_stay_numbers(number: int) -> None:
    """An integer beyond 64 bits is written as its digits, not as text."""
    assert dump({"n": [number]}) == b'{"n":[%d]}' % number
    assert canonical({"b": 1, "a": number}) == b'{"a":%d,"b":1}' % number


def test_long_digits_in_text_stay_text() -> None:
    """A string of digits is not mistaken for a number, nor a number beside it for text."""
    value: Json = {"s": "1" * 30, "n": 2**80}
    assert parse(dump(value)) == value


def test_a_value_too_deep_to_spell_is_refused_as_json() -> None:
    """Long digits far down, which can be parsed, do not break out of the module's own error."""
    value = parse("[" * 900 + '"12345678901234567890"' + "]" * 900)
    for write in (dump, canonical):
        with pytest.raises(JsonError, match="deeply"):
            write(value)


def test_raw_members_are_embedded_byte_for_byte() -> None:
    """Spelling, spaces and escapes of a received message go out as they came in."""
    received = b'{"a":  1.0, "b": "\\u00e9", "n": 1e2}'
    assert dump({"messages": [msgspec.Raw(received)]}) == b'{"messages":[' + received + b"]}"
    assert received in dump({"big": 2**70, "messages": [msgspec.Raw(received)]})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "empty"),
        (b"  ", "empty"),
        (b"{} {}", "trailing"),
        (b"NaN", "malformed"),
        (b'{"a":', "truncated"),
        (b"[" * 100_000, "deeply"),
        (b'{"a":' * 50_000, "deeply"),
        (b'"\xff"', "UTF-8"),
        (b'"\\ud800"', "truncated"),
        (b"// no", "malformed"),
    ],
)
def test_what_is_not_json_is_refused_with_a_reason(text: bytes, why: str) -> None:
    """Every malformed document raises JsonError and nothing else."""
    with pytest.raises(JsonError, match=why):
        parse(text)


def test_a_byte_order_mark_is_passed_over() -> None:
    """Some servers send one before the body."""
    assert parse(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_a_slice_is_the_very_bytes() -> None:
    """A sub-document comes back as it stands in the text, at any depth."""
    document = b'{"choices": [ {"message": {"content": null,  "n": 1.50}} ]}'
    assert raw_slice(document, ("choices", 0, "message")) == b'{"content": null,  "n": 1.50}'
    assert raw_slice(document, ("choices", 1, "message")) is None
    assert raw_slice(document, ("nowhere",)) is None


@pytest.mark.parametrize("document", [b"[1,", b'{"a": }', b'{"a": 3}'])
def test_a_slice_of_something_else_is_refused(document: bytes) -> None:
    """A malformed container, or one of another kind, is a JsonError."""
    with pytest.raises(JsonError):
        raw_slice(document, ("a", "b"))


def test_parsed_says_otherwise_where_parse_raises() -> None:
    """A text that is no document gives what it was to give, and any other its value."""
    deep = "[" * 100_000
    for text in ("[DONE]", "", "NaN", "{} {}", deep, '"\ud800"'):
        assert parsed(text, "none") == "none", text[:10]
        with pytest.raises(JsonError):
            parse(text)
    for text in ("null", " {} ", "[1]", '"\\ud83d\\ude00"'):
        assert parsed(text, "none") == parse(text)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ('{"a": 1, "b": {"a": 2}}', None),
        ('[{"a": 1}, {"a": 2}]', None),
        ('{"a": 1, "a": 1}', "a"),
        (b'{"x": [{"b": {}, "c": 0, "b": 7}]}', "b"),
        ('{"\\u0061": 1, "a": 2}', "a"),
        ("{", None),
        (b"\xff", None),
        ("[" * 100_000, None),
        ('{"a": ' + "9" * 5000 + "}", None),
    ],
)
def test_a_member_that_stands_twice_is_named(document: bytes | str, expected: str | None) -> None:
    """In whichever object and spelling; of what cannot be read nothing is said, and nothing raised."""
    assert repeated_member(document) == expected


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        (b'{"a":[1', True),
        ('{"a":"x', True),
        (b'{"a":1}', False),
        (b'{"a":1}x', False),
        (b"<html>", False),
        (b"", False),
    ],
)
def test_a_document_may_end_within(text: bytes | str, *, cut: bool) -> None:
    """What stands there is right as far as it goes."""
    assert ends_within(text) is cut


@pytest.mark.parametrize(
    ("text", "halved"),
    [
        (r'{"a":"\ud83d"}', True),
        (r'{"a":"\uDE80 x"}', True),
        (r'{"a":"\ud83dx\ude80"}', True),
        (r'{"a":"\ude80\ud83d"}', True),
        (r'{"a":"\ud83d\ud83d\ude80"}', True),
        (r'{"a":"\ud83d\n"}', True),
        (r'{"a":"\ud83d\ude80"}', False),
        (r'{"a":"\\ud83d"}', False),
        (r'{"a":"\ud83d', False),
        (r'{"a":"\ud83"}', False),
        ('{"a":1', False),
        ("<html>", False),
    ],
)
def test_half_a_character_is_told_from_what_is_cut(text: str, *, halved: bool) -> None:
    """The escape of one half stands without the other, and all else is JSON."""
    assert halved_character(text) is halved
