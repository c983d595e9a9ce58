"""Values that nobody documented: words of a format where they do not belong, and anything anywhere."""

from __future__ import annotations

from hypothesis import strategies as st

from toolwire.model.conversation import Json
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Path

__all__ = ["ANYTHING", "VALUES", "hostile", "misplace"]

#: What a member is replaced by, to be left out.
_MISSING = "<missing>"
#: A value of any shape.
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
#: Such a value, or none at all.
ANYTHING = VALUES | st.just(_MISSING)


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


def misplace(value: Json, place: int, new: Json) -> None:
    """Put something of `ANYTHING` in the place of a member or element, in place.

    Args:
        value: what holds it, however deep; nothing is done where it holds nothing.
        place: which of them, counted in their order, and again from the first.
        new: what it becomes.
    """
    paths = _paths(value)
    if not paths:
        return
    path = paths[place % len(paths)]
    if new == _MISSING:
        edit.remove(value, path)
    else:
        edit.put(value, path, new)


def _paths(value: Json) -> list[Path]:
    """List the path of every member and element below a value, those of a container one after the other."""
    keys: list[str | int] = []
    if isinstance(value, dict):
        keys = [*value]
    elif isinstance(value, list):
        keys = [*range(len(value))]
    found: list[Path] = [(key,) for key in keys]
    for key in keys:
        found += [(key, *path) for path in _paths(edit.at(value, (key,)))]
    return found
