"""`toolwire serve`, as a script uses it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from toolwire.cli.commands.serve import command
from toolwire.cli.runs import serve as command_module
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.serve.example import example
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Mode


@contextmanager
def served(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the command and yield the URL it prints."""
    program = [sys.executable, "-m", "toolwire", "serve", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(program, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip(), process
        finally:
            process.send_signal(signal.SIGTERM)


def post(url: str, body: bytes) -> bytes:
    """Post JSON and return the answer."""
    sent = Request(url, body, {"content-type": "application/json"})
    with urlopen(sent, timeout=10) as answer:
        data: bytes = answer.read()
        return data


def test_a_script_reads_the_url_and_ends_the_server() -> None:
    """The first line is the URL; SIGTERM ends it well; what it was asked is on stderr."""
    with served("-d", "openai-chat", "--fault", "tc304") as (url, process):
        request = example("openai-chat", "no_arguments", Mode.BLOCKING, url)
        choice = object_of(parse(post(request.url, request.body)))["choices"]
        with pytest.raises(HTTPError, match="404") as refused:
            post(f"{url}/nothing", b"{}")
        refused.value.close()
    assert isinstance(choice, list)
    call = object_of(object_of(choice[0])["message"])["tool_calls"]
    assert isinstance(call, list)
    assert object_of(object_of(call[0])["function"])["arguments"] == ""
    assert process.returncode == 0
    assert process.stderr is None or process.stderr.closed


def test_a_loop_without_signal_handlers_is_ended_as_well() -> None:
    """On Windows loops know no signals: the server comes to its end all the same, with exit 0."""
    code = (
        "import asyncio, sys\nfrom toolwire.cli import main\n"
        "def refuse(*_): raise NotImplementedError\n"
        "asyncio.SelectorEventLoop.add_signal_handler = refuse\n"
        "sys.argv = ['toolwire', 'serve', '-d', 'openai-chat', '--quiet']\nmain()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0


def test_the_log_tells_what_was_broken() -> None:
    """One line a request: what was asked, the status, who answered, which rule is broken."""
    with served("-d", "openai-chat", "--fault", "no-args-is-{}") as (url, process):
        request = example("openai-chat", "no_arguments", Mode.BLOCKING, url)
        post(request.url, request.body)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        told = process.stderr.read().splitlines()
    assert told[0].startswith(f"toolwire: TC304 shows with: curl -sN {url}/v1/chat/completions -H")
    assert told[1:] == ["POST /v1/chat/completions 200 openai-chat, TC304 broken"]


def test_the_example_on_the_screen_shows_the_fault() -> None:
    """What is printed can be run as it stands."""
    with served("-d", "anthropic-messages", "--fault", "TC201") as (_, process):
        assert process.stderr is not None
        line = process.stderr.readline()
        curl = line.partition("shows with: ")[2]
        ran = subprocess.run(["/bin/sh", "-c", curl], capture_output=True, check=True)
    blocks = object_of(parse(ran.stdout))["content"]
    assert isinstance(blocks, list)
    assert object_of(blocks[0])["id"] == ""


def run(*arguments: str) -> object:
    """Call the command without serving."""
    return CliRunner().invoke(
        command, list(arguments), standalone_mode=False, catch_exceptions=False
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-d", "openai-chat", "--fault", "TC999"], r"--fault: no rule 'TC999'; did you mean TC"),
        (
            ["-d", "cohere-v1", "--fault", "TC910"],
            r"TC910 cannot be broken in cohere-v1 \(it can in ",
        ),
        (["-d", "cohere-v1", "--fault", "TC707"], r"TC707 cannot be broken in cohere-v1 \(it .*\)"),
        (["-d", "openai-chat", "--host", "0.0.0.0"], r"--host: '0.0.0.0' is not this machine"),
        (["-d", "openai-chat", "--host", "example.org"], r"--open-to-others"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(arguments: list[str], told: str) -> None:
    """The message says what is wrong, at which option, and what to do."""
    with pytest.raises(ToolwireError, match=told) as raised:
        run(*arguments)
    assert "\n" not in str(raised.value)


def test_others_are_let_in_only_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the flag a public address is served, and a warning says what that means."""
    asked: list[tuple[object, ...]] = []

    async def noted(*arguments: object, **_options: object) -> None:
        asked.append(arguments)

    monkeypatch.setattr(command_module, "_serve", noted)
    arguments = ["-d", "ollama-chat", "--host", "0.0.0.0", "--open-to-others", "--port", "8123"]
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert result.return_value == 0
    assert "others can reach this server" in result.stderr
    assert asked[0][2] == ("0.0.0.0", 8123, ())
