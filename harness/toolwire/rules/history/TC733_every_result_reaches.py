"""TC733: every-result-reaches."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import place_of
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.several_results import (
    lost_of_each,
    marks_of_each,
    repeats_any,
    told_twice,
)


def _every_result(reading: Reading) -> Iterator[Violation]:
    # That another result of the tool is told in its place is TC767's.
    if not repeats_any(reading) or told_twice(reading):
        return
    lost, due = lost_of_each(reading), marks_of_each(reading)
    if lost:
        message = "One of the results is repeated, another is not, though each was to be."
        yield Violation(place_of(reading), message, len(due), len(due) - len(lost))


RULE = Rule(
    id="TC733",
    name="every-result-reaches",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Of several results of one turn each reaches the model: asked to repeat what each call "
        "returned, word for word, a reply that repeats one has a word of each. A model may leave "
        "one out; a run in which every such reply does is the server's doing."
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
    variance=Variance("replies that repeat any of several results", repeats_any),
    mutations=mutations_for("told_each", answered(Answer(text="They returned 23 C.", turn=2))),
    cases="""
openclaw | of several results an empty one is lost, in either order | https://github.com/openclaw/openclaw/issues/139975 | issue closed 2026-09
""",
)
