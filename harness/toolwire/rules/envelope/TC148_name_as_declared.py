"""TC148: name-as-declared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import PlannedCall
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.cut_names import spelled_otherwise

#: A name that shows each change: capitals beside small letters, and an underscore between words, which is what is
#: changed most. Where names may have a dash, `verify` asks for one beside it.
_SHOWS: Final = re.compile(r"[A-Z][a-z]+_[A-Z][a-z]+")


def _as_declared(reading: Reading) -> Iterator[Violation]:
    for call in reading.reply.tool_calls:
        declared = spelled_otherwise(reading, call.name)
        if declared is not None:
            message = "The name is spelled otherwise than the one tool's that was to be called."
            yield Violation(call.pointer, message, declared[:200], (call.name or "")[:200])
            return


def _due(reading: Reading) -> bool:
    """Return whether a tool was called that the prompt writes out, of a name that shows each change."""
    wanted = {call.name for call in wanted_value(reading) if _SHOWS.search(call.name)}
    return any(call.name in wanted for call in reading.reply.tool_calls)


def _respelled(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(call.name.lower(), call.arguments) for call in calls]


RULE = Rule(
    id="TC148",
    name="name-as-declared",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The name of a call that the prompt writes out comes with the capitals and the marks "
        "between its words that it was declared with. A model may write one otherwise once; a run "
        "in which none with capitals and an underscore comes as it was declared is the server's "
        "doing. Where a tool was demanded by its name, any other is TC602's."
    ),
    why=(
        "Gateways make names fit another vendor's rules (`get-weather`, `get_weather`) and do not "
        "undo it in the answer: no tool has the name, and each call is answered with an error."
    ),
    breaks="every client that looks tools up by name",
    workaround="Give tools names of small letters, digits and underscores.",
    source=Source(
        "docs",
        "OpenAI: the call has the name of the function that was declared",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-28",
    ),
    check=_as_declared,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance(
        "replies with a name that has capitals and an underscore, and that the prompt writes out",
        _due,
    ),
    mutations=mutations_for("spelt_titled", again(_respelled)),
)
