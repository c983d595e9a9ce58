"""A script as a table of look-ups: at this place of a reply, this token comes next.

Most places are followed by one token in nearly every reply that has them; one rule serves all.
Replies that part from the others there have a rule that asks for their key and, where the replies
of one key part, for what stands beside it and how many rounds of results came.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from servers.scripted_model.pieces import State, cut, states
from servers.scripted_model.script import Entry, Said, Script
from servers.scripted_model.vocabulary import ASSISTANT, END
from servers.scripted_model.wording import written
from toolwire.model.errors import ToolwireError

#: What a rule is worth: the reply of a key goes before what is usual, and an entry with something
#: beside it before both together.
_ANY: Final = 1
_KEY: Final = 2
_BESIDE: Final = 4
#: What a reply is worth that is given only where a server's grammar forbids the others.
_FORCED: Final = 1.5


@dataclass(frozen=True, slots=True)
class Condition:
    """When a reply is given.

    Attributes:
        key: text in the last turn of the user; None for any.
        beside: text anywhere in the prompt; None when it does not matter.
        least: rounds of results since that turn at least.
        below: fewer rounds than that; None for no bound.
        forced: only where a server lets the model say nothing else.
    """

    key: str | None = None
    beside: str | None = None
    least: int = 0
    below: int | None = None
    forced: bool = False

    @property
    def worth(self) -> float:
        """Return how strongly the reply is wanted, against others that fit too."""
        if self.forced:
            return _FORCED
        if self.key is None:
            return _ANY
        return _KEY if self.beside is None else _BESIDE


@dataclass(frozen=True, slots=True)
class Line:
    """One reply as tokens, with its condition; its text is the tokens joined."""

    condition: Condition
    tokens: tuple[str, ...]

    def steps(self) -> Iterator[tuple[State, str]]:
        """Yield each place of the reply and the token that comes next; the last is the end."""
        seen = (State(ASSISTANT), *states(self.tokens, ASSISTANT))
        yield from zip(seen, (*self.tokens, END), strict=True)


@dataclass(frozen=True, slots=True)
class Rule:
    """Where `state` is seen and `condition` holds, `token` comes next."""

    state: State
    condition: Condition
    token: str


def lines_of(script: Script) -> tuple[Line, ...]:
    """Return every reply of a script as tokens.

    Raises:
        ToolwireError: a reply cannot be cut so that its places differ; names file and line.
    """
    lines = [Line(Condition(), cut(script.otherwise))]
    for entry in script.entries:
        lines.extend(_lines(entry))
    return tuple(lines)


def _lines(entry: Entry) -> Iterator[Line]:
    chain = tuple(entry.reply.chain())
    for rounds, said in enumerate(chain):
        below = rounds + 1 if rounds + 1 < len(chain) else None
        free = Line(Condition(entry.when, entry.beside, rounds, below), _cut(said, entry.where))
        yield free
        if said.forced is not None:
            call = written(Said(calls=(said.forced,)))
            forced = replace(free.condition, forced=True)
            yield Line(forced, _parted(free.tokens, cut(call)))
            if not said.calls:
                # Where a grammar lets words come first, and no end before a call.
                yield Line(forced, cut(written(said) + call))


def _parted(free: tuple[str, ...], forced: tuple[str, ...]) -> tuple[str, ...]:
    """Cut a forced reply so that it has no place of the free one behind where they part."""
    pairs = enumerate(zip(free, forced, strict=False))
    same = next((number for number, (a, b) in pairs if a != b), 0)
    return (*forced[:same], *cut("".join(forced[same:]), (*free, *forced[:same])))


def _cut(said: Said, where: str) -> tuple[str, ...]:
    try:
        return cut(written(said))
    except ToolwireError as error:
        raise ToolwireError(error.what, where=where, hint=error.hint) from None


def rules_of(lines: tuple[Line, ...]) -> tuple[Rule, ...]:
    """Return the look-ups that make a model say each line under its condition.

    Args:
        lines: the first is the one for no key; it goes before others where it passes.
    """
    following: dict[State, dict[Line, str]] = defaultdict(dict)
    for line in lines:
        for state, token in line.steps():
            following[state][line] = token
    return tuple(rule for state, tokens in following.items() for rule in _rules_at(state, tokens))


def _rules_at(state: State, tokens: Mapping[Line, str]) -> Iterator[Rule]:
    """Yield the rules of one place, given what follows it in each line that passes it."""
    usual = _usual(tokens)
    yield Rule(state, Condition(), usual)
    of_key: dict[str | None, dict[Line, str]] = defaultdict(dict)
    for line, token in tokens.items():
        of_key[line.condition.key][line] = token
    for key, own in of_key.items():
        wanted = set(own.values())
        if len(wanted) > 1:
            yield from (Rule(state, line.condition, token) for line, token in own.items())
        elif wanted != {usual}:
            yield Rule(state, Condition(key), wanted.pop())


def _usual(tokens: Mapping[Line, str]) -> str:
    for line, token in tokens.items():
        if line.condition.key is None:
            return token
    free = [token for line, token in tokens.items() if not line.condition.forced]
    return Counter(free or tokens.values()).most_common(1)[0][0]
