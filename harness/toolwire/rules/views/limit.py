"""The limit of a request, and a text that breaks off at it."""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects import PlannedCall, load_dialect
from toolwire.io.json_text import dump, ends_within, object_of
from toolwire.model.conversation import ToolCall
from toolwire.model.reply import Reading
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.latin_words import WORDS_OF_A_TOKEN, latin_words
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.stop_meaning import CUT, stop_meaning

#: The limit of a question: the least that every vendor takes.
LIMIT: Final = 16
#: That of a question whose answer has room in it, several times over.
ROOMY: Final = 512
#: What is said of arguments that end there, where the reason is no word for a cut.
ARGUMENTS_CUT: Final = "The arguments break off where the request allows no more, and the reason says that all is whole."
_WORD: Final = re.compile(r"\w+")


@memoize
def most_tokens(reading: Reading) -> int | None:
    """Return how many tokens the request allows; None where it, or its dialect, does not say."""
    form = load_dialect(reading.dialect).wire.request
    return None if form is None else form.most_tokens(object_of(reading.request))


def fills_limit(reading: Reading) -> bool:
    """Return whether as many tokens are counted as the request allows, or more: whatever it says, it was cut."""
    limit, usage = most_tokens(reading), reading.reply.usage
    return limit is not None and usage is not None and (usage.output or 0) >= limit


def left_out(reading: Reading) -> bool:
    """Return whether a reply without a call was cut before one: it fills its limit, or says nothing at all.

    Of the latter only where the prompt writes out a call that the limit has no room for.
    """
    limit, what, reply = most_tokens(reading), asked(reading), reading.reply
    # Where no reason is told, that is another rule's.
    if limit is None or reply.stop is None or not reading.ok:
        return False
    if what is None or what.since or reply.tool_calls:
        return False
    silent = not (reply.text or reply.reasoning)
    return fills_limit(reading) or (silent and any(has_no_room(limit, one) for one in what.calls))


def says_cut_otherwise(reading: Reading) -> bool:
    """Return whether the reason is another format's word for a cut, or in other capitals (TC405, TC410)."""
    stop, stops = reading.reply.stop, load_dialect(reading.dialect).stops
    return stop not in stops and stop_meaning(reading.dialect, stop) == CUT


def has_no_room(limit: int, call: PlannedCall) -> bool:
    """Return whether a call has more words than a limit has room for."""
    return latin_words(dump(call.arguments).decode()) > limit * WORDS_OF_A_TOKEN


def breaks_off_within(reading: Reading, call: ToolCall) -> bool:
    """Return whether the arguments of a call that its limit has no room for end in the middle of their JSON."""
    limit, what = most_tokens(reading), asked(reading)
    if limit is None or what is None or what.since or not ends_within(call.raw or ""):
        return False
    return any(one.name == call.name and has_no_room(limit, one) for one in what.calls)


def breaks_off(reading: Reading) -> bool:
    """Return whether a text that hardly fits the limit was to be said, and only its beginning was."""
    limit, what, text = most_tokens(reading), asked(reading), (reading.reply.text or "").strip()
    if limit is None or what is None or what.since or not what.quoted or not reading.ok:
        return False
    fits = len(_WORD.findall(what.quoted)) * WORDS_OF_A_TOKEN < limit
    return not fits and bool(text) and what.quoted != text and what.quoted.startswith(text)
