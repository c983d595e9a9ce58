"""Codes: no two words resemble each other by more than is promised."""

from __future__ import annotations

from itertools import combinations

import pytest

from servers.scripted_model.codes import MOST_TOKENS, key_code, token_code


@pytest.mark.parametrize("count", [300, 1_331, 2_000, 6_000, MOST_TOKENS])
def test_tokens_agree_in_two_places_at_most(count: int) -> None:
    """The promise that the network's thresholds rest on, for neighbours and for far numbers."""
    code = token_code(count)
    assert code.base**3 >= count
    assert code.size <= 128
    numbers = (0, 1, 2, code.base, code.base**2, count // 2, count - 2, count - 1)
    words = {number: set(code.word(number)) for number in numbers}
    assert all(len(word) == code.places for word in words.values())
    assert max(len(a & b) for a, b in combinations(words.values(), 2)) <= 2


def test_tokens_of_a_small_code_agree_in_two_places_at_most() -> None:
    """Every pair of the smallest code."""
    code = token_code(1)
    words = [set(code.word(number)) for number in range(0, code.base**3, 3)]
    assert max(len(a & b) for a, b in combinations(words, 2)) <= 2


@pytest.mark.parametrize("count", [1, 125, 126, 343, 1_331])
def test_keys_are_told_apart_by_three_places(count: int) -> None:
    """Any two agree in two of five places at most, and differ within the first three."""
    code = key_code(count)
    words = [code.word(number) for number in range(count)]
    assert len({word[:3] for word in words}) == count
    first = set(words[0])
    assert max((len(first & set(word)) for word in words[1:]), default=0) <= 2
