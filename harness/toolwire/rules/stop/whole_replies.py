"""Replies that do what a prompt writes out, and how they say that they ended.

TC417 has those in words, TC420 those with calls: other code writes their ends, so each is counted
by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.reply import Reading
from toolwire.rules.arguments.probe_echo import wanted_value
from toolwire.rules.rule import Violation
from toolwire.rules.views.asked_for import asked, has_any, results_due, told, written

#: What a word of a failure or of a filter means, and that of a limit.
_BROKEN_OFF: Final = "cut"
_ENDS: Final = frozenset({_BROKEN_OFF, "length"})


def said_as_asked(reading: Reading) -> bool:
    """Return whether a reply in words says what the prompt has it say, as no filter would in its place."""
    what, reply = asked(reading), reading.reply
    if what is None or reply.stop is None or reply.tool_calls:
        return False
    if wanted_value(reading):
        return False
    if what.quoted and not what.since:
        return what.quoted.rstrip(".").casefold() in (reply.text or "").casefold()
    return any(has_any(told(reading), due.words) for due in results_due(reading))


def called_as_asked(reading: Reading) -> bool:
    """Return whether a reply has a call, whole, that the prompt writes out."""
    wanted = {(call.name, written(call.arguments)) for call in wanted_value(reading)}
    calls = reading.reply.tool_calls if wanted and reading.reply.stop is not None else ()
    return any((call.name, written(call.arguments)) in wanted for call in calls)


def ends_well(
    as_asked: Callable[[Reading], bool], message: str
) -> Callable[[Reading], Iterator[Violation]]:
    """Return the check that such replies end with no word for one that was broken off."""

    def check(reading: Reading) -> Iterator[Violation]:
        reply = reading.reply
        if means(reading.dialect, reply.stop) in _ENDS and as_asked(reading):
            yield Violation(reply.stop_pointer, message, "the word for an ordinary end", reply.stop)

    return check


def means(name: str, word: str | None) -> str | None:
    """Return what a stop reason means; one of the API that ends no answer is as one that broke off."""
    dialect = load_dialect(name)
    known = dialect.wire.stop_words
    if word is None or word in dialect.stops or known is None:
        return dialect.stops.get(word or "")
    return _BROKEN_OFF if word in known.words else None
