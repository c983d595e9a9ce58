"""TC721: history-input-object."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.sent import HistoryPart
from toolwire.rules.history.history import RESPONSE, TEXT, with_value
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.dialect_paths import call_paths
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.request_steps import steps


def _input_object(reading: Reading) -> Iterator[Violation]:
    paths = call_paths(reading.dialect)
    for step in steps(reading):
        for call in step.calls:
            yield from _object(call, paths.arguments[1:], optional=paths.optional)
        if paths.optional:
            for result in step.results:
                yield from _object(result, "response", optional=True)


def _object(part: HistoryPart, member: str, *, optional: bool) -> Iterator[Violation]:
    value = part.value.get(member)
    if isinstance(value, dict) or (optional and value is None):
        return
    actual = kind_of(value) if member in part.value else "absent"
    message = "What goes back as an object is none."
    yield Violation(f"{part.pointer}/{member}", message, "object", actual)


RULE = Rule(
    id="TC721",
    name="history-input-object",
    severity={
        **dict.fromkeys(
            ("anthropic-messages", "bedrock-converse", "gemini-generate"), Severity.ERROR
        ),
        "cohere-v1": Severity.WARNING,
    },
    statement=(
        "The arguments of a replayed call are an object where the wire has a value: "
        "tool_use.input, toolUse.input, functionCall.args, parameters. So is a "
        "functionResponse.response."
    ),
    why=(
        "After one malformed call the client keeps its text, and every later request with "
        "the same history is refused."
    ),
    breaks=(
        "The API answers 400: tool_use.input: Input should be a valid dictionary "
        "(Anthropic); the format of the value at toolUse.input is invalid (Bedrock); "
        "function_response takes a Struct (Gemini)"
    ),
    workaround="Put `{}` or a wrapped text in place of arguments that are no object.",
    source=Source(
        "api-error",
        "error texts of Anthropic (voltagent#1336, see the cases), Bedrock (vercel/ai#19023), "
        "Gemini (AstrBot#7216). The catalogue has Anthropic's alone",
        "https://github.com/vercel/ai/issues/19023",
        "2026-11-21",
    ),
    check=_input_object,
    needs_history=True,
    mutations=(
        *asks(
            "round_trip",
            {
                "anthropic-messages": with_value(("messages", 1, "content", 0, "input"), TEXT),
                "bedrock-converse": with_value(
                    ("messages", 1, "content", 0, "toolUse", "input"), TEXT
                ),
                "cohere-v1": with_value(("chat_history", 1, "tool_calls", 0, "parameters"), TEXT),
                "gemini-generate": with_value(
                    ("contents", 1, "parts", 0, "functionCall", "args"), TEXT
                ),
            },
            "arguments",
        ),
        *asks("round_trip", {"gemini-generate": with_value(RESPONSE, "18 C")}, "response"),
    ),
    subject=Subject.REQUEST,
    cases="""
Anthropic | tool_use.input replayed as non-object | https://github.com/anthropics/anthropic-sdk-typescript/issues/648 | issue closed 2024-12
Anthropic | same, after malformed generation | https://github.com/anthropics/claude-code/issues/6696 | issue closed 2025-08 (also #6695, #6697)
Anthropic | string/null inputs coerced | https://github.com/librefang/librefang/issues/1476 | PR merged 2026-03
""",
)
