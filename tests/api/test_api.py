"""The functions say what the commands say, and refuse what these refuse."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import toolwire
from toolwire.cli import toolwire as command
from toolwire.results import read
from toolwire.rules import RULES
from toolwire.transport.cassette.file import shipped_cassettes

HEAVY = ("aiohttp", "pandas", "jinja2", "jsonschema_rs")
SECRET = "sk-proj-0123456789abcdefghijklmnopqrstuvwxyzABCD"
RECORDED = sorted((shipped_cassettes() / "vllm").rglob("*.yaml"))[:6]


def run(*words: str) -> tuple[int, str]:
    """Run a command; return its exit code and what it printed on standard output."""
    done = CliRunner().invoke(command, words, standalone_mode=False, catch_exceptions=False)
    code: int = done.return_value
    return code, done.stdout


def exchange(answer: bytes, key: str = "none") -> toolwire.Exchange:
    """Return an exchange of openai-chat."""
    sent = {
        "model": "m",
        "messages": [{"role": "user", "content": "?"}],
        "tools": [
            {"type": "function", "function": {"name": "t", "parameters": {"type": "object"}}}
        ],
    }
    return toolwire.Exchange(
        toolwire.Request(
            "POST",
            "https://api.example.com/v1/chat/completions",
            (("authorization", f"Bearer {key}"),),
            json.dumps(sent).encode(),
        ),
        toolwire.Response(200, (("content-type", "application/json"),), answer),
        toolwire.Evidence(toolwire.EvidenceLevel.IMPORTED, "test"),
    )


def test_an_import_of_the_package_imports_nothing() -> None:
    """What is exported costs nobody anything who does not use it."""
    code = (
        "import sys; before = set(sys.modules); import toolwire; dir(toolwire)\n"
        "print(sorted(n for n in set(sys.modules) - before if n != '__future__'))\n"
        "toolwire.judge, toolwire.lint, toolwire.audit, toolwire.serve, toolwire.frame\n"
        f"print(sorted(set({HEAVY[:3]!r}) & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['toolwire']", "[]"]


@pytest.mark.parametrize("name", toolwire.__all__)
def test_what_is_exported_is_there(name: str) -> None:
    """Each name can be had, and completes in a notebook."""
    assert getattr(toolwire, name) is getattr(toolwire, name)
    assert name in dir(toolwire)


def test_what_is_not_exported_is_no_attribute() -> None:
    """A mistyped name is told as of any module, and modules are still found."""
    with pytest.raises(AttributeError, match="no attribute 'juge'"):
        toolwire.juge  # type: ignore[attr-defined]  # noqa: B018
    from toolwire import rules

    assert rules.RULES is RULES


def test_lint_says_what_the_command_says(tmp_path: Path) -> None:
    """Lines, observations and exit code are those of `toolwire lint`."""
    paths = tuple(map(str, RECORDED))
    linted = toolwire.lint(*paths)
    out = tmp_path / "results.jsonl"
    code, printed = run("lint", *paths, "--json", "-o", str(out))
    lines = [json.loads(line) for line in printed.splitlines()]
    judged = [item for item in linted if isinstance(item, toolwire.Judged)]
    assert [item.as_json() for item in judged] == lines
    written = [replace(seen, run="") for seen in read(out)]
    assert [seen.as_json() for seen in linted.observations()] == [s.as_json() for s in written]
    assert linted.exit_code() == code
    assert linted.exit_code("info") >= linted.exit_code("never")


def test_what_cannot_be_read_is_an_item_and_exit_code_2(tmp_path: Path) -> None:
    """Nothing raises for one bad file among others."""
    bad = tmp_path / "bad.har"
    bad.write_text("{", encoding="utf-8")
    linted = toolwire.lint(bad, str(RECORDED[0]))
    kinds = [type(item) for item in linted]
    assert kinds.count(toolwire.Unreadable) == 1
    assert toolwire.Judged in kinds
    assert linted.exit_code("never") == 2


def test_secrets_of_an_exchange_are_masked() -> None:
    """A key that an answer repeats stands in no finding and no reply."""
    answer = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": SECRET},
                "finish_reason": SECRET,
            }
        ],
    }
    judged = toolwire.judge(exchange(json.dumps(answer).encode(), SECRET))
    assert judged.detected.dialect == "openai-chat"
    assert judged.findings
    assert SECRET[8:] not in json.dumps(judged.as_json())


def test_whatever_bytes_come_are_judged() -> None:
    """What no dialect recognises is no error, and too much is told."""
    assert toolwire.judge(replace(exchange(b"\xff{"), request=None)).reading is None
    large = toolwire.judge(exchange(b"[" * 80_000_000))
    assert large.missed == (large.too_large,)


def test_an_audit_says_what_the_command_says(tmp_path: Path) -> None:
    """Observations and exit code are those of `toolwire audit`."""
    audited = toolwire.audit(["vllm", "llama-cpp"], "single_call")
    out = tmp_path / "out"
    words = ("-p", "vllm", "-p", "llama-cpp", "-s", "single_call", "-o", str(out), "-q")
    code, _ = run("audit", *words)
    written = list(toolwire.read(out))
    assert [replace(seen, run="").as_json() for seen in audited] == [
        replace(seen, run="").as_json() for seen in written
    ]
    assert audited.exit_code() == code
    assert {seen.run for seen in audited} != {""}


def test_an_audit_of_documentation_alone_ends_with_2() -> None:
    """Who was named and of whom nothing is there is told."""
    audited = toolwire.audit("openai", "single_call")
    assert audited.unasked
    assert audited.exit_code("never") == 2


def test_a_frame_has_a_row_an_observation() -> None:
    """Its columns are there where there is no observation, too."""
    audited = toolwire.audit("vllm", "single_call")
    frame = audited.frame()
    assert len(frame) == len(audited.observations)
    assert frame["verdict"].tolist() == [str(seen.verdict) for seen in audited]
    words = [seen.facets["id_field"] for seen in audited if "id_field" in seen.facets]
    assert frame["id_field"].dropna().tolist() == words
    assert list(toolwire.frame(()).columns) == list(frame.columns)


def test_a_notebook_has_a_loop_running() -> None:
    """What runs a loop of its own works inside of another."""

    async def cell() -> tuple[int, int]:
        with toolwire.serve("openai-chat") as url:
            verified = toolwire.verify(url, "m", dialect="openai-chat", concurrency=32)
        return len(toolwire.audit("vllm", "single_call").observations), verified.exit_code()

    found, code = asyncio.run(cell())
    assert found > 0
    assert code == 0


def test_a_server_lasts_as_long_as_its_block() -> None:
    """It answers inside of the block, raises what is raised there, and is gone after it."""
    addresses: list[str] = []

    def look() -> None:
        with toolwire.serve("openai-chat", "ollama-chat", model="tiny") as url:
            addresses.append(url)
            with urllib.request.urlopen(f"{url}/v1/models") as answer:
                assert "tiny" in answer.read().decode()
            raise LookupError(url)

    with pytest.raises(LookupError):
        look()
    assert not [one for one in threading.enumerate() if one.name == "toolwire serve"]
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(addresses[0])


def test_an_address_in_use_is_told() -> None:
    """Two servers cannot have one port."""
    with toolwire.serve("openai-chat") as url:
        port = int(url.rpartition(":")[2])
        with (
            pytest.raises(toolwire.ToolwireError, match="choose another port"),
            toolwire.serve("openai-chat", port=port),
        ):
            pass


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "exchange": (lambda: toolwire.judge({}), "exchange is dict"),  # type: ignore[arg-type]
    "no path": (toolwire.lint, "no traffic is named"),
    "path": (lambda: toolwire.lint("nowhere"), "no such file or folder"),
    "attributions": (lambda: toolwire.lint(".", attributions="nowhere.yaml"), "nowhere.yaml"),
    "lint fail_on": (lambda: toolwire.lint(".").exit_code("any"), "no fail_on 'any'"),
    "provider": (lambda: toolwire.audit("vlm"), "did you mean vllm"),
    "suite": (lambda: toolwire.audit("vllm", "single"), "no suite 'single'"),
    "models": (lambda: toolwire.audit(models="m"), "models needs a provider"),
    "cassettes": (lambda: toolwire.audit(cassettes="nowhere"), "no such folder of cassettes"),
    "suites_dir": (lambda: toolwire.audit(suites_dir="nowhere"), "no such folder of suites"),
    "audit fail_on": (lambda: toolwire.Audited(()).exit_code("info"), "no fail_on 'info'"),
    "results": (lambda: toolwire.read("nowhere"), "nowhere: cannot read"),
    "url": (lambda: toolwire.verify("ftp://x", "m"), "a key goes with key_env"),
    "no url": (lambda: toolwire.verify(None, "m"), "url is NoneType"),  # type: ignore[arg-type]
    "verify dialect": (lambda: toolwire.verify("http://x", "m", dialect="y"), "no dialect 'y'"),
    "concurrency": (lambda: toolwire.verify("http://x", "m", concurrency=0), "from 1 to 1024"),
    "key": (lambda: toolwire.verify("http://x", "m", key_env="NOPE_9"), "NOPE_9 is not set"),
    "region": (lambda: toolwire.verify("http://x", "m", aws_region="x"), "aws_region: that is no"),
    "no dialect": (lambda: toolwire.serve().__enter__(), "no dialect is named"),
    "dialect": (lambda: toolwire.serve("openai").__enter__(), "no dialect 'openai'"),
    "fault": (lambda: toolwire.serve("openai-chat", fault="T").__enter__(), "fault: no rule 'T'"),
    "host": (
        lambda: toolwire.serve("openai-chat", host="0.0.0.0").__enter__(),
        "add open_to_others",
    ),
    "name": (
        lambda: toolwire.serve("openai-chat", allow_host="a b").__enter__(),
        "allow_host: that is no name",
    ),
    "chunk": (lambda: toolwire.serve("openai-chat", chunk_bytes=0).__enter__(), "chunk_bytes: 0"),
}


@pytest.mark.parametrize(("call", "told"), REFUSED.values(), ids=REFUSED)
def test_bad_arguments_are_told_in_one_line(
    call: Callable[[], object], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each raises a `ToolwireError` that names the argument as Python does, and no option."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(toolwire.ToolwireError) as raised:
        call()
    assert told in str(raised.value)
    assert "--" not in str(raised.value)
    assert raised.value.exit_code == 3
