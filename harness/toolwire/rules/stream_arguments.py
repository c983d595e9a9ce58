"""Rules about the fragments in which streamed arguments come."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules import edit
from toolwire.rules.edit import Frame, call_pieces, frames
from toolwire.rules.faults import arguments, cumulative, planted
from toolwire.rules.native import function_calls
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.streamed import fragments, resent, streamed
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    RESPONSES,
    fragment_at,
)

__all__ = ["RULES"]

_READ = "2026-11-21"
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_STREAM = (Mode.STREAMING,)
_LONG = 256


def _pure_fragments(reading: Reading) -> Iterator[Flaw]:
    if not reading.deltas:
        return
    for piece in resent(reading).values():
        yield Flaw(
            fragment_at(reading, piece),
            "The fragment repeats the arguments that were already sent.",
            "the next fragment only",
            str(piece.arguments)[:200],
        )


def _incremental(reading: Reading) -> Iterator[Flaw]:
    for call in streamed(reading):
        sent = fragments(call.pieces)
        if len(sent) == 1 and len(sent[0]) >= _LONG:
            piece = next(piece for piece in call.pieces if piece.arguments == sent[0])
            yield Flaw(
                fragment_at(reading, piece),
                "Long arguments came in one piece.",
                "several fragments",
                f"one of {len(sent[0])} characters",
            )


def _whole_parts(reading: Reading) -> Iterator[Flaw]:
    if not reading.deltas or _asked_for_fragments(reading):
        return
    for pointer, call in function_calls(reading):
        if isinstance(call, dict) and (call.get("partialArgs") or call.get("willContinue")):
            message = "A functionCall came in fragments that were not asked for."
            yield Flaw(pointer, message, "a whole functionCall", None)
            return


def _asked_for_fragments(reading: Reading) -> bool:
    config = object_of(object_of(reading.request).get("toolConfig"))
    calling = object_of(config.get("functionCallingConfig"))
    return calling.get("streamFunctionCallArguments") is True


def _text_of_pieces(stream: list[Frame]) -> str:
    said = [object_of(piece.get("function")).get("arguments") for piece in call_pieces(stream)]
    return "".join(text for text in said if isinstance(text, str))


def _full_copy(stream: list[Frame]) -> None:
    last = call_pieces(stream)[-1]
    chunk = edit.call_frames(stream)[-1]
    place = next(place for place, (_, payload) in enumerate(stream) if payload is chunk)
    piece: JsonObject = {**last, "function": {"arguments": _text_of_pieces(stream)}}
    choice: JsonObject = {"index": 0, "delta": {"tool_calls": [piece]}, "finish_reason": None}
    stream.insert(place + 1, (None, {**chunk, "choices": [choice]}))


_LONG_ONE: JsonObject = {"location": "Paris " * 60}
#: Dialects that stream arguments in fragments; Cohere's v1 sends them once more whole.
_GROWING = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2, RESPONSES)


def _will_continue(stream: list[Frame]) -> None:
    edit.function_calls(stream)[0]["willContinue"] = True


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC907",
        name="argument-fragments",
        severity=dict.fromkeys(_GROWING, Severity.ERROR),
        statement=(
            "Fragments of arguments are pure fragments: joined they are the final text. None "
            "repeats what was sent before, and no full copy follows."
        ),
        why="The joined text is {..}{..} and cannot be read; the call is replaced by an empty one.",
        breaks=(
            "anthropic-python, anthropic-node and pydantic-ai raise, LangChain has an invalid "
            "call or other arguments, the Vercel AI SDK invalid input; hermes-agent, eliza, "
            "opencodex."
        ),
        workaround=(
            "Only where the joined text cannot be read: take a fragment that begins with all the "
            "text so far for a copy. Doing so always corrupts honest senders."
        ),
        source=_OBSERVED,
        check=_pure_fragments,
        needs_calls=True,
        modes=_STREAM,
        mutations=(
            *planted("single_call", cumulative, _GROWING, _STREAM, "cumulative"),
            Mutation(CHAT, Mode.STREAMING, "single_call", frames(_full_copy), "full copy"),
        ),
    ),
    Rule(
        id="TC915",
        name="incremental-arguments",
        severity=dict.fromkeys((*_GROWING, COHERE_V1), Severity.INFO),
        statement=(
            f"Arguments of {_LONG} characters or more arrive in several fragments. xAI documents "
            "that it sends each call whole."
        ),
        why="A client has no progress to show, and an idle timeout may end the stream.",
        breaks="clients that show a call while it is written",
        workaround="Wait longer for the next event.",
        source=_OBSERVED,
        check=_incremental,
        needs_calls=True,
        modes=_STREAM,
        needs_wire=True,
        mutations=planted("single_call", arguments(_LONG_ONE), (*_GROWING, COHERE_V1), _STREAM),
    ),
    Rule(
        id="TC921",
        name="gemini-stream-parts",
        severity={GEMINI: Severity.ERROR},
        statement=(
            "A streamed functionCall part is whole, unless the request asked for "
            "streamFunctionCallArguments. Parallel calls may come in events of their own; they "
            "are told apart by order or id and not by their place in an event."
        ),
        why="Clients run a call as soon as they see it, and adapters number calls by place.",
        breaks="google-genai's own loop raises ValueError; hermes-agent, gcli2api",
        workaround="Number calls over the whole stream.",
        source=Source(
            "spec",
            "google-genai 3.4.0 types: FunctionCall.partial_args, will_continue (Vertex only)",
            "https://ai.google.dev/gemini-api/docs/function-calling",
            _READ,
        ),
        check=_whole_parts,
        needs_calls=True,
        modes=_STREAM,
        needs_request=True,
        mutations=(Mutation(GEMINI, Mode.STREAMING, "single_call", frames(_will_continue)),),
    ),
)
