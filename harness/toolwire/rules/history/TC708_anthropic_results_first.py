"""TC708: anthropic-results-first."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.sent import HistoryStep
from toolwire.io.json_text import items_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.history.history import messages
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_runs import runs

_TOOLS_OF_CLAUDE = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls"


def _results_first(reading: Reading) -> Iterator[Violation]:
    for run in runs(reading).runs:
        late = _before_results(run.steps)
        if late is not None:
            message = "Something else stands between the calls and their results."
            yield Violation(late.pointer, message, "the results, at once", _says(late))
        for step in run.steps:
            places = [result.place for result in step.results]
            if places != list(range(len(places))):
                message = "Other content stands before the results of the message."
                pointer = f"{step.pointer}/content/{_first_gap(places)}"
                yield Violation(pointer, message, "tool_result", "other content")


def _before_results(answers: list[HistoryStep]) -> HistoryStep | None:
    """Return the first message before the last one with results that has none itself."""
    last = max((n for n, step in enumerate(answers) if step.results), default=0)
    return next((step for step in answers[:last] if not step.results), None)


def _says(step: HistoryStep) -> str:
    return f"a message of the {step.role[:20] or 'unknown'} without results"


def _first_gap(places: list[int]) -> int:
    return next(number for number, place in enumerate(places) if number != place)


def _text_before(value: JsonObject) -> None:
    items_of(at(value, ("messages", 2, "content"))).insert(0, {"type": "text", "text": "Done."})


def _message_before(value: JsonObject) -> None:
    messages(value).insert(2, {"role": "user", "content": "Wait."})


RULE = Rule(
    id="TC708",
    name="anthropic-results-first",
    severity={"anthropic-messages": Severity.ERROR},
    statement=(
        "The results of a turn's calls are in the very next message of the user, and in it "
        "before any other content. User messages in a row are one."
    ),
    why="The API takes the calls for unanswered and refuses the request.",
    breaks="The API answers 400: tool_use ids were found without tool_result blocks",
    workaround="Put what the user has to add after the results.",
    source=Source(
        "docs",
        "Anthropic, handling tool calls: tool_result blocks come first in the content, text "
        "after them; what was seen: all 4 messages with both, answered 200, have them so",
        _TOOLS_OF_CLAUDE,
        "2026-11-21",
    ),
    check=_results_first,
    needs_history=True,
    mutations=(
        *asks("round_trip", {"anthropic-messages": _text_before}, "text first"),
        *asks("round_trip", {"anthropic-messages": _message_before}, "a message between"),
    ),
    subject=Subject.REQUEST,
)
