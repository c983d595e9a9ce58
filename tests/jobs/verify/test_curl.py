"""Curl lines: they say the same request, hurt no shell and hold no key."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.wire import Auth
from toolwire.jobs.verify.curl import Curls, body_text
from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.server import ServerOptions
from toolwire.model.exchange import Mode, Request
from toolwire.model.observation import Severity
from toolwire.transport.signing import BEARER

URL = "http://127.0.0.1:1/v1/chat/completions"
OWN = Auth("x-api-key")
JSON = (("content-type", "application/json"),)


def curls(folder: Path | None = None, key_env: str = "", auth: Auth = OWN) -> Curls:
    """Return what writes lines for a server."""
    target = ServerOptions("http://127.0.0.1:1", "m", key_env).target("openai-chat", URL, auth)
    return Curls(target.provider, folder)


@given(st.dictionaries(st.text(max_size=9), st.text(max_size=20), max_size=4))
def test_a_body_comes_back_from_the_shell_as_the_same_json(body: dict[str, str]) -> None:
    """Quoting and escaping change no value, whatever characters it has."""
    sent = Request(
        "POST", URL, JSON, json.dumps(body, ensure_ascii=False).encode("utf-8", "ignore")
    )
    words = shlex.split(curls().line(sent, "x", Mode.BLOCKING))
    assert json.loads(words[words.index("--data-binary") + 1]) == json.loads(sent.body)


def test_a_terminal_is_not_acted_on() -> None:
    """Escape sequences and marks of direction in a body are written as JSON escapes."""
    shown = body_text('{"a":"\x9b31m\u202e\U0001f600\U000e0001"}'.encode())
    assert shown == '{"a":"\\u009b31m\\u202e\U0001f600\\udb40\\udc01"}'
    assert json.loads(shown) == {"a": "\x9b31m\u202e\U0001f600\U000e0001"}


def test_hostile_words_stay_words() -> None:
    """A quote, a dollar and a backtick in address, header and body run nothing."""
    headers = (*JSON, ("x-note", "it's `id` $(id)"))
    sent = Request("POST", URL + "/it's$(id)", headers, b'{"a":"\'; id; `id` $HOME"}')
    words = shlex.split(curls().line(sent, "x", Mode.STREAMING))
    assert words[:3] == ["curl", "-sSN", sent.url]
    assert "x-note: it's `id` $(id)" in words
    assert words[-1] == sent.body.decode()


def test_lines_that_are_asked_for_are_asked_for_again() -> None:
    """Else a server may answer with events; what every format takes goes without saying."""
    accept = "accept: application/json"
    for stream in (True, False):
        body = json.dumps({"stream": stream}).encode()
        sent = Request("POST", URL, (*JSON, ("Accept", "application/json")), body)
        words = shlex.split(curls().line(sent, "x", Mode.STREAMING))
        assert (accept in words) is stream


def test_the_key_is_named_and_never_written() -> None:
    """The header holds the variable in double quotes; what a request had there is left out."""
    sent = Request("POST", URL, (*JSON, ("X-Api-Key", "secret")), b"{}")
    line = curls(key_env="MY_KEY").line(sent, "x", Mode.BLOCKING)
    assert '-H "x-api-key: $MY_KEY"' in line
    assert "secret" not in line
    bearer = curls(key_env="MY_KEY", auth=Auth("Authorization", "Bearer"))
    assert '-H "Authorization: Bearer $MY_KEY"' in bearer.line(sent, "x", Mode.BLOCKING)


def test_what_is_signed_names_the_keys_of_aws_and_never_writes_them() -> None:
    """Curl signs for the region that was named; a session's token goes along."""
    target = ServerOptions("http://127.0.0.1:1", "m", BEARER, "eu-west-1").target(
        "bedrock-converse", URL, Auth("Authorization", "Bearer")
    )
    asked = Request("POST", URL, (), b"{}")
    line = Curls(target.provider, region="eu-west-1").line(asked, "x", Mode.BLOCKING)
    assert "--aws-sigv4 aws:amz:eu-west-1:bedrock" in line
    assert '--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"' in line
    assert "Bearer" not in line
    assert "TOKEN" not in line
    of_session = Curls(target.provider, region="eu-west-1", session=True)
    token = '-H "x-amz-security-token: $AWS_SESSION_TOKEN"'
    assert token in of_session.line(asked, "x", Mode.BLOCKING)


def test_what_did_not_show_again_is_asked_many_times() -> None:
    """A deviation of now and then has a line that shows it all the same."""
    asked = ((Mode.STREAMING, Request("POST", URL, JSON, b"{}")),)
    example = DeviationExample("single_call.auto", Mode.STREAMING, 1)
    found = ServerDeviation("TC922", Severity.WARNING, "No.", 1, ("streaming",), (example,))
    (once,) = curls().lines(replace(found, requests=asked, again=True))
    (often,) = curls().lines(replace(found, requests=asked, again=False))
    assert once.startswith("curl -sSN ")
    assert often == f"for n in $(seq 20); do {once}; done"
    assert curls().lines(found) == ()


def test_a_long_body_goes_into_a_file(tmp_path: Path) -> None:
    """The file has the very bytes, and the line names it."""
    sent = Request("POST", URL, (), b'{"a":"' + b"x" * 900 + b'"}')
    words = shlex.split(curls(tmp_path / "it's").line(sent, "case.1", Mode.BLOCKING))
    path = tmp_path / "it's" / "case.1.json"
    assert words[-1] == f"@{path}"
    assert path.read_bytes() == sent.body
    assert "content-type: application/json" in words
