"""What stand-ins stand for: the server's own words, and never a key of this run."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from toolwire.io.framing import sse
from toolwire.io.secrets.known import NOTHING, known
from toolwire.io.secrets.search import hidden_text
from toolwire.io.secrets.standin import folded, stand_in
from toolwire.model.exchange import Request, Response
from toolwire.transport.scrub.exchange import Scrubbed, scrub

KEY = "sk-" + "proj-" + "Ab1cd7" * 6
OTHER = "made-" + "up-Key-4711"
ASKED = Request("POST", "https://api.acme.test/v1", (), b'{"to": "asker@corp.io"}')


def scrubbed(body: bytes, *values: str) -> Scrubbed:
    """Return an exchange with that answer, scrubbed."""
    return scrub(ASKED, Response(200, (), body), known(values))


def test_a_stand_in_keeps_the_class_of_each_sign() -> None:
    """Small letters, capitals and digits stay such, and so do escapes and every other sign."""
    assert stand_in(b"Jane-Doe_7@corp.io") == b"Xxxx-Xxx_0@xxxx.xx"
    assert (
        stand_in(rb"a%41%61%30\u0041\u0061\u0031\n\u00e9")
        == rb"x%58%78%30\u0058\u0078\u0030\n\u00e9"
    )


def test_pairs_say_what_the_answer_said() -> None:
    """What was masked of the answer, not of the request, is there as it was spelled."""
    one = scrubbed(b'{"id": "jane.doe7@corp.io"}')
    assert one.stood_for == ((b"xxxx.xxx0@xxxx.xx", b"jane.doe7@corp.io"),)
    assert one.response.body == b'{"id": "xxxx.xxx0@xxxx.xx"}'
    assert b"asker" not in one.request.body


def test_pairs_are_there_with_escapes_undone() -> None:
    """A sender that writes the decoded text finds its pair too."""
    pairs = dict(scrubbed(rb'{"id": "jane\u0040corp.io"}').stood_for)
    assert pairs == {
        rb"xxxx\u0040xxxx.xx": rb"jane\u0040corp.io",
        b"xxxx@xxxx.xx": b"jane@corp.io",
    }


def test_pairs_of_a_stream_are_joined() -> None:
    """What went over several events is one pair."""
    deltas = ["jane.", "doe@cor", "p.io"]
    body = b"".join(sse.encode(json.dumps({"delta": delta}), "delta") for delta in deltas)
    assert (b"xxxx.xxx@xxxx.xx", b"jane.doe@corp.io") in scrubbed(body).stood_for


@pytest.mark.parametrize(
    "text",
    [
        KEY,
        f"Bearer {KEY}",
        f"api_key={KEY}-more",
        b64encode(f"user:{KEY}".encode()).decode(),
        f"Basic {b64encode(f'user:{KEY}'.encode()).decode()}",
        f"https://user:{KEY}@h.test",
    ],
)
def test_a_key_of_this_run_is_in_no_pair(text: str) -> None:
    """Whatever else it looks like: it never goes back into a request's body."""
    one = scrubbed(json.dumps({"said": text}).encode(), KEY)
    assert one.stood_for == ()
    assert OTHER.encode() not in one.response.body


def test_a_stand_in_of_two_values_stands_for_none() -> None:
    """Nobody can tell which of them is meant."""
    assert scrubbed(b'{"a": "jane@corp.io, june@corp.io, jo@corp.io"}').stood_for == (
        (b"xx@xxxx.xx", b"jo@corp.io"),
    )


def test_known_values_are_joined() -> None:
    """Keys of several providers are looked for at once, and in text as in bytes."""
    both = known([KEY]) | known([OTHER]) | NOTHING
    text = f"it is {OTHER} and {KEY}, é"
    clean = hidden_text(text, both)
    assert "4711" not in clean
    assert "Ab1" not in clean
    assert clean.endswith(", é")
    assert hidden_text("nothing é here", both) == "nothing é here"


def test_the_older_form_is_the_same_for_comparing() -> None:
    """Every letter and digit was an `x` once, escaped ones too."""
    older = rb"xxxx.xxx@xxxx.xx x%78 \u0078"
    assert folded(stand_in(rb"Jane.D7e@corp.io 1%41 \u0037")) == folded(older)
