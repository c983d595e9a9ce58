"""Which of a rule's examples a page shows: every fault and every dialect in each mode, once.

The Markdown page and the page of the site take the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from toolwire.model.exchange import Mode
from toolwire.rules import RULES
from toolwire.rules.proof.example import RuleExample, examples
from toolwire.rules.rule import Subject

#: Subject -> what stands beside an example.
BESIDE: Final[Mapping[Subject, str]] = {
    Subject.AB: "The blocking response to the same request:",
    Subject.CONVERSATION: "The request already had:",
    Subject.PROBE: "The request asks:",
}


@dataclass(frozen=True, slots=True)
class ChosenExample:
    """One example, for all dialects and modes in which it looks the same.

    Attributes:
        where: `openai-chat, blocking and streaming; chatml, blocking`.
        fault, diff, beside: as in `RuleExample`.
    """

    where: str
    fault: str
    diff: tuple[str, ...]
    beside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChosenExamples:
    """What a page shows, in the order of the rule's faults, and how many more look otherwise."""

    examples: tuple[ChosenExample, ...]
    left_out: int


@cache
def chosen_examples(rule: str) -> ChosenExamples:
    """Return what the page of a rule of the table shows, made once a process.

    Args:
        rule: its id.
    """
    return chosen_of(examples(RULES[rule]))


def chosen_of(made: Iterable[RuleExample]) -> ChosenExamples:
    """Choose so that every fault and every dialect is seen in each mode it has an example of."""
    groups = _grouped(made)
    seen: set[tuple[str, str, Mode]] = set()
    found: list[ChosenExample] = []
    for alike in groups:
        faces = {
            face
            for example in alike
            for face in (
                ("fault", example.fault, example.mode),
                ("dialect", example.dialect, example.mode),
            )
        }
        if not faces <= seen:
            found.append(_chosen(alike))
            seen |= faces
    return ChosenExamples(tuple(found), len(groups) - len(found))


def _grouped(made: Iterable[RuleExample]) -> list[list[RuleExample]]:
    """Put together what looks the same, so that it is seen once."""
    found: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[RuleExample]] = {}
    for example in made:
        found.setdefault((example.fault, example.diff, example.beside), []).append(example)
    return list(found.values())


def _chosen(alike: list[RuleExample]) -> ChosenExample:
    by_dialect: dict[str, list[str]] = {}
    for example in alike:
        by_dialect.setdefault(example.dialect, []).append(str(example.mode))
    where = "; ".join(f"{name}, {' and '.join(modes)}" for name, modes in by_dialect.items())
    first = alike[0]
    return ChosenExample(where, first.fault, first.diff, first.beside)
