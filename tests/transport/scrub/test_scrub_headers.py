"""Headers of what is written: some names, and no value that lets somebody in."""

from __future__ import annotations

from toolwire.io.secrets.search import random_tokens
from toolwire.model.exchange import Request, Response
from toolwire.transport.scrub.exchange import hits, scrub

ASKED = Request("POST", "https://api.acme.test/v1/chat/completions", (), b"{}")
#: Made up, of Groq's form.
KEY = "gsk_" + "Ab12" * 12


def test_headers_by_allow_list_and_their_values_too() -> None:
    """Cookies and accounts are dropped by name; an allowed header cannot smuggle a token."""
    headers = (
        ("Set-Cookie", "a=b"),
        ("openai-organization", "acme"),
        ("X-Request-Id", "req_011CSvhEkvQaWj9Gk4bZ9XyZ"),
        ("Server", "envoy " + "aB3" * 12),
        ("Cache-Control", KEY),
        ("Date", "Fri, 21 Nov 2026 10:00:00 GMT"),
        ("Location", "https://u:p1@h.test/a?token=abc123&alt=sse"),
    )
    response = Response(200, headers, b"")
    scrubbed = scrub(ASKED, response)
    kept, names = scrubbed.response, scrubbed.names
    assert dict(kept.headers) == {
        "x-request-id": "req_011CSvhEkvQaWj9Gk4bZ9XyZ",
        "server": "envoy " + "xX0" * 12,
        "cache-control": "xxx_" + "Xx00" * 12,
        "date": "Fri, 21 Nov 2026 10:00:00 GMT",
        "location": "https://h.test/a?alt=sse",
    }
    assert {"header set-cookie", "header openai-organization", "key", "random token"} <= names
    assert list(hits(ASKED, kept)) == []
    places = {hit.place for hit in hits(ASKED, response)}
    assert {"response/header[set-cookie]", "response/header[server]"} <= places


def test_plain_words_in_headers_are_no_tokens() -> None:
    """Beta names and dates are long and stay."""
    beta = b"interleaved-thinking-2025-05-14,fine-grained-tool-streaming-2025-05-14"
    assert random_tokens(beta) == []
    assert len(random_tokens(b"boundary=0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d")) == 1


def test_a_place_that_is_a_token_is_masked() -> None:
    """Where an answer can be fetched is no use to a reader, and may be all that fetching takes."""
    token = "0x" + "10" * 16
    kept = scrub(ASKED, Response(202, (("location", f"https://h.test/{token}?a=b"),), b"")).response
    assert kept.headers == (("location", "https://h.test/0x" + "00" * 16),)
    assert list(hits(ASKED, kept)) == []


def test_what_is_left_in_a_place_is_told() -> None:
    """A recording that was not made here may still hold parameters and a password."""
    response = Response(202, (("Location", "https://u:p@h.test/a?sig=1"),), b"")
    found = [(hit.place, hit.kind) for hit in hits(ASKED, response)]
    assert ("response/header[location]", "query sig") in found
    assert ("response/header[location]", "user info of the URL") in found
