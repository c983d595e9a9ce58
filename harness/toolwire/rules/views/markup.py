"""Whose business the markup in a text is: one fault, one rule.

Where calls are structured, markup in the text is a leak. Beside structured calls it is a copy
(TC501), but for JSON amid the sentences of a model that thinks aloud. Without them a whole call of
an offered tool is a call left as text (TC502); one that cannot be read is a fault of its family's
form, which tells why no parser took it (TX101 to TX109); one that the text ends in is cut (TX112),
and so is the beginning of an opening marker where the reply says it was cut. Control tokens of no
call are TC506's.

Where text is the protocol (`chatml`, `prompted`) markup is no leak, and only its form is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.text_families import TEXT_FAMILIES, MarkupProblem, ProblemKind
from toolwire.dialects.text_families.tagged import HERMES, HERMES_STRICT
from toolwire.dialects.wire import TextCalls
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import ChoiceMode, Json
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Mode
from toolwire.model.reply import Absent, Reading
from toolwire.rules.views.dialect_paths import cut_short
from toolwire.rules.views.leaks import (
    FORM_RULES,
    Leak,
    MarkupState,
    asks_for_json,
    heard_in,
    markup_in,
    quoted,
)
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.quoting import Quotes

#: What opens a call, or a section of calls, in each family.
_OPENERS: Final = (
    "<tool_call>",
    "<function=",
    "<function_calls>",
    "<minimax:tool_call>",
    "<|python_tag|>",
    "<|python_start|>",
    "<|tool_calls_section_begin|>",
    "<|tool_call_begin|>",
    "<|channel|>",
    "<\uff5ctool▁calls▁begin\uff5c>",
    "<\uff5cDSML\uff5cfunction_calls>",
    "<\uff5cDSML\uff5ctool_calls>",
    "[TOOL_CALLS]",
    "[TOOL_REQUEST]",
)
#: Characters of an opener at the end of a text that tell it from prose.
_LEAST_PART: Final = 4
_BEGUN: Final = '{"'
#: What a definition has where a call has its arguments.
_SCHEMA: Final = re.compile(
    r'"parameters"\s*:\s*\{\s*"(?:type"\s*:\s*"object|properties)"', re.ASCII
)


class Owner(StrEnum):
    """Who names a leak: see the module."""

    COPY = "TC501"
    CALL = "TC502"
    TOKEN = "TC506"  # noqa: S105 - a rule's id
    FORM = "form"
    CUT = "TX112"


@dataclass(frozen=True, slots=True)
class Leaked:
    """Markup in the text of a reply, and who names it."""

    owner: Owner
    leak: Leak


def names_in(reading: Reading) -> list[str]:
    """Return the names of the tools offered and called."""
    offered = reading.conversation.tools if reading.conversation is not None else ()
    called = (call.name for call in reading.reply.tool_calls if call.name)
    return list(dict.fromkeys([*(tool.name for tool in offered), *called]))


@memoize
def leaked(reading: Reading) -> Leaked | None:
    """Return the tool-call markup in the text of a structured reply."""
    text = reading.reply.text
    if not text:
        return None
    forbidden = _forbidden(reading)
    leak = markup_in(text, names_in(reading), heard_in(reading))
    if leak is not None and reading.reply.tool_calls:
        return None if _amid_sentences(text, leak) else Leaked(Owner.COPY, leak)
    if leak is not None and forbidden:
        return Leaked(Owner.TOKEN, leak) if leak.control else None
    if leak is not None:
        owner = _owner(reading, leak)
        if owner is not None:
            return Leaked(owner, leak)
    if forbidden or not reading.reply.complete:
        return None  # the stream broke off; that it did is another rule's
    cut = _cut_opener(reading, text) or _cut_json(reading, text)
    return None if cut is None else Leaked(Owner.CUT, cut)


def _amid_sentences(text: str, leak: Leak) -> bool:
    """Return whether JSON of a call stands in what a model says: words before it and behind it.

    A model that thinks aloud writes down the call that it will make, and goes on. What a parser
    leaves behind has no words behind it, for a model ends its turn with the call, or none before it.
    """
    if leak.family != "bare-json":
        return False
    before, after = text[: leak.at], text[leak.at + len(leak.marker) :].lstrip()
    return after[:1].isalpha() and any(map(str.isalpha, before))


def _forbidden(reading: Reading) -> bool:
    """Return whether calls were forbidden: no parser runs then, and what is said is text."""
    choice = reading.conversation.choice if reading.conversation is not None else None
    return choice is not None and choice.mode is ChoiceMode.NONE


def _owner(reading: Reading, leak: Leak) -> Owner | None:
    offered = reading.conversation is not None and bool(reading.conversation.tools)
    if leak.state is MarkupState.CUT and offered and (leak.tool is not None or cut_short(reading)):
        return Owner.CUT
    if leak.tool is None:
        return Owner.TOKEN if leak.control else None
    if not offered:
        return None
    own_rule = leak.state is MarkupState.BROKEN and leak.family in FORM_RULES
    return Owner.FORM if own_rule else Owner.CALL


def _cut_opener(reading: Reading, text: str) -> Leak | None:
    """Return the beginning of an opening marker that a cut text ends in."""
    if not cut_short(reading) or reading.conversation is None or not reading.conversation.tools:
        return None
    for opener in _OPENERS:
        for size in range(len(opener) - 1, _LEAST_PART - 1, -1):
            if text.endswith(opener[:size]):
                at = len(text) - size
                reason = "The text ends inside an opening marker."
                if heard_in(reading)(opener[:size]) or quoted(text, at):
                    return None
                return Leak("any", opener[:size], at, state=MarkupState.CUT, reason=reason)
    return None


def _cut_json(reading: Reading, text: str) -> Leak | None:
    """Return a bare JSON call, as Llama writes it, that the text ends in."""
    head = text.lstrip()
    if not head.startswith(_BEGUN) or reading.reply.tool_calls or '"name"' not in head:
        return None
    if _SCHEMA.search(head):
        return None  # a definition that the model quotes
    names = names_in(reading)
    found = TEXT_FAMILIES["llama3-json"].decode(text).problem
    if found is None or found.kind is not ProblemKind.TRUNCATED or found.name not in names:
        return None
    heard = heard_in(reading)
    if heard('\\"name\\"') or asks_for_json(heard):
        return None  # the prompt itself shows calls as JSON, or wants it
    at, reason = len(text) - len(head), found.reason
    return Leak("llama3-json", head[:80], at, found.name, state=MarkupState.CUT, reason=reason)


@memoize
def problems(reading: Reading) -> tuple[MarkupProblem, ...]:
    """Return what is wrong with the markup of a reply whose protocol is text.

    Problems of tools that were not offered are left out: such text is not markup for certain.
    So is what was too large to be read.
    """
    text = text_in(reading)
    if not text or not ("<" in text or "{" in text):
        return ()
    names = frozenset((None, *names_in(reading)))
    found = _PROBLEMS[_text_calls(reading).family](text)
    quotes = Quotes(text)
    return tuple(
        problem
        for problem in found
        if problem.kind is not ProblemKind.UNREAD
        and problem.name in names
        and not quotes.holds(problem.at)
    )


def _hermes(text: str) -> tuple[MarkupProblem, ...]:
    decoded = HERMES_STRICT.decode(text)
    # As the dialect reads it: only a text without whole calls may hold one without its tags.
    return decoded.problems if decoded.calls or decoded.problems else HERMES.decode(text).problems


def _prompt_json(text: str) -> tuple[MarkupProblem, ...]:
    return TEXT_FAMILIES["prompt-json"].decode(text).problems


#: Family of markup -> what is wrong with a text in it.
_PROBLEMS: Final = {"hermes": _hermes, "prompt-json": _prompt_json}


def text_in(reading: Reading) -> str:
    """Return the whole text of a reply whose protocol is text, markup and all."""
    calls = _text_calls(reading)
    if reading.mode is Mode.STREAMING:
        return "".join(_texts(reading, calls.chunk))
    body = reading.body
    return "" if isinstance(body, Absent) else _text(body, calls.body)


def _text_calls(reading: Reading) -> TextCalls:
    calls = load_dialect(reading.dialect).wire.text_calls
    if calls is None:
        raise ToolwireError(f"calls of {reading.dialect} are no text")
    return calls


def _texts(reading: Reading, where: tuple[str, str | None]) -> Iterator[str]:
    for event in reading.events:
        if isinstance(event.json, dict):
            yield _text(event.json, where)


def _text(body: Json, where: tuple[str, str | None]) -> str:
    for place, entry in enumerate(items_of(object_of(body).get("choices"))):
        choice = object_of(entry)
        if choice.get("index", place) == 0:
            outer, inner = where
            text = choice.get(outer) if inner is None else object_of(choice.get(outer)).get(inner)
            return string_of(text) or ""
    return ""


def ends_itself(reading: Reading) -> bool:
    """Return whether a reply says that it came to its own end: it was not cut."""
    stop = load_dialect(reading.dialect).stops.get(reading.reply.stop or "")
    return reading.reply.complete and stop not in ("length", "cut")
