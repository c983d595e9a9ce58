"""TC149: names-of-several-calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.dialects import PlannedCall
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import whole
from toolwire.rules.views.cut_names import all_behind_prefixes


def _due(reading: Reading) -> bool:
    """Return whether a reply has several calls where several were written out."""
    return len(reading.reply.tool_calls) > 1 and len(wanted_value(reading)) > 1 and whole(reading)


def _names_of_several(reading: Reading) -> Iterator[Violation]:
    if _due(reading) and all_behind_prefixes(reading):
        first = reading.reply.tool_calls[0]
        message = "Each name of several calls has something before it, and none is that of an offered tool."
        yield Violation(first.pointer, message, wanted_value(reading)[0].name, first.name)


def _prefixed(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [replace(call, name=f"tools_{call.name}") for call in calls]


RULE = Rule(
    id="TC149",
    name="names-of-several-calls",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Where several calls come that the prompt writes out, their names are those of the tools, with "
        "nothing before them. A model may write a prefix once; a run in which every such reply has one "
        "before each of its names is the server's doing. Of single calls TC115 tells."
    ),
    why="A client that looks each tool up by its name runs none of the calls, and only where several come.",
    breaks="agents that fan out",
    workaround="Ask for one call at a time.",
    source=Source(
        "docs",
        "Google: the name of the function to call is that of a FunctionDeclaration; models of Gemini are "
        "known to write `default_api.` before names now and then",
        "https://ai.google.dev/gemini-api/docs/function-calling",
        "2026-12-01",
    ),
    check=_names_of_several,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with several calls, of several that were written out", _due),
    mutations=mutations_for("spelt_out", again(_prefixed)),
)
