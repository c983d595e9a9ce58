"""TC746: history-id-form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects.sent import HistoryPart
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import put
from toolwire.rules.mutate.request_edit import asks, with_model
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import asked_model
from toolwire.rules.views.request_steps import steps

_LETTERS: Final = re.compile(r"[a-zA-Z0-9_-]+", re.ASCII)

_AWS: Final = re.compile(r"[a-zA-Z0-9_.:-]{1,64}", re.ASCII)

_NINE: Final = re.compile(r"[a-zA-Z0-9]{9}", re.ASCII)

_CHAT_LIMIT: Final = 40

_WIDER_LIMIT: Final = 64

_OPENAI: Final = ("chatgpt-", "gpt-3", "gpt-4", "gpt-5", "gpt-6", "o1", "o3", "o4")

_MISTRAL: Final = (
    "codestral",
    "devstral",
    "magistral",
    "ministral",
    "mistral",
    "open-mistral",
    "open-mixtral",
    "pixtral",
    "voxtral",
)

#: Families served in Anthropic's format by servers that take the ids they give.
_OTHERS: Final = ("deepseek", "glm", "kimi", "minimax", "qwen")


def _id_form(reading: Reading) -> Iterator[Violation]:
    history = steps(reading)
    if not any(step.calls for step in history):
        return
    judge = _FORMS[reading.dialect]
    model = asked_model(reading)
    for step in history:
        for call in step.calls:
            if call.id is not None:
                yield from judge(call, call.id, model)


def _of_anthropic(call: HistoryPart, known: str, model: str) -> Iterator[Violation]:
    if _LETTERS.fullmatch(known) is None and not model.startswith(_OTHERS):
        yield _unfit(call, known, _LETTERS.pattern)


def _of_bedrock(call: HistoryPart, known: str, _model: str) -> Iterator[Violation]:
    if _AWS.fullmatch(known) is None:
        yield _unfit(call, known, _AWS.pattern)


def _of_chat(call: HistoryPart, known: str, model: str) -> Iterator[Violation]:
    # A gateway (`vendor/model`) may give ids another form on their way.
    if "/" in model:
        return
    if model.startswith(_MISTRAL) and _NINE.fullmatch(known) is None:
        yield _unfit(call, known, _NINE.pattern)
    elif model.startswith(_OPENAI) and len(known) > _CHAT_LIMIT:
        milder = None if len(known) > _WIDER_LIMIT else Severity.WARNING
        yield _unfit(call, known, f"at most {_CHAT_LIMIT} characters", milder)


def _of_responses(call: HistoryPart, known: str, _model: str) -> Iterator[Violation]:
    if len(known) > _WIDER_LIMIT:
        yield _unfit(call, known, f"at most {_WIDER_LIMIT} characters")


def _unfit(call: HistoryPart, known: str, form: str, severity: Severity | None = None) -> Violation:
    message = "The id is not one that the API takes in a history."
    return Violation(call.pointer, message, form, known[:200], severity)


_FORMS: Final[Mapping[str, Callable[[HistoryPart, str, str], Iterator[Violation]]]] = {
    "anthropic-messages": _of_anthropic,
    "bedrock-converse": _of_bedrock,
    "openai-chat": _of_chat,
    "openai-responses": _of_responses,
}

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
    severity={**dict.fromkeys(_FORMS, Severity.ERROR), "bedrock-converse": Severity.WARNING},
    statement=(
        "Ids of calls in a history are of the form the API takes: letters, digits, "
        "underscore and hyphen with Anthropic, dot and colon too on Bedrock (at most 64), "
        "nine letters or digits for Mistral's models, at most 40 characters for OpenAI's on "
        "Chat Completions (41 to 64: a warning), 64 on Responses."
    ),
    why="A conversation that moves to another provider takes its ids with it.",
    breaks=(
        "The API answers 400: tool_use.id: String should match pattern (Anthropic); must be "
        "a-z, A-Z, 0-9, with a length of 9 (Mistral); string_above_max_length (OpenAI). What "
        "Bedrock says is not known: a warning there"
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
