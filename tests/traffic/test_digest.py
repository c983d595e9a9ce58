"""Digests that tell recordings apart."""

from __future__ import annotations

import io
from hashlib import sha256

from toolwire.model.exchange import Exchange
from toolwire.traffic import jsonl
from toolwire.traffic.digest import digest_of


def test_a_digest_is_the_first_quarter_of_that_of_the_bytes() -> None:
    """Whoever has the bytes can make it again."""
    assert digest_of(b"abc") == sha256(b"abc").hexdigest()[:16]


def test_a_line_is_read_with_the_digest_of_its_body() -> None:
    """The digest is of the bytes that are judged: those of a body stored as JSON as they stand."""
    line = b'{"response": {"status": 200, "body": {"a":  1}}}\n'
    (read,) = jsonl.read(io.BytesIO(line), "x.jsonl")
    assert isinstance(read, Exchange)
    assert read.response.body == b'{"a":  1}'
    assert read.evidence.sha256 == digest_of(b'{"a":  1}')
