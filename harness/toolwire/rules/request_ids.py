"""Rules about the ids in a history: one call, one id, one result."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import at, put, remove
from toolwire.rules.request_edit import asks, copied, with_model
from toolwire.rules.request_model import asked_model
from toolwire.rules.request_runs import runs
from toolwire.rules.request_steps import Part, steps
from toolwire.rules.rule import Flaw, Rule, Source, Subject
from toolwire.rules.wires import ANTHROPIC, BEDROCK, CHAT, COHERE_V2, GEMINI, RESPONSES

__all__ = ["RULES"]

_READ = "2026-11-21"

#: What an id that an earlier turn had is, where only a turn's own ids have to differ.
_ACROSS: Final[Mapping[str, Severity]] = dict.fromkeys(
    (BEDROCK, CHAT, COHERE_V2, RESPONSES), Severity.WARNING
)


def _ids_unique(reading: Reading) -> Iterator[Flaw]:
    yield from _calls_differ(reading)
    if reading.dialect == RESPONSES:
        yield from _items_differ(reading)
        return
    for run in runs(reading).runs:
        answered: set[str] = set()
        for result in run.results:
            if result.id is not None and result.id in answered:
                yield _twice(result, "Two results name one call.")
            elif result.id is not None:
                answered.add(result.id)


def _calls_differ(reading: Reading) -> Iterator[Flaw]:
    seen: dict[str, int] = {}
    for number, step in enumerate(steps(reading)):
        for call in step.calls:
            # An empty id is no id: what issued it is at fault, and TC201 says so.
            if not call.id:
                continue
            if call.id in seen:
                milder = None if seen[call.id] == number else _ACROSS.get(reading.dialect)
                yield _twice(call, "Two calls of the history share one id.", milder)
            else:
                seen[call.id] = number


def _items_differ(reading: Reading) -> Iterator[Flaw]:
    seen: set[str] = set()
    for step in steps(reading):
        # Other items are not about tools; xAI gives two reasoning items of a response one id.
        known = step.value.get("id") if step.calls else None
        if not isinstance(known, str):
            continue
        if known in seen:
            message = "Two items of the input share one id."
            yield Flaw(f"{step.pointer}/id", message, "an id of its own", known[:200])
        seen.add(known)


def _twice(part: Part, message: str, severity: Severity | None = None) -> Flaw:
    return Flaw(part.pointer, message, "an id of its own", (part.id or "")[:200], severity)


def _gemini_id(reading: Reading) -> Iterator[Flaw]:
    for run in runs(reading).runs:
        known = {call.id for call in run.calls} - {None}
        if not known or len(run.calls) != len(run.results):
            continue
        for result in run.results:
            if result.id not in known:
                message = "The functionResponse does not repeat the id of its functionCall."
                actual = "absent" if result.id is None else result.id[:200]
                yield Flaw(f"{result.pointer}/id", message, "the id of a call", actual)


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


def _id_form(reading: Reading) -> Iterator[Flaw]:
    history = steps(reading)
    if not any(step.calls for step in history):
        return
    judge = _FORMS[reading.dialect]
    model = asked_model(reading)
    for step in history:
        for call in step.calls:
            if call.id is not None:
                yield from judge(call, call.id, model)


def _of_anthropic(call: Part, known: str, model: str) -> Iterator[Flaw]:
    if _LETTERS.fullmatch(known) is None and not model.startswith(_OTHERS):
        yield _unfit(call, known, _LETTERS.pattern)


def _of_bedrock(call: Part, known: str, _model: str) -> Iterator[Flaw]:
    if _AWS.fullmatch(known) is None:
        yield _unfit(call, known, _AWS.pattern)


def _of_chat(call: Part, known: str, model: str) -> Iterator[Flaw]:
    # A gateway (`vendor/model`) may give ids another form on their way.
    if "/" in model:
        return
    if model.startswith(_MISTRAL) and _NINE.fullmatch(known) is None:
        yield _unfit(call, known, _NINE.pattern)
    elif model.startswith(_OPENAI) and len(known) > _CHAT_LIMIT:
        milder = None if len(known) > _WIDER_LIMIT else Severity.WARNING
        yield _unfit(call, known, f"at most {_CHAT_LIMIT} characters", milder)


def _of_responses(call: Part, known: str, _model: str) -> Iterator[Flaw]:
    if len(known) > _WIDER_LIMIT:
        yield _unfit(call, known, f"at most {_WIDER_LIMIT} characters")


def _unfit(call: Part, known: str, form: str, severity: Severity | None = None) -> Flaw:
    message = "The id is not one that the API takes in a history."
    return Flaw(call.pointer, message, form, known[:200], severity)


_FORMS: Final[Mapping[str, Callable[[Part, str, str], Iterator[Flaw]]]] = {
    ANTHROPIC: _of_anthropic,
    BEDROCK: _of_bedrock,
    CHAT: _of_chat,
    RESPONSES: _of_responses,
}


def _chat_twice(value: JsonObject) -> None:
    copied(value, ("messages", 1, "tool_calls"), (0,))
    copied(value, ("messages",), (2,))


def _blocks_twice(value: JsonObject) -> None:
    copied(value, ("messages", 1, "content"), (0,))
    copied(value, ("messages", 2, "content"), (0,))


def _results_twice(value: JsonObject) -> None:
    copied(value, ("messages",), (2,))


def _result_blocks_twice(value: JsonObject) -> None:
    copied(value, ("messages", 2, "content"), (0,))


def _turns_twice(value: JsonObject) -> None:
    copied(value, ("messages",), (1, 2))


def _items_twice(value: JsonObject) -> None:
    copied(value, ("input",), (1, 2))
    for item in items_of(value["input"])[3:]:
        object_of(item).pop("call_id")
        object_of(item)["call_id"] = "call_other"


def _calls_twice(value: JsonObject) -> None:
    copied(value, ("input",), (1, 2))
    remove(value, ("input", 3, "id"))


def _response_without_id(value: JsonObject) -> None:
    remove(value, ("contents", 2, "parts", 0, "functionResponse", "id"))


def _response_of_other(value: JsonObject) -> None:
    path: tuple[str | int, ...] = ("contents", 2, "parts", 0, "functionResponse", "id")
    other: Json = str(at(value, path)) + "x"
    put(value, path, other)


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


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC743",
        name="history-ids-unique",
        severity=dict.fromkeys((ANTHROPIC, BEDROCK, CHAT, COHERE_V2, RESPONSES), Severity.ERROR),
        statement=(
            "Every call of a history has an id of its own and one result; the items of Responses "
            "calls have ids of their own too. Where only the ids of one turn have to differ, an id used "
            "again in a later turn is a warning."
        ),
        why=(
            "The request is refused, and clients that pair by id alone lose a result. A server "
            "that gives ids twice (TC202, TC203) is often the reason: the client has to rename."
        ),
        breaks=(
            "The API answers 400: tool_use ids must be unique (Anthropic, over the whole "
            "history); Duplicate value for 'tool_call_id' (OpenAI); blocks contain duplicate "
            "Ids (Bedrock); cannot have duplicate tool ids (Cohere); Duplicate item found "
            "(OpenAI Responses)"
        ),
        workaround="Give the later call another id, and its result with it.",
        source=Source(
            "api-error",
            "error texts of Anthropic (claude-code#28515, litellm#23510), OpenAI (agno#5116, "
            "vercel/ai#13307), Bedrock (litellm#20047, Cyber-AutoAgent-ng#72), Cohere's list of "
            "errors; an id used again over turns was answered by OpenRouter in 3 of 3 "
            "recordings",
            "https://github.com/BerriAI/litellm/issues/20047",
            _READ,
        ),
        check=_ids_unique,
        needs_history=True,
        mutations=(
            *asks(
                "round_trip",
                {
                    ANTHROPIC: _blocks_twice,
                    BEDROCK: _blocks_twice,
                    CHAT: _chat_twice,
                    COHERE_V2: _chat_twice,
                    RESPONSES: _calls_twice,
                },
                "two calls",
            ),
            *asks(
                "round_trip",
                {
                    ANTHROPIC: _result_blocks_twice,
                    BEDROCK: _result_blocks_twice,
                    CHAT: _results_twice,
                    COHERE_V2: _results_twice,
                },
                "two results",
            ),
            *asks("round_trip", {CHAT: _turns_twice, COHERE_V2: _turns_twice}, "two turns"),
            *asks("round_trip", {RESPONSES: _items_twice}, "two items"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        needs_ids=True,
        always=True,
    ),
    Rule(
        id="TC745",
        name="gemini-response-id",
        severity={GEMINI: Severity.WARNING},
        statement="When functionCalls have ids, every functionResponse repeats the id of its call.",
        why=(
            "Parallel calls of one function are told apart by nothing else; the type says that "
            "the id has to come back."
        ),
        breaks="",
        workaround="Keep the id beside the name when the response is stored.",
        source=Source(
            "spec",
            "google-genai 3.4.0 types: FunctionResponse.id; the request half of TC211. What was "
            "seen: all 78 turns whose calls have ids repeat them, so how the API takes another "
            "is not known",
            "https://ai.google.dev/gemini-api/docs/function-calling",
            _READ,
        ),
        check=_gemini_id,
        needs_history=True,
        mutations=(
            *asks("round_trip", {GEMINI: _response_without_id}, "left out"),
            *asks("round_trip", {GEMINI: _response_of_other}, "another"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        needs_ids=True,
        always=True,
    ),
    Rule(
        id="TC746",
        name="history-id-form",
        severity={**dict.fromkeys(_FORMS, Severity.ERROR), BEDROCK: Severity.WARNING},
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
            _READ,
        ),
        check=_id_form,
        needs_history=True,
        mutations=(
            *asks(
                "round_trip",
                {
                    ANTHROPIC: _called(
                        _FOREIGN,
                        ("messages", 1, "content", 0, "id"),
                        ("messages", 2, "content", 0, "tool_use_id"),
                    ),
                    BEDROCK: _called(
                        _FOREIGN,
                        ("messages", 1, "content", 0, "toolUse", "toolUseId"),
                        ("messages", 2, "content", 0, "toolResult", "toolUseId"),
                    ),
                    CHAT: with_model("mistral-small-2603"),
                    RESPONSES: _called(_LONG, ("input", 1, "call_id"), ("input", 2, "call_id")),
                },
                "another provider's",
            ),
            *asks("round_trip", {CHAT: _long_at_openai}, "too long"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        needs_ids=True,
        always=True,
    ),
)
