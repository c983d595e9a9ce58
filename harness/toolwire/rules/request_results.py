"""Rules about the results in a history: one for each call, and where it has to stand.

OpenAI's and Anthropic's servers, and those that follow them, read a history strictly: they
refuse the whole request when a call has no result or a result answers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import at, put
from toolwire.rules.request_edit import asks
from toolwire.rules.request_model import bare_model
from toolwire.rules.request_runs import Run, runs
from toolwire.rules.request_steps import Part, Step
from toolwire.rules.rule import Flaw, Rule, Source, Subject
from toolwire.rules.wires import ANTHROPIC, BEDROCK, CHAT, COHERE_V2, GEMINI

__all__ = ["RULES"]

_READ = "2026-11-21"
_TOOLS_OF_CLAUDE = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls"
_PAIRED = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2)
_WORKAROUND = "Repair the history before it is sent: drop the result, or answer the call."


def _orphan(reading: Reading) -> Iterator[Flaw]:
    found = runs(reading)
    for run in found.runs:
        known = {call.id for call in run.calls}
        for result in run.results:
            if result.id not in known:
                yield _unasked(result, _matched_by_place(reading, run, result))
    yield from map(_unasked, found.strays)


def _matched_by_place(reading: Reading, run: Run, result: Part) -> Severity | None:
    """Return that the server asked was seen to take results by their number, not their id."""
    model = bare_model(reading)
    counted = reading.dialect == ANTHROPIC and "claude-3-" in model
    unnamed = reading.dialect == CHAT and model.startswith("glm-") and result.id is None
    even = len(run.results) == len(run.calls)
    return Severity.WARNING if even and (counted or unnamed) else None


def _unasked(result: Part, severity: Severity | None = None) -> Flaw:
    message = "The result answers no call of the turn before it."
    return Flaw(result.pointer, message, "the id of a call", _shown(result.id), severity)


def _shown(known: str | None) -> str:
    return "absent" if known is None else known[:200]


def _missing(reading: Reading) -> Iterator[Flaw]:
    for run in runs(reading).runs:
        # With as many results as calls, a call is left over only because an id is wrong or
        # there twice, which is told of the result.
        if len(run.results) < len(run.calls):
            answered = {result.id for result in run.results}
            for call in run.calls:
                if call.id not in answered:
                    message = "The call has no result before the conversation goes on."
                    yield Flaw(call.pointer, message, "one result", 0, _milder(reading))


def _milder(reading: Reading) -> Severity | None:
    old = reading.dialect == COHERE_V2 and bare_model(reading).startswith("command-r")
    return Severity.WARNING if old else None


def _results_first(reading: Reading) -> Iterator[Flaw]:
    for run in runs(reading).runs:
        late = _before_results(run.steps)
        if late is not None:
            message = "Something else stands between the calls and their results."
            yield Flaw(late.pointer, message, "the results, at once", _says(late))
        for step in run.steps:
            places = [result.place for result in step.results]
            if places != list(range(len(places))):
                message = "Other content stands before the results of the message."
                pointer = f"{step.pointer}/content/{_first_gap(places)}"
                yield Flaw(pointer, message, "tool_result", "other content")


def _before_results(answers: list[Step]) -> Step | None:
    """Return the first message before the last one with results that has none itself."""
    last = max((n for n, step in enumerate(answers) if step.results), default=0)
    return next((step for step in answers[:last] if not step.results), None)


def _says(step: Step) -> str:
    return f"a message of the {step.role[:20] or 'unknown'} without results"


def _first_gap(places: list[int]) -> int:
    return next(number for number, place in enumerate(places) if number != place)


def _response_count(reading: Reading) -> Iterator[Flaw]:
    found = runs(reading)
    for run in found.runs:
        if len(run.results) != len(run.calls):
            message = "The turn after the calls has another number of results."
            yield Flaw(_where(run), message, len(run.calls), len(run.results))
    yield from map(_unasked, found.strays)


def _where(run: Run) -> str:
    parts = run.results or run.calls
    return parts[-1].pointer


def _messages(value: JsonObject) -> list[Json]:
    return items_of(value["messages"])


def _stray_tool(value: JsonObject) -> None:
    _messages(value).append({"role": "tool", "tool_call_id": "call_unknown", "content": "18 C"})


def _stray_document(value: JsonObject) -> None:
    content: Json = [{"type": "text", "text": "18 C"}]
    stray: Json = {"role": "tool", "tool_call_id": "call_unknown", "content": content}
    _messages(value).append(stray)


def _stray_block(value: JsonObject) -> None:
    block: Json = {"type": "tool_result", "tool_use_id": "toolu_unknown", "content": "18 C"}
    items_of(at(value, ("messages", 2, "content"))).append(block)


def _stray_result(value: JsonObject) -> None:
    result: Json = {"toolUseId": "tooluse_unknown", "content": [{"text": "18 C"}]}
    items_of(at(value, ("messages", 2, "content"))).append({"toolResult": result})


def _without_last(value: JsonObject) -> None:
    _messages(value).pop()


def _text_block(value: JsonObject) -> None:
    put(value, ("messages", 2, "content", 0), {"type": "text", "text": "18 C"})


def _bare_text(value: JsonObject) -> None:
    put(value, ("messages", 2, "content", 0), {"text": "18 C"})


def _text_before(value: JsonObject) -> None:
    items_of(at(value, ("messages", 2, "content"))).insert(0, {"type": "text", "text": "Done."})


def _message_before(value: JsonObject) -> None:
    _messages(value).insert(2, {"role": "user", "content": "Wait."})


def _one_more_response(value: JsonObject) -> None:
    parts = items_of(at(value, ("contents", 2, "parts")))
    parts.append({"functionResponse": {"name": "get_weather", "response": {"output": "18 C"}}})


def _no_response(value: JsonObject) -> None:
    put(value, ("contents", 2, "parts", 0), {"text": "18 C"})


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC708",
        name="anthropic-results-first",
        severity={ANTHROPIC: Severity.ERROR},
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
            _READ,
        ),
        check=_results_first,
        needs_history=True,
        mutations=(
            *asks("round_trip", {ANTHROPIC: _text_before}, "text first"),
            *asks("round_trip", {ANTHROPIC: _message_before}, "a message between"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC710",
        name="gemini-response-count",
        severity={GEMINI: Severity.ERROR},
        statement=(
            "The turn after functionCalls has exactly as many functionResponse parts as there "
            "were calls; contents of one side in a row are one turn."
        ),
        why="The API refuses the request, and every later one with the same history.",
        breaks="The API answers 400: the number of function response parts has to be equal",
        workaround="Answer every call, a cancelled one with an error, before anything else.",
        source=Source(
            "api-error",
            "Gemini API, INVALID_ARGUMENT, dozens of threads; what was seen: all 340 turns with "
            "calls that Google answered with 200 have the right number, 2 of them over several "
            "contents",
            "https://github.com/google-gemini/gemini-cli/issues/4217",
            _READ,
        ),
        check=_response_count,
        needs_history=True,
        mutations=(
            *asks("round_trip", {GEMINI: _one_more_response}, "one too many"),
            *asks("round_trip", {GEMINI: _no_response}, "none"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC741",
        name="result-answers-a-call",
        severity=dict.fromkeys(_PAIRED, Severity.ERROR),
        statement=(
            "Every result names the id of a call of the assistant's turn before it. A warning "
            "where servers were seen to count results instead: Claude 3 (until spring 2025), and "
            "GLM for results without any id."
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
            _READ,
        ),
        check=_orphan,
        needs_history=True,
        mutations=asks(
            "round_trip",
            {
                ANTHROPIC: _stray_block,
                BEDROCK: _stray_result,
                CHAT: _stray_tool,
                COHERE_V2: _stray_document,
            },
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        needs_ids=True,
        always=True,
    ),
    Rule(
        id="TC742",
        name="call-is-answered",
        severity=dict.fromkeys(_PAIRED, Severity.ERROR),
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
            _READ,
        ),
        check=_missing,
        needs_history=True,
        mutations=asks(
            "round_trip",
            {
                ANTHROPIC: _text_block,
                BEDROCK: _bare_text,
                CHAT: _without_last,
                COHERE_V2: _without_last,
            },
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        needs_ids=True,
        always=True,
    ),
)
