"""Values that nobody documented: words of a format where they do not belong."""

from __future__ import annotations

from hypothesis import strategies as st

from toolwire.model.conversation import Json

__all__ = ["hostile"]


def hostile(words: str, members: str, *, leaves: int = 20) -> st.SearchStrategy[Json]:
    """Draw JSON of any shape in which members of a format hold anything.

    Args:
        words: texts that mean something to the format, separated by spaces.
        members: names of members, separated by spaces.
        leaves: how many values there are at most.
    """
    texts = st.sampled_from(["", "x", "{", "{}", *words.split()]) | st.text(max_size=4)
    names = st.sampled_from(members.split())
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.integers(-2, 3) | texts,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=5),
        max_leaves=leaves,
    )
