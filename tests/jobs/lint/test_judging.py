"""What is done with an exchange before and after it is judged."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from toolwire.dialects import load_dialect
from toolwire.jobs.lint.judging import digested, judge, masked
from toolwire.model.exchange import (
    Chunk,
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Mode,
    Request,
    Response,
)
from toolwire.rules.mutate.scenarios import clean

_BODY = b'{"ok":true}'
#: Nothing in it is as it would be by itself.
_FULL = Exchange(
    Request("POST", "https://api.example/v1", (("a", "b"),), b"{}"),
    Response(201, (("c", "d"),), _BODY, (Chunk(_BODY, 0.5),), ("header e",), stand_ins=True),
    Evidence(EvidenceLevel.IMPORTED, "traffic.har 3", "2026-11-23", None, "proxy.example"),
    Fidelity.NORMALISED,
    "acme",
)


def test_a_digest_is_all_that_is_added() -> None:
    """An exchange with its digest says everything else that it said before."""
    digest = hashlib.sha256(_BODY).hexdigest()[:16]

    assert digested(_FULL) == replace(_FULL, evidence=replace(_FULL.evidence, sha256=digest))
    assert digested(_FULL).response is _FULL.response


def test_a_digest_that_is_there_stays() -> None:
    """What a recorder said of its own file is not said otherwise."""
    known = replace(_FULL, evidence=replace(_FULL.evidence, sha256="0123456789abcdef"))

    assert digested(known) is known


def test_findings_without_secrets_are_left_alone() -> None:
    """What has nothing to mask is handed on as it was judged."""
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    body = exchange.response.body.replace(b'"index":0', b'"index":0,"novelty":1')
    judged = judge(replace(exchange, response=replace(exchange.response, body=body)))

    assert judged.findings
    assert masked(judged) is judged
