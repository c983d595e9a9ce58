"""Lines apart by their members, and together again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.io.json_text import dump
from toolwire.jobs.lint.imported.columns import apart, together

MEMBERS = st.none() | st.text(max_size=8) | st.lists(st.text(max_size=3), max_size=2)
LINES = st.lists(st.tuples(MEMBERS, MEMBERS, MEMBERS), max_size=5)


def lines(rows: list[tuple[object, ...]]) -> bytes:
    """Return rows as lines."""
    return b"".join(dump([*row]) + b"\n" for row in rows)


@given(st.dictionaries(st.sampled_from(["openai", "xai", "a.b"]), LINES.map(lines), max_size=3))
def test_what_was_taken_apart_comes_together(written: dict[str, bytes]) -> None:
    """Byte for byte, whatever stands in a line, of each provider by itself."""
    columns = apart(written)
    assert {name: together(columns, name) for name in written} == written


def test_members_of_one_number_stand_together() -> None:
    """What is alike is packed as one."""
    columns = apart({"xai": b'["a",1]\n', "openai": b'["b",2]\n["c",3]\n'})
    assert [*columns] == ["0/openai.jsonl", "0/xai.jsonl", "1/openai.jsonl", "1/xai.jsonl"]
    assert columns["1/openai.jsonl"] == b"2\n3\n"


def test_columns_of_two_lengths_are_told() -> None:
    """A damaged file gives no shorter one."""
    with pytest.raises(ValueError, match="shorter"):
        together({"0/xai.jsonl": b"1\n2\n", "1/xai.jsonl": b"1\n"}, "xai")
    assert together({}, "xai") == b""
