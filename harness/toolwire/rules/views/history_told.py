"""Whether the history that an answer gives back has what was asked, and what was answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.rule import Reading, Violation
from toolwire.rules.views.excerpt import around, excerpt
from toolwire.rules.views.told_twice import differs, what_is_told

#: Who speaks in the turns that a reply answers.
_ASKING: Final = ("USER", "SYSTEM", "TOOL")


def history_faults(reading: Reading, response: JsonObject, at: str) -> Iterator[Violation]:
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
        if what_is_told(response.get(key)) != what_is_told(last.get(member)):
            yield differs(f"{place}/{member}", response.get(key), last.get(member))
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
    sent = [object_of(call) for _, call in calls_of_results(entries)]
    again = list(calls_of_results(history))
    # Where others are told, or none, as beside a message in one step of use, nobody knows which is which.
    if [call.get("name") for call in sent] != [object_of(call).get("name") for _, call in again]:
        return
    made = [
        what_is_told([call])
        for turn in history
        for call in items_of(object_of(turn).get("tool_calls"))
    ]
    for call, (place, told) in zip(sent, again, strict=True):
        parameters = object_of(told).get("parameters")
        # What becomes of the calls of a history, too, is not of their results.
        if (call.get("parameters") or {}) != (parameters or {}) and what_is_told([call]) in made:
            message = "The history has a result of another call than the one that was sent."
            where = f"{at}/{place}/call/parameters"
            yield Violation(where, message, excerpt(call.get("parameters")), excerpt(parameters))
            return


def calls_of_results(entries: list[Json]) -> Iterator[tuple[str, Json]]:
    """Yield the call of each result in entries of a history, and where that result stands."""
    for number, entry in enumerate(entries):
        for place, result in enumerate(items_of(object_of(entry).get("tool_results"))):
            yield f"{number}/tool_results/{place}", object_of(result).get("call")
