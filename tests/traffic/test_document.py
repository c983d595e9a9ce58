"""JSON documents, and streams without a name."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import bounded, document
from toolwire.traffic.unreadable import Unreadable

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

LINE: dict[str, Any] = {"response": {"status": 200, "body": {"n": 1}}}
HAR: dict[str, Any] = {
    "log": {
        "entries": [
            {
                "request": {"method": "POST", "url": "https://a.test"},
                "response": {"status": 200, "content": {"text": '{"n": 1}'}},
            }
        ]
    }
}
CASSETTE: dict[str, Any] = {
    "interactions": [
        {
            "request": {"method": "POST", "uri": "https://a.test", "body": None},
            "response": {"status": {"code": 200}, "body": {"string": '{"n": 1}'}},
        }
    ]
}
YAML = """\
interactions:
- request: {method: POST, uri: "https://a.test"}
  response: {status: {code: 200}, body: {string: '{"n": 1}'}}
"""


def _texts(items: list[Exchange | Unreadable]) -> list[str]:
    return [
        item.response.body.decode() if isinstance(item, Exchange) else item.reason for item in items
    ]


def _document(text: bytes) -> list[Exchange | Unreadable]:
    return list(document.read(io.BytesIO(text), "a.json"))


def _unnamed(text: bytes) -> list[Exchange | Unreadable]:
    return list(document.read_unnamed(io.BytesIO(text), "-"))


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (LINE, 1),
        ([LINE, LINE], 2),
        (HAR, 1),
        (CASSETTE, 1),
        ({"meta": {"name": "a"}, "recordings": [LINE, LINE]}, 2),
        ([], 0),
        ({"http_interactions": []}, 0),
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_each_kind_of_document_is_known(
    value: object, count: int, indent: int | None, mark: bytes
) -> None:
    """Exchanges, lists of them, archives and cassettes are told apart, named or not."""
    text = mark + json.dumps(value, indent=indent).encode()
    for items in (_document(text), _unnamed(text)):
        assert [json.loads(body) for body in _texts(items)] == [{"n": 1}] * count


@pytest.mark.parametrize("held", [list, lambda it: {"meta": {}, "recordings": it}])
def test_a_stream_that_was_kept_in_pieces_is_put_together(held: Any) -> None:
    """Mastra's recorder keeps pieces of text: taken for empty, a whole stream ends early."""
    pieces = ['data: {"n":', " 1}\n\nda", "ta: [DONE]\n\n"]
    kept = {"status": 200, "headers": {"content-type": "text/event-stream"}, "chunks": pieces}
    (read,) = _document(json.dumps(held([{"response": kept}])).encode())
    assert isinstance(read, Exchange)
    assert read.response.body == "".join(pieces).encode()
    assert read.fidelity is Fidelity.WIRE


def test_pieces_that_are_no_text_are_refused_and_those_beside_a_body_passed_over() -> None:
    """Nothing else that is called so is taken for a body."""
    beside = {"status": 200, "body": {"n": 1}, "chunks": 3}
    alone = {"status": 200, "chunks": [{"a": 1}]}
    read, bad = _document(json.dumps([{"response": beside}, {"response": alone}]).encode())
    assert isinstance(read, Exchange)
    assert json.loads(read.response.body) == {"n": 1}
    assert isinstance(bad, Unreadable)
    assert bad.reason.startswith("not an exchange: Expected `str`, got `object`")


def test_recordings_that_are_no_list_are_no_exchanges() -> None:
    """An object of another make is told as one."""
    (bad,) = _document(b'{"recordings": {"a": 1}}')
    assert isinstance(bad, Unreadable)
    assert bad.foreign


def test_items_of_a_list_are_told_one_by_one() -> None:
    """A bad item of a list is told by number; the others are read."""
    first, bad, last = _document(json.dumps([LINE, {"a": 1}, LINE]).encode())
    assert isinstance(first, Exchange)
    assert first.evidence.source == "a.json item 1"
    assert isinstance(bad, Unreadable)
    assert bad.position == "item 2"
    assert isinstance(last, Exchange)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"{", "not JSON"),
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"3", "not JSON"),
        (b"{}", "not an exchange"),
        (b"[" * 100_000, "not JSON"),
        (b'{"a":' * 100_000, "not JSON"),
        (b'{"log": 3}', "not a HAR"),
        (b'{"interactions": 3}', "not a cassette"),
        (b'{"interactions": [' + b"[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_document_is_told(text: bytes, reason: str) -> None:
    """Anything else is one unreadable with its reason."""
    (bad,) = _document(text)
    assert isinstance(bad, Unreadable)
    assert bad.position == "whole file"
    assert reason in bad.reason


def test_a_document_that_is_too_large_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A document over the limit is not parsed."""
    monkeypatch.setattr(bounded, "MAX_BYTES", 100)
    (bad,) = _document(b"[" + b" " * 100 + b"]")
    assert isinstance(bad, Unreadable)
    assert "larger than" in bad.reason


def test_unnamed_lines_are_read_line_by_line() -> None:
    """JSON Lines on stdin are handed on before the stream ends."""
    row = json.dumps(LINE).encode() + b"\n"

    class Endless(io.BytesIO):
        taken = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.taken += 1
            return row

    stream = Endless()
    items = document.read_unnamed(stream, "-")
    assert all(isinstance(next(items), Exchange) for _ in range(5))
    assert stream.taken <= 6


def test_unnamed_yaml_is_read() -> None:
    """What does not begin as JSON is taken for YAML."""
    assert _texts(_unnamed(YAML.encode())) == ['{"n": 1}']
    assert _texts(_unnamed(b"---\n" + YAML.encode())) == ['{"n": 1}']


def test_unnamed_broken_lines_do_not_hide_the_others() -> None:
    """A stream whose first line is broken is still JSON Lines."""
    row = json.dumps(LINE).encode()
    bad, good = _unnamed(b'{"a": nonsense}\n' + row)
    assert isinstance(bad, Unreadable)
    assert bad.position == "line 1"
    assert isinstance(good, Exchange)


@PATIENT
@given(st.binary() | st.text().map(str.encode))
def test_garbage_never_raises(data: bytes) -> None:
    """Any bytes, named or not, are read or told."""
    for item in (*_document(data), *_unnamed(data)):
        assert isinstance(item, Exchange | Unreadable)
