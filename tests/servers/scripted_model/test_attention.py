"""Distances: the curves do over the whole context what is said of them."""

from __future__ import annotations

import numpy as np

from servers.scripted_model.attention import CONTEXT, NEAREST, RECENT, Distance, score_by_distance


def lead(curve: Distance, gap: int) -> np.ndarray:
    """Return by how much each distance is ahead of all that are `gap` or more farther."""
    scores = score_by_distance(curve, np.arange(CONTEXT, dtype=np.float64))
    best_from_here = np.maximum.accumulate(scores[::-1])[::-1]
    return scores[:-gap] - best_from_here[gap:]


def test_the_nearest_of_four_tokens_is_ahead_of_all_others() -> None:
    """A piece is at most three shared tokens away, and nothing farther comes near it."""
    assert lead(NEAREST, 1)[:4].min() > 20


def test_what_is_nearer_is_ahead_by_the_token() -> None:
    """Seven tokens, the least between two turns, decide up to 4,096 tokens away."""
    ahead = lead(RECENT, 7)[:4_096]
    assert ahead[:1_000].min() > 6 * 6.5
    assert ahead.min() > 6 * 4
