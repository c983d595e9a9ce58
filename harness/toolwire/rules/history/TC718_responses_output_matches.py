"""TC718: responses-output-matches."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.sent import HistoryPart, HistoryStep
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import at, put
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_definitions import customs_are_the_servers
from toolwire.rules.views.request_steps import steps

#: Members of a request by which the server knows calls that the input does not repeat.
_ELSEWHERE = ("previous_response_id", "conversation")


def _output_matches(reading: Reading) -> Iterator[Violation]:
    request = object_of(reading.request)
    history = steps(reading)
    calls = [call for step in history for call in step.calls if not _ran(reading, call)]
    results = [result for step in history for result in step.results]
    referred = any(step.role == "item_reference" for step in history)
    held = referred or any(request.get(member) is not None for member in _ELSEWHERE)
    known = {call.id for call in calls}
    items = {call.value.get("id") for call in calls if isinstance(call.value.get("id"), str)}
    for result in results:
        if result.id in known or (result.id is None and result.name is not None):
            continue
        if result.id in items:
            message = "The output names the id of the item, not the call_id of the call."
            yield Violation(f"{result.pointer}/call_id", message, "a call_id", _shown(result.id))
        elif not held:
            message = "The output answers no call of the input."
            yield Violation(result.pointer, message, "the call_id of a call", _shown(result.id))
    yield from _unanswered(calls, results)
    yield from _built_in(history)


def _ran(reading: Reading, call: HistoryPart) -> bool:
    """Return whether a call is one that the server ran itself, whose output it keeps."""
    return call.value.get("type") == "custom_tool_call" and customs_are_the_servers(reading)


def _built_in(history: tuple[HistoryStep, ...]) -> Iterator[Violation]:
    """Yield what answers a built-in tool, or a permission, that the input does not ask for.

    How OpenAI refuses these was not seen, as it was for functions and custom tools.
    """
    asked = {(part.name, part.id) for step in history for part in step.asked}
    for step in history:
        for part in step.answered:
            if (part.name, part.id) not in asked:
                message = "The item answers nothing that the input asks for."
                expected = f"the id of a {part.name}"
                yield Violation(part.pointer, message, expected, _shown(part.id), Severity.WARNING)


def _shown(known: str | None) -> str:
    return "absent" if known is None else known[:200]


def _unanswered(calls: list[HistoryPart], results: list[HistoryPart]) -> Iterator[Violation]:
    if len(results) >= len(calls):
        return
    answered = {result.id for result in results}
    for call in calls:
        # The output of an asynchronous call may come in a later request.
        if call.id not in answered and call.value.get("async") is not True:
            yield Violation(call.pointer, "The call has no output.", "one output", 0)


def _without_output(value: JsonObject) -> None:
    items_of(value["input"]).pop()


def _item_id(value: JsonObject) -> None:
    put(value, ("input", 2, "call_id"), at(value, ("input", 1, "id")))


def _unknown_screenshot(value: JsonObject) -> None:
    screen: Json = {"type": "computer_screenshot", "image_url": "data:image/png;base64,"}
    stray: Json = {"type": "computer_call_output", "call_id": "call_unknown", "output": screen}
    items_of(value["input"]).append(stray)


def _unknown_output(value: JsonObject) -> None:
    stray: Json = {"type": "function_call_output", "call_id": "call_unknown", "output": "18 C"}
    items_of(value["input"]).append(stray)


RULE = Rule(
    id="TC718",
    name="responses-output-matches",
    severity={"openai-responses": Severity.ERROR},
    statement=(
        "Every call of the input has an output of its call_id, asynchronous calls aside, and "
        "every output names the call_id of a call, never the id of its item. Outputs of "
        "calls the server keeps (previous_response_id, conversation) need no call, and calls of "
        "tools that it ran itself (xAI's x_search) no output. What answers "
        "a computer, a shell, a patch, a tool search or a question for approval names it by its "
        "id (a warning)."
    ),
    why="The API refuses the request; a session that stored the history is stuck.",
    breaks=(
        "The API answers 400: No tool output found for function call, or: No tool call found "
        "for function call output"
    ),
    workaround="Repair the history before it is sent: drop the output, or answer the call.",
    source=Source(
        "api-error",
        "OpenAI Responses API, param `input`; the request half of TC210 is judged here, "
        "since the same refusal answers both",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-21",
    ),
    check=_output_matches,
    needs_history=True,
    mutations=(
        *asks("round_trip", {"openai-responses": _without_output}, "no output"),
        *asks("round_trip", {"openai-responses": _unknown_output}, "unknown call"),
        *asks("round_trip", {"openai-responses": _item_id}, "id of the item"),
        *asks("round_trip", {"openai-responses": _unknown_screenshot}, "unknown computer call"),
    ),
    subject=Subject.REQUEST,
    compares_ids=True,
    cases="""
Responses-compatible provider | function_call without item id; adapter sends duplicate call_id "undefined" | https://github.com/earendil-works/pi/issues/9057 | issue closed 2026-09
""",
)
