"""Results of one turn that a reply was to repeat, each: which words one alone has, and which were told."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Final

from toolwire.io.json_text import items_of
from toolwire.model.conversation import AssistantTurn
from toolwire.model.reply import Reading
from toolwire.rules.views.asked_for import asked, has_any, repeats, results_due, told, whole
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.request_steps import steps

_EACH: Final = re.compile(r"\beach\b")
_WORD: Final = re.compile(r"\w+")


@memoize
def marks_of_each(reading: Reading) -> tuple[frozenset[str], ...]:
    """Return the words that one result alone has, of each result that was to be repeated; () for none."""
    what = asked(reading)
    if what is None or reading.reply.tool_calls or not _EACH.search(what.words):
        return ()
    due = [one.words for one in results_due(reading)]
    others = [frozenset().union(*due[:n], *due[n + 1 :]) for n in range(len(due))]
    alone = tuple(mine - theirs for mine, theirs in zip(due, others, strict=True))
    return alone if len(alone) > 1 and all(alone) else ()


def repeats_any(reading: Reading) -> bool:
    """Return whether a reply in words was to repeat several results, and repeats any."""
    marks = marks_of_each(reading) if whole(reading) else ()
    return bool(marks) and has_any(told(reading), frozenset().union(*marks))


def called_again(reading: Reading) -> bool:
    """Return whether a reply was to repeat several results, and makes again some of the calls instead."""
    what = asked(reading)
    if what is None or not _EACH.search(what.words) or not repeats(reading, what.since[-2:]):
        return False
    return whole(reading) and len(reading.reply.tool_calls) < len(results_due(reading))


def lost_of_each(reading: Reading) -> tuple[int, ...]:
    """Return the places of the results of which a reply has no word."""
    said = told(reading)
    return tuple(n for n, mine in enumerate(marks_of_each(reading)) if not has_any(said, mine))


def in_several_parts(reading: Reading) -> bool:
    """Return whether a result of the last message is a list of several parts."""
    last = steps(reading)[-1:]
    parts = (
        items_of(one) for step in last for result in step.results for one in result.value.values()
    )
    return any(len(one) > 1 for one in parts)


def of_one_tool(reading: Reading) -> bool:
    """Return whether all results that were to be repeated are of calls of one tool."""
    names = {one.result.name for one in results_due(reading)}
    return len(names) == 1 and None not in names


def told_twice(reading: Reading) -> bool:
    """Return whether a result of a tool was told in the place of another one of it."""
    lost, marks = lost_of_each(reading), marks_of_each(reading)
    if not lost or not of_one_tool(reading):
        return False
    said = Counter(word.casefold() for word in _WORD.findall(reading.reply.text or ""))
    # Each word of it that is told is told again, for each result that is lost.
    kept = (mine & said.keys() for place, mine in enumerate(marks) if place not in lost)
    return any(words and all(said[word] > len(lost) for word in words) for words in kept)


def told_in_reverse(reading: Reading) -> bool:
    """Return whether the results of several calls of a tool, sent in the order of the prompt, are
    told backwards.
    """
    what, due = asked(reading), results_due(reading)
    called = what.since[-2:-1] if what is not None else ()
    calls = called[0].calls if called and isinstance(called[0], AssistantTurn) else ()
    if what is None or [one.result.call_id for one in due] != [one.id for one in calls]:
        return False
    if [one.arguments for one in calls] != [one.arguments for one in what.calls]:
        return False
    said = [word.casefold() for word in _WORD.findall(reading.reply.text or "")]
    places = [[n for n, word in enumerate(said) if word in mine] for mine in marks_of_each(reading)]
    return all(places) and all(min(a) > max(b) for a, b in pairwise(places))
