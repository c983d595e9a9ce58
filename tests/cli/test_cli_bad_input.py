"""Bad input, from the command line: one clear line, the right exit code, nothing half-written."""

from __future__ import annotations

import base64
import gzip
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.forked import run_forked
from toolwire import results
from toolwire.cli import toolwire
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.scenarios import clean

EVIL = "<script>alert(1)</script>"
SUITE = """\
suite: mine
title: Mine
why: Because it matters to somebody.
cases:
  - id: one
    title: One
    tools: [get_weather]
    steps:
      - user: Hello.
        expect: {calls: none}
"""
PROVIDER = """\
provider: mine
title: Mine
dialect: openai-chat
base_url: https://mine.invalid/v1
"""


def refused(*arguments: str | Path) -> ToolwireError:
    """Run a command that has to end in a usage or configuration error, and return it."""
    outcome = CliRunner().invoke(toolwire, list(map(str, arguments)), standalone_mode=False)
    error = outcome.exception
    assert isinstance(error, ToolwireError), outcome.output
    assert "\n" not in str(error)
    return error


def linted(path: Path) -> tuple[int, str]:
    """Run `toolwire lint` and return its exit code and what it told on stderr."""
    outcome = CliRunner().invoke(toolwire, ["lint", str(path), "-q"], standalone_mode=False)
    assert outcome.exception is None, outcome.exception
    return outcome.return_value, outcome.stderr


CASSETTE = """\
version: 1
interactions:
- request: {method: POST, uri: "https://api.openai.com/v1/chat/completions", headers: {}, body: "{}"}
  response:
    status: {code: 200, message: OK}
    headers: {Content-Encoding: [gzip], Content-Type: [application/json]}
    body: {base64_string: "%s"}
"""


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.jsonl", b'{"request": nonsense}\n', "line 1"),
        ("a.jsonl", b'{"response": {"status": 200, "body_text": "\xff\xfe"}}\n', "line 1"),
        ("a.jsonl", b'{"response": {"status": 200, "body": ' + b"[" * 100_000, "line 1"),
        ("a.json", b"{" * 100_000, "whole file"),
        ("a.har", b'{"log": {"entries": [{"request": 3}]}}', "entry 1"),
        ("a.yaml", b"interactions: [unclosed", "whole file"),
        ("a.yaml", b"interactions: &a [*a, *a]", "whole file"),
        ("a.yaml", b"\xff\xfe\x00", "whole file"),
        ("a.yaml", b"[" * 300_000, "whole file"),
        ("a.yaml", (CASSETTE % "H4sIAAAAAAAA").encode(), "interaction 1"),
    ],
)
def test_traffic_that_cannot_be_read_is_told_with_its_place(
    tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    """Malformed JSON, YAML, UTF-8, gzip and nesting: file, position, reason; exit 2."""
    path = tmp_path / name
    path.write_bytes(content)
    code, message = linted(path)
    assert code == 2
    line = next(line for line in message.splitlines() if line.startswith(str(path)))
    assert told in line


def test_a_gzip_bomb_is_told_and_not_unpacked(tmp_path: Path) -> None:
    """A body of 200 MB in 200 kB ends at the bound."""
    packed = base64.b64encode(gzip.compress(b"\0" * 200_000_000, 9, mtime=0)).decode()
    path = tmp_path / "bomb.yaml"
    path.write_text(CASSETTE % packed)
    code, message = linted(path)
    assert code == 2
    assert "unpacks to more than" in message


@pytest.mark.parametrize(("size", "code"), [(15_000_000, 0), (50_000_000, 2)])
def test_a_large_body_is_judged_or_told(tmp_path: Path, size: int, code: int) -> None:
    """Size alone is no fault of traffic; what is beyond the stated bound is told, not passed over."""
    whole = clean(load_dialect("openai-chat"), "plain_text", Mode.BLOCKING)
    body = whole.response.body.replace(b"Hello. How can I help?", b"a" * size)
    line = {"response": {"status": 200, "headers": {}, "body_text": body.decode()}}
    path = tmp_path / "big.jsonl"
    path.write_text(json.dumps(line) + "\n")
    found, message = linted(path)
    assert found == code
    assert ("not-run: too large" in message or "too large: 50," in message) == (code == 2)


def test_a_truncated_stream_is_a_finding_and_no_crash(tmp_path: Path) -> None:
    """A stream that ends in the middle of a call is judged, and fails."""
    whole = clean(load_dialect("openai-chat"), "single_call", Mode.STREAMING)
    body = whole.response.body[: len(whole.response.body) // 2].decode()
    headers = {"content-type": "text/event-stream"}
    line = {"response": {"status": 200, "headers": headers, "body_text": body}}
    path = tmp_path / "cut.jsonl"
    path.write_text(json.dumps(line) + "\n")
    outcome = CliRunner().invoke(toolwire, ["lint", str(path)], standalone_mode=False)
    assert outcome.return_value == 1
    assert "TC909" in outcome.output


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("title: Mine", "titel: Mine", "title"),
        ("[get_weather]", "[get_wether]", "get_weather"),
        ("title: One", "title: [", "mine.yaml:"),
        ("suite: mine", "suite: mine\nsuite: again", "suite"),
        ("why: Because it matters to somebody.", "why: 3", "mine.yaml:3"),
    ],
)
def test_a_bad_suite_file_names_line_and_remedy(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    """Unknown keys and tools, malformed YAML, doubled keys, wrong types: exit 3, one line."""
    path = tmp_path / "suites" / "mine.yaml"
    path.parent.mkdir()
    path.write_text(SUITE)
    out = tmp_path / "out"
    path.write_text(SUITE.replace(old, new, 1))
    error = refused("audit", "-s", "mine", "--suites", path.parent, "-o", out)
    assert error.exit_code == 3
    assert "mine.yaml:" in str(error)
    assert told in str(error)
    assert not out.exists()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("base_url:", "base_ulr:", "base_url"),
        ("dialect: openai-chat", "dialect: openai-chatt", "openai-chat"),
        ("base_url: https://mine.invalid/v1", "base_url: 3", "mine.yaml:4"),
    ],
)
def test_a_bad_provider_file_names_line_and_remedy(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    """An unknown key of a provider file names the nearest known one."""
    path = tmp_path / "providers" / "mine.yaml"
    path.parent.mkdir()
    path.write_text(PROVIDER.replace(old, new, 1))
    error = refused("audit", "--providers", path.parent, "-o", tmp_path / "out")
    assert error.exit_code == 3
    assert "mine.yaml:" in str(error)
    assert told in str(error)


@pytest.mark.parametrize("damage", ["no footer", "half a line", "not JSON", "missing", "other"])
def test_a_bad_results_file_is_refused_and_nothing_is_written(tmp_path: Path, damage: str) -> None:
    """An interrupted, malformed, missing or foreign results file: exit 3, its path, no report."""
    path = tmp_path / "run.jsonl"
    results.write(path, results.header({}), [])
    whole = path.read_bytes()
    contents = {
        "no footer": whole.splitlines(keepends=True)[0],
        "half a line": whole[:-20],
        "not JSON": b"<html>" + whole,
        "other": b'{"kind": "surprise"}\n',
    }
    if damage in contents:
        path.write_bytes(contents[damage])
    else:
        path.unlink()
    error = refused("report", path, "-o", tmp_path / "out")
    assert error.exit_code == 3
    assert str(path) in str(error)
    assert not (tmp_path / "out").exists()


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.tags.add(tag)


def test_markup_in_names_arguments_and_ids_stays_text(tmp_path: Path) -> None:
    """`<script>` in a tool name, arguments and id of recorded traffic reaches no page as a tag."""
    chat = load_dialect("openai-chat")
    asked = clean(chat, "single_call", Mode.BLOCKING).request
    assert asked is not None
    answer = Answer(calls=(PlannedCall(EVIL, {"location": EVIL, EVIL: EVIL}),))
    response = chat.respond(asked, answer)
    value = json.loads(response.body)
    value["model"] = EVIL
    value["choices"][0]["finish_reason"] = EVIL
    value["choices"][0]["message"]["tool_calls"][0]["id"] = EVIL
    line = {
        "source": {"repo": EVIL, "path": EVIL},
        "provider": EVIL,
        "request": {"method": "POST", "url": asked.url, "body": json.loads(asked.body)},
        "response": {"status": 200, "headers": {}, "body": value},
    }
    (tmp_path / "t.jsonl").write_text(json.dumps(line) + "\n")
    runner = CliRunner()
    run = tmp_path / "r.jsonl"
    linted_ = runner.invoke(
        toolwire, ["lint", str(tmp_path / "t.jsonl"), "-o", str(run)], standalone_mode=False
    )
    assert linted_.return_value == 1, linted_.output
    done = runner.invoke(
        toolwire, ["report", str(run), "-o", str(tmp_path / "out")], standalone_mode=False
    )
    assert done.return_value == 1, done.exception
    page = _Tags()
    page.feed((tmp_path / "out" / "report.html").read_text(encoding="utf-8"))
    assert "script" not in page.tags
    assert "<script" not in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "matrix.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ("audit", "--cassettes", "NAME", "-q", "-o", "out"),
        ("lint", "-o", "NAME/results.jsonl", "."),
        ("report", "NAME", "-o", "out"),
        ("verify", "http://127.0.0.1:9", "--model", "m", "-o", "NAME"),
    ],
)
def test_a_name_that_no_system_takes_is_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A name of 5,000 characters is told, cut short, and is no fault of toolwire."""
    named = [word.replace("NAME", "a" * 5_000) for word in words]
    done = run_forked(named, cwd=tmp_path, timeout=60)
    assert done.returncode in {2, 3}
    (line,) = done.stderr.splitlines()
    assert "ile name too long" in line or "no such file" in line
