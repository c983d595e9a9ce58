"""Who wrote an error is told by its address and its form."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.jobs.lint.judging import judge
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.rules.views.error_sender import Sender, sender_of

PUBLIC = "https://api.somevendor.ai/v1/chat/completions"
HOME = "http://10.0.0.7:8000/v1/chat/completions"
HANDBOOK = "https://api.example.com/v1/chat/completions"
SENT = b'{"model": "m", "messages": [{"role": "user", "content": "Hi"}]}'


def refused(url: str, body: bytes, status: int = 400) -> Exchange:
    """Return a refusal of a chat, as somebody recorded it."""
    request = Request("POST", url, (("content-type", "application/json"),), SENT)
    response = Response(status, (("content-type", "application/json"),), body)
    return Exchange(request, response, Evidence(EvidenceLevel.IMPORTED, "made/up one.yaml #0"))


def sender(exchange: Exchange) -> Sender:
    """Return who wrote the error of an exchange."""
    reading = judge(exchange).reading
    assert reading is not None
    shape = load_dialect(reading.dialect).wire.error
    return sender_of(reading, shape, reading.body)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "body",
    [
        b'{"error": "Invalid API key"}',
        b'{"detail": "Not authenticated"}',
        b'{"code": 400, "message": "x", "request_id": "1"}',
        b'{"object": "error", "message": "x", "type": "BadRequestError", "code": 400}',
    ],
)
def test_forms_of_vendors_are_some_vendors_where_anybody_could_answer(body: bytes) -> None:
    """At home, in a handbook and at a vendor that is known for it, the same form is the server's."""
    assert sender(refused(PUBLIC, body)) is Sender.SOMEBODY
    for url in (HOME, HANDBOOK, "http://localhost:8000/v1/chat/completions"):
        assert sender(refused(url, body)) is Sender.SERVER
    assert sender(refused("https://api.x.ai/v1/chat/completions", body)) is Sender.SERVER


def test_a_path_is_no_address() -> None:
    """Recorders that keep the path alone say no more of who answered than those that keep nothing."""
    url = "/v1/chat/completions"
    flat = b'{"object": "error", "message": "x", "type": "invalid_model", "code": "1500"}'
    assert sender(refused(url, flat)) is Sender.SOMEBODY
    assert sender(refused(url, b'{"detail": "Invalid API Key"}', 401)) is Sender.SOMEBODY
    assert sender(refused(url, b'{"failed": true}')) is Sender.SERVER
    assert sender(refused(HOME, flat)) is Sender.SERVER


def test_what_this_run_asked_is_a_server_that_is_tried() -> None:
    """A live answer is held to its format, wherever it came from."""
    one = refused(PUBLIC, b'{"error": "Invalid API key"}')
    live = replace(one, evidence=Evidence(EvidenceLevel.LIVE, "this run"))
    assert sender(live) is Sender.SERVER


def test_a_form_that_no_vendor_has_is_the_servers() -> None:
    """An error without words is nobody's form."""
    assert sender(refused(PUBLIC, b'{"failed": true}')) is Sender.SERVER
    assert sender(refused(PUBLIC, b'{"error": ""}')) is Sender.SERVER


def test_a_line_that_refuses_a_key_is_the_doors() -> None:
    """Another status, or more than a line, is the server's own."""
    assert sender(refused(PUBLIC, b"Unauthorized", 401)) is Sender.DOOR
    assert sender(refused(PUBLIC, b'"Invalid token"', 401)) is Sender.DOOR
    assert sender(refused(PUBLIC, b"Unauthorized", 400)) is Sender.SERVER
    assert sender(refused(HOME, b"Unauthorized", 401)) is Sender.SERVER
    assert sender(refused(PUBLIC, b'{"error": ', 401)) is Sender.SERVER


def test_pages_are_of_proxies_and_known_forms_of_their_hosts() -> None:
    """Both are told before the form is looked at."""
    assert sender(refused(PUBLIC, b"<html></html>", 502)) is Sender.PROXY
    nvidia = "https://integrate.api.nvidia.com/v1/chat/completions"
    assert sender(refused(nvidia, b'{"status": 429, "title": "Too Many"}', 429)) is Sender.HOST


def test_nothing_for_a_page_of_another_origin_is_no_word_of_the_server() -> None:
    """Who says no origin, or gets another status, was answered by the server."""
    one = refused(HOME, b"", 403)
    assert sender(one) is Sender.SERVER
    assert one.request is not None
    headers = (*one.request.headers, ("Origin", "chrome-extension://abc"))
    page = replace(one, request=replace(one.request, headers=headers))
    assert sender(page) is Sender.PROXY
    assert sender(replace(page, response=replace(one.response, status=400))) is Sender.SERVER
