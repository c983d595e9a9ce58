"""Rules about call ids: there, and told apart within a response and a conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from harness.conversation import Json, JsonObject
from harness.exchange import Exchange, Mode
from harness.json_text import object_of, parse
from harness.observation import Severity
from harness.reply import Reading
from harness.rules import edit
from harness.rules.chat import ANTHROPIC, CHAT, GEMINI
from harness.rules.edit import Frame, body, call_pieces, frames
from harness.rules.native import function_calls
from harness.rules.rule import Flaw, Mutation, Rule, Source

__all__ = ["RULES"]

_READ = "2026-11-21"
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_BOTH = {ANTHROPIC: Severity.ERROR, CHAT: Severity.ERROR}


def _id_non_empty(reading: Reading) -> Iterator[Flaw]:
    for call in reading.reply.tool_calls:
        if not call.id and call.kind != "legacy":
            message = "The call has no id."
            yield Flaw(f"{call.pointer}/id", message, "non-empty string", call.id)


def _id_unique_in_response(reading: Reading) -> Iterator[Flaw]:
    calls = reading.reply.tool_calls
    if len(calls) < 2:
        return
    seen: set[str] = set()
    for call in calls:
        if call.id and call.id in seen:
            yield Flaw(f"{call.pointer}/id", "Two calls share one id.", "an id of its own", call.id)
        elif call.id:
            seen.add(call.id)


def _id_unique_in_conversation(reading: Reading) -> Iterator[Flaw]:
    calls = reading.reply.tool_calls
    if not calls or reading.asked is None:
        return
    used = {call.id for call in reading.asked.calls()}
    for call in calls:
        if call.id and call.id in used:
            message = "The id was used by an earlier call of the conversation."
            yield Flaw(f"{call.pointer}/id", message, "an id of its own", call.id)


def _gemini_ids(reading: Reading) -> Iterator[Flaw]:
    seen: set[str] = set()
    for pointer, call in function_calls(reading):
        identity = call.get("id") if isinstance(call, dict) else None
        if identity is None or (isinstance(call, dict) and "willContinue" in call):
            continue
        if not isinstance(identity, str) or not identity:
            message = "The id is not a non-empty string."
            yield Flaw(f"{pointer}/id", message, "non-empty string, or absent", identity)
        elif identity in seen:
            yield Flaw(f"{pointer}/id", "Two calls share one id.", "an id of its own", identity)
        else:
            seen.add(identity)


def _set_id(place: int, new: str | Callable[[JsonObject], Json]) -> Callable[[JsonObject], None]:
    """Change the id of a call object by its place."""

    def change(value: JsonObject) -> None:
        calls = edit.calls(value)
        calls[place]["id"] = new if isinstance(new, str) else new(calls[0])

    return change


def _first_id(call: JsonObject) -> Json:
    return call["id"]


def _set_piece_id(stream: list[Frame], place: int, new: Json) -> None:
    openings = [piece for piece in call_pieces(stream) if "id" in piece]
    openings[place]["id"] = new


def _same_piece_ids(stream: list[Frame]) -> None:
    _set_piece_id(stream, 1, next(p["id"] for p in call_pieces(stream) if "id" in p))


def _same_block_ids(where: JsonObject | list[Frame]) -> None:
    first, second = edit.tool_uses(where)[:2]
    second["id"] = first["id"]


def _empty_block_id(where: JsonObject | list[Frame]) -> None:
    edit.tool_uses(where)[0]["id"] = ""


def _same_function_ids(where: JsonObject | list[Frame]) -> None:
    for call in edit.function_calls(where):
        call["id"] = "fc-1"


def _empty_function_id(where: JsonObject | list[Frame]) -> None:
    edit.function_calls(where)[0]["id"] = ""


def _reuse(exchange: Exchange) -> Exchange:
    """Give the first call of the reply the id of the first call of the history."""
    assert exchange.request is not None
    messages = object_of(parse(exchange.request.body))["messages"]
    assert isinstance(messages, list)
    used = next(_ids(object_of(message)) for message in messages if _ids(object_of(message)))[0]
    response = parse(exchange.response.body) if exchange.response.body[:1] == b"{" else None
    return (body if response is not None else frames)(lambda where: _give(where, used))(exchange)


def _ids(message: JsonObject) -> list[Json]:
    holders = [message.get("tool_calls"), message.get("content")]
    return [
        item["id"]
        for holder in holders
        if isinstance(holder, list)
        for item in holder
        if isinstance(item, dict) and "id" in item
    ]


def _give(where: JsonObject | list[Frame], identity: Json) -> None:
    blocks = edit.tool_uses(where)
    if blocks:
        blocks[0]["id"] = identity
    elif isinstance(where, dict):
        edit.calls(where)[0]["id"] = identity
    else:
        _set_piece_id(where, 0, identity)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC201",
        name="id-non-empty",
        severity=_BOTH,
        statement="Every call has an id that is a non-empty string, after a stream is assembled.",
        why=(
            "Results cannot be matched to calls; clients de-duplicate empty ids and lose messages."
        ),
        breaks="Vercel AI SDK, camel, agno, llama_index (Gemini's OpenAI route)",
        workaround="Give the call an id of your own before it enters the history.",
        source=Source(
            "spec",
            "id is required in the call types of openai 3.52.0 and anthropic 2.11.0",
            "https://developers.openai.com/api/docs/guides/function-calling",
            _READ,
        ),
        check=_id_non_empty,
        mutations=(
            Mutation(CHAT, Mode.BLOCKING, "single_call", body(_set_id(0, ""))),
            Mutation(
                CHAT,
                Mode.STREAMING,
                "single_call",
                frames(lambda stream: _set_piece_id(stream, 0, None)),
            ),
            Mutation(ANTHROPIC, Mode.BLOCKING, "single_call", body(_empty_block_id)),
            Mutation(ANTHROPIC, Mode.STREAMING, "single_call", frames(_empty_block_id)),
        ),
    ),
    Rule(
        id="TC202",
        name="id-unique-in-response",
        severity=_BOTH,
        statement="The ids of the calls of one response differ.",
        why=(
            "Results are kept by id: one of two calls stays unanswered and the next request is "
            "refused, or the tool runs twice."
        ),
        breaks="crush, oh-my-pi",
        workaround="Rename the later call before it enters the history, and its result with it.",
        source=_OBSERVED,
        check=_id_unique_in_response,
        needs_ids=True,
        mutations=(
            Mutation(CHAT, Mode.BLOCKING, "parallel_calls", body(_set_id(1, _first_id))),
            Mutation(CHAT, Mode.STREAMING, "parallel_calls", frames(_same_piece_ids)),
            Mutation(ANTHROPIC, Mode.BLOCKING, "parallel_calls", body(_same_block_ids)),
            Mutation(ANTHROPIC, Mode.STREAMING, "parallel_calls", frames(_same_block_ids)),
        ),
    ),
    Rule(
        id="TC203",
        name="id-unique-in-conversation",
        severity=_BOTH,
        statement="A response does not use an id again that a call of the request's history has.",
        why="Clients that guard against running a call twice stall; those that do not, run twice.",
        breaks="qwen-code, crush, oh-my-pi",
        workaround="Key calls by turn and id, not by id alone.",
        source=_OBSERVED,
        check=_id_unique_in_conversation,
        needs_request=True,
        needs_ids=True,
        mutations=tuple(
            Mutation(dialect, mode, "second_call", _reuse)
            for dialect in (ANTHROPIC, CHAT)
            for mode in Mode
        ),
    ),
    Rule(
        id="TC211",
        name="gemini-id-echo",
        severity={GEMINI: Severity.WARNING},
        statement=(
            "When a functionCall has an id, it is a non-empty string that no other call of the "
            "response has, so that functionResponse.id can echo it."
        ),
        why="Parallel calls of one function cannot be told apart otherwise.",
        breaks="hermes-agent and other clients that key on the id",
        workaround="Match results to calls by position.",
        source=Source(
            "spec",
            "google-genai 3.4.0 types: FunctionCall.id, FunctionResponse.id",
            "https://ai.google.dev/gemini-api/docs/function-calling",
            _READ,
        ),
        check=_gemini_ids,
        needs_ids=True,
        mutations=tuple(
            Mutation(GEMINI, mode, scenario, make(change), fault)
            for mode, make in ((Mode.BLOCKING, body), (Mode.STREAMING, frames))
            for scenario, change, fault in (
                ("parallel_calls", _same_function_ids, "shared id"),
                ("single_call", _empty_function_id, "empty id"),
            )
        ),
    ),
)
