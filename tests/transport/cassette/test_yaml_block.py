"""YAML of cassettes: whatever is written is read back equal, and text of lines is a block."""

from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolwire.transport.cassette.yaml_block import written

TEXT = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["1e5", "12:30:45", "2026-11-21", "null", "~", "<<", "=", "y", "0x1f", "- a"]),
    st.text("data: {}[]\"'\n #é", max_size=400),
)
VALUES = st.recursive(
    st.one_of(TEXT, st.integers(), st.booleans(), st.none(), st.binary(max_size=90)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=90), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(document=VALUES)
def test_what_is_written_is_read_back(document: object) -> None:
    """PyYAML's safe loader gives the same document again."""
    assert yaml.load(written(document), Loader=yaml.CSafeLoader) == document


def test_text_of_several_lines_is_a_block() -> None:
    """A stream stands line by line in the file, so that a diff can be read."""
    assert written({"body": "data: 1\n\ndata: 2\n"}) == "body: |\n  data: 1\n\n  data: 2\n"
