"""Dialects on the same paths."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, dialects
from toolwire.dialects.sharing import sharing


@pytest.mark.parametrize("name", ["openai-chat", "prompted"])
def test_two_dialects_share_the_paths_of_chat_completions(name: str) -> None:
    """Whichever is asked for, both are told: tools as members, and in words."""
    both = sharing(name)
    assert both is not None
    assert (both.members.name, both.words.name) == ("openai-chat", "prompted")


@pytest.mark.parametrize("name", sorted(set(DIALECTS) - {"openai-chat", "prompted"}))
def test_every_other_dialect_has_its_paths_for_itself(name: str) -> None:
    """A dialect in words with paths of its own is no pair."""
    assert sharing(name) is None


def test_no_two_dialects_have_the_same_rank() -> None:
    """Which of two equally sure dialects is named follows from their wires, not from the table."""
    ranks = [one.wire.form.rank for one in dialects()]
    assert len(set(ranks)) == len(ranks)
    lists = [(m.path, m.rank) for one in dialects() if (m := one.wire.models) is not None]
    assert len(set(lists)) == len(lists)
