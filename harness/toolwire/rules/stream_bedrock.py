"""Rules about Bedrock's streams: the messages that frame them, and the order of their events.

Both numbers are ours: the catalogue has no rule about either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from toolwire.io.framing import eventstream
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.arguments_text import markup_of
from toolwire.rules.edit import Frame, frames, raw_body
from toolwire.rules.excerpt import excerpt
from toolwire.rules.places import FRAGMENTS
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.streamed import resent
from toolwire.rules.wires import BEDROCK, arguments_at, cut_short

__all__ = ["RULES"]

_READ = "2026-11-21"
_STREAM = (Mode.STREAMING,)


def _framing(reading: Reading) -> Iterator[Flaw]:
    data = reading.exchange.response.body
    if not data.startswith(b"\0"):
        return
    # The decoder keeps what was wrong beside other things; only then it is worth a second look.
    kept = reading.reply.unread
    reasons = {problem.reason for problem in eventstream.decode(data).problems} if kept else set()
    for unread in kept:
        if unread.reason in reasons:
            yield Flaw(unread.pointer, "A message is broken.", "a sound message", unread.reason)
            break
    for event in reading.events:
        if event.name is None:
            message = "The message does not say what event it is."
            yield Flaw(f"event[{event.number}]", message, ":event-type", None)
            return


class _Order:
    """Where a stream stands: what may come next."""

    def __init__(self) -> None:
        self.started = False
        self.stopped = False
        self.told = False
        self.next = 0
        self.open: Json = None

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

    def start(self, index: Json) -> str | None:
        """Open the next block."""
        if self.open is not None:
            return "A block opens before the one before it is closed."
        if type(index) is not int or index != self.next:
            return "The blocks are not numbered from 0 without gaps."
        self.open = index
        self.next += 1
        return None

    def delta(self, index: Json) -> str | None:
        """Grow the open block; a block of text is opened by its first piece."""
        if self.open is None:
            return self.start(index)
        return None if index == self.open else "A piece is not of the open block."

    def stop(self, index: Json) -> str | None:
        """Close the open block."""
        if self.open is None or index != self.open:
            return "A contentBlockStop is not of the open block."
        self.open = None
        return None

    def message_stop(self, _: Json) -> str | None:
        """End the message."""
        self.stopped = True
        return "The message ends inside a block." if self.open is not None else None

    def metadata(self, _: Json) -> str | None:
        """Tell what it took, once and at the end."""
        again, self.told = self.told, True
        if again:
            return "The stream has a second metadata event."
        return None if self.stopped else "The metadata come before messageStop."


_STEPS: Mapping[str, Callable[[_Order, Json], str | None]] = {
    "contentBlockDelta": _Order.delta,
    "contentBlockStart": _Order.start,
    "contentBlockStop": _Order.stop,
    "messageStart": _Order.message_start,
    "messageStop": _Order.message_stop,
    "metadata": _Order.metadata,
}


def _events(reading: Reading) -> Iterator[Flaw]:
    if any(_framing(reading)):
        # What is missing was lost with a broken message, which is TC913's.
        return
    order = _Order()
    for event in reading.events:
        if isinstance(event.json, dict):
            problem = order.take(event.name or "", event.json)
            if problem is not None:
                at = f"event[{event.number}]"
                yield Flaw(at, problem, None, event.json.get("contentBlockIndex"))
                return
    if reading.events and not order.stopped:
        at = f"event[{len(reading.events)}]"
        yield Flaw(at, "The stream ends without messageStop.", "messageStop")
    yield from _inputs(reading)


def _inputs(reading: Reading) -> Iterator[Flaw]:
    if cut_short(reading) or not reading.reply.tool_calls:
        return
    copied = resent(reading)
    for call in reading.reply.tool_calls:
        spoilt = call.pointer in copied or markup_of(reading, call) is not None
        if call.parse_error is not None and not spoilt:
            message = "The joined fragments of the input are not one JSON value."
            yield Flaw(arguments_at(reading, call), message, "JSON", excerpt(call.raw))


def _drop(name: str) -> Callable[[list[Frame]], list[Frame]]:
    return lambda stream: [frame for frame in stream if frame[0] != name]


def _from_one(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        index = event.get("contentBlockIndex")
        if isinstance(index, int):
            event["contentBlockIndex"] = index + 1


def _cut_input(stream: list[Frame]) -> None:
    found = [FRAGMENTS[BEDROCK](object_of(payload)) for _, payload in stream]
    holder, member = [holder for holder in found if holder is not None][-1]
    holder[member] = ""


def _flipped(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def _nameless(stream: list[Frame]) -> None:
    stream[-1] = (None, stream[-1][1])


def _streaming(
    change: Callable[[list[Frame]], list[Frame] | None], fault: str, scenario: str = "single_call"
) -> Mutation:
    return Mutation(BEDROCK, Mode.STREAMING, scenario, frames(change), fault)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC913",
        name="eventstream-framing",
        severity={BEDROCK: Severity.ERROR},
        statement=(
            "Every message of the event stream is whole, its two checksums fit its bytes, and "
            "its header :event-type (:exception-type of an exception) says what it is."
        ),
        why="AWS's SDKs check both sums and end the stream with an error; without a type the "
        "payload is nothing.",
        breaks="botocore (ChecksumMismatch) and with it boto3, pydantic-ai and every AWS SDK.",
        workaround="Ask again without streaming: an AWS SDK ends the stream there.",
        source=Source(
            "docs",
            "Event stream encoding; botocore 1.44.5 eventstream.py",
            "https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html",
            _READ,
        ),
        check=_framing,
        modes=_STREAM,
        needs_wire=True,
        mutations=(
            Mutation(BEDROCK, Mode.STREAMING, "plain_text", raw_body(_flipped), "wrong checksum"),
            _streaming(_nameless, "no event type", "plain_text"),
        ),
    ),
    Rule(
        id="TC914",
        name="bedrock-events",
        severity={BEDROCK: Severity.ERROR},
        statement=(
            "messageStart comes first; blocks are numbered from 0 without gaps, one after the "
            "other; a call is opened by contentBlockStart, text by its first piece; each is "
            "closed by contentBlockStop; messageStop ends the message. The fragments of an input "
            "join to one JSON value, unless the message was cut short."
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
            "https://docs.aws.amazon.com/bedrock/latest/APIReference/"
            "API_runtime_ConverseStream.html",
            _READ,
        ),
        check=_events,
        modes=_STREAM,
        needs_wire=True,
        mutations=(
            _streaming(_drop("messageStart"), "no messageStart"),
            _streaming(_from_one, "blocks from 1"),
            _streaming(_drop("contentBlockStop"), "blocks not closed", "mixed_content"),
            _streaming(_drop("messageStop"), "no messageStop"),
            _streaming(_cut_input, "last fragment missing"),
        ),
    ),
)
