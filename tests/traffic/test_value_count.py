"""Documents of too many values are refused before the values are made."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.traffic import value_count
from toolwire.traffic.unreadable import RefusedError
from toolwire.traffic.value_count import refuse_too_many

VALUES = st.recursive(
    st.none() | st.integers() | st.text('ab\\"[]{},\n'),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text('a"[,'), inner, max_size=9),
)


def _largest(value: object, depth: int = 1) -> int:
    """Return the members of the largest of the three outer levels of lists and objects."""
    inner = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(inner, list) or depth > 3:
        return 0
    return max([len(inner), *(_largest(one, depth + 1) for one in inner)])


@given(VALUES, st.integers(1, 6))
def test_the_outer_lists_are_counted_and_no_others(value: object, most: int) -> None:
    """Signs in strings are none, and what stands deeper does not count."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value_count, "MOST_ITEMS", most)
        text = json.dumps(value).encode()
        if _largest(value) > most:
            with pytest.raises(RefusedError, match="entries in one list"):
                refuse_too_many(text)
        else:
            refuse_too_many(text)


def test_a_document_that_is_parsed_whole_is_counted_whole() -> None:
    """Two million signs are one cassette's most, wherever they stand."""
    deep = b"[[[[[" + b"0," * 2_000_001 + b"0]]]]]"
    refuse_too_many(deep)
    with pytest.raises(RefusedError, match="more than 2,000,000 values"):
        refuse_too_many(deep, whole=True)
