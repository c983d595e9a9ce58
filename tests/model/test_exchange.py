"""What an exchange tells of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response


@pytest.mark.parametrize(
    ("level", "headers", "kept"),
    [
        (EvidenceLevel.IMPORTED, (), False),
        (EvidenceLevel.IMPORTED, (("content-length", "0"),), True),
        (EvidenceLevel.RECORDED, (), True),
        (EvidenceLevel.LIVE, (), True),
    ],
)
def test_only_a_recording_of_others_may_have_lost_the_body(
    level: EvidenceLevel, headers: tuple[tuple[str, str], ...], *, kept: bool
) -> None:
    """What this harness saw come empty came empty, and so did what says so itself."""
    seen = Exchange(None, Response(200, headers, b""), Evidence(level, "a"))
    assert seen.body_not_kept is not kept
    assert not replace(seen, response=Response(200, headers, b"x")).body_not_kept


@pytest.mark.parametrize(
    ("url", "header", "host"),
    [
        ("https://api.anthropic.com/v1/messages", None, "api.anthropic.com"),
        ("https://api.anthropic.com/v1/messages", "api.anthropic.com:443", "api.anthropic.com"),
        ("https://api.anthropic.com/v1/messages", "gateway.example.com", "gateway.example.com"),
        ("https://api.anthropic.com/v1/messages", "REDACTED", "api.anthropic.com"),
        ("https://api.anthropic.com/v1/messages", "[::1", "api.anthropic.com"),
        ("", "gateway.example.com", ""),
        ("http://[::1", "gateway.example.com", ""),
    ],
)
def test_who_was_asked_says_the_header_where_the_address_was_changed(
    url: str, header: str | None, host: str
) -> None:
    """A recorder writes another address sooner than another header; words of a mask are no host."""
    headers = () if header is None else (("Host", header),)
    assert Request("POST", url, headers, b"").host == host
