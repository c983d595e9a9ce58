"""`toolwire verify`, from the command line to the files, against servers on this machine."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import ClassVar
from unittest.mock import patch

import pytest
from aiohttp import web
from click.testing import CliRunner, Result

from tests.jobs.verify.bench import running
from toolwire.cli import toolwire
from toolwire.dialects.body import sent_of
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import BodyPace, application
from toolwire.model.exchange import Request, Response
from toolwire.providers import load_providers, targets
from toolwire.results import read
from toolwire.rules import RULES

KEY = "sk-0123456789abcdefghijklmnop"


def verify(*words: str, env: dict[str, str | None] | None = None) -> Result:
    """Run the command; a `ToolwireError` is what the command line turns into its exit code."""
    return CliRunner().invoke(toolwire, ["verify", *words], env=env, standalone_mode=False)


class Gated(Server):
    """Takes one key in one header, says no otherwise, and remembers which requests had it."""

    def __init__(self, name: str, header: str, value: str) -> None:
        super().__init__((name,))
        self.header, self.value = header, value
        self.urls: list[str] = []

    def answer(self, request: Request) -> Served:
        """Answer who has the key."""
        self.urls.append(request.url)
        if request.header(self.header) == self.value:
            return super().answer(request)
        no = dump({"error": {"message": "no key", "type": "authentication_error"}})
        return Served(Response(401, (("content-type", "application/json"),), no), "")


def test_a_broken_rule_is_named_with_a_curl_line_and_exit_code_1() -> None:
    """The screen has the verdict, who breaks, the row of suites and how to see it."""
    server = Server(("openai-chat",), RULES["TC304"])
    with running(application(server)) as url:
        done = verify(url, "--model", "m", "--quiet")
    assert done.return_value == 1
    screen = done.output.splitlines()
    assert screen[0] == "OpenAI-compatible with deviations"
    assert f"  openai-chat at {url}/v1, confidence 0.99" in screen
    at = next(n for n, line in enumerate(screen) if line.startswith("  error TC304 x"))
    # The fault shows in calls of tools that require arguments as well, of which the rule says more.
    assert screen[at + 1].strip().startswith("also: No piece of the arguments came")
    assert screen[at + 2].strip().startswith("breaks: ")
    assert any(line.strip().startswith(f"curl -sS {url}/v1/chat") for line in screen[at:])
    assert any("✕ round_trip" in line for line in screen)


def test_out_has_results_provider_cassettes_and_report(tmp_path: Path) -> None:
    """What is written loads again: results, provider file, and a replay of the cassettes."""
    out = tmp_path / "out"
    others = [out / "cassettes" / "openai" / "x.yaml", out / "journal.jsonl"]
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("somebody else's")
    with running(application(Server(("anthropic-messages",)))) as url:
        for _ in range(2):  # a second run replaces the first
            done = verify(url, "--model", "m", "--output", str(out), "--quiet")
            assert done.return_value == 0, done.output
    results = read(out / "results.jsonl")
    assert results.count == len(list(results)) > 150
    assert {seen.dialect for seen in results} == {"anthropic-messages"}
    assert (out / "report.html").is_file()
    assert all(path.read_text() == "somebody else's" for path in others)
    assert not list(out.glob("verify.*"))
    assert (out / "verdict.txt").read_text().startswith("strictly Anthropic-compatible\n")
    (verdict,) = object_of(parse((out / "verdict.json").read_bytes()))["verdicts"]  # type: ignore[misc]
    assert verdict["deviations"] == []  # type: ignore[index,call-overload]
    name = str(results.header.selection["providers"][0])  # type: ignore[index,call-overload]
    (target,) = targets(load_providers((out / "providers",)), [name])
    assert target.endpoint.base_url == url
    again = CliRunner().invoke(
        toolwire,
        [
            *("audit", "-p", name, "--quiet", "-o", str(tmp_path / "again")),
            *("--providers", str(out / "providers"), "--cassettes", str(out / "cassettes")),
        ],
        standalone_mode=False,
    )
    assert again.return_value == 0, again.output
    before, after = (
        {(seen.suite, seen.case, seen.mode): (seen.verdict, seen.findings) for seen in read(path)}
        for path in (out / "results.jsonl", tmp_path / "again" / "results.jsonl")
    )
    assert before == after


def test_json_has_the_verdict_and_what_was_seen() -> None:
    """One document on stdout, whatever else is going on."""
    with running(application(Server(("cohere-v1",), RULES["TC308"]))) as url:
        done = verify(url, "--model", "m", "--json")
    document = object_of(parse(done.stdout))
    (verdict,) = document["verdicts"]  # type: ignore[misc]
    assert verdict["dialect"] == "cohere-v1"  # type: ignore[index,call-overload]
    assert len(document["seen"]) == 8  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "header", "value"),
    [
        ("anthropic-messages", "x-api-key", KEY),
        ("anthropic-messages", "authorization", f"Bearer {KEY}"),
        ("gemini-generate", "x-goog-api-key", KEY),
        ("openai-chat", "authorization", f"Bearer {KEY}"),
    ],
)
def test_the_key_goes_into_the_header_that_works_and_nowhere_else(
    tmp_path: Path, name: str, header: str, value: str
) -> None:
    """It is in no address, no file and on no screen; curl lines name the variable."""
    server = Gated(name, header, value)
    with running(application(server)) as url:
        words = (url, "--model", "m", "--key-env", "MY_KEY", "--output", str(tmp_path), "--quiet")
        done = verify(*words, env={"MY_KEY": KEY})
    assert done.return_value == 0, done.output
    assert KEY not in done.output
    assert not any(KEY in asked for asked in server.urls)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(KEY.encode() in path.read_bytes() for path in written)


class Echoing(Server):
    """Repeats the header of a tenant in each answer, and remembers what it was told."""

    told: ClassVar[set[tuple[str | None, str | None]]] = set()

    def answer(self, request: Request) -> Served:
        """Answer with the tenant in a header and in the body's model."""
        tenant = request.header("x-tenant")
        self.told.add((tenant, request.header("authorization")))
        served = super().answer(request)
        response = served.response
        body = response.body.replace(b"reference-model", (tenant or "").encode())
        headers = (*response.headers, ("x-echo", tenant or ""))
        return replace(served, response=replace(response, headers=headers, body=body))


@pytest.mark.parametrize("key_env", [(), ("--key-env", "MY_KEY")])
def test_a_header_goes_to_the_server_and_nowhere_else(
    tmp_path: Path, key_env: tuple[str, ...]
) -> None:
    """Every request has it, the key's too; no file, screen or address does, even if echoed."""
    server = Echoing(("openai-chat",), RULES["TC304"])
    server.told.clear()
    other = "sk-98765432109876543210"
    with running(application(server)) as url:
        words = ("--header", f"X-Tenant: acme {KEY}", "--header", "Accept-Language: de")
        done = verify(
            url, "--model", "m", *words, *key_env, "--output", str(tmp_path), env={"MY_KEY": other}
        )
    assert done.return_value == 1, done.output
    assert {tenant for tenant, _ in server.told} == {f"acme {KEY}"}
    assert (f"Bearer {other}" in {key for _, key in server.told}) is bool(key_env)
    assert KEY not in done.output + done.stderr
    assert (
        f"header X-Tenant goes to {url}" in done.stderr
        or "key MY_KEY, header X-Tenant" in done.stderr
    )
    assert '-H "X-Tenant: $HEADER_X_TENANT"' in done.output
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > 50
    assert not any(KEY.encode() in path.read_bytes() for path in written)
    assert any(b"with --header X-Tenant" in path.read_bytes() for path in written)


def test_a_wanted_key_is_told() -> None:
    """Without a key there is nothing to look at: exit code 2, and what to do."""
    with running(application(Gated("openai-chat", "authorization", "x"))) as url:
        done = verify(url, "--model", "m", "--quiet")
    assert getattr(done.exception, "exit_code", 0) == 2
    assert "--key-env" in str(done.exception)


@pytest.mark.parametrize(
    ("words", "env", "told"),
    [
        (("http://h/v1?key=x",), {}, "not a plain http or https address"),
        (("http://h", "--key-env", KEY), {}, "no name of a variable"),
        (("http://h", "--key-env", "MY_KEY"), {"MY_KEY": None}, "MY_KEY is not set"),
        (("http://h", "--header", KEY), {}, "that is no header"),
        (("http://h", "--header", f"x-a: {KEY}\r\nhost: b"), {}, "that is no header"),
        (("http://h", "--header", f"Host: {KEY}"), {}, "Host is toolwire's own"),
        (("http://h", "--header", f"a: {KEY}", "--header", "A: b"), {}, "A is given twice"),
        (
            ("http://h", "--key-env", "MY_KEY", "--header", f"Authorization: {KEY}"),
            {"MY_KEY": KEY},
            "the key may go into Authorization",
        ),
        (("http://h.test", "--header", f"x-a: {KEY}"), {}, "header x-a would go to"),
    ],
)
def test_wrong_usage_is_refused_before_anything_is_sent(
    words: tuple[str, ...], env: dict[str, str | None], told: str
) -> None:
    """Exit code 3 and one line, in which a key that was given as a name is not repeated."""
    with patch("toolwire.cli.runs.verify.find", side_effect=AssertionError):
        done = verify(*words, "--model", "m", env=env)
    assert getattr(done.exception, "exit_code", 0) == 3
    assert told in str(done.exception)
    assert KEY not in str(done.exception)


def test_nobody_there_is_exit_code_2() -> None:
    """A closed port is told as such."""
    with running(web.Application()) as url:
        pass
    done = verify(url, "--model", "m", "--quiet")
    assert getattr(done.exception, "exit_code", 0) == 2
    assert "refused" in str(done.exception)


def test_a_format_of_its_own_is_unique() -> None:
    """A server that answers in no known format is named so, and nothing was looked at."""

    async def say(_request: web.Request) -> web.Response:
        return web.json_response({"replies": ["\x1b[31mhello"]})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", say)
    with running(app) as url:
        done = verify(url, "--model", "m", "--quiet")
    assert done.return_value == 2
    assert done.output.splitlines()[0] == "unique format"
    assert "\x1b" not in done.output


class WithoutTools(Server):
    """Chat Completions of a server that was started without a tool parser (seed 002)."""

    def answer(self, request: Request) -> Served:
        """Refuse `tools`, answer everything else."""
        body = sent_of(request)
        if isinstance(body, dict) and body.get("tools"):
            no = dump({"error": {"message": "tools are not supported", "type": "bad_request"}})
            return Served(Response(400, (("content-type", "application/json"),), no), "")
        return super().answer(request)


class Failing(Server):
    """Chat Completions that fails over `tools`, or over everything."""

    def __init__(self, status: int, *, always: bool) -> None:
        super().__init__(("openai-chat",))
        self.status, self.always = status, always

    def answer(self, request: Request) -> Served:
        """Fail with an error of its own."""
        if self.always or b'"tools"' in request.body:
            no = dump({"error": {"message": "template is broken", "type": "server_error"}})
            headers = (("content-type", "application/json"), ("x-should-retry", "false"))
            return Served(Response(self.status, headers, no), "")
        return super().answer(request)


@pytest.mark.parametrize("status", [500, 502])
def test_a_server_that_fails_over_tools_has_failed(status: int) -> None:
    """Its failures are deviations with its own words, whatever could not be looked at."""
    with running(application(Failing(status, always=False))) as url:
        done = verify(url, "--model", "m", "--quiet")
    assert done.return_value == 1, done.output
    assert done.output.splitlines()[0] == "OpenAI-compatible with deviations"
    # Wherever the line is broken.
    assert f"refused with HTTP {status} (template is broken)" in " ".join(done.output.split())
    assert "native tools" not in done.output.splitlines()[0]


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_server_that_fails_over_everything_is_told_with_its_words(status: int) -> None:
    """Nothing could be looked at, and the reason is the server's own."""
    with running(application(Failing(status, always=True))) as url:
        done = verify(f"{url}/v1", "--model", "m", "--quiet")
    assert getattr(done.exception, "exit_code", 0) == 2
    assert "it said: template is broken" in str(done.exception)


def test_the_lane_in_words_is_tried_where_tools_are_refused() -> None:
    """Both lanes get a verdict, and the first says why there is a second, and blames no rule."""
    with running(application(WithoutTools(("openai-chat",)), BodyPace())) as url:
        done = verify(url, "--model", "m", "--quiet")
    lines = done.output.splitlines()
    assert lines[0] == "strictly OpenAI-compatible, native tools refused"
    assert "strictly OpenAI-compatible, tools in words" in lines
    assert any("because native tools are refused" in line for line in lines)


def test_a_bearer_key_opens_bedrock_too() -> None:
    """A Bedrock API key is a key like any other."""
    server = Gated("bedrock-converse", "authorization", f"Bearer {KEY}")
    with running(application(server)) as url:
        words = (url, "--model", "m", "--key-env", "AWS_BEARER_TOKEN_BEDROCK", "--quiet")
        done = verify(*words, env={"AWS_BEARER_TOKEN_BEDROCK": KEY})
    assert done.return_value == 0, done.output
    assert done.output.startswith("strictly Bedrock-compatible\n")


def test_many_deviations_fit_on_one_screen(tmp_path: Path) -> None:
    """What there is no room for is named, and stands with its curl line in a file."""
    with running(application(Worst(("openai-chat",)))) as url:
        done = verify(url, "--model", "m", "--output", str(tmp_path / "o"), "--quiet")
    rows = [max(1, -(-len(line) // 100)) for line in done.output.splitlines()]
    assert sum(rows) <= 48
    assert re.search(r"^  \d+ more: .*\bTC\d{3}\b", done.output, re.MULTILINE)
    whole = (tmp_path / "o" / "verdict.txt").read_text()
    verdict = object_of(parse((tmp_path / "o" / "verdict.json").read_bytes()))["verdicts"][0]  # type: ignore[index]
    found = [one["rule"] for one in verdict["deviations"]]  # type: ignore[index,call-overload,union-attr]
    assert len(found) > 6
    assert all(rule is None or f" {rule} x" in whole for rule in found)
    assert whole.count("curl -sS") >= len(found)


def test_without_out_the_bodies_of_curl_lines_stay_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is printed can be run after the command has ended; nothing else is left."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with running(application(Server(("openai-chat",), RULES["TC304"]))) as url:
        done = verify(url, "--model", "m", "--quiet")
    named = re.findall(r"--data-binary @(\S+)", done.output)
    assert named
    assert {Path(path) for path in named} == {p for p in tmp_path.rglob("*") if p.is_file()}


class Worst(Server):
    """Chat Completions with many things wrong in every answer."""

    def answer(self, request: Request) -> Served:
        """Spoil whole replies; streams are left alone."""
        served = super().answer(request)
        body = parse(served.response.body) if served.response.body[:1] == b"{" else None
        if not isinstance(body, dict) or "choices" not in body:
            return served
        for member in ("id", "object", "created", "model"):
            body[member] = None
        choice = object_of(body["choices"][0])  # type: ignore[index,call-overload]
        choice["finish_reason"] = "stopped"
        for call in object_of(choice["message"]).get("tool_calls") or ():  # type: ignore[union-attr]
            spoilt = object_of(call)
            spoilt.update(id="", type="tool", index="0")
            object_of(spoilt["function"]).update(name="get_wether", arguments="{'a': 1}")
        return replace(served, response=replace(served.response, body=dump(body)))
