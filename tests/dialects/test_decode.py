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
