"""TC926: cohere-v1-told-alike.

It tells a call up to four times: in pieces, whole in tool-calls-generation, in the response
that stream-end repeats, and in the turn that ends its chat_history. That the whole calls have
the names of the pieces is TC923's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.end_told import end_faults
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.history_told import calls_of_results, history_faults


def _told_alike(reading: Reading) -> Iterator[Violation]:
    if reading.mode is Mode.BLOCKING:
        if isinstance(reading.body, dict):
            yield from history_faults(reading, reading.body, "")
        return
    events = [(e.number, e.json) for e in reading.events if isinstance(e.json, dict)]
    end = next((found for found in events if found[1].get("event_type") == "stream-end"), None)
    whole = next((f for f in events if f[1].get("event_type") == "tool-calls-generation"), None)
    if whole is not None:
        yield from _pieces(reading, *whole)
    if end is not None and isinstance(end[1].get("response"), dict):
        yield from end_faults(reading, events, whole, *end)


def _pieces(reading: Reading, number: int, data: JsonObject) -> Iterator[Violation]:
    """Compare the joined pieces of each call with the whole call."""
    joined: dict[float, list[str]] = {}
    calls = items_of(data.get("tool_calls"))
    for piece in reading.deltas:
        index = piece.index
        if not isinstance(index, int | float):
            message = "The piece does not say which call it is of."
            yield Violation(f"{piece.pointer}/index", message, "a number")
            return
        if index not in joined and piece.name is ABSENT and _member(calls, index, "name"):
            message = "The first piece of the call does not bring its name."
            yield Violation(f"{piece.pointer}/name", message, "a name")
            return
        text = piece.arguments if isinstance(piece.arguments, str) else ""
        joined.setdefault(index, []).append(text)
    named = sum(isinstance(piece.name, str) for piece in reading.deltas)
    if len(joined) == 1 and 1 < named == len(calls):
        message = "The pieces of several calls have one index."
        yield Violation(f"{reading.deltas[-1].pointer}/index", message, len(calls), 1)
        return
    for index, texts in joined.items():
        text = "".join(texts)
        whole = _member(calls, index, "parameters")
        # Parameters that are missing or no object are TC107's and TC306's.
        if isinstance(whole, dict) and whole != _parsed(text or "{}"):
            at = f"event[{number}]/tool_calls/{int(index)}/parameters"
            message = "The pieces of the call do not add up to it."
            yield Violation(at, message, excerpt(text), excerpt(whole))
            return


def _member(calls: list[Json], index: float, member: str) -> Json:
    """Return a member of the whole call of that number; None where there is none."""
    return object_of(calls[int(index)]).get(member) if 0 <= index < len(calls) else None


def _parsed(text: str) -> Json:
    try:
        return parse(text)
    except JsonError:
        return text


def _forgotten(value: JsonObject) -> None:
    object_of(items_of(value["chat_history"])[-1]).pop("tool_calls")


def _unsaid(value: JsonObject) -> None:
    items_of(value["chat_history"]).pop()


def _unasked(value: JsonObject) -> None:
    value["chat_history"] = items_of(value["chat_history"])[-1:]


def _begun_by_results(value: JsonObject) -> None:
    """Drop what was sent before the results."""
    turns = items_of(value["chat_history"])
    first = next((n for n, one in enumerate(turns) if object_of(one).get("role") == "TOOL"), 0)
    value["chat_history"] = turns[first:]


def _uncalled(value: JsonObject) -> None:
    """Empty the parameters of the calls that results repeat."""
    for _, call in calls_of_results(items_of(value["chat_history"])):
        object_of(call)["parameters"] = {}


def _text_at_the_end(stream: list[Frame]) -> list[Frame]:
    return [f for f in stream if object_of(f[1]).get("event_type") != "text-generation"]


def _growing(stream: list[Frame]) -> None:
    told = ""
    for _, payload in stream:
        event = object_of(payload)
        if event.get("event_type") == "text-generation":
            told = event["text"] = f"{told}{event['text']}"


def _twice(stream: list[Frame]) -> list[Frame]:
    """Send each piece of the text once more behind itself."""
    often = (
        2 if object_of(payload).get("event_type") == "text-generation" else 1
        for _, payload in stream
    )
    return [frame for frame, times in zip(stream, often, strict=True) for _ in range(times)]


def _in_end(change: Callable[[JsonObject], None]) -> Callable[[list[Frame]], None]:
    return lambda stream: change(object_of(object_of(stream[-1][1])["response"]))


def _lost_call(response: JsonObject) -> None:
    del response["tool_calls"]


def _lost_piece(stream: list[Frame]) -> list[Frame]:
    pieces = [
        frame
        for frame in stream
        if "parameters" in object_of(object_of(frame[1]).get("tool_call_delta"))
    ]
    return [frame for frame in stream if frame is not pieces[1]]


RULE = Rule(
    id="TC926",
    name="cohere-v1-told-alike",
    severity={"cohere-v1": Severity.WARNING},
    statement=(
        "The pieces of a call, the first of which has its name, add up to the whole call; the "
        "response that stream-end repeats has the calls, the text, the finish reason and the "
        "generation_id that the stream told, and no text that it did not tell, nor has a piece "
        "those before it again; and chat_history, where there is one, ends with a CHATBOT turn that "
        "has the text and calls of the reply, and has the message of the request before it, or the "
        "results of one without a message, each of the call that it was sent with, and behind words "
        "of the user where some were sent."
    ),
    why=(
        "Clients differ in which of them they read: what is shown, what is run and what goes "
        "into the next request are then three things."
    ),
    breaks="bx-ai and clients that read calls from stream-end only; loops that send chat_history "
    "back as it came, as Cohere's guide to tool use in several steps does",
    workaround="Take the calls of tool-calls-generation for what was said.",
    source=Source(
        "spec",
        "cohere 7.3.1 types: chat_stream_end_event.py, non_streamed_chat_response.py",
        "https://docs.cohere.com/v1/docs/tool-use",
        "2026-11-21",
    ),
    check=_told_alike,
    needs_wire=True,
    mutations=(
        Mutation(
            "cohere-v1", Mode.BLOCKING, "single_call", edit.body(_forgotten), "in the history"
        ),
        Mutation(
            "cohere-v1", Mode.BLOCKING, "plain_text", edit.body(_unsaid), "the reply not in it"
        ),
        Mutation(
            "cohere-v1", Mode.BLOCKING, "plain_text", edit.body(_unasked), "the message not in it"
        ),
        *(
            Mutation("cohere-v1", Mode.BLOCKING, "round_trip", edit.body(change), fault)
            for change, fault in (
                (_uncalled, "results of calls without parameters"),
                (_begun_by_results, "nothing before the results"),
            )
        ),
        Mutation(
            "cohere-v1",
            Mode.STREAMING,
            "plain_text",
            edit.frames(_text_at_the_end),
            "the text at the end only",
        ),
        Mutation("cohere-v1", Mode.STREAMING, "plain_text", edit.frames(_growing), "cumulative"),
        Mutation(
            "cohere-v1", Mode.STREAMING, "plain_text", edit.frames(_twice), "each piece twice"
        ),
        *(
            Mutation("cohere-v1", Mode.STREAMING, "single_call", edit.frames(change), fault)
            for change, fault in (
                (_in_end(_forgotten), "in the history"),
                (_in_end(_unsaid), "the reply not in the history"),
                (_in_end(_unasked), "the message not in the history"),
                (_in_end(_lost_call), "in the last event"),
                (_lost_piece, "in the pieces"),
            )
        ),
    ),
)
