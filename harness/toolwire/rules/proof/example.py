"""What passes and what fails a rule, in bytes: one example for each of its mutations.

Made from the clean exchange and the mutation itself, so that a page cannot drift from what is
tested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.proof import exchanges
from toolwire.rules.rule import Mutation, Rule, Subject
from toolwire.rules.views.difference import cut, diff, difference
from toolwire.rules.views.layout import lines, pair

_WIDTH: Final = 150
_MOST: Final = 6
_TOKEN: Final = re.compile(r"[A-Za-z0-9_.:-]{6,}", re.ASCII)


@dataclass(frozen=True, slots=True)
class RuleExample:
    """The same exchange twice, the part that differs only.

    Attributes:
        dialect, mode, scenario: which clean exchange it is.
        fault: the fault in a few words; "" where the rule has one.
        diff: lines that begin with `- ` where they fail, `+ ` where they pass and two spaces
            where both are alike; `…` stands for what is left out.
        beside: what else a reader has to see: of a probe its question, of a rule about both
            modes the blocking answer, of one about conversations where the history has it.
    """

    dialect: str
    mode: Mode
    scenario: str
    fault: str
    diff: tuple[str, ...]
    beside: tuple[str, ...] = ()

    @property
    def passing(self) -> str:
        """Return the part as it is in the clean exchange."""
        return self._without("-")

    @property
    def failing(self) -> str:
        """Return the part as it is in the faulty exchange."""
        return self._without("+")

    def _without(self, sign: str) -> str:
        return "\n".join(line[2:] or line for line in self.diff if line[0] != sign)

    def as_json(self) -> JsonObject:
        """Return the example as `toolwire explain --json` prints it."""
        return {
            "dialect": self.dialect,
            "mode": str(self.mode),
            "scenario": self.scenario,
            "fault": self.fault,
            "passing": self.passing,
            "failing": self.failing,
            "beside": "\n".join(self.beside),
        }


def examples(rule: Rule) -> tuple[RuleExample, ...]:
    """Return one example for each mutation of a rule, in their order."""
    return tuple(_example(rule, mutation) for mutation in rule.mutations)


def _example(rule: Rule, mutation: Mutation) -> RuleExample:
    before = exchanges.baseline(rule.id, mutation.dialect, mutation.scenario, mutation.mode)
    differs = difference(before, exchanges.mutated(rule, mutation))
    look = _BESIDE.get(rule.subject)
    return RuleExample(
        mutation.dialect,
        mutation.mode,
        mutation.scenario,
        mutation.fault,
        differs,
        look(rule, mutation, before, differs) if look else (),
    )


def _question(
    rule: Rule, mutation: Mutation, before: Exchange, _differs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return what a probe asks: how its request differs from an ordinary one, or all of it."""
    assert before.request is not None
    plain = clean(load_dialect(mutation.dialect), mutation.scenario, mutation.mode).request
    assert plain is not None
    added = diff(*pair(before.request.body, plain.body)) if rule.probing else ()
    return tuple(line[2:] or line for line in added if line[0] != "-") or _start(
        before.request.body
    )


def _blocking(
    rule: Rule, mutation: Mutation, _before: Exchange, _differs: tuple[str, ...]
) -> tuple[str, ...]:
    twin = exchanges.baseline(rule.id, mutation.dialect, mutation.scenario, Mode.BLOCKING)
    return _start(twin.response.body)


def _history(
    _rule: Rule, _mutation: Mutation, before: Exchange, differs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the lines of the request that hold what the fault takes up again, or how it begins."""
    wrong, right = (
        {token for line in differs if line[0] == sign for token in _TOKEN.findall(line)}
        for sign in "-+"
    )
    new = wrong - right
    assert before.request is not None
    held = [line for line in lines(before.request.body) if new.intersection(_TOKEN.findall(line))]
    return tuple(cut(line.strip()) for line in held[:_MOST]) or _start(before.request.body)


def _start(body: bytes) -> tuple[str, ...]:
    """Return the beginning of a body, in lines of an even width."""
    text = body.decode("utf-8", "backslashreplace")
    pieces = [text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)]
    return tuple(pieces if len(pieces) <= _MOST else [*pieces[:_MOST], "…"])


_Look = Callable[[Rule, Mutation, Exchange, tuple[str, ...]], tuple[str, ...]]
#: Subject -> what else an example of such a rule shows.
_BESIDE: Final[Mapping[Subject, _Look]] = {
    Subject.AB: _blocking,
    Subject.CONVERSATION: _history,
    Subject.PROBE: _question,
}
