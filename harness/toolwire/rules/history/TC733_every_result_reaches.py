"""TC733: every-result-reaches."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, place_of, results_due
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.several_results import (
    called_again,
    lost_of_each,
    marks_of_each,
    of_one_tool,
    repeats_any,
    told_twice,
)


def _due(reading: Reading) -> bool:
    """Return whether a reply repeats any of several results of one tool, or makes some of the calls again.

    Results of two tools that both came say nothing of two of one: a server may keep them by the tool's name.
    """
    return called_again(reading) or (repeats_any(reading) and of_one_tool(reading))


def _every_result(reading: Reading) -> Iterator[Violation]:
    if called_again(reading):
        answered_before, again = len(results_due(reading)), len(reading.reply.tool_calls)
        message = (
            "Not each of several results reaches the model: some of the calls that were just answered "
            "came again."
        )
        yield Violation(place_of(reading), message, answered_before, answered_before - again)
        return
    # That another result of the tool is told in its place is TC767's.
    if not repeats_any(reading) or told_twice(reading):
        return
    lost, due = lost_of_each(reading), marks_of_each(reading)
    if lost:
        message = "One of the results is repeated, another is not, though each was to be."
        yield Violation(place_of(reading), message, len(due), len(due) - len(lost))


def _last_again(name: str, mode: Mode) -> Change:
    """Plant the last of the calls, which was answered beside others."""

    def other(exchange: Exchange) -> Answer:
        reading = load_dialect(name).decode(exchange)
        what = asked(reading)
        if what is None or not marks_of_each(reading):
            raise LookupError("no results are to be repeated, each")
        return Answer(calls=what.calls[-1:], turn=len(results_due(reading)))

    return answered(other)(name, mode)


RULE = Rule(
    id="TC733",
    name="every-result-reaches",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "Of several results of one turn each reaches the model: asked to repeat what each call "
        "returned, word for word, a reply that repeats one has a word of each, and none makes some "
        "of the calls again. A model may do either once; a run in which every such reply does is "
        "the server's doing, though results of two tools came: it may keep them by the tool's name."
    ),
    why="The work of all calls but one is lost, and the model makes up what it should have read.",
    breaks="every client that runs several calls of one reply",
    workaround="Switch parallel calls off.",
    source=Source(
        "docs",
        "OpenAI: a message of its own for each call of a reply, all of which the model reads",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_every_result,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance(
        "replies that repeat any of several results of one tool, or lose one of any", _due
    ),
    mutations=(
        *mutations_for(
            "told_each", answered(Answer(text="They returned 23 C.", turn=2)), fault="one left out"
        ),
        *mutations_for("told_each", _last_again, fault="one called again"),
    ),
    cases="""
openclaw | of several results an empty one is lost, in either order | https://github.com/openclaw/openclaw/issues/139975 | issue closed 2026-09
""",
)
