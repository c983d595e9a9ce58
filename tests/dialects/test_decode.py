"""The way from an exchange to a reading, which all formats share."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire.dialects import errors, events
from toolwire.dialects.decode import ALWAYS, NEVER, Decoding
from toolwire.dialects.fold import Fold
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Fidelity, Response
from toolwire.model.reply import Absent, Reply, Unread, WireError

EVIDENCE = Evidence(EvidenceLevel.IMPORTED, "test")


def answered(status: int, body: bytes, **own: Any) -> Reply:
    """Return the reply of a made-up format to a body: events are lines, `no` is an error."""

    def error_of(response: Response, value: Json | Absent) -> WireError | None:
        found = value.get("no") if isinstance(value, dict) else None
        return WireError("no", None, "/no") if found else errors.status_error(response.status)

    def read(body: JsonObject, data: bytes) -> Fold:
        return Fold(texts=[f"{len(body)} {len(data)}"], complete=True)

    made = Decoding(
        name="made-up",
        conversation_of=lambda _body, _request: None,
        framing_of=lambda response: events.line_frames if b"\n" in response.body else None,
        read_body=read,
        read_stream=lambda frames: Fold(texts=[event.data for event in frames.events]),
        error_of=error_of,
        **own,
    )
    response = Response(status, (), body)
    return made.decode(Exchange(None, response, EVIDENCE, Fidelity.PARSED)).reply


@pytest.mark.parametrize(
    ("status", "body", "own", "reply"),
    [
        (200, b'{"a":1}', {}, Reply("1 7")),
        (200, b"[]", {}, Reply(complete=False, unread=(Unread("", "not an object"),))),
        (200, b"[]", {"odd": lambda _problem: Fold()}, Reply(complete=False)),
        (200, b'{"no":1}', {}, Reply("1 8", error=WireError("no", None, "/no"))),
        (200, b'{"no":1}', {"error_alone": ALWAYS}, Reply(error=WireError("no", None, "/no"))),
        (500, b"{}", {}, Reply(error=WireError("", None, "status"))),
        (500, b"{}", {"error_alone": NEVER}, Reply("0 2", error=WireError("", None, "status"))),
        (500, b"a\n", {}, Reply("a", error=WireError("", None, "status"), complete=False)),
        (
            500,
            b"a\n",
            {"failed": lambda _state, _frames: Fold(complete=True)},
            Reply(error=WireError("", None, "status")),
        ),
    ],
)
def test_the_way_from_an_exchange_to_a_reading(
    status: int, body: bytes, own: dict[str, Any], reply: Reply
) -> None:
    """An error status is an error, alone or beside what there is; odd bodies are noted."""
    assert answered(status, body, **own) == reply


def test_a_body_that_is_no_json_is_noted() -> None:
    """With an error status too, and then the error is read out of it as far as there is one."""
    good, bad = answered(200, b"{"), answered(500, b"{")
    assert [note.pointer for note in (*good.unread, *bad.unread)] == ["", ""]
    assert (good.complete, bad.complete) == (False, False)
    assert (good.error, bad.error) == (None, WireError("", None, "status"))


#: What a last event has -> whether an answer stored alone, and any recording, has all of it.
LAST = {
    'data: {"a": 1}': (True, False),
    'event: stop\ndata: {"a": 1}': (True, False),
    'data: {"a": 1\ndata: }': (True, False),
    "data:[DONE]": (True, True),
    "data: [DONE] ": (True, True),
    'event: message_stop\ndata: {"type":"message_stop"  }': (True, True),
    'event: message_stop\ndata: {"type": "message_stop", "usage": {}}': (True, False),
    'data: {"type": "response.completed", "response": {}}': (True, True),
    'data: {"type": "message-end", "delta": {}}': (True, True),
    'data: {"type": "response.output_text.done"}': (True, False),
    'data: {"a": ': (False, False),
    "data: 1": (False, False),
    'data: {"a": 1}\ndata: {"b"': (False, False),
    'data: {"a": 1}\ndata: {"b": 2}': (False, False),
    "event: stop": (False, False),
    "data: [DO": (False, False),
}


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("last", LAST)
def test_the_last_blank_line_may_be_dropped_in_storing(last: str, end: str) -> None:
    """Of an answer stored alone the last event counts if it is whole; a server has to end it."""
    ended = f"data: {{}}\n\n{last}\n\n".encode()
    response = Response(200, (), f"data: {{}}\n\n{last}{end}".encode())
    for level in EvidenceLevel:
        for fidelity in Fidelity:
            exchange = Exchange(None, response, Evidence(level, "test"), fidelity)
            read = events.sse_frames(events.as_sent(exchange))
            counts = LAST[last][0 if fidelity is Fidelity.EDITED else 1]
            assert read.whole is (counts and level is EvidenceLevel.IMPORTED)
            assert (read == events.sse_frames(ended)) is read.whole


@pytest.mark.parametrize("body", [b'{"a": 1}\n', b'{"text": "\ndata: {}"}\ndata: {}', b""])
def test_only_server_sent_events_are_ended(body: bytes) -> None:
    """A body that is something else, and one with all its lines, stay what they are."""
    kept = Exchange(None, Response(200, (), body), EVIDENCE)
    assert events.as_sent(kept) is body
