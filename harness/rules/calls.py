"""Rules about the shape of one call and the name it carries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from harness.conversation import Json, JsonObject
from harness.exchange import Mode
from harness.json_text import object_of
from harness.observation import Severity
from harness.reply import ABSENT, Reading
from harness.rules import edit
from harness.rules.chat import ANTHROPIC, CHAT, GEMINI, parts, raw_calls
from harness.rules.edit import Frame, body, call_pieces, frames
from harness.rules.native import function_calls, tool_uses
from harness.rules.rule import Flaw, Mutation, Rule, Source
from harness.rules.streamed import filled, streamed

__all__ = ["RULES"]

_READ = "2026-11-21"
_GUIDE = "https://developers.openai.com/api/docs/guides/function-calling"
_KINDS = ("function", "custom")
_SHOWN = 50
_CUT = ("length", "content_filter")


def _type_function(reading: Reading) -> Iterator[Flaw]:
    for pointer, call in raw_calls(reading):
        if call.get("type") not in _KINDS:
            yield _untyped(f"{pointer}/type", call.get("type"))
            return
    for streamed_call in streamed(reading):
        opening = streamed_call.pieces[0]
        if opening.kind not in _KINDS:
            yield _untyped(f"{opening.pointer}/type", _json(opening.kind))
            return


def _untyped(pointer: str, actual: Json) -> Flaw:
    return Flaw(pointer, "The call does not say that it is a function call.", "function", actual)


def _json(value: object) -> Json:
    return value if isinstance(value, str | int | float | bool) else None


def _function_object(reading: Reading) -> Iterator[Flaw]:
    if reading.mode is Mode.STREAMING:
        yield from _streamed_function(reading)
        return
    for pointer, call in raw_calls(reading):
        if "custom" not in call:
            yield from _incomplete(f"{pointer}/function", call.get("function"))
    for part in parts(reading):
        legacy = part.message.get("function_call") if isinstance(part.message, dict) else None
        if legacy is not None:
            yield from _incomplete(part.at("/message/function_call"), legacy)


def _incomplete(pointer: str, function: Json) -> Iterator[Flaw]:
    if not isinstance(function, dict):
        yield Flaw(pointer, "The call holds no function object.", "object", function)
        return
    if not filled(function.get("name")):
        yield _nameless(f"{pointer}/name", function.get("name"))
    if "arguments" not in function:
        yield Flaw(f"{pointer}/arguments", "The call has no arguments key.", "string", None)


def _nameless(pointer: str, actual: Json) -> Flaw:
    return Flaw(pointer, "The call has no name.", "non-empty string", actual)


def _streamed_function(reading: Reading) -> Iterator[Flaw]:
    cut = reading.reply.stop in _CUT or not reading.reply.complete
    for call in streamed(reading):
        deltas = call.pieces
        pointer = f"{deltas[0].pointer}/function"
        if not any(filled(delta.name) for delta in deltas):
            yield _nameless(f"{pointer}/name", _json(deltas[0].name))
        if not cut and all(delta.arguments is ABSENT for delta in deltas):
            message = "No piece of the call has an arguments key."
            yield Flaw(f"{pointer}/arguments", message, "string", None)


def _native_call_shape(reading: Reading) -> Iterator[Flaw]:
    find = tool_uses if reading.dialect == ANTHROPIC else function_calls
    continues = False
    for pointer, call in find(reading):
        if not isinstance(call, dict):
            yield Flaw(pointer, "The call is not an object.", "object", call)
            continue
        # Vertex's fragments of one call have the name in the first only; TC921 judges them.
        goes_on, continues = continues, call.get("willContinue") is True
        if goes_on or "partialArgs" in call:
            continue
        if not filled(call.get("name")):
            yield _nameless(f"{pointer}/name", call.get("name"))
        elif reading.dialect == ANTHROPIC and "input" not in call:
            yield Flaw(f"{pointer}/input", "The call has no input.", "object", None)


def _known_tool_name(reading: Reading) -> Iterator[Flaw]:
    asked = reading.asked
    calls = reading.reply.tool_calls
    if asked is None or not calls:
        return
    names = {tool.name for tool in asked.tools}
    if not names and _offers(reading.request):
        return
    offered: list[Json] = [*sorted(names)[:_SHOWN]]
    for call in calls:
        if call.name and call.name not in names:
            pointer = f"{call.pointer}{_name_at(reading.dialect, call.kind)}"
            yield Flaw(pointer, "The called tool was not offered.", offered, call.name[:200])


def _offers(request: Json) -> bool:
    sent = object_of(request)
    return bool(sent.get("tools") or sent.get("functions"))


def _name_at(dialect: str, kind: str) -> str:
    return f"/{kind}/name" if dialect == CHAT and kind != "legacy" else "/name"


def _from_pieces(key: str) -> Callable[[list[Frame]], None]:
    def change(stream: list[Frame]) -> None:
        for piece in call_pieces(stream):
            piece.pop(key, None)
            object_of(piece.get("function")).pop(key, None)

    return change


def _from_call(key: str) -> Callable[[JsonObject], None]:
    def change(value: JsonObject) -> None:
        call = edit.calls(value)[0]
        call.pop(key, None)
        object_of(call.get("function")).pop(key, None)

    return change


def _misspell_piece(stream: list[Frame]) -> None:
    object_of(call_pieces(stream)[0]["function"])["name"] = "get_wether"


def _misspell_call(value: JsonObject) -> None:
    object_of(edit.calls(value)[0]["function"])["name"] = "get_wether"


Place: TypeAlias = "JsonObject | list[Frame]"


def _native(find: Callable[[Place], list[JsonObject]], key: str) -> Callable[[Place], None]:
    def change(where: Place) -> None:
        find(where)[0].pop(key)

    return change


def _misspell(find: Callable[[Place], list[JsonObject]]) -> Callable[[Place], None]:
    def change(where: Place) -> None:
        find(where)[0]["name"] = "get_wether"

    return change


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC103",
        name="type-function",
        severity={CHAT: Severity.ERROR},
        statement=(
            'Each tool call says `type: "function"` ("custom" for a custom tool), in a stream in '
            "the piece that opens the call; never null, empty or absent."
        ),
        why="Typed clients refuse the call and frameworks that switch on the type drop it.",
        breaks="LangChain (mistral.rs), the llm crate of graniet (Mistral)",
        workaround="Take a call without a type for a function call.",
        source=Source("spec", "openai 3.52.0 types: type is required and constant", _GUIDE, _READ),
        check=_type_function,
        mutations=(
            Mutation(CHAT, Mode.BLOCKING, "single_call", body(_from_call("type"))),
            Mutation(CHAT, Mode.STREAMING, "single_call", frames(_from_pieces("type"))),
        ),
    ),
    Rule(
        id="TC104",
        name="function-object",
        severity={CHAT: Severity.ERROR},
        statement=(
            "Each tool call has a `function` object with a non-empty `name` and the key "
            "`arguments`; over a stream, some piece of the call brings each of them."
        ),
        why="A client needs both to run the tool.",
        breaks="openai-python's typed models and every dispatcher by name",
        workaround="",
        source=Source("spec", "openai 3.52.0 types: name and arguments required", _GUIDE, _READ),
        check=_function_object,
        mutations=tuple(
            Mutation(CHAT, mode, "single_call", change, f"no {key}")
            for key in ("name", "arguments")
            for mode, change in (
                (Mode.BLOCKING, body(_from_call(key))),
                (Mode.STREAMING, frames(_from_pieces(key))),
            )
        ),
    ),
    Rule(
        id="TC107",
        name="native-call-shape",
        severity={ANTHROPIC: Severity.ERROR, GEMINI: Severity.ERROR},
        statement=(
            "A native call has its dialect's shape: Anthropic a tool_use block with a non-empty "
            "name and an input, Gemini a functionCall object with a non-empty name (args may be "
            "left out when there are none, and later fragments of one call have no name)."
        ),
        why="SDKs pick the class by these members; a client cannot run a call without a name.",
        breaks="anthropic and google-genai SDK users that dispatch by name",
        workaround="",
        source=Source(
            "spec",
            "anthropic 2.11.0 ToolUseBlock; google-genai 3.4.0 FunctionCall",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
            _READ,
        ),
        check=_native_call_shape,
        mutations=tuple(
            Mutation(dialect, mode, "single_call", make(_native(find, key)), f"no {key}")
            for dialect, find, key in (
                (ANTHROPIC, edit.tool_uses, "name"),
                (ANTHROPIC, edit.tool_uses, "input"),
                (GEMINI, edit.function_calls, "name"),
            )
            for mode, make in ((Mode.BLOCKING, body), (Mode.STREAMING, frames))
        ),
    ),
    Rule(
        id="TC115",
        name="known-tool-name",
        severity=dict.fromkeys((ANTHROPIC, CHAT, GEMINI), Severity.WARNING),
        statement="The called name equals, byte for byte, the name of a tool in the request.",
        why=(
            "A loop that looks the tool up fails; and a name that was never offered may be a tool "
            "internal to the server that leaked. A model may invent names, so this is a warning."
        ),
        breaks="OpenHands, erato (stuck chats), naive tool loops",
        workaround="Answer an unknown name with an error result instead of raising.",
        source=Source(
            "docs",
            "Anthropic, tool use: invalid tool name; public threads, see the cases",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
            _READ,
        ),
        check=_known_tool_name,
        needs_request=True,
        mutations=(
            Mutation(CHAT, Mode.BLOCKING, "single_call", body(_misspell_call)),
            Mutation(CHAT, Mode.STREAMING, "single_call", frames(_misspell_piece)),
            *(
                Mutation(dialect, mode, "single_call", make(_misspell(find)))
                for dialect, find in (
                    (ANTHROPIC, edit.tool_uses),
                    (GEMINI, edit.function_calls),
                )
                for mode, make in ((Mode.BLOCKING, body), (Mode.STREAMING, frames))
            ),
        ),
    ),
)
