"""Neurons set by hand: flags made of what attention found, and one look-up for each rule.

A neuron of this family multiplies silu(gate) and up; up is 1 for all of ours, so that a neuron
writes nothing below its threshold and in proportion above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from servers.scripted_model.layout import Layout
from servers.scripted_model.pieces import SHARED
from servers.scripted_model.rules import Condition, Rule
from servers.scripted_model.vocabulary import Vocabulary

#: How steep a rule's neuron is, and how much of what it asks may be lacking: half of what a key
#: lacks at least, being another key. With up to five things lacking, silu stays above the numbers
#: below 1e-38, which processors are slow at.
_STEEP: Final = 18.0
_SLACK: Final = 0.3
#: How steep the two neurons of a flag are.
_EDGE: Final = 20.0


@dataclass(frozen=True, slots=True)
class Neuron:
    """What a neuron sums up, by dimension, what it needs at least, and what it then writes."""

    reads: Mapping[int, float]
    least: float
    writes: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Names:
    """What the numbers in a layout stand for: tokens, keys, and texts beside keys."""

    vocabulary: Vocabulary
    keys: tuple[str, ...]
    besides: tuple[str, ...]


def neurons_of(
    rules: Iterable[Rule], names: Names, layout: Layout
) -> tuple[tuple[Neuron, ...], ...]:
    """Return the neurons of each layer: its flags, and rules.

    A rule goes to the emptiest of the layers that know what it asks.
    """
    layers = [list(layer) for layer in flags(layout)]
    for rule in sorted(rules, key=_first_layer, reverse=True):
        target = min(layers[_first_layer(rule) :], key=len)
        target.append(_lookup(rule, names, layout))
    return tuple(tuple(layer) for layer in layers)


def _first_layer(rule: Rule) -> int:
    condition = rule.condition
    if condition.least or condition.below is not None:
        return 3
    return 2 if condition.key is not None else 0


def flags(layout: Layout) -> tuple[tuple[Neuron, ...], ...]:
    """Return the neurons that turn shares of attention into flags, for each layer."""
    first = (*_live(layout), *_besides(layout))
    return first, tuple(_picked(layout)), tuple(_rounds(layout)), ()


def _flag(reads: Mapping[int, float], middle: float, reach: float, writes: int) -> Iterator[Neuron]:
    """Yield the two neurons of a flag: 1 where the sum is `reach` above `middle`, 0 below."""
    steep = {dimension: weight * _EDGE / reach for dimension, weight in reads.items()}
    for shift, sign in ((-0.5, 1.0), (0.5, -1.0)):
        yield Neuron(steep, (middle / reach + shift) * _EDGE, {writes: sign / _EDGE})


def _live(at: Layout) -> Iterator[Neuron]:
    key_in_turn = {at.at("key"): 1.0, at.at("in_user_share"): 1.0}
    yield from _flag(key_in_turn, 1.5, 0.25, at.at("live"))


def _besides(at: Layout) -> Iterator[Neuron]:
    for number in range(at.besides):
        # Several of them may share one prompt, and with it the attention.
        seen = {at.at("beside_share") + number: 1.0}
        yield from _flag(seen, 0.08, 0.04, at.at("beside_seen") + number)


def _picked(at: Layout) -> Iterator[Neuron]:
    for number in range(at.keys.size):
        digit = {at.at("picked_share") + number: 1.0}
        yield from _flag(digit, 0.5, 0.25, at.at("picked") + number)
    yield from _flag({at.at("answered_share"): 1.0}, 0.5, 0.25, at.at("answered"))


def _rounds(at: Layout) -> Iterator[Neuron]:
    for number in range(1, at.rounds + 1):
        # After n rounds a key weighs 1 / (1 + n); where no result came since it, none counts.
        reach = 0.25 / ((number + 0.5) * (number + 1))
        weighed = {at.at("portion"): -1.0, at.at("answered"): 1.0}
        writes = at.at("rounds_seen") + number - 1
        yield from _flag(weighed, 1.0 - 1.0 / (number + 0.5), reach, writes)


def _lookup(rule: Rule, names: Names, at: Layout) -> Neuron:
    """Return the neuron of one rule; each thing that it asks for counts 1."""
    reads: dict[int, float] = {}
    asked = 0
    for part, wanted in (*_seen(rule, names, at), *_given(rule.condition, names, at)):
        asked += 1 if wanted > 0 else 0
        for dimension in part:
            reads[dimension] = wanted / len(part) * _STEEP
    full = _STEEP * _SLACK
    # silu(full), what the neuron is worth where nothing lacks.
    height = full / (1 + exp(-full))
    word = at.tokens.word(names.vocabulary.id(rule.token))
    writes = {at.at("next") + dimension: rule.condition.worth / height for dimension in word}
    return Neuron(reads, (asked - _SLACK) * _STEEP, writes)


def _seen(rule: Rule, names: Names, at: Layout) -> Iterator[tuple[Sequence[int], float]]:
    state = rule.state
    word = at.tokens.word(names.vocabulary.id(state.piece))
    yield [at.at("last") + dimension for dimension in word], 1.0
    if state.shared:
        yield [at.at("shared") + SHARED.index(state.shared)], 1.0
    else:
        yield [at.at("itself")], 1.0


def _given(condition: Condition, names: Names, at: Layout) -> Iterator[tuple[Sequence[int], float]]:
    if condition.key is not None:
        word = at.keys.word(names.keys.index(condition.key))
        yield [at.at("picked") + dimension for dimension in word], 1.0
    if condition.beside is not None:
        yield [at.at("beside_seen") + names.besides.index(condition.beside)], 1.0
    if condition.least:
        yield [at.at("rounds_seen") + condition.least - 1], 1.0
    if condition.below is not None:
        yield [at.at("rounds_seen") + condition.below - 1], -1.0
