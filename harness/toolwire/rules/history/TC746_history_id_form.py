"""TC746: history-id-form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.id_form import IdForm
from toolwire.dialects.sent import HistoryPart
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import put
from toolwire.rules.mutate.request_edit import asks, with_model
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import asked_model
from toolwire.rules.views.request_steps import steps


def _id_form(reading: Reading) -> Iterator[Violation]:
    history, form = steps(reading), load_dialect(reading.dialect).wire.request
    if form is None or not any(step.calls for step in history):
        return
    model = asked_model(reading)
    taken = next((row.form for row in form.ids if row.models.match(model)), None)
    for step in history if taken is not None else ():
        for call in step.calls:
            if taken is not None and call.id is not None:
                yield from _unfit(call, call.id, taken)


def _unfit(call: HistoryPart, known: str, form: IdForm) -> Iterator[Violation]:
    message = "The id is not one that the API takes in a history."
    if form.pattern is not None and form.pattern.fullmatch(known) is None:
        yield Violation(call.pointer, message, form.pattern.pattern, known[:200])
    elif form.limit is not None and len(known) > form.limit:
        milder = None if len(known) > (form.wider or form.limit) else Severity.WARNING
        yield Violation(
            call.pointer, message, f"at most {form.limit} characters", known[:200], milder
        )


_FOREIGN: Final = "functions.get_weather:0/1"

_LONG: Final = "call_" + "a1B2c3D4e5F6" * 6


def _called(known: str, *paths: tuple[str | int, ...]) -> Callable[[JsonObject], None]:
    """Make a change of the id of a call and of its result alike."""

    def change(value: JsonObject) -> None:
        for path in paths:
            put(value, path, known)

    return change


def _long_at_openai(value: JsonObject) -> None:
    with_model("gpt-6-luna")(value)
    put(value, ("messages", 1, "tool_calls", 0, "id"), _LONG)
    put(value, ("messages", 2, "tool_call_id"), _LONG)


RULE = Rule(
    id="TC746",
    name="history-id-form",
    severity={
        "anthropic-messages": Severity.ERROR,
        "bedrock-converse": Severity.WARNING,
        "openai-chat": Severity.ERROR,
        "openai-responses": Severity.ERROR,
    },
    statement=(
        "Ids of calls in a history are of the form the API takes: letters, digits, "
        "underscore and hyphen with Anthropic, dot and colon too on Bedrock (at most 64), "
        "nine letters or digits for Mistral's models, at most 40 characters for OpenAI's on "
        "Chat Completions (41 to 64: a warning), 64 on Responses."
    ),
    why="A conversation that moves to another provider takes its ids with it.",
    breaks=(
        "The API answers 400: tool_use.id: String should match pattern (Anthropic); must be a-z, "
        "A-Z, 0-9, with a length of 9 (Mistral); string_above_max_length (OpenAI); must satisfy "
        "regular expression pattern: [a-zA-Z0-9_.:-]+ (Bedrock, maki#38: a warning there, since the "
        "published type has it too)"
    ),
    workaround="Map ids to nine letters or digits, in call and result alike.",
    source=Source(
        "api-error",
        "the request half of TC204, TC205 and TC206; error texts of Anthropic "
        "(nanobot#4356), Mistral (code 3280), OpenAI (autogen#6377); botocore 1.44.5 "
        "ToolUseId. What was seen: no recorded history breaks it; DeepSeek takes its own 42 "
        "characters, so the lengths are asked of OpenAI's models only",
        "https://github.com/HKUDS/nanobot/issues/4356",
        "2026-11-21",
    ),
    check=_id_form,
    needs_history=True,
    mutations=(
        *asks(
            "round_trip",
            {
                "anthropic-messages": _called(
                    _FOREIGN,
                    ("messages", 1, "content", 0, "id"),
                    ("messages", 2, "content", 0, "tool_use_id"),
                ),
                "bedrock-converse": _called(
                    _FOREIGN,
                    ("messages", 1, "content", 0, "toolUse", "toolUseId"),
                    ("messages", 2, "content", 0, "toolResult", "toolUseId"),
                ),
                "openai-chat": with_model("mistral-small-2603"),
                "openai-responses": _called(
                    _LONG, ("input", 1, "call_id"), ("input", 2, "call_id")
                ),
            },
            "another provider's",
        ),
        *asks("round_trip", {"openai-chat": _long_at_openai}, "too long"),
    ),
    subject=Subject.REQUEST,
    needs_ids=True,
)
