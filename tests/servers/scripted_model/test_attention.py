"""Distances: the curves do over the whole context what is said of them."""

from __future__ import annotations

import numpy as np

from servers.scripted_model.attention import BASE, CONTEXT, HEAD, NEAREST, RECENT, Distance


def lead(curve: Distance, gap: int) -> np.ndarray:
    """Return by how much each distance is ahead of all that are `gap` or more farther."""
    distances = np.arange(CONTEXT, dtype=np.float64)
    scores = np.zeros_like(distances)
    for pair, (cosine, sine) in curve.terms.items():
        angles = distances * BASE ** (-pair / (HEAD // 2))
        scores += cosine * np.cos(angles) - sine * np.sin(angles)
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
