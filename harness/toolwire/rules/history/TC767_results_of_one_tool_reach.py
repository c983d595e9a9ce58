"""TC767: results-of-one-tool-reach."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import place_of, results_due
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.several_results import (
    lost_of_each,
    marks_of_each,
    of_one_tool,
    repeats_any,
    told_in_reverse,
    told_twice,
)


def _due(reading: Reading) -> bool:
    """Return whether a reply was to repeat each result of several calls of one tool, and repeats any."""
    return of_one_tool(reading) and repeats_any(reading)


def _reach(reading: Reading) -> Iterator[Violation]:
    if _due(reading) and told_twice(reading):
        due, lost = len(marks_of_each(reading)), len(lost_of_each(reading))
        message = "One result of a tool is told in the place of another one of it."
        yield Violation(place_of(reading), message, due, due - lost)
    elif _due(reading) and told_in_reverse(reading):
        message = "The results of one tool are told in the reverse order of their calls."
        yield Violation(place_of(reading), message, "their order", "the reverse")


def _last_for_all(name: str, mode: Mode) -> Change:
    """Plant an answer that tells the last result for each."""

    def other(exchange: Exchange) -> Answer:
        reading = load_dialect(name).decode(exchange)
        if not marks_of_each(reading) or not of_one_tool(reading):
            raise LookupError("no results of one tool are to be repeated")
        due = results_due(reading)
        return Answer(text="; ".join(due[-1].result.content for _ in due), turn=len(due))

    return answered(other)(name, mode)


def _backwards(name: str, mode: Mode) -> Change:
    """Plant an answer that tells the results in the reverse order of their calls."""

    def other(exchange: Exchange) -> Answer:
        reading = load_dialect(name).decode(exchange)
        if not marks_of_each(reading) or not of_one_tool(reading):
            raise LookupError("no results of one tool are to be repeated")
        due = results_due(reading)
        return Answer(text="; ".join(one.result.content for one in reversed(due)), turn=len(due))

    return answered(other)(name, mode)


RULE = Rule(
    id="TC767",
    name="results-of-one-tool-reach",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "Of several calls of one tool each has its own result: asked to repeat what each returned, "
        "a reply does not tell the result of one for that of another as well, nor all of them "
        "backwards where calls and results stand in the order of the prompt. A model may mix them "
        "up; a run in which every such reply does is the server's doing."
    ),
    why=(
        "A gateway that keeps results by the tool's name, or by an id that it makes of the name, "
        "has one left for all calls: the model reads the last one several times, and nothing shows "
        "it."
    ),
    breaks="every client that runs several calls of one tool",
    workaround="Switch parallel calls off.",
    source=Source(
        "docs",
        "Gemini API, function calling: a functionResponse for each call, with its id; OpenAI: by call_id",
        "https://ai.google.dev/gemini-api/docs/function-calling",
        "2026-11-28",
    ),
    check=_reach,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies that repeat any of several results of one tool", _due),
    mutations=(
        *mutations_for("told_each", _last_for_all),
        *mutations_for("told_each", _backwards, fault="backwards"),
    ),
    cases="""
gpt-oss's own server | outputs are bound to the call that was seen last where two share an id | https://github.com/openai/gpt-oss/issues/309 | PR open 2026-09
""",
)
