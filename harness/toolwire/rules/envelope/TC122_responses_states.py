"""TC122: responses-states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeGuard

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.streaming.stream_responses import DONE, ENDS
from toolwire.rules.views.hollow import FAR

#: Event -> the states of the response in it.
_STATES: Final = {
    "response.created": ("in_progress", "queued"),
    "response.queued": ("queued",),
    "response.in_progress": ("in_progress",),
    "response.completed": ("completed",),
    "response.incomplete": ("incomplete",),
    "response.failed": ("failed",),
}
#: Items that a client reads or runs; a server's own tools have more states.
_ITEMS: Final = ("message", "function_call", "custom_tool_call")
#: Every state there is; TC410 has the words that are none.
_KNOWN: Final = ("cancelled", *(state for states in _STATES.values() for state in states))
#: Seconds by which two times that are rounded may seem to be the other way round.
_ROUNDING: Final = 1
#: States of a response that is not there yet.
_UNFINISHED: Final = ("in_progress", "queued")


def _states(reading: Reading) -> Iterator[Violation]:
    if reading.mode is Mode.BLOCKING:
        body = object_of(reading.body if isinstance(reading.body, dict) else None)
        state = body.get("status")
        if state not in _UNFINISHED:
            yield from _whole(body, "")
        elif not _in_background(reading, body):
            message = "The whole response says that it is not finished."
            yield Violation("/status", message, "completed", state)
        return
    half: tuple[Violation, ...] = ()
    for event in reading.events:
        data = event.json
        kind = data.get("type") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(kind, str):
            continue
        if kind not in _STATES and kind != DONE:
            continue  # most events are pieces
        at = f"event[{event.number}]"
        yield from _of_event(data, kind, at)
        if kind == DONE and _unfinished(object_of(data.get("item")), "incomplete"):
            message = "The item is done as incomplete, and the response is completed."
            half = (Violation(f"{at}/item/status", message, "completed", "incomplete"),)
        elif kind == "response.completed":
            whole = items_of(object_of(data.get("response")).get("output"))
            told = any(_unfinished(object_of(item), "incomplete") for item in whole)
            yield from () if told else half


def _in_background(reading: Reading, body: JsonObject) -> bool:
    """Return whether a response may be polled for: nobody waits for its end then.

    One that was asked for again (a `GET`, or a request that was not kept) may be at any point.
    """
    asked = object_of(reading.request)
    return not asked or asked.get("background") is True or body.get("background") is True


def _of_event(data: JsonObject, kind: str, at: str) -> Iterator[Violation]:
    if kind in _STATES:
        response = object_of(data.get("response"))
        state = response.get("status")
        if state in _KNOWN and state not in _STATES[kind]:
            message = "The response is in another state than its event says."
            yield Violation(f"{at}/response/status", message, _STATES[kind][0], state)
        elif kind in ENDS:
            yield from _whole(response, f"{at}/response")
        elif kind == "response.created" and items_of(response.get("output")):
            message = "The response has items as it is created."
            yield Violation(f"{at}/response/output", message, [], len(items_of(response["output"])))
    elif kind == DONE and _unfinished(object_of(data.get("item"))):
        message = "The item is done and says that it is in progress."
        yield Violation(f"{at}/item/status", message, "completed", "in_progress")


def _unfinished(item: JsonObject, *wrong: str) -> bool:
    """Return whether an item of an answer is not finished.

    Items that come whole are opened as completed (o1-pro, o3-pro), so only the end is judged. A
    call that a program of the server made is in progress while the program waits for it.
    """
    if item.get("type") not in _ITEMS or item.get("status") not in ("in_progress", *wrong):
        return False
    return object_of(item.get("caller")).get("type", "direct") == "direct"


def _whole(response: JsonObject, at: str) -> Iterator[Violation]:
    """Yield what a response that ended says against its own state."""
    state = response.get("status")
    begun, done = response.get("created_at"), response.get("completed_at")
    if _is_number(begun) and _is_number(done) and done < begun - _ROUNDING and begun < FAR:
        message = "The response is completed before it was created."
        yield Violation(f"{at}/completed_at", message, begun, done)
    if state == "completed":
        for member in ("error", "incomplete_details"):
            if response.get(member) is not None:
                message = "A completed response says why it is not complete."
                yield Violation(f"{at}/{member}", message, None, "present")
    elif state == "incomplete":
        reason = object_of(response.get("incomplete_details")).get("reason")
        if not isinstance(reason, str):
            message = "The response does not say why it is incomplete."
            yield Violation(f"{at}/incomplete_details", message, "a reason", reason)
    wrong = ("incomplete",) if state == "completed" else ()
    for place, item in enumerate(map(object_of, items_of(response.get("output")))):
        if _unfinished(item, *wrong):
            message = "An item of a response that ended is not finished."
            expected = "completed"
            yield Violation(f"{at}/output/{place}/status", message, expected, item.get("status"))
            return


def _is_number(value: Json) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


_Change = Callable[[JsonObject], None]


def _set(member: str, value: Json) -> _Change:
    return lambda response: response.update({member: value})


def _one_unfinished(response: JsonObject) -> None:
    object_of(items_of(response["output"])[0])["status"] = "in_progress"


def _in_last(change: _Change) -> Callable[[list[Frame]], None]:
    return lambda stream: change(object_of(object_of(stream[-1][1])["response"]))


def _first_state(stream: list[Frame]) -> None:
    object_of(object_of(stream[0][1])["response"])["status"] = "completed"


def _there_at_once(stream: list[Frame]) -> None:
    done = object_of(object_of(stream[-1][1])["response"])["output"]
    object_of(object_of(stream[0][1])["response"])["output"] = [*items_of(done)]


def _done_in_progress(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == DONE:
            object_of(event["item"])["status"] = "in_progress"


_WHY_NOT: Final = {"reason": "max_output_tokens"}


def _mutations() -> Iterator[Mutation]:
    for fault, change in (
        ("an item in progress", _one_unfinished),
        ("complete, and why not", _set("incomplete_details", dict(_WHY_NOT))),
        ("completed before it was created", _set("completed_at", 1_600_000_000)),
    ):
        for mode, make in (
            (Mode.BLOCKING, edit.body(change)),
            (Mode.STREAMING, edit.frames(_in_last(change))),
        ):
            yield Mutation("openai-responses", mode, "single_call", make, fault)
    blocking = edit.body(_set("status", "in_progress"))
    yield Mutation("openai-responses", Mode.BLOCKING, "single_call", blocking, "in progress")
    for fault, streamed in (
        ("completed as it is created", _first_state),
        ("its items as it is created", _there_at_once),
        ("item done and in progress", _done_in_progress),
    ):
        made = edit.frames(streamed)
        yield Mutation("openai-responses", Mode.STREAMING, "single_call", made, fault)


RULE = Rule(
    id="TC122",
    name="responses-states",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "A response, its items and its events agree on how far it is: a whole one is not in "
        "progress (unless it runs in the background), a completed one has neither error nor "
        "incomplete_details and no message or call that is not completed, an incomplete one says "
        "why, an item that is done is not in progress, nothing is completed before it was created, "
        "and a response has no items as it is created. A call that a program of the server made may "
        "wait for its result."
    ),
    why=(
        "Clients wait for what is in progress, and run what is completed: a call is polled for "
        "that will never change, or half of one is run."
    ),
    breaks="The Vercel AI SDK (the call is not run where a completed response says why it is not).",
    workaround="Take the event's name, and of a body that it came at all, for its state.",
    source=Source(
        "spec",
        "openai 3.52.0 types: response.py, response_status.py, response_function_tool_call.py",
        "https://developers.openai.com/api/reference/resources/responses",
        "2026-11-23",
    ),
    check=_states,
    mutations=tuple(_mutations()),
)
