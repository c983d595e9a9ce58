"""What a rule says it needs: where that is not there, it has nothing to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.model.conversation import UserTurn
from toolwire.model.reply import Reading
from toolwire.rules import RULES, Rule, Subject
from toolwire.rules.mutate.scenarios import every_clean
from toolwire.rules.proof import exchanges
from toolwire.rules.views.asked_for import asks_outright, may_ask_again
from toolwire.rules.views.leaks import may_hold_markup
from toolwire.rules.views.request_steps import has_history

NEEDY = [
    rule
    for rule in RULES.values()
    if rule.needs_again
    or rule.needs_asked
    or rule.needs_calls
    or rule.needs_choice
    or rule.needs_markup
]
OF_HISTORY = [rule for rule in RULES.values() if rule.needs_history]
#: Nothing for the signs that markup begins with.
_BLANK = str.maketrans(dict.fromkeys("<[{\uff5c", ""))


@cache
def readings(name: str) -> tuple[Reading, ...]:
    """Return every clean exchange of a dialect and every one with a fault, read."""
    clean = (
        load_dialect(name).decode(exchange) for _, _, exchange in every_clean(load_dialect(name))
    )
    return (*clean, *_broken(name))


def _broken(name: str) -> Iterator[Reading]:
    for rule in RULES.values():
        for mutation in rule.mutations:
            if mutation.dialect == name:
                yield load_dialect(name).decode(exchanges.mutated(rule, mutation))


def without_calls(reading: Reading) -> Reading:
    """Return a reading of which nobody read a call."""
    return replace(reading, reply=replace(reading.reply, tool_calls=()), deltas=())


def without_markup(reading: Reading) -> Reading:
    """Return a reading of which nobody read a text with a sign of markup."""
    text = reading.reply.text
    plain = None if text is None else text.translate(_BLANK).replace("default_api", "")
    return replace(reading, reply=replace(reading.reply, text=plain))


def without_choice(reading: Reading) -> Reading:
    """Return a reading of which nobody read a tool choice."""
    asked = reading.conversation
    return replace(reading, conversation=None if asked is None else replace(asked, choice=None))


def without_asked(reading: Reading) -> Reading:
    """Return a reading to whose prompt nobody wrote more than a word."""
    conversation = reading.conversation
    if conversation is None:
        return reading
    turns = tuple(
        replace(turn, text="Well?") if isinstance(turn, UserTurn) else turn
        for turn in conversation.turns
    )
    return replace(reading, conversation=replace(conversation, turns=turns))


def said(rules: list[Rule], found: Iterator[Reading] | tuple[Reading, ...]) -> set[str]:
    """Return the ids of those rules that have something to say of readings of their dialects."""
    return {
        rule.id
        for reading in found
        for rule in rules
        if reading.dialect in rule.severity and reading.mode in rule.modes
        if any(rule.check(reading))
    }


def taken_out(name: str, need: str) -> Iterator[Reading]:
    """Yield readings with what is needed taken out."""
    change: dict[str, Callable[[Reading], Reading]] = {
        "needs_again": without_asked,
        "needs_asked": without_asked,
        "needs_calls": without_calls,
        "needs_markup": without_markup,
        "needs_choice": without_choice,
    }
    return (change[need](reading) for reading in readings(name))


@pytest.mark.parametrize(
    ("name", "need"),
    [
        *((name, "needs_again") for name in DIALECTS),
        *((name, "needs_asked") for name in DIALECTS),
        *((name, "needs_calls") for name in DIALECTS),
        *((name, "needs_choice") for name in DIALECTS),
        # Where the protocol is text, a rule about markup is always asked.
        *((name, "needs_markup") for name in DIALECTS if not load_dialect(name).in_words),
    ],
)
def test_without_what_it_needs_a_rule_says_nothing(name: str, need: str) -> None:
    """It is therefore the same whether such a reading is judged by it or not."""
    rules = [rule for rule in NEEDY if getattr(rule, need)]
    assert said(rules, taken_out(name, need)) == set()


@pytest.mark.parametrize("name", DIALECTS)
def test_without_a_history_a_rule_about_it_says_nothing(name: str) -> None:
    """No request without calls and results breaks a rule that needs a history."""
    plain = tuple(reading for reading in readings(name) if not has_history(reading))
    assert plain
    assert said(OF_HISTORY, plain) == set()


def test_rules_that_need_something_say_something_with_it() -> None:
    """Of readings that have it each of these rules finds its own faults."""
    found = {name: readings(name) for name in DIALECTS}
    told = {rule for name in DIALECTS for rule in said([*NEEDY, *OF_HISTORY], found[name])}
    assert told == {rule.id for rule in (*NEEDY, *OF_HISTORY)}


def test_only_rules_about_requests_need_a_history() -> None:
    """Of an answer it is not asked whether there is one."""
    assert {rule.subject for rule in OF_HISTORY} == {Subject.REQUEST}
    assert all(rule.subject is not Subject.REQUEST for rule in NEEDY)


def test_recorded_traffic_without_it_breaks_no_such_rule(shared: Path) -> None:
    """The same holds for what was recorded, whatever is in it."""
    folders = [str(path) for path in sorted((shared / "corpus").iterdir()) if path.is_dir()]
    told: set[str] = set()
    for item in lint(folders):
        if not isinstance(item, Judged) or item.reading is None or not item.reading.ok:
            continue
        read = item.reading
        if not (read.reply.tool_calls or read.deltas):
            told |= said([rule for rule in NEEDY if rule.needs_calls], (read,))
        if not may_hold_markup(read.reply.text or "") and not load_dialect(read.dialect).in_words:
            told |= said([rule for rule in NEEDY if rule.needs_markup], (read,))
        if read.conversation is None or read.conversation.choice is None:
            told |= said([rule for rule in NEEDY if rule.needs_choice], (read,))
        if not asks_outright(read):
            told |= said([rule for rule in NEEDY if rule.needs_asked], (read,))
        if not may_ask_again(read):
            told |= said([rule for rule in NEEDY if rule.needs_again], (read,))
        if not has_history(read):
            told |= said(OF_HISTORY, (read,))
    assert told == set()
