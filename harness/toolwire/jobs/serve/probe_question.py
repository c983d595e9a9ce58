"""Whether a request asks the question of a probe.

A probe's question is what sets its own request apart from the plain one of its scenario: members
that are there or are not, words that are values, the order of turns and of results. A request
that has all of it asks the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, TypeAlias

from toolwire.dialects import load_dialect
from toolwire.dialects.refusal import refusal
from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import AssistantTurn, Conversation, Json, ResultsTurn
from toolwire.model.exchange import Mode, Request
from toolwire.rules import Mutation, Rule
from toolwire.rules.mutate.alternatives import element_sort
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.proof import exchanges

#: Values that mean something by themselves; prose does not.
_WORD: Final = re.compile(r"[A-Za-z0-9_.:/$-]{0,64}", re.ASCII)
#: Members whose own members are named by the user.
_NAMED: Final = frozenset({"$defs", "parameter_definitions", "properties"})


def asks(rule: Rule, mutation: Mutation, request: Request) -> bool:
    """Return whether a request asks what a rule's mutation is an answer to.

    Always true of a rule that needs no question of its own.
    """
    if mutation.dialect not in rule.probing:
        return True
    name, mode = mutation.dialect, mutation.mode
    question = _question(rule.id, name, mutation.scenario, mode)
    if question.problem is not None:
        return question.problem == _problem(name, request)
    marks = frozenset(_marks(name, request))
    spots = _spots(marks) | {""}
    # Left out is what could be there: where nothing holds it, nobody has left it out.
    held = {spot.rpartition("/")[0] for spot in question.gone}
    return question.there <= marks and held <= spots and question.gone.isdisjoint(spots)


#: What is found in a request: a word for the sort of thing, and what it is.
_Mark: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _ProbeQuestion:
    """What sets a probe's request apart.

    Attributes:
        problem: what a correct server refuses it for; None when it does not.
        there: what it has and a plain request has not.
        gone: places that a plain request has and it has not, the outermost.
    """

    problem: str | None
    there: frozenset[_Mark]
    gone: frozenset[str]


@cache
def _question(rule_id: str, name: str, scenario: str, mode: Mode) -> _ProbeQuestion:
    own = exchanges.baseline(rule_id, name, scenario, mode).request
    plain = clean(load_dialect(name), scenario, mode).request
    assert own is not None
    assert plain is not None
    ours, theirs = frozenset(_marks(name, own)), frozenset(_marks(name, plain))
    left = _spots(ours) | {""}
    gone = (spot for spot in _spots(theirs) - left if spot.rpartition("/")[0] in left)
    return _ProbeQuestion(_problem(name, own), ours - theirs, frozenset(gone))


def _spots(marks: Iterable[_Mark]) -> frozenset[str]:
    return frozenset(mark[1] for mark in marks if mark[0] == "place")


def _problem(name: str, request: Request) -> str | None:
    conversation = load_dialect(name).read_request(request)
    found = None if conversation is None else refusal(conversation)
    return None if found is None else found.message


def _marks(name: str, request: Request) -> Iterator[_Mark]:
    """Yield what tells one request from another, values of the user's own aside."""
    conversation = load_dialect(name).read_request(request)
    # What a tool is called is its user's affair, also where a choice names it.
    tools = () if conversation is None else conversation.tools
    own = frozenset(repr(tool.name) for tool in tools)
    try:
        marks = [*_places(parse(request.body), "")]
    except (JsonError, RecursionError):
        return
    yield from (mark for mark in marks if mark[0] != "value" or mark[2] not in own)
    if conversation is not None:
        yield from _turns(conversation)


def _places(value: Json, at: str) -> Iterator[_Mark]:
    if isinstance(value, dict):
        named = at.rpartition("/")[2] in _NAMED
        for key, member in value.items():
            place = f"{at}/{'*' if named else key}"
            yield ("place", place, type(member).__name__)
            yield from _places(member, place)
    elif isinstance(value, list):
        for item in value:
            place = f"{at}/*{element_sort(item)}"
            yield ("place", place, type(item).__name__)
            yield from _places(item, place)
        if not value:
            yield ("empty", at)
    elif not isinstance(value, str) or _WORD.fullmatch(value):
        yield ("value", at, repr(value))


def _turns(conversation: Conversation) -> Iterator[_Mark]:
    for before, turn in pairwise(conversation.turns):
        yield ("turns", type(before).__name__, type(turn).__name__)
        if isinstance(before, AssistantTurn) and isinstance(turn, ResultsTurn):
            calls = [call.id for call in before.calls]
            results = [result.call_id for result in turn.results]
            if calls != results and sorted(map(str, calls)) == sorted(map(str, results)):
                yield ("results in another order",)
