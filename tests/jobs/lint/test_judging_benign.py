"""Exchanges that no conforming server or client may be accused of, of our own making."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolwire.io import declarative
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.jobs.lint.judging import judge
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.observation import Severity

HERE = Path(__file__).parent / "benign"


def _cases() -> Iterator[object]:
    for path in sorted(HERE.glob("*.yaml")):
        document = object_of(declarative.load(path).value)
        common = object_of(document.get("answers"))
        for case in items_of(document["cases"]):
            row = object_of(case)
            if "like" in row:
                base = object_of(common[string_of(row["like"]) or ""])
                row = {**row, "answer": {**base, **object_of(row.get("answer"))}}
            yield pytest.param(row, id=f"{path.stem}: {row['name']}")


def _body(row: JsonObject) -> tuple[str, bytes]:
    """Return the content type and the bytes of an answer, which stands in one of four forms."""
    if "events" in row:
        return "text/event-stream", b"".join(map(_event, items_of(row["events"])))
    if "lines" in row:
        lines = [json.dumps(line) + "\n" for line in items_of(row["lines"])]
        return "application/x-ndjson", "".join(lines).encode()
    if "text" in row:
        kind = string_of(row.get("type")) or "text/event-stream"
        return kind, (string_of(row["text"]) or "").encode()
    if "base64" in row:
        kind = string_of(row.get("type")) or "application/octet-stream"
        return kind, base64.b64decode(string_of(row["base64"]) or "")
    return "application/json", json.dumps(row["answer"]).encode() if "answer" in row else b""


def _event(event: Json) -> bytes:
    if isinstance(event, str):
        return event.encode() + b"\n\n"
    kind = object_of(event).get("type")
    name = f"event: {kind}\n" if isinstance(kind, str) else ""
    return f"{name}data: {json.dumps(event)}\n\n".encode()


def exchange_of(row: JsonObject) -> Exchange:
    """Return the exchange that a row describes."""
    kind, body = _body(row)
    sent = row.get("request")
    method = string_of(row.get("method")) or "POST"
    headers = (("content-type", "application/json"),)
    payload = b"" if sent is None else json.dumps(sent).encode()
    request = Request(method, string_of(row["url"]) or "", headers, payload)
    status = row.get("status", 200)
    assert isinstance(status, int)
    evidence = Evidence(EvidenceLevel.IMPORTED, "2026-11-23", f"benign: {row['name']}")
    return Exchange(request, Response(status, (("content-type", kind),), body), evidence)


@pytest.mark.parametrize("row", list(_cases()))
def test_nobody_is_accused(row: JsonObject) -> None:
    """An exchange that its vendor documents or answers is recognised and not accused."""
    judged = judge(exchange_of(row))
    assert judged.missed == ()
    assert judged.detected.dialect == row["dialect"], judged.detected
    accused = [f for f in judged.all_findings if f.severity is not Severity.INFO]
    assert accused == []
