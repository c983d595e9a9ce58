"""TC914: bedrock-events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.arguments.arguments import markup_of
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import STREAM, streaming
from toolwire.rules.rule import (
    Mode,
    Mutation,
    Reading,
    Rule,
    Severity,
    Shim,
    Source,
    Violation,
)
from toolwire.rules.streaming.order import NumberedParts
from toolwire.rules.streaming.stream_bedrock import framing
from toolwire.rules.streaming.streaming import asks_unchecked, shifted
from toolwire.rules.views.dialect_paths import arguments_at, cut_short
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.places import fragment_of
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.streamed import resent
from toolwire.rules.views.wrapped import wrapped

#: The member of a piece that is of the model's thoughts.
_THOUGHT: Final = "reasoningContent"


class _EventOrder:
    """Where a stream stands: what may come next.

    Args:
        ends: whether a messageStop comes at all; where none does, nothing comes before it.
    """

    def __init__(self, *, ends: bool) -> None:
        self.ends = ends
        self.started = False
        self.stopped = False
        self.counted = False
        self.blocks = NumberedParts(
            "block",
            "A piece is not of the open block.",
            "A contentBlockStop is not of the open block.",
        )

    def take(self, name: str, data: JsonObject) -> str | None:
        """Take the next event; return what is wrong with its place, or None."""
        step = _STEPS.get(name)
        if step is None:
            return None
        if self.stopped and name != "metadata":
            return "An event of the message follows messageStop."
        if not self.started and name != "messageStart":
            return "The stream does not begin with messageStart."
        return step(self, data.get("contentBlockIndex"))

    def message_start(self, _: Json) -> str | None:
        """Begin the message, once."""
        again, self.started = self.started, True
        return "The stream has a second messageStart." if again else None

    def delta(self, index: Json) -> str | None:
        """Grow the open block; a block of text is opened by its first piece."""
        return self.blocks.grow(index) if self.blocks.open else self.blocks.start(index)

    def message_stop(self, _: Json) -> str | None:
        """End the message."""
        self.stopped = True
        return "The message ends inside a block." if self.blocks.open else None

    def metadata(self, _: Json) -> str | None:
        """Tell what it took, once and at the end."""
        again, self.counted = self.counted, True
        if again:
            return "The stream has a second metadata event."
        early = self.ends and not self.stopped
        return "The metadata come before messageStop." if early else None


_STEPS: Mapping[str, Callable[[_EventOrder, Json], str | None]] = {
    "contentBlockDelta": _EventOrder.delta,
    "contentBlockStart": lambda order, index: order.blocks.start(index),
    "contentBlockStop": lambda order, index: order.blocks.close(index),
    "messageStart": _EventOrder.message_start,
    "messageStop": _EventOrder.message_stop,
    "metadata": _EventOrder.metadata,
}


def _events(reading: Reading) -> Iterator[Violation]:
    if any(framing(reading)):
        # What is missing was lost with a broken message, which is TC913's.
        return
    for event in wrapped(reading):
        message = "The members of an event stand in an object of its name."
        yield Violation(f"event[{event.number}]/{event.name}", message, None, "an object")
        return
    order = _EventOrder(ends=any(event.name == "messageStop" for event in reading.events))
    for event in reading.events:
        if isinstance(event.json, dict):
            problem = order.take(event.name or "", event.json)
            if problem is not None:
                at = f"event[{event.number}]"
                yield Violation(at, problem, None, event.json.get("contentBlockIndex"))
                return
    if reading.events and not any(event.name in _STEPS for event in reading.events):
        message = "No event has a name of the format's."
        yield Violation("event[0]", message, "messageStart", reading.events[0].name)
    elif reading.events and not order.stopped:
        at = f"event[{len(reading.events)}]"
        yield Violation(at, "The stream ends without messageStop.", "messageStop")
    yield from _mixed(reading)
    mixed = [*_texts_of_calls(reading)]
    yield from mixed or _inputs(reading)


def _texts_of_calls(reading: Reading) -> Iterator[Violation]:
    """Yield a piece of text in a block that was opened as a call: its input is then elsewhere, or lost."""
    opened: set[str] = set()
    for event in reading.events:
        data = object_of(event.json) if isinstance(event.json, dict) else {}
        block = str(data.get("contentBlockIndex"))
        if "toolUse" in object_of(data.get("start")):
            opened.add(block)
        elif block in opened and "text" in object_of(data.get("delta")):
            at = f"event[{event.number}]/delta/text"
            yield Violation(at, "A block of a call has a piece of text.", "toolUse", "text")
            return


def _mixed(reading: Reading) -> Iterator[Violation]:
    """Yield a block that has thoughts and something else: no block of a whole reply has both."""
    kinds: dict[str, set[bool]] = {}
    for event in reading.events:
        data = object_of(event.json) if isinstance(event.json, dict) else {}
        delta = object_of(data.get("delta"))
        if event.name == "contentBlockDelta" and delta:
            held = kinds.setdefault(str(data.get("contentBlockIndex")), set())
            held.add(_THOUGHT in delta)
            if len(held) > 1:
                at = f"event[{event.number}]/delta"
                message = "A block has thoughts and something else."
                kind = min(delta)
                yield Violation(at, message, "one kind of block", kind, Severity.WARNING)
                return


def _inputs(reading: Reading) -> Iterator[Violation]:
    if cut_short(reading) or not reading.reply.tool_calls:
        return
    copied = resent(reading)
    for call in reading.reply.tool_calls:
        spoilt = call.pointer in copied or markup_of(reading, call) is not None
        if call.parse_error is not None and not spoilt:
            message = "The joined fragments of the input are not one JSON value."
            milder = Severity.INFO if asks_unchecked(reading, call.name) else None
            at = arguments_at(reading, call)
            yield Violation(at, message, "JSON", excerpt(call.raw), milder)


def _drop(name: str) -> Callable[[list[Frame]], list[Frame]]:
    return lambda stream: [frame for frame in stream if frame[0] != name]


def _one_as_text(stream: list[Frame]) -> None:
    """Tell the first piece of a thought as text, and leave the others where they are."""
    pieces = [object_of(object_of(payload).get("delta")) for _, payload in stream]
    thought = next(one for one in pieces if "text" in object_of(one.get(_THOUGHT)))
    thought["text"] = object_of(thought.pop(_THOUGHT))["text"]


def _told_among_thoughts(exchange: Exchange) -> Exchange:
    answer = Answer(text="Hello.", reasoning="The user greets me, and wants nothing.")
    thought = answered(answer)("bedrock-converse", Mode.STREAMING)
    return edit.frames(_one_as_text)(thought(exchange))


def _wrapped(stream: list[Frame]) -> list[Frame]:
    return [(name, {name or "": payload}) for name, payload in stream]


def _input_as_text(stream: list[Frame]) -> None:
    """Send the input of a call as pieces of text."""
    for _, payload in stream:
        delta = object_of(object_of(payload).get("delta"))
        if "toolUse" in delta:
            delta["text"] = object_of(delta.pop("toolUse")).get("input")


def _cut_input(stream: list[Frame]) -> None:
    found = [fragment_of("bedrock-converse", object_of(payload)) for _, payload in stream]
    holder, member = [holder for holder in found if holder is not None][-1]
    holder[member] = ""


RULE = Rule(
    id="TC914",
    name="bedrock-events",
    severity={"bedrock-converse": Severity.ERROR},
    statement=(
        "messageStart comes first; blocks are numbered from 0 without gaps, one after the other; a "
        "call is opened by contentBlockStart, text by its first piece; each is closed by "
        "contentBlockStop; messageStop ends the message. The fragments of an input join to one JSON "
        "value, unless the message was cut short; where the request asks Claude for fine-grained "
        "streaming, other text is information. A block that has thoughts and something else is a "
        "warning."
    ),
    why="Clients assemble by block index and run a call when its block stops.",
    breaks=(
        "pydantic-ai and boto3's users have half an input where a fragment is missing and no "
        "stop reason without messageStop; so has every client that parses the joined input "
        "when its block stops."
    ),
    workaround="Take the end of the body for messageStop.",
    source=Source(
        "spec",
        "botocore 1.44.5 service model bedrock-runtime, ConverseStreamOutput",
        "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html",
        "2026-11-21",
    ),
    check=_events,
    modes=STREAM,
    needs_wire=True,
    mutations=(
        streaming("bedrock-converse", _drop("messageStart"), "no messageStart"),
        streaming("bedrock-converse", shifted("contentBlockIndex"), "blocks from 1"),
        streaming(
            "bedrock-converse", _drop("contentBlockStop"), "blocks not closed", "mixed_content"
        ),
        streaming("bedrock-converse", _drop("messageStop"), "no messageStop"),
        streaming("bedrock-converse", _cut_input, "last fragment missing"),
        streaming("bedrock-converse", _wrapped, "wrapped"),
        streaming("bedrock-converse", _input_as_text, "input as text"),
        Mutation(
            "bedrock-converse",
            Mode.STREAMING,
            "plain_text",
            _told_among_thoughts,
            "a thought as text",
        ),
    ),
    shim=Shim("end_of_body_ends_stream"),
)
