"""What showed a deviation shows it again: asked by `verify` itself, and by curl in a shell."""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.jobs.audit.controls.test_counted_images import dropping
from tests.jobs.verify.bench import running
from toolwire.cli import toolwire
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.controls.counted_images import PICTURE
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import application
from toolwire.model.exchange import Request, Response
from toolwire.rules import RULES

#: Of each dialect a rule about whole answers or about streams, none that asks a probe's question.
SAMPLE = (
    ("anthropic-messages", "TC117"),
    ("anthropic-messages", "TC917"),
    ("bedrock-converse", "TC306"),
    ("bedrock-converse", "TC913"),
    ("cohere-v1", "TC306"),
    ("cohere-v2", "TC304"),
    ("gemini-generate", "TC107"),
    ("ollama-chat", "TC107"),
    ("openai-chat", "TC304"),
    ("openai-chat", "TC901"),
    ("openai-responses", "TC301"),
    ("openai-responses", "TC919"),
)


def verdict_on(url: str, folder: Path, *words: str) -> dict[str, object]:
    """Verify a server; return the verdict on its one dialect as `--output` has it."""
    asked = ["verify", url, "--model", "m", "--output", str(folder), "--quiet", *words]
    CliRunner().invoke(toolwire, asked, standalone_mode=False)
    document = object_of(parse((folder / "verdict.json").read_bytes()))
    (verdict,) = document["verdicts"]  # type: ignore[misc]
    assert isinstance(verdict, dict)
    return dict(verdict)


def deviation(verdict: dict[str, object], rule: str) -> dict[str, object]:
    """Return the deviation of a rule."""
    return next(one for one in verdict["deviations"] if one["rule"] == rule)  # type: ignore[attr-defined]


def asked_again(line: str, folder: Path) -> bytes:
    """Run a line as it is printed; return request and answer as a line of recorded traffic."""
    folder.mkdir()
    head = folder / "head"
    (folder / ".curlrc").write_text(f"dump-header = {head}\nmax-time = 30\n")
    environ = {**os.environ, "CURL_HOME": str(folder)}
    done = subprocess.run(["bash", "-c", line], capture_output=True, env=environ, check=True)
    words = shlex.split(line)
    body = words[words.index("--data-binary") + 1]
    status, *headers = head.read_text().strip().split("\r\n\r\n")[-1].splitlines()
    form = {
        "source": {"fidelity": "http"},
        "request": {
            "method": "POST",
            "url": words[2],
            "body_text": Path(body[1:]).read_text() if body.startswith("@") else body,
        },
        "response": {
            "status": int(status.split()[1]),
            "headers": dict(header.split(": ", 1) for header in headers),
            "body_base64": base64.b64encode(done.stdout).decode(),
        },
    }
    return json.dumps(form).encode() + b"\n"


@pytest.mark.skipif(shutil.which("curl") is None, reason="LEFT OUT: there is no curl here")
@pytest.mark.parametrize(("name", "rule"), SAMPLE)
def test_the_printed_line_brings_bytes_on_which_lint_names_the_rule(
    name: str, rule: str, tmp_path: Path
) -> None:
    """The line is run by a shell against the server that is still there, and judged by lint."""
    with running(application(Server((name,), RULES[rule]))) as url:
        found = deviation(verdict_on(url, tmp_path / "out", "--dialect", name), rule)
        assert found["again"] is True
        (line,) = found["curl"]  # type: ignore[misc]
        assert line in (tmp_path / "out" / "verdict.txt").read_text()
        traffic = tmp_path / "traffic.jsonl"
        traffic.write_bytes(asked_again(str(line), tmp_path / "curl"))
    done = CliRunner().invoke(toolwire, ["lint", str(traffic), "--json"], standalone_mode=False)
    (seen,) = [parse(row.encode()) for row in done.stdout.splitlines() if '"findings"' in row]
    rules = {object_of(one)["rule"] for one in object_of(seen)["findings"]}  # type: ignore[union-attr]
    assert rule in rules


def test_several_dialects_do_not_share_the_bodies_of_their_lines(tmp_path: Path) -> None:
    """Each has a folder: a line of one dialect never sends what another was asked."""
    server = Server(("openai-chat", "anthropic-messages"), RULES["TC312"])
    with running(application(server)) as url:
        words = ["verify", url, "--model", "m", "--output", str(tmp_path), "--dialect", "all", "-q"]
        CliRunner().invoke(toolwire, words, standalone_mode=False)
    for verdict in object_of(parse((tmp_path / "verdict.json").read_bytes()))["verdicts"]:  # type: ignore[union-attr]
        (line,) = deviation(dict(object_of(verdict)), "TC312")["curl"]  # type: ignore[misc]
        (path,) = [word[1:] for word in shlex.split(str(line)) if word.startswith("@")]
        body = object_of(parse(Path(path).read_bytes()))
        assert ("max_tokens" in body) is (object_of(verdict)["dialect"] == "anthropic-messages")


class NowAndThen(Server):
    """Breaks a rule in one answer of the audit, and never again."""

    def __init__(self) -> None:
        super().__init__(("openai-chat",))
        self.calls = 0

    def answer(self, request: Request) -> Served:
        """Spoil one reply with a call."""
        served = super().answer(request)
        whole = served.response.body.startswith(b"{")
        self.calls += whole and b'"tool_calls":[' in served.response.body
        # The first is asked when the dialect is looked for.
        if not whole or self.calls != 3:
            return served
        self.calls += 1
        body = object_of(parse(served.response.body))
        body["choices"][0]["finish_reason"] = "stopped"  # type: ignore[index,call-overload]
        response = Response(200, served.response.headers, dump(body))
        return replace(served, response=response)


def test_what_does_not_show_again_is_said_and_asked_many_times(tmp_path: Path) -> None:
    """The verdict stands, since it was seen; the line asks until it may show."""
    with running(application(NowAndThen())) as url:
        verdict = verdict_on(url, tmp_path)
    assert verdict["deviations"]
    for found in verdict["deviations"]:  # type: ignore[attr-defined]
        assert found["again"] is False
        assert all(line.startswith("for n in $(seq 20); do curl -sS") for line in found["curl"])
    assert "it comes and goes" in (tmp_path / "verdict.txt").read_text()


class Blind(Server):
    """Takes an image among the user's words, and refuses one in a result."""

    def __init__(self) -> None:
        super().__init__(("anthropic-messages",))

    def answer(self, request: Request) -> Served:
        """Refuse results with an image."""
        results = (
            object_of(block)
            for message in items_of(object_of(parse(request.body)).get("messages"))
            for block in items_of(object_of(message).get("content"))
        )
        if not any(b'"image"' in dump(one) for one in results if one.get("type") == "tool_result"):
            return super().answer(request)
        error = {"type": "invalid_request_error", "message": "Only text."}
        headers = (("content-type", "application/json"),)
        body = dump({"type": "error", "error": error})
        return Served(Response(400, headers, body), "anthropic-messages")


def test_what_shows_beside_another_answer_is_asked_again_with_it(tmp_path: Path) -> None:
    """A refusal behind a history is told by what is taken beside it, and so it is when asked again."""
    with running(application(Blind())) as url:
        found = deviation(verdict_on(url, tmp_path), "TC764")
    assert found["again"] is True


class Thoughtless(Server):
    """Refuses a history with an item of reasoning."""

    def __init__(self) -> None:
        super().__init__(("openai-responses",))

    def answer(self, request: Request) -> Served:
        """Answer whatever has no such item."""
        if b'"type": "reasoning"' not in request.body and b'"type":"reasoning"' not in request.body:
            return super().answer(request)
        headers, body = (("content-type", "application/json"),), dump({"error": {"message": "No."}})
        return Served(Response(400, headers, body), "openai-responses")


def test_what_is_known_by_what_is_asked_beside_it_keeps_its_words(tmp_path: Path) -> None:
    """A refusal alone does not say what is refused, and does not become the headline when asked again."""
    with running(application(Thoughtless())) as url:
        found = deviation(verdict_on(url, tmp_path), "TC701")
    assert found["message"] == (
        "The server refuses a reasoning item of its own: the same history without it is taken."
    )
    assert (found["again"], found["others"]) == (True, [])


class TextAlone(Server):
    """Reads texts alone: an image is dropped, and not counted."""

    def __init__(self) -> None:
        super().__init__(("openai-chat",))

    def answer(self, request: Request) -> Served:
        """Answer without the image."""
        served = super().answer(request)
        if PICTURE.encode() not in request.body:
            return served
        change = dropping(everywhere=True)
        return replace(served, response=change(request, Server(("openai-chat",))))


def test_the_line_of_an_image_shows_the_request_that_has_it(tmp_path: Path) -> None:
    """It is asked beside a long prompt, which was shown in its place."""
    with running(application(TextAlone())) as url:
        found = deviation(verdict_on(url, tmp_path), "TC146")
    assert found["again"] is True
    (line,) = found["curl"]  # type: ignore[misc]
    (path,) = [word[1:] for word in shlex.split(str(line)) if word.startswith("@")]
    assert PICTURE.encode() in Path(path).read_bytes()


class Sanitizing(Server):
    """Writes an underscore for each dash in the names of calls, as gateways do that allow letters alone."""

    def __init__(self) -> None:
        super().__init__(("anthropic-messages",))

    def answer(self, request: Request) -> Served:
        """Change the names of calls."""
        served = super().answer(request)
        named = re.compile(rb'"name":"[\w-]+"')
        body = named.sub(lambda found: found[0].replace(b"-", b"_"), served.response.body)
        return replace(served, response=replace(served.response, body=body))


def test_what_is_graver_for_what_was_folded_into_it_shows_again(tmp_path: Path) -> None:
    """A name that came spelled otherwise is a warning, and an error where it was demanded."""
    with running(application(Sanitizing())) as url:
        verdict = verdict_on(url, tmp_path, "--dialect", "anthropic-messages")
    found = deviation(verdict, "TC148")
    assert (found["severity"], found["again"]) == ("error", True)
