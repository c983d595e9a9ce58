"""Faults that several rules plant: other arguments, another text, another stop reason.

Each works on the clean exchanges of one dialect and mode, which are ours, and keeps the
framing around the fault correct.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from harness.conversation import Json, JsonObject
from harness.exchange import Exchange, Mode
from harness.json_text import dump, items_of, object_of
from harness.rules import edit
from harness.rules.chat import ANTHROPIC, CHAT, GEMINI
from harness.rules.edit import Frame
from harness.rules.rule import Mutation

__all__ = [
    "Change",
    "Plant",
    "arguments",
    "legacy_arguments",
    "planted",
    "raw_arguments",
    "stop",
    "text",
]

#: Clean exchange -> faulty exchange.
Change = Callable[[Exchange], Exchange]
#: Dialect and mode -> the change that plants a fault there.
Plant = Callable[[str, Mode], Change]

_BOTH = (Mode.BLOCKING, Mode.STREAMING)


def planted(
    scenario: str,
    plant: Plant,
    dialects: tuple[str, ...] = (CHAT,),
    modes: tuple[Mode, ...] = _BOTH,
    fault: str = "",
) -> tuple[Mutation, ...]:
    """Return one mutation for each of the dialects in each of the modes."""
    return tuple(
        Mutation(dialect, mode, scenario, plant(dialect, mode), fault)
        for dialect in dialects
        for mode in modes
    )


def arguments(value: Json) -> Plant:
    """Plant other arguments in the first call.

    A string goes where the wire carries the arguments as text; any other value is written
    as JSON there. Where the wire carries a value, it goes in as it is.
    """

    def plant(dialect: str, mode: Mode) -> Change:
        if dialect == CHAT:
            return raw_arguments(_as_text(value))(dialect, mode)
        if dialect == ANTHROPIC and mode is Mode.STREAMING:
            text_ = _as_text(value)
            return edit.frames(lambda stream: _regrown(stream, _input_delta, text_))
        return _native_arguments(dialect, mode, value)

    return plant


def raw_arguments(value: Json) -> Plant:
    """Plant a value of any type where openai-chat has the text of the arguments."""

    def blocking(body: JsonObject) -> None:
        object_of(edit.calls(body)[0]["function"])["arguments"] = value

    def plant(_dialect: str, mode: Mode) -> Change:
        if mode is Mode.BLOCKING:
            return edit.body(blocking)
        return edit.frames(lambda stream: _regrown(stream, _chat_delta, value))

    return plant


def legacy_arguments(value: str) -> Plant:
    """Plant another arguments text in OpenAI's deprecated `function_call`."""

    def blocking(body: JsonObject) -> None:
        edit.put(body, ("choices", 0, "message", "function_call", "arguments"), value)

    def plant(_dialect: str, mode: Mode) -> Change:
        if mode is Mode.BLOCKING:
            return edit.body(blocking)
        return edit.frames(lambda stream: _regrown(stream, _legacy_delta, value))

    return plant


def _as_text(value: Json) -> str:
    return value if isinstance(value, str) else dump(value).decode()


def _native_arguments(dialect: str, mode: Mode, value: Json) -> Change:
    find, member = _NATIVE[dialect]

    def change(where: JsonObject | list[Frame]) -> None:
        find(where)[0][member] = value

    return edit.body(change) if mode is Mode.BLOCKING else edit.frames(change)


_NATIVE: dict[str, tuple[Callable[[JsonObject | list[Frame]], list[JsonObject]], str]] = {
    ANTHROPIC: (edit.tool_uses, "input"),
    GEMINI: (edit.function_calls, "args"),
}

#: A payload -> the object and member that hold a fragment, or None.
_Find = Callable[[JsonObject], tuple[JsonObject, str] | None]


def _regrown(stream: list[Frame], find: _Find, value: Json) -> list[Frame]:
    """Let the first fragment that is not empty carry the whole value; drop the others."""
    kept: list[Frame] = []
    done = False
    for frame in stream:
        found = find(object_of(frame[1]))
        if found is None or found[0][found[1]] == "":
            kept.append(frame)
        elif not done:
            done = True
            if value != "":
                found[0][found[1]] = value
                kept.append(frame)
    return kept


def _chat_delta(payload: JsonObject) -> tuple[JsonObject, str] | None:
    pieces = items_of(_delta(payload).get("tool_calls"))
    function = object_of(object_of(pieces[0]).get("function")) if pieces else {}
    return (function, "arguments") if "arguments" in function else None


def _legacy_delta(payload: JsonObject) -> tuple[JsonObject, str] | None:
    function = object_of(_delta(payload).get("function_call"))
    return (function, "arguments") if "arguments" in function else None


def _chat_content(payload: JsonObject) -> tuple[JsonObject, str] | None:
    delta = _delta(payload)
    return (delta, "content") if isinstance(delta.get("content"), str) else None


def _delta(payload: JsonObject) -> JsonObject:
    choices = items_of(payload.get("choices"))
    return object_of(object_of(choices[0]).get("delta")) if choices else {}


def _input_delta(payload: JsonObject) -> tuple[JsonObject, str] | None:
    delta = object_of(payload.get("delta"))
    return (delta, "partial_json") if delta.get("type") == "input_json_delta" else None


def _text_delta(payload: JsonObject) -> tuple[JsonObject, str] | None:
    delta = object_of(payload.get("delta"))
    return (delta, "text") if delta.get("type") == "text_delta" else None


def _gemini_text(payload: JsonObject) -> tuple[JsonObject, str] | None:
    part = next((part for part in _gemini_parts(payload) if "text" in part), None)
    return None if part is None else (part, "text")


def _gemini_parts(payload: JsonObject) -> Iterator[JsonObject]:
    for candidate in items_of(payload.get("candidates")):
        content = object_of(object_of(candidate).get("content"))
        yield from map(object_of, items_of(content.get("parts")))


def _chat_message(body: JsonObject) -> tuple[JsonObject, str] | None:
    return object_of(edit.at(body, ("choices", 0, "message"))), "content"


def _text_block(body: JsonObject) -> tuple[JsonObject, str] | None:
    blocks = map(object_of, items_of(body.get("content")))
    return next(((block, "text") for block in blocks if block.get("type") == "text"), None)


_TEXTS: dict[tuple[str, Mode], _Find] = {
    (CHAT, Mode.BLOCKING): _chat_message,
    (CHAT, Mode.STREAMING): _chat_content,
    (ANTHROPIC, Mode.BLOCKING): _text_block,
    (ANTHROPIC, Mode.STREAMING): _text_delta,
    (GEMINI, Mode.BLOCKING): _gemini_text,
    (GEMINI, Mode.STREAMING): _gemini_text,
}


def text(value: str) -> Plant:
    """Plant another text in an exchange that has one."""

    def plant(dialect: str, mode: Mode) -> Change:
        find = _TEXTS[dialect, mode]

        def blocking(body: JsonObject) -> None:
            found = find(body)
            assert found is not None
            found[0][found[1]] = value

        if mode is Mode.BLOCKING:
            return edit.body(blocking)
        return edit.frames(lambda stream: _regrown(stream, find, value))

    return plant


def stop(word: Json) -> Plant:
    """Plant another stop reason."""

    def plant(dialect: str, mode: Mode) -> Change:
        holders = _STOPS[dialect]

        def blocking(body: JsonObject) -> None:
            for holder, member in holders(body):
                holder[member] = word

        def streamed(stream: list[Frame]) -> None:
            for _, payload in stream:
                for holder, member in holders(object_of(payload)):
                    if holder[member] is not None:
                        holder[member] = word

        return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)

    return plant


def _chat_stop(payload: JsonObject) -> Iterator[tuple[JsonObject, str]]:
    for choice in map(object_of, items_of(payload.get("choices"))):
        if "finish_reason" in choice:
            yield choice, "finish_reason"


def _anthropic_stop(payload: JsonObject) -> Iterator[tuple[JsonObject, str]]:
    for holder in (payload, object_of(payload.get("delta"))):
        if "stop_reason" in holder:
            yield holder, "stop_reason"


def _gemini_stop(payload: JsonObject) -> Iterator[tuple[JsonObject, str]]:
    for candidate in map(object_of, items_of(payload.get("candidates"))):
        if "finishReason" in candidate:
            yield candidate, "finishReason"


_STOPS: dict[str, Callable[[JsonObject], Iterator[tuple[JsonObject, str]]]] = {
    ANTHROPIC: _anthropic_stop,
    CHAT: _chat_stop,
    GEMINI: _gemini_stop,
}
