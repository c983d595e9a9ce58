"""Where a dialect is served, and what an address asks for."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.rules import judge

ADDRESS = "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent"
MASKED = load_dialect("gemini-generate").wire.serving


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?fields=candidates", True),
        ("?$fields=candidates", True),
        ("?key=k&%24fields=candidates", True),
        ("?key=fields", False),
        ("?myfields=candidates", False),
        ("#fields=candidates", False),
        ("", False),
    ],
)
def test_a_mask_is_a_parameter_of_its_name(query: str, *, expected: bool) -> None:
    """With Google's sign before it or without, encoded or not; a value or a fragment is none."""
    assert MASKED.is_masked(ADDRESS + query) is expected


def test_only_one_format_has_a_mask() -> None:
    """An address of another vendor that has such a parameter hides nothing."""
    having = [name for name in DIALECTS if load_dialect(name).wire.serving.mask]
    assert having == ["gemini-generate"]


@pytest.mark.parametrize(("query", "found"), [("", True), ("?fields=candidates", False)])
def test_what_a_mask_left_out_is_not_missed(query: str, *, found: bool) -> None:
    """An answer without usage is told of, unless its address asked for the candidates alone."""
    sent = b'{"contents":[{"role":"user","parts":[{"text":"Tell me of tides."}]}]}'
    body = (
        b'{"candidates":[{"content":{"role":"model","parts":[{"text":"They come and go."}]},'
        b'"finishReason":"STOP","index":0}]}'
    )
    kind = (("Content-Type", "application/json"),)
    request = Request("POST", ADDRESS + query, kind, sent)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    reading = load_dialect("gemini-generate").decode(
        Exchange(request, Response(200, kind, body), evidence)
    )
    assert bool([one.rule for one in judge(reading) if one.rule in {"TC118", "TC152"}]) is found
