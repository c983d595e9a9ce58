"""TC913: eventstream-framing."""

from __future__ import annotations

from toolwire.io.framing import eventstream
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.edit import Frame, header, raw_body
from toolwire.rules.mutate.faults import STREAM, streaming
from toolwire.rules.rule import Mode, Mutation, Rule, Severity, Source
from toolwire.rules.streaming.stream_bedrock import framing


def _flipped(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def _nameless(stream: list[Frame]) -> None:
    stream[-1] = (None, stream[-1][1])


def _unsaid(data: bytes) -> bytes:
    return b"".join(
        eventstream.encode(
            {name: value for name, value in one.headers.items() if name != ":message-type"},
            one.payload,
        )
        for one in eventstream.decode(data).messages
    )


def _called_messages(data: bytes) -> bytes:
    """Call each event a message, which is none of the kinds that there are."""
    return b"".join(
        eventstream.encode({**one.headers, ":message-type": "message"}, one.payload)
        for one in eventstream.decode(data).messages
    )


def _lines(data: bytes) -> bytes:
    return b"".join(
        b'{"%s":%s}\n' % (str(one.headers[":event-type"]).encode(), one.payload)
        for one in eventstream.decode(data).messages
    )


def _called_lines(exchange: Exchange) -> Exchange:
    """Write the messages on lines, and say so: the first ones show it."""
    called = header("content-type", "application/json")(exchange)
    return raw_body(lambda data: b"".join(_lines(data).splitlines(keepends=True)[:2]))(called)


RULE = Rule(
    id="TC913",
    name="eventstream-framing",
    severity={"bedrock-converse": Severity.ERROR},
    statement=(
        "The body is an event stream, whatever its content type says (of somebody's recording, "
        "where it says so). Every message of it is whole, its two checksums fit its bytes, and its "
        "headers say what it is: :message-type, which is event, exception or error, and :event-type "
        "(:exception-type of an exception)."
    ),
    why="AWS's SDKs check both sums and end the stream with an error; without a type the "
    "payload is nothing.",
    breaks="botocore (ChecksumMismatch) and with it boto3, pydantic-ai and every AWS SDK; "
    "without :message-type AWS's SDK for JavaScript (TypeError) and the Vercel AI SDK (nothing read). "
    "Of another kind botocore reads an event.",
    workaround="Ask again without streaming: an AWS SDK ends the stream there.",
    source=Source(
        "docs",
        "Event stream encoding; botocore 1.44.5 eventstream.py",
        "https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html",
        "2026-11-21",
    ),
    check=framing,
    modes=STREAM,
    needs_wire=True,
    needs_ids=True,
    mutations=(
        Mutation(
            "bedrock-converse", Mode.STREAMING, "plain_text", raw_body(_flipped), "wrong checksum"
        ),
        streaming("bedrock-converse", _nameless, "no event type", "plain_text"),
        Mutation(
            "bedrock-converse", Mode.STREAMING, "plain_text", raw_body(_unsaid), "no message type"
        ),
        Mutation(
            "bedrock-converse",
            Mode.STREAMING,
            "plain_text",
            raw_body(_called_messages),
            "another message type",
        ),
        Mutation("bedrock-converse", Mode.STREAMING, "plain_text", raw_body(_lines), "JSON lines"),
        Mutation(
            "bedrock-converse",
            Mode.STREAMING,
            "plain_text",
            _called_lines,
            "JSON lines that say so",
        ),
    ),
)
