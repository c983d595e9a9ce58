"""Rules about a stream as a whole: its end, its usage, its constants, how a call is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import CallDelta, Reading
from toolwire.rules.mutate.edit import Frame, call_pieces
from toolwire.rules.rule import Source, Violation

GUIDE = "https://developers.openai.com/api/docs/guides/function-calling"

#: How a request asks Claude for fine-grained streaming, whose inputs may be no JSON: a member of the
#: tool and, before it was one, a word of a header, which clouds take in the body, and Converse beside
#: its own members (https://platform.claude.com/docs/en/agents-and-tools/tool-use/fine-grained-tool-streaming,
#: read 2026-11-24).
_EAGER: Final = "eager_input_streaming"
_BETA: Final = "anthropic-beta"
_BETA_IN_BODY: Final = "anthropic_beta"
_BESIDE: Final = "additionalModelRequestFields"
_UNCHECKED: Final = "fine-grained-tool-streaming"


def asks_unchecked(reading: Reading, name: str | None) -> bool:
    """Return whether a request asks for the input of a tool as the model writes it, unchecked."""
    sent, body = reading.exchange.request, object_of(reading.request)
    header = sent.header(_BETA) or "" if sent is not None else ""
    betas = (items_of(held.get(_BETA_IN_BODY)) for held in (body, object_of(body.get(_BESIDE))))
    marks = (header, *(mark for listed in betas for mark in listed))
    tools = map(object_of, items_of(body.get("tools")))
    eager = any(tool.get("name") == name and tool.get(_EAGER) is True for tool in tools)
    return eager or any(isinstance(mark, str) and _UNCHECKED in mark for mark in marks)


def edit_last(change: Callable[[JsonObject], None]) -> Callable[[list[Frame]], None]:
    """Change the last chunk that has choices."""

    def apply(stream: list[Frame]) -> None:
        held = [object_of(payload) for _, payload in stream]
        change([chunk for chunk in held if chunk.get("choices")][-1])

    return apply


def untyped(reading: Reading, member: str) -> Iterator[Violation]:
    """Yield the first event that does not say what it is: what clients make of the rest follows from it."""
    for event in reading.events:
        if isinstance(event.json, dict) and event.json.get(member) is None:
            message = "The event does not say its type."
            yield Violation(f"event[{event.number}]/{member}", message)
            return


def bared(member: str, kind: str, by: str = "type") -> Callable[[list[Frame]], None]:
    """Leave a member out of the events of one type, which stands in `by`."""

    def apply(stream: list[Frame]) -> None:
        for _, payload in stream:
            if object_of(payload).get(by) == kind:
                object_of(payload).pop(member)

    return apply


def renamed(kind: str, name: str | None) -> Callable[[list[Frame]], list[Frame]]:
    """Give the events of one name another name."""
    return lambda stream: [(name if f[0] == kind else f[0], f[1]) for f in stream]


ANTHROPIC_EVENTS = Source(
    "spec",
    "anthropic 2.11.0 types: raw_*_event.py; API documentation, streaming",
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
    "2026-11-21",
)


NAME = "function/name"


def id_of(piece: CallDelta) -> object:
    """Return the id of a piece of a call."""
    return piece.id


def name_of(piece: CallDelta) -> object:
    """Return the name of a piece of a call."""
    return piece.name


def late_delta(member: str) -> Callable[[list[Frame]], None]:
    """Move a member of the opening piece to the one after it."""

    def change(stream: list[Frame]) -> None:
        first, second = call_pieces(stream)[:2]
        if member == "id":
            second["id"] = first.pop("id")
        else:
            name = object_of(first["function"]).pop("name")
            object_of(second["function"])["name"] = name

    return change


def each_piece(change: Callable[[JsonObject], None]) -> Callable[[list[Frame]], None]:
    """Change every piece of a call but the one that opens it, in Cohere's events."""

    def apply(stream: list[Frame]) -> None:
        for kind, payload in stream:
            if kind == "tool-call-delta":
                message = object_of(object_of(object_of(payload)["delta"])["message"])
                change(object_of(message["tool_calls"]))

    return apply


def dropped(member: str, *kinds: str) -> Callable[[list[Frame]], list[Frame]]:
    """Leave out the events of some kinds, by the member that tells them."""
    return lambda stream: [f for f in stream if object_of(f[1]).get(member) not in kinds]


def twice(member: str, kind: str) -> Callable[[list[Frame]], list[Frame]]:
    """Send the events of a kind twice, by the member that tells it."""

    def again(frame: Frame) -> list[Frame]:
        return [frame] * (2 if object_of(frame[1]).get(member) == kind else 1)

    return lambda stream: [one for frame in stream for one in again(frame)]


def shifted(member: str) -> Callable[[list[Frame]], None]:
    """Let the numbers in a member of the events be one more."""

    def change(stream: list[Frame]) -> None:
        for event in (object_of(payload) for _, payload in stream):
            number = event.get(member)
            if isinstance(number, int):
                event[member] = number + 1

    return change
