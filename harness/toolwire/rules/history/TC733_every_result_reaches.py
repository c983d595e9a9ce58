"""TC733: every-result-reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, has_any, place_of, results_due, told, whole
from toolwire.rules.views.probe_answer import answered

_EACH: Final = re.compile(r"\beach\b")


def _marks(reading: Reading) -> tuple[frozenset[str], ...]:
    """Return the words that one result alone has, of each result that was to be repeated."""
    what = asked(reading)
    if what is None or reading.reply.tool_calls or not _EACH.search(what.words):
        return ()
    due = [one.words for one in results_due(reading)]
    others = [frozenset().union(*due[:n], *due[n + 1 :]) for n in range(len(due))]
    alone = tuple(mine - theirs for mine, theirs in zip(due, others, strict=True))
    return alone if len(alone) > 1 and all(alone) else ()


def _due(reading: Reading) -> bool:
    """Return whether a reply in words was to repeat several results, and repeats any."""
    marks = _marks(reading) if whole(reading) else ()
    return bool(marks) and has_any(told(reading), frozenset().union(*marks))


def _every_result(reading: Reading) -> Iterator[Violation]:
    if not _due(reading):
        return
    said, due = told(reading), _marks(reading)
    lost = [place for place, mine in enumerate(due) if not has_any(said, mine)]
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
    variance=Variance("replies that repeat any of several results", _due),
    mutations=mutations_for("told_each", answered(Answer(text="They returned 23 C.", turn=2))),
    cases="""
openclaw | of several results an empty one is lost, in either order | https://github.com/openclaw/openclaw/issues/139975 | issue closed 2026-09
""",
)
