"""`toolwire audit --at`: a provider's file, asked somewhere else."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import pytest
from click.testing import CliRunner

from tests.support.forked import serving
from toolwire.cli import toolwire
from toolwire.model.errors import ToolwireError
from toolwire.results import read
from toolwire.transport.cassette.file import load

PROVIDER = """
provider: acme
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: openai-chat
base_url: http://inner.example.invalid:8000/v1
key_env: ACME_API_KEY
models:
  - {id: reference-model, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}
"""
KEY = "made-up-key-0123456789"
CASSETTE = PurePosixPath("acme/reference-model/single_call.auto.blocking.yaml")


@contextmanager
def reference() -> Iterator[str]:
    """Run the reference server in a process of its own and give its address."""
    with serving(("-d", "openai-chat", "--port", "0"), Path(os.devnull)) as url:
        yield url


@pytest.fixture
def acme(tmp_path: Path) -> list[str]:
    """Return the words that select a provider whose own host does not exist."""
    (tmp_path / "providers").mkdir()
    (tmp_path / "providers" / "acme.yaml").write_text(PROVIDER)
    return ["-p", "acme", "-s", "single_call", "--providers", str(tmp_path / "providers"), "-q"]


def audit(*words: str) -> int:
    """Run `toolwire audit` with a key that acme's file may read; return its exit code."""
    args = ["audit", *words]
    env = {"ACME_API_KEY": KEY, "TOOLWIRE_KEY_ENV": "ACME_API_KEY"}
    done = CliRunner(env=env).invoke(toolwire, args, standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return int(done.return_value)


def test_what_was_recorded_elsewhere_replays_for_the_provider(
    acme: list[str], tmp_path: Path
) -> None:
    """The cassette has the address of the file, and tells which host answered."""
    folder, out = tmp_path / "cassettes", tmp_path / "out"
    with reference() as url:
        words = (*acme, "--record", "--at", url, "--cassettes", str(folder), "-o", str(out))
        assert audit(*words) == 0
        port = url.rpartition(":")[2]
    live = list(read(out / "results.jsonl"))
    assert {str(o.evidence.level) for o in live} == {"live"}
    cassette = load(folder, CASSETTE)
    assert cassette.provenance.endpoint == "127.0.0.1"
    ((request, _),) = cassette.exchanges
    assert request.url == "http://inner.example.invalid:8000/v1/chat/completions"
    written = b"".join(path.read_bytes() for path in folder.rglob("*.yaml"))
    assert KEY.encode() not in written
    assert f"127.0.0.1:{port}".encode() not in written
    assert audit(*acme, "--cassettes", str(folder), "-o", str(tmp_path / "again")) == 0
    again = list(read(tmp_path / "again" / "results.jsonl"))
    assert {str(o.evidence.level) for o in again} == {"recorded"}
    verdicts = [[(o.case, o.mode, o.verdict) for o in seen] for seen in (live, again)]
    assert sorted(verdicts[0]) == sorted(verdicts[1])


def test_an_interrupted_run_goes_on_in_the_same_place_only(acme: list[str], tmp_path: Path) -> None:
    """What one server answered is not mixed with what another answers."""
    out = tmp_path / "out"
    with reference() as url:
        words = (*acme, "--live", "-o", str(out))
        assert audit(*words, "--at", url) == 0
        (out / "journal.done.jsonl").replace(out / "journal.jsonl")
        head = json.loads((out / "journal.jsonl").read_text().splitlines()[0])
        assert head["run"]["at"] == url
        for elsewhere in (["--at", "http://127.0.0.1:1"], ["--insecure-http"]):
            with pytest.raises(ToolwireError, match="the journal is of another run"):
                audit(*words, "--resume", *elsewhere)
        assert audit(*words, "--resume", "--at", f"{url}/") == 0


def test_a_server_that_is_not_there_is_named_by_its_own_address(
    acme: list[str], tmp_path: Path
) -> None:
    """A reason that named the file's address would send its reader to the wrong machine."""
    words = (*acme, "--live", "--at", "http://127.0.0.1:1", "-o", str(tmp_path / "out"))
    assert audit(*words) == 2
    (reason, *_) = {o.reason for o in read(tmp_path / "out" / "results.jsonl")}
    assert "http://127.0.0.1:1" in reason
    assert "inner.example" not in reason


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--at", "http://127.0.0.1:1"), "--at is for live runs"),
        (("--live", "--at", "http://me:secret@127.0.0.1:1"), "more than an address"),
        (("--live", "--at", "http://127.0.0.1:1/?key=secret"), "more than an address"),
        (("--live", "--at", "127.0.0.1:8000"), "no address"),
        (("--live", "--at", "ftp://127.0.0.1:8000"), "no address of http"),
        (("--live", "--at", "http://127.0.0.1:x"), "no address"),
        (("--live", "--at", "http://127.0.0.1:1", "-p", "vllm"), "the place of one provider"),
    ],
)
def test_what_is_no_place_of_one_provider_is_refused(
    acme: list[str], tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    """Nothing is asked, and a key in the address is not repeated."""
    with pytest.raises(ToolwireError, match=told) as refused:
        audit(*acme, *words, "-o", str(tmp_path / "out"))
    assert "secret" not in str(refused.value)
    assert not (tmp_path / "out").exists()


def test_what_answered_elsewhere_is_told_and_ticks_nothing(acme: list[str], tmp_path: Path) -> None:
    """Evidence names the host, live and replayed alike, and the report says whose bytes they are."""
    folder, out, again = tmp_path / "cassettes", tmp_path / "out", tmp_path / "again"
    words = (*acme, "--cassettes", str(folder))
    with reference() as url:
        assert audit(*words, "--record", "--repeat", "5", "--at", url, "-o", str(out)) == 0
    assert audit(*words, "-o", str(again)) == 0
    for run in (out, again):
        asked = [seen for seen in read(run / "results.jsonl") if seen.evidence.recorded_at]
        assert {seen.evidence.at for seen in asked} == {"127.0.0.1"}
        told = (run / "report.md").read_text()
        assert "**acme was asked at 127.0.0.1, not at its own address:**" in told
        checklist = (run / "checklist.md").read_text()
        assert "; asked at 127.0.0.1, not at its own address" in checklist
    # What several runs of a case say stands on the page too.
    assert "| acme | reference-model | 5 of 5; not enough to exclude 45 % (95 %) |" in (
        (out / "report.md").read_text()
    )
