"""Text of strangers, made safe to show."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.acting import ACTING, acting_in
from toolwire.io import shown
from toolwire.model.errors import ToolwireError, TrafficError

_ANY = st.text(st.characters(codec=None, categories=None, exclude_categories=()))


@given(_ANY)
def test_a_line_holds_nothing_that_acts(text: str) -> None:
    """Whatever comes in, one line that can be printed goes out, and it stays as it is then."""
    told = shown.line(text)
    assert acting_in(told) == set()
    assert "\n" not in told
    told.encode()
    assert shown.line(told) == told


@given(_ANY)
def test_text_that_shows_stays(text: str) -> None:
    """Letters, marks, signs and blanks are left alone: only what would not show is changed."""
    plain = "".join(c for c in text if unicodedata.category(c)[0] in "LNPS" and c not in ACTING)
    assert shown.line(plain) == plain
    assert shown.block(f"{plain}\n\t{plain}") == f"{plain}\n\t{plain}"


@given(_ANY)
def test_a_block_keeps_its_lines(text: str) -> None:
    """A block has as many lines as before, and nothing else that acts."""
    told = shown.block(text)
    assert acting_in(told) <= {"\n", "\t"}
    assert told.count("\n") == text.count("\n")


_JSON = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(_JSON, st.booleans())
def test_json_stays_the_same_document(value: object, indented: bool) -> None:  # noqa: FBT001 - drawn
    """Escapes are of JSON's own: what is read from the document is what was written."""
    document = json.dumps(value, ensure_ascii=False, indent=1 if indented else None).encode()
    told = shown.json_bytes(document)
    assert acting_in(told.decode()) <= {"\n"}
    assert json.loads(told) == value


@pytest.mark.parametrize("char", ACTING, ids=[f"U+{ord(c):04X}" for c in ACTING])
def test_an_error_is_one_line_that_acts_on_nobody(char: str) -> None:
    """Where, what and hint of an error may come from anyone; it is printed as it is."""
    for kind in (ToolwireError, TrafficError):
        told = str(kind(f"a{char}b", where=f"{char}.yaml", hint=f"use {char}x"))
        assert acting_in(told) == set()
        assert "a" in told
