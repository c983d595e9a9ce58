"""TC741: result-answers-a-call."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.sent import HistoryPart
from toolwire.io.json_text import items_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.history.history import PAIRED, messages, unasked
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import bare_model
from toolwire.rules.views.request_runs import Run, runs


def _orphan(reading: Reading) -> Iterator[Violation]:
    found = runs(reading)
    for run in found.runs:
        known = {call.id for call in run.calls}
        for result in run.results:
            if result.id not in known:
                yield unasked(result, _matched_by_place(reading, run, result))
    yield from map(unasked, found.strays)


def _matched_by_place(reading: Reading, run: Run, result: HistoryPart) -> Severity | None:
    """Return that the server asked was seen to take results by their number, not their id."""
    form = load_dialect(reading.dialect).wire.request
    placed = None if form is None else form.by_place
    if placed is None or len(run.results) != len(run.calls):
        return None
    if not placed.models.search(bare_model(reading)) or (placed.unnamed and result.id is not None):
        return None
    return Severity.INFO if reading.ok else Severity.WARNING


def _stray_tool(value: JsonObject) -> None:
    messages(value).append({"role": "tool", "tool_call_id": "call_unknown", "content": "18 C"})


def _stray_document(value: JsonObject) -> None:
    content: Json = [{"type": "text", "text": "18 C"}]
    stray: Json = {"role": "tool", "tool_call_id": "call_unknown", "content": content}
    messages(value).append(stray)


def _stray_block(value: JsonObject) -> None:
    block: Json = {"type": "tool_result", "tool_use_id": "toolu_unknown", "content": "18 C"}
    items_of(at(value, ("messages", 2, "content"))).append(block)


def _stray_result(value: JsonObject) -> None:
    result: Json = {"toolUseId": "tooluse_unknown", "content": [{"text": "18 C"}]}
    items_of(at(value, ("messages", 2, "content"))).append({"toolResult": result})


RULE = Rule(
    id="TC741",
    name="result-answers-a-call",
    severity=dict.fromkeys(PAIRED, Severity.ERROR),
    statement=(
        "Every result names the id of a call of the assistant's turn before it. A warning "
        "where servers were seen to count results instead: Claude 3 (until spring 2025), and "
        "GLM for results without any id; info where they answered."
    ),
    why=(
        "The request is refused; a session whose history was cut between a call and its "
        "result never recovers."
    ),
    breaks=(
        "The API answers 400: messages with role 'tool' must be a response to a preceding "
        "message with 'tool_calls' (OpenAI); unexpected tool_use_id found in tool_result "
        "blocks (Anthropic); the number of toolResult blocks exceeds the number of toolUse "
        "blocks (Bedrock); tool call id not found in previous tool calls (Cohere)"
    ),
    workaround="Cut a history only before a message of the user.",
    source=Source(
        "api-error",
        "error texts of OpenAI (GhidrAssist#45), Anthropic (claude-code#13460), Bedrock and "
        "Cohere's list of errors. Until spring 2025 Anthropic counted results and did not "
        "compare their ids (anthropic-sdk-typescript#653), and answered 2 of 2 recordings of "
        "2024 with a wrong id; Z.ai answered 12 of 12 without an id",
        "https://github.com/anthropics/claude-code/issues/13460",
        "2026-11-21",
    ),
    check=_orphan,
    needs_history=True,
    mutations=asks(
        "round_trip",
        {
            "anthropic-messages": _stray_block,
            "bedrock-converse": _stray_result,
            "openai-chat": _stray_tool,
            "cohere-v2": _stray_document,
        },
    ),
    subject=Subject.REQUEST,
    compares_ids=True,
)
