"""Tapes of huggingface.js: exchanges under the hashes of their requests."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from toolwire import traffic
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Fidelity
from toolwire.traffic import Unreadable

URL = "https://router.huggingface.co/v1/chat/completions"
TOLD: JsonObject = {"content-type": "application/json"}


def tape(told: str, **init: str) -> JsonObject:
    """Return one tape."""
    answer: JsonObject = {"body": told, "status": 200, "statusText": "OK", "headers": TOLD}
    return {"url": URL, "init": {"headers": {}, "method": "POST", **init}, "response": answer}


def read(tmp_path: Path, tapes: JsonObject) -> list[Exchange | Unreadable]:
    """Return what a file of tapes holds."""
    path = tmp_path / "tapes.json"
    path.write_text(json.dumps(tapes))
    return list(traffic.read([path]))


def test_each_tape_is_an_exchange(tmp_path: Path) -> None:
    """Bodies are the bytes that went over the wire; a request body may not have been kept."""
    first, second = read(tmp_path, {"a1": tape('{"a": 1}', body="{}"), "b2": tape("")})
    assert isinstance(first, Exchange)
    assert isinstance(second, Exchange)
    assert first.request is not None
    assert (first.request.method, first.request.url) == ("POST", URL)
    assert (first.request.body, first.response.body) == (b"{}", b'{"a": 1}')
    assert (first.fidelity, first.response.header("content-type")) == (
        Fidelity.WIRE,
        "application/json",
    )
    assert second.request is not None
    assert (second.request.body, second.response.body) == (b"", b"")


def test_a_body_of_bytes_is_a_data_address(tmp_path: Path) -> None:
    """Its base64 is undone, and a tape without `init` is a GET."""
    packed = "data:application/octet-stream;base64," + base64.b64encode(b"\x00\xff").decode()
    bare = {key: value for key, value in tape(packed).items() if key != "init"}
    (exchange,) = read(tmp_path, {"a1": bare})
    assert isinstance(exchange, Exchange)
    assert exchange.response.body == b"\x00\xff"
    assert exchange.request is not None
    assert exchange.request.method == "GET"


def test_a_damaged_tape_is_told_and_the_rest_read(tmp_path: Path) -> None:
    """A member that is no tape is one line."""
    damaged: JsonObject = {"url": URL, "response": {"body": "", "status": "200"}}
    first, second = read(tmp_path, {"a1": tape("{}"), "b2": damaged})
    assert isinstance(first, Exchange)
    assert isinstance(second, Unreadable)
    assert (second.position, "no tape" in second.reason) == ("tape 2", True)
