"""Curl lines: they say the same request, hurt no shell and hold no key."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from harness.exchange import Mode, Request
from harness.verify.curl import Curls, body_text
from harness.verify.forms import Auth
from harness.verify.server import Server

URL = "http://127.0.0.1:1/v1/chat/completions"
OWN = Auth("x-api-key")
JSON = (("content-type", "application/json"),)


def curls(folder: Path | None = None, key_env: str = "", auth: Auth = OWN) -> Curls:
    """Return what writes lines for a server."""
    target = Server("http://127.0.0.1:1", "m", key_env).target("openai-chat", URL, auth)
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
    assert words[:5] == ["curl", "-sS", "-N", "-X", "POST"]
    assert sent.url in words
    assert "x-note: it's `id` $(id)" in words
    assert words[-1] == sent.body.decode()


def test_the_key_is_named_and_never_written() -> None:
    """The header holds the variable in double quotes; what a request had there is left out."""
    sent = Request("POST", URL, (*JSON, ("X-Api-Key", "secret")), b"{}")
    line = curls(key_env="MY_KEY").line(sent, "x", Mode.BLOCKING)
    assert '-H "x-api-key: $MY_KEY"' in line
    assert "secret" not in line
    bearer = curls(key_env="MY_KEY", auth=Auth("Authorization", "Bearer"))
    assert '-H "Authorization: Bearer $MY_KEY"' in bearer.line(sent, "x", Mode.BLOCKING)


def test_a_long_body_goes_into_a_file(tmp_path: Path) -> None:
    """The file has the very bytes, and the line names it."""
    sent = Request("POST", URL, (), b'{"a":"' + b"x" * 900 + b'"}')
    words = shlex.split(curls(tmp_path / "it's").line(sent, "case.1", Mode.BLOCKING))
    path = tmp_path / "it's" / "case.1.json"
    assert words[-1] == f"@{path}"
    assert path.read_bytes() == sent.body
    assert "content-type: application/json" in words
