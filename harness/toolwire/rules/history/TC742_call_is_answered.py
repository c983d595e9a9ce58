"""TC742: call-is-answered."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.model.conversation import JsonObject
from toolwire.rules.history.history import PAIRED, messages
from toolwire.rules.mutate.edit import put
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import bare_model
from toolwire.rules.views.request_runs import runs


def _missing(reading: Reading) -> Iterator[Violation]:
    for run in runs(reading).runs:
        # With as many results as calls, a call is left over only because an id is wrong or
        # there twice, which is told of the result.
        if len(run.results) < len(run.calls):
            answered = {result.id for result in run.results}
            for call in run.calls:
                if call.id not in answered:
                    message = "The call has no result before the conversation goes on."
                    yield Violation(call.pointer, message, "one result", 0, _milder(reading))


def _milder(reading: Reading) -> Severity | None:
    form = load_dialect(reading.dialect).wire.request
    lenient = form is not None and bare_model(reading).startswith(form.without_result)
    return Severity.WARNING if lenient else None


def _without_last(value: JsonObject) -> None:
    messages(value).pop()


def _text_block(value: JsonObject) -> None:
    put(value, ("messages", 2, "content", 0), {"type": "text", "text": "18 C"})


def _bare_text(value: JsonObject) -> None:
    put(value, ("messages", 2, "content", 0), {"text": "18 C"})


RULE = Rule(
    id="TC742",
    name="call-is-answered",
    severity=dict.fromkeys(PAIRED, Severity.ERROR),
    statement=(
        "Every call of a history has its result before the conversation goes on: in OpenAI's "
        "and Cohere's form in the tool messages right after it, in Anthropic's and Bedrock's "
        "before the next turn of the assistant. A warning for Cohere's Command R, which answers "
        "without."
    ),
    why="The request is refused, and so is every later one with the same history.",
    breaks=(
        "The API answers 400: tool_call_ids did not have response messages (OpenAI, Cohere "
        "with Command A); tool_use ids were found without tool_result blocks (Anthropic); "
        "Expected toolResult blocks (Bedrock)"
    ),
    workaround="Answer a call that was cancelled with an error result.",
    source=Source(
        "api-error",
        "error texts of OpenAI (agno#4345), Anthropic (claude-code#1237 and many), Bedrock "
        "(hermes-agent#108584), Cohere (langchain-oracle#10: Command A refuses, Command R "
        "does not)",
        "https://github.com/anthropics/claude-code/issues/1237",
        "2026-11-21",
    ),
    check=_missing,
    needs_history=True,
    mutations=asks(
        "round_trip",
        {
            "anthropic-messages": _text_block,
            "bedrock-converse": _bare_text,
            "openai-chat": _without_last,
            "cohere-v2": _without_last,
        },
    ),
    subject=Subject.REQUEST,
    compares_ids=True,
)
