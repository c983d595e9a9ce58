"""TC736: failures-reach-the-model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import (
    has_any,
    place_of,
    results_due,
    told,
    whole,
    words_of,
)
from toolwire.rules.views.probe_answer import answered

#: Words in which a model says that a tool failed, whatever the tool said.
_FAILING: Final = words_of(
    (
        "cannot could couldn't error exceeded fail failed failing failure fault no not unable unavailable wrong",
    )
)


def _marks(reading: Reading) -> frozenset[str]:
    """Return the telling words of results that are marked as failed, and were to be repeated."""
    failed = (one.words for one in results_due(reading) if one.result.error)
    return frozenset[str]().union(*failed)


def _due(reading: Reading) -> bool:
    """Return whether a reply in words was to repeat what a failed tool said."""
    reply = reading.reply
    # An answer that is empty after every result is TC731's.
    worded = bool((reply.text or "").strip()) and not reply.tool_calls
    return worded and bool(_marks(reading)) and whole(reading)


def _failures_reach(reading: Reading) -> Iterator[Violation]:
    if not _due(reading):
        return
    said = told(reading)
    if has_any(said, _marks(reading)):
        return
    message = "The answer has no word of a failure that it was to repeat."
    if words_of((said,)) & _FAILING:
        message = "The answer says that a tool failed, and no word of what the tool said of it."
    text = (reading.reply.text or "")[:200]
    yield Violation(place_of(reading), message, "words of the failed result", text)


RULE = Rule(
    id="TC736",
    name="failures-reach-the-model",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A result that is marked as failed reaches the model, and what the tool said of it: asked to "
        "repeat what the tool returned, word for word, or for the code of the fault, a reply has a word of "
        "it. A model may pass over it, or say no more than that something failed; a run in which every such "
        "reply does is the server's doing."
    ),
    why="An agent takes a tool that failed for one that did its work, and builds on it.",
    breaks="every agent that marks failures: is_error, status, an object with `error`",
    workaround="Send a failure as an ordinary result that says so.",
    source=Source(
        "docs",
        "Anthropic: a result with is_error is read by the model, which says so or tries again",
        "https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use",
        "2026-11-24",
    ),
    check=_failures_reach,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies to failures that were to be repeated", _due),
    mutations=mutations_for("told_failed", answered(Answer(text="All is done.", turn=1))),
)
