"""TC926: cohere-v1-told-alike.

It tells a call up to four times: in pieces, whole in tool-calls-generation, in the response
that stream-end repeats, and in the turn that ends its chat_history. That the whole calls have
the names of the pieces is TC923's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import around, excerpt
from toolwire.rules.views.told_again import WHOLE_AGAIN

#: Who speaks in the turns that a reply answers.
_ASKING: Final = ("USER", "SYSTEM", "TOOL")


def _told_alike(reading: Reading) -> Iterator[Violation]:
    if reading.mode is Mode.BLOCKING:
        if isinstance(reading.body, dict):
            yield from _history(reading, reading.body, "")
        return
    events = [(e.number, e.json) for e in reading.events if isinstance(e.json, dict)]
    end = next((found for found in events if found[1].get("event_type") == "stream-end"), None)
    whole = next((f for f in events if f[1].get("event_type") == "tool-calls-generation"), None)
    if whole is not None:
        yield from _pieces(reading, *whole)
    if end is not None and isinstance(end[1].get("response"), dict):
        yield from _repeated(reading, events, whole, *end)


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


def _repeated(
    reading: Reading,
    events: list[tuple[int, JsonObject]],
    whole: tuple[int, JsonObject] | None,
    number: int,
    end: JsonObject,
) -> Iterator[Violation]:
    """Compare what the last event repeats with what came before it."""
    response = object_of(end["response"])
    at = f"event[{number}]/response"
    reported: dict[str, Json] = {"finish_reason": end.get("finish_reason")}
    reported["generation_id"] = events[0][1].get("generation_id")
    texts = [d.get("text") for _, d in events if d.get("event_type") == "text-generation"]
    if texts and all(isinstance(text, str) for text in texts):
        reported["text"] = "".join(map(str, texts))
    if whole is not None:
        reported["tool_calls"] = whole[1].get("tool_calls")
    elif not any(_words(events)) and response.get("text") and not response.get("tool_calls"):
        yield _differs(f"{at}/text", None, response["text"])
        return
    again = _again(events, response.get("text"))
    if again is not None:
        yield again
        return
    for key, value in reported.items():
        if value is not None and _said(response.get(key)) != _said(value):
            yield _differs(f"{at}/{key}", value, response.get(key))
            return
    yield from _history(reading, response, at)


def _words(events: list[tuple[int, JsonObject]]) -> Iterator[Json]:
    """Yield the words of events: those beside calls may stand in the piece of one."""
    for _, data in events:
        if data.get("event_type") in ("text-generation", "tool-calls-chunk"):
            yield data.get("text") or object_of(data.get("tool_call_delta")).get("text")


def _again(events: list[tuple[int, JsonObject]], whole: Json) -> Violation | None:
    """Return where a piece has those before it, or is the whole text, or each comes twice; None else."""
    pieces = [(n, d.get("text")) for n, d in events if d.get("event_type") == "text-generation"]
    texts = [text for _, text in pieces if isinstance(text, str)]
    if len(texts) < 2 or len(texts) < len(pieces):
        return None
    one = next((place for place in reversed(range(len(texts))) if texts[place] == whole), None)
    grows = all(len(a) < len(b) and b.startswith(a) for a, b in pairwise(texts))
    if one is not None and "".join([*texts[:one], *texts[one + 1 :]]) == whole:
        at = f"event[{pieces[one][0]}]/text"
        return Violation(at, WHOLE_AGAIN, "the text once", excerpt(texts[one]))
    if grows and texts[-1] == whole:
        message = "Each piece of the text repeats what was sent before."
    elif texts[::2] == texts[1::2] and "".join(texts[::2]) == whole:
        message = "Each piece of the text is sent twice."
    else:
        return None
    at = f"event[{pieces[1][0]}]/text"
    return Violation(at, message, "the next piece only", excerpt(texts[1]))


def _history(reading: Reading, response: JsonObject, at: str) -> Iterator[Violation]:
    """Compare a reply with the turn that ends the history beside it, and that with the request."""
    history = items_of(response.get("chat_history"))
    last = object_of(history[-1]) if history else {}
    # A response that holds neither is no reply: TC002's.
    if not history or not {"text", "tool_calls"} & response.keys():
        return
    place = f"{at}/chat_history/{len(history) - 1}"
    if last.get("role") != "CHATBOT":
        # A role that nobody knows is TC118's.
        if last.get("role") in _ASKING:
            message = "The history does not end with what is said."
            yield Violation(f"{place}/role", message, "CHATBOT", last.get("role"))
        return
    request = object_of(reading.request)
    asked = _forgets(request, [object_of(turn) for turn in history])
    if asked == "USER" and (changed := _changed(request, history, at)) is not None:
        yield changed
        return
    if asked is not None:
        message = "The history lacks what was asked."
        yield Violation(f"{at}/chat_history", message, asked, len(history))
        return
    if _unsent(request, history):
        message = "The history lacks all words of the user that were sent before the results."
        yield Violation(f"{at}/chat_history", message, "USER", len(history))
        return
    yield from _answered(request, history, f"{at}/chat_history")
    for key, member in (("text", "message"), ("tool_calls", "tool_calls")):
        if _said(response.get(key)) != _said(last.get(member)):
            yield _differs(f"{place}/{member}", response.get(key), last.get(member))
            return


def _forgets(request: JsonObject, history: list[JsonObject]) -> str | None:
    """Return which turn of the request is not in a history; None where each is."""
    message = request.get("message")
    if message:
        # Results beside a message, as in one step of use, are not told again.
        return None if message in [turn.get("message") for turn in history] else "USER"
    results = request.get("tool_results")
    return "TOOL" if results and not any("tool_results" in turn for turn in history) else None


def _unsent(request: JsonObject, history: list[Json]) -> bool:
    """Return whether a history in which results alone were answered has no words of the user, and the
    request has: sent back as it came it is the whole of the next request.
    """
    sent, told = (
        any(one.get("role") == "USER" and one.get("message") for one in map(object_of, turns))
        for turns in (items_of(request.get("chat_history")), history)
    )
    return sent and not told and not request.get("message") and bool(request.get("tool_results"))


def _changed(request: JsonObject, history: list[Json], at: str) -> Violation | None:
    """Return where the words of the user are told in other ones, if a turn of the user's ends what came before."""
    place = len(history) - 2
    turn = object_of(history[place]) if place >= 0 else {}
    told, asked = turn.get("message"), request.get("message")
    if turn.get("role") != "USER" or not isinstance(told, str) or not isinstance(asked, str):
        return None
    # Where the last words are lost, those before them stand there.
    earlier = [object_of(one).get("message") for one in items_of(request.get("chat_history"))]
    if not told or told in earlier:
        return None
    message = "The history has the words of the user otherwise."
    first = next((n for n, (a, b) in enumerate(zip(asked, told, strict=False)) if a != b), 0)
    where = f"{at}/chat_history/{place}/message"
    return Violation(where, message, around(asked, first, 1), around(told, first, 1))


def _answered(request: JsonObject, history: list[Json], at: str) -> Iterator[Violation]:
    """Compare the calls that results repeat with those that were sent: no id says which one a result is of."""
    entries = [*items_of(request.get("chat_history")), request]
    sent = [object_of(call) for _, call in _calls_of_results(entries)]
    again = list(_calls_of_results(history))
    # Where others are told, or none, as beside a message in one step of use, nobody knows which is which.
    if [call.get("name") for call in sent] != [object_of(call).get("name") for _, call in again]:
        return
    made = [
        _said([call]) for turn in history for call in items_of(object_of(turn).get("tool_calls"))
    ]
    for call, (place, told) in zip(sent, again, strict=True):
        parameters = object_of(told).get("parameters")
        # What becomes of the calls of a history, too, is not of their results.
        if (call.get("parameters") or {}) != (parameters or {}) and _said([call]) in made:
            message = "The history has a result of another call than the one that was sent."
            where = f"{at}/{place}/call/parameters"
            yield Violation(where, message, excerpt(call.get("parameters")), excerpt(parameters))
            return


def _calls_of_results(entries: list[Json]) -> Iterator[tuple[str, Json]]:
    """Yield the call of each result in entries of a history, and where that result stands."""
    for number, entry in enumerate(entries):
        for place, result in enumerate(items_of(object_of(entry).get("tool_results"))):
            yield f"{number}/tool_results/{place}", object_of(result).get("call")


def _said(value: Json) -> Json:
    """Return what is compared: of calls the members of the published type, and nothing if empty.

    The other members of a call may be in one copy only: Cohere's types (cohere 7.3.1, `ToolCall`,
    read 2026-11-23) allow any beside these two, and nobody says that they are repeated.
    """
    calls = items_of(value)
    if not calls or not all(isinstance(call, dict) for call in calls):
        return value or None
    return [
        {key: call[key] for key in ("name", "parameters") if key in call}
        for call in map(object_of, calls)
    ]


def _differs(pointer: str, reported: Json, again: Json) -> Violation:
    if reported and again:
        message = "What is told twice differs."
    elif reported:
        message = "What was told before is not told again here."
    else:
        message = "What is told here was not told before."
    return Violation(pointer, message, excerpt(reported), excerpt(again))


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
    for _, call in _calls_of_results(items_of(value["chat_history"])):
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
