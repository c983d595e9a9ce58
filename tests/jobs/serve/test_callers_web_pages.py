"""Requests that a web page could send: none is answered, and those of programs are."""

from __future__ import annotations

import os

import pytest

from tests.cli.commands.test_serve import served
from tests.jobs.serve.hostile import AT_ONCE, KIND, Target, listening, status
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.serve.limits import USUAL

#: What a browser sends on behalf of a page -> its headers, {host} being this server's own.
PAGES: dict[str, tuple[str, ...]] = {
    "a name that was made to point here": ("Host: evil.example:{port}", KIND),
    "another name for another port": ("Host: localhost:1", KIND),
    "two names": ("Host: {host}", "Host: evil.example", KIND),
    "no name": (KIND,),
    "an empty name": ("Host: ", KIND),
    "a name that is none": ("Host: [", KIND),
    "a name with a user": ("Host: a@{host}", KIND),
    "a page elsewhere": ("Host: {host}", "Origin: https://evil.example", KIND),
    "a page of another local server": ("Host: {host}", "Origin: http://localhost:1", KIND),
    "a page without an origin": ("Host: {host}", "Origin: null", KIND),
    "a page of another site": ("Host: {host}", "Sec-Fetch-Site: cross-site", KIND),
    "a page of the same site": ("Host: {host}", "Sec-Fetch-Site: same-site", KIND),
    "text": ("Host: {host}", "Content-Type: text/plain"),
    "text that is said to be JSON too": ("Host: {host}", "Content-Type: text/plain", KIND),
    "a form": ("Host: {host}", "Content-Type: application/x-www-form-urlencoded"),
    "a form of parts": ("Host: {host}", "Content-Type: multipart/form-data; boundary=b"),
    "bytes without a type": ("Host: {host}",),
    "a type with JSON in it": ("Host: {host}", "Content-Type: text/plain; application/json"),
}
SHAPES = {
    "anthropic-messages": ("error", "message"),
    "bedrock-converse": ("message",),
    "cohere-v1": ("message",),
    "cohere-v2": ("message",),
    "ollama-chat": ("error",),
}


def _said(name: str, data: bytes) -> str:
    value = parse(data.partition(b"\r\n\r\n")[2])
    for key in SHAPES.get(name, ("error", "message")):
        value = object_of(value)[key]
    assert isinstance(value, str)
    return value


@pytest.mark.parametrize("what", PAGES)
def test_no_page_is_answered(what: str) -> None:
    """It is refused in one line, in the dialect's shape, and may read nothing of it."""
    with listening() as target:
        headers = (line.format(host=target.host, port=target.port) for line in PAGES[what])
        got = target.say(target.posted(target.request().body, *headers))
        assert status(got) in {400, 403, 415}
        assert b"access-control" not in got.lower()
        if status(got) != 400:
            assert "\n" not in _said(target.name, got)
        assert target.answers() < AT_ONCE


@pytest.mark.parametrize("name", DIALECTS)
def test_a_refusal_has_the_shape_of_the_dialect(name: str) -> None:
    """What curl sends without a content type is told what to add; so is a foreign name."""
    form = "Content-Type: application/x-www-form-urlencoded"
    with listening(name) as target:
        body = target.request().body
        typed = target.say(target.posted(body, f"Host: {target.host}", form))
        named = target.say(target.posted(body, "Host: evil.example", KIND))
        large = target.say(target.posted(b" " * 3_000_000))
    assert (status(typed), status(named), status(large)) == (415, 403, 413)
    assert "-H 'content-type: application/json'" in _said(name, typed)
    assert "--allow-host" in _said(name, named)
    assert str(USUAL.body) in _said(name, large)
    assert "evil" not in _said(name, named)


def test_a_browser_that_asks_first_is_never_allowed() -> None:
    """Preflights are refused, from wherever, and no answer says that pages may read it."""
    asks = "Access-Control-Request-Method: POST"
    with listening() as target:
        for origin in ("https://evil.example", f"http://{target.host}", "null"):
            head = f"OPTIONS /v1/chat/completions HTTP/1.1\r\nHost: {target.host}\r\n"
            got = target.say(
                f"{head}Origin: {origin}\r\n{asks}\r\nConnection: close\r\n\r\n".encode()
            )
            assert status(got) in {403, 405}
            assert b"access-control" not in got.lower()


@pytest.mark.parametrize(
    "lines",
    [
        ("Host: localhost:{port}", KIND),
        ("Host: LOCALHOST:{port}", KIND),
        ("Host: [::1]:{port}", KIND),
        ("Host: {host}", "Origin: http://{host}", KIND),
        ("Host: {host}", "Sec-Fetch-Site: same-origin", KIND),
        ("Host: {host}", "Content-Type: Application/JSON; charset=utf-8"),
        ("Host: proxy.example", KIND),
        ("Host: proxy.example:9000", "Origin: https://proxy.example", KIND),
        ("Host: box.example:8080", KIND),
    ],
)
def test_programs_of_this_machine_are_answered(lines: tuple[str, ...]) -> None:
    """Every name of this machine with the port, and those that were allowed."""
    with listening(allowed=("proxy.example", "box.example:8080")) as target:
        headers = [line.format(host=target.host, port=target.port) for line in lines]
        got = target.say(target.posted(target.request().body, *headers, "Connection: close"))
        assert status(got) == 200
        only = [f"Host: box.example:{target.port}", KIND, "Connection: close"]
        assert status(target.say(target.posted(b"{}", *only))) == 403


def test_the_command_takes_names_that_are_allowed() -> None:
    """--allow-host adds a name; what is no name is an error in one line."""
    with served("-d", "openai-chat", "-q", "--allow-host", "Box.example") as (url, _):
        target = Target(int(url.rpartition(":")[2]), "openai-chat")
        for name, expected in (("box.example", 200), ("other.example", 403)):
            headers = (f"Host: {name}", KIND, "Connection: close")
            assert status(target.say(target.posted(target.request().body, *headers))) == expected
    with served("-d", "openai-chat", "--allow-host", f"a{os.sep}b") as (url, process):
        assert url == ""
        assert process.stderr is not None
        assert "--allow-host" in process.stderr.read()
