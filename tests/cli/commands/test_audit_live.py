"""Live audits of a server on loopback: recorded, killed at any moment, gone on with, paid once."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.forked import Forked, run_forked, serving
from tests.support.root import ROOT
from toolwire.cli.commands.audit import command as audit
from toolwire.cli.commands.plan import command as plan
from toolwire.cli.live import LiveOptions
from toolwire.results import read
from toolwire.transport.cassette.file import load
from toolwire.transport.journal.entry import ExchangeEntry, Finished
from toolwire.transport.journal.recovery import entries, recover

#: `nox -s kills` has fifty of each command.
KILLS = 5
CONCURRENCY = 8
#: Seconds after the first request of a run at which it is killed.
MOMENTS = (0.0, 0.5)
PROVIDER = """
provider: acme
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: openai-chat
base_url: {url}/v1
key_env: ACME_API_KEY
hosts: [api.example.invalid]
models:
  - {{id: reference-model, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}}
"""
SUITES = ("single_call", "round_trip", "sequential_calls", "argument_fidelity")


@dataclass(frozen=True)
class Lab:
    """A server, the folder of its log, and how it is audited."""

    folder: Path

    @property
    def asked(self) -> int:
        """Return how many requests the server has answered."""
        return (self.folder / "log").read_text().count("POST ")

    def command(self, out: Path, *more: str) -> list[str]:
        """Return the words of an audit that records."""
        selection = [word for suite in SUITES for word in ("-s", suite)]
        return [
            *("audit", "-p", "acme", "-q", "-o", str(out)),
            *("--providers", str(self.folder / "providers"), *selection),
            *("--record", "--cassettes", str(out / "cassettes")),
            *("--concurrency", str(CONCURRENCY), *more),
        ]


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Start the reference server in a process of its own, slow enough to be interrupted."""
    folder = tmp_path / "lab"
    (folder / "providers").mkdir(parents=True)
    words = ("-d", "openai-chat", "--port", "0", "--delay", "4")
    with serving(words, folder / "log") as url:
        (folder / "providers" / "acme.yaml").write_text(PROVIDER.format(url=url))
        yield Lab(folder)


def test_a_recorded_run_replays_as_recorded(lab: Lab, tmp_path: Path) -> None:
    """What was recorded live is found again by a replay, and counts as recorded."""
    out = tmp_path / "out"
    assert run_forked(lab.command(out)).returncode == 0
    live = list(read(out / "results.jsonl"))
    assert {str(o.evidence.level) for o in live} == {"live"}
    assert all(o.timing or o.suite == "streaming_equals_blocking" for o in live)
    asked = lab.asked
    words = [w for w in lab.command(tmp_path / "again") if w != "--record"]
    words = [*words[: words.index("--cassettes")], "--cassettes", str(out / "cassettes")]
    assert run_forked(words).returncode == 0
    replayed = list(read(tmp_path / "again" / "results.jsonl"))
    assert lab.asked == asked
    assert {str(o.evidence.level) for o in replayed} == {"recorded"}
    key = [(o.suite, o.case, o.mode, o.verdict) for o in replayed]
    assert sorted(key) == sorted((o.suite, o.case, o.mode, o.verdict) for o in live)


def test_a_killed_run_goes_on_and_pays_for_nothing_twice(lab: Lab, tmp_path: Path) -> None:
    """Kill -9 at random moments: one result a case, whole cassettes, nothing answered lost."""
    moments, killed, rounds = random.Random(20261121), 0, 0
    while killed < KILLS:
        rounds += 1
        out, asked = tmp_path / f"out-{rounds}", lab.asked
        died = _killed_until_done(lab, out, moments, KILLS - killed)
        _whole(out, lab.asked - asked, died)
        killed += died


def _killed_until_done(lab: Lab, out: Path, moments: random.Random, most: int) -> int:
    """Kill a run and go on with it until it is done; return how often it was killed."""
    journal, killed, answered = out / "journal.jsonl", 0, 0
    finished: set[str] = set()
    while killed < most:
        asked = lab.asked
        run = Forked(lab.command(out, *_going_on(journal)))
        # Imports take longer than anything else: the clock starts with the first request.
        while lab.asked == asked and run.poll() is None:
            time.sleep(0.005)
        try:
            assert run.wait(moments.uniform(*MOMENTS)) == 0
        except subprocess.TimeoutExpired:
            os.kill(run.pid, signal.SIGKILL)
            run.wait()
        else:
            break
        killed += 1
        if not journal.exists() and (out / "results.jsonl").exists():
            break  # killed between its last act and its end: asked again it would begin anew
        if journal.exists():
            kept = sum(isinstance(entry, ExchangeEntry) for entry in entries(journal))
            assert kept >= answered
            answered = kept
            assert finished <= set(recover(journal).finished)
            finished = set(recover(journal).finished)
    if not (out / "results.jsonl").exists() or journal.exists():
        last = run_forked(lab.command(out, *_going_on(journal)))
        assert last.returncode == 0
    names = [e.item for e in entries(out / "journal.done.jsonl") if isinstance(e, Finished)]
    assert len(names) == len(set(names))
    assert finished <= set(names)
    return killed


def _begun(journal: Path) -> bool:
    """Say whether a journal has its first line: killed before that, a run has nothing to go on with."""
    return journal.exists() and b"\n" in journal.read_bytes()


def _going_on(journal: Path) -> list[str]:
    return ["--resume"] if _begun(journal) else []


def _whole(out: Path, asked: int, killed: int) -> None:
    seen = Counter((o.suite, o.case, o.mode) for o in read(out / "results.jsonl"))
    assert set(seen.values()) == {1}
    cassettes = sorted((out / "cassettes").rglob("*.yaml"))
    exchanges = 0
    for path in cassettes:
        exchanges += len(load(out, path.relative_to(out)).exchanges)
    items = [key for key in seen if key[0] != "streaming_equals_blocking"]
    assert len(cassettes) == len(items) > 30
    kept = sum(isinstance(entry, ExchangeEntry) for entry in entries(out / "journal.done.jsonl"))
    assert kept == exchanges
    # Asked again was at most what was in flight at each kill.
    assert exchanges <= asked <= exchanges + killed * CONCURRENCY


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_run_which_goes_on(number: int, lab: Lab, tmp_path: Path) -> None:
    """One line that says how, exit code 128 and its number; nothing answered is asked again."""
    out = tmp_path / "out"
    with (tmp_path / "told").open("wb") as told:
        run = Forked(lab.command(out), stderr=told)
    while lab.asked < 2 * CONCURRENCY:
        assert run.poll() is None
        time.sleep(0.01)
    run.send_signal(number)
    assert run.wait(60) == 128 + number
    assert (tmp_path / "told").read_text().strip() == (
        "toolwire: interrupted; the same line with --resume goes on, and asks nothing again that "
        f"was answered ({out / 'journal.jsonl'})"
    )
    assert not (out / "results.jsonl").exists()
    assert run_forked(lab.command(out, "--resume")).returncode == 0
    _whole(out, lab.asked, 1)


def test_who_ignores_a_hangup_is_not_ended_by_it(lab: Lab, tmp_path: Path) -> None:
    """`nohup toolwire ... &` goes on when the terminal goes away."""
    out = tmp_path / "out"
    run = Forked(lab.command(out), ignoring=[signal.SIGHUP])
    while lab.asked < CONCURRENCY:
        assert run.poll() is None
        time.sleep(0.01)
    run.send_signal(signal.SIGHUP)
    assert run.wait(60) == 0


def test_a_journal_of_another_selection_is_refused(lab: Lab, tmp_path: Path) -> None:
    """Results of two different runs are never mixed."""
    out = tmp_path / "out"
    run = Forked(lab.command(out))
    while not _begun(out / "journal.jsonl"):
        time.sleep(0.01)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    other = run_forked(lab.command(out, "--resume", "--repeat", "2"))
    assert other.returncode == 3
    assert "the journal is of another run" in other.stderr
    fresh = run_forked(lab.command(out))
    assert fresh.returncode == 3
    assert "there is a journal already (go on with --resume" in fresh.stderr


def test_parts_of_a_live_run_are_gone_on_with_alone_and_add_up(lab: Lab, tmp_path: Path) -> None:
    """The journal of one part is not for another; both parts together are the run."""
    outs = [tmp_path / "one", tmp_path / "two"]
    run = Forked(lab.command(outs[0], "--shard", "1/2"))
    while not _begun(outs[0] / "journal.jsonl"):
        time.sleep(0.01)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    for words in (("--shard", "2/2"), ()):
        other = run_forked(lab.command(outs[0], "--resume", *words))
        assert (other.returncode, len(other.stderr.splitlines())) == (3, 1)
        assert "the journal is of another run" in other.stderr
    for out, words in zip(outs, (("--resume", "--shard", "1/2"), ("--shard", "2/2")), strict=True):
        assert run_forked(lab.command(out, *words)).returncode == 0
    whole = tmp_path / "whole"
    assert run_forked(lab.command(whole)).returncode == 0
    parts = [(o.suite, o.case, o.mode) for out in outs for o in read(out / "results.jsonl")]
    every = [(o.suite, o.case, o.mode) for o in read(whole / "results.jsonl")]
    assert sorted(parts) == sorted(every)
    assert read(outs[1] / "results.jsonl").header.selection["live"] is True


def test_a_budget_ends_a_run_loudly(lab: Lab, tmp_path: Path) -> None:
    """What did not fit is not run, with the reason, and the exit code says so."""
    out = tmp_path / "out"
    done = run_forked(lab.command(out, "--max-requests", "10"))
    assert done.returncode == 2
    assert lab.asked == 10
    reasons = [o.reason for o in read(out / "results.jsonl") if str(o.verdict) == "not-run"]
    assert reasons
    assert all("budget: --max-requests 10 is used up" in reason for reason in reasons)


def test_a_run_whose_budget_ended_goes_on_with_a_larger_one(lab: Lab, tmp_path: Path) -> None:
    """What was answered is not asked again, nor what a loss of power took; the rest is."""
    out = tmp_path / "out"
    assert run_forked(lab.command(out, "--max-requests", "30")).returncode == 2
    assert lab.asked == 30
    written = sorted((out / "cassettes").rglob("*.yaml"))
    assert len(written) > 10
    for path in written[::2]:
        path.write_bytes(b"")
    assert run_forked(lab.command(out, "--resume")).returncode == 0
    _whole(out, lab.asked, 0)
    asked = lab.asked
    assert run_forked(lab.command(out, "--resume")).returncode == 0
    assert lab.asked == asked


def test_the_page_names_options_that_exist() -> None:
    """docs/live-audits.md speaks of options of `audit` and `plan`, and of all that are for live."""
    page = (ROOT / "docs" / "live-audits.md").read_text(encoding="utf-8")
    named = set(re.findall(r"--[a-z][a-z-]+", page))
    there = {word for command in (audit, plan) for option in command.params for word in option.opts}
    assert named <= there
    live = {f"--{name.replace('_', '-')}" for name in LiveOptions.__dataclass_fields__}
    assert {word.replace("--most", "--max") for word in live} <= named


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--live"], "a live run asks nobody by default"),
        (["--resume"], "--resume is for live runs"),
        (["--repeat", "3"], "--repeat is for live runs"),
        (["--max-usd", "1"], "--max-usd is for live runs"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], told: str) -> None:
    """Nothing is asked by mistake, and no option is passed over."""
    run = run_forked(["audit", *words])
    assert (run.returncode, told in run.stderr) == (3, True), run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_the_journal_holds_no_key(lab: Lab, tmp_path: Path) -> None:
    """The key goes to the server and nowhere else."""
    out, key = tmp_path / "out", "sk-live-4f9c2d1e8b7a6c5d4e3f2a1b0c9d8e7f"
    env = {**os.environ, "ACME_API_KEY": key, "TOOLWIRE_KEY_ENV": "ACME_API_KEY"}
    assert run_forked(lab.command(out), env=env).returncode == 0
    for path in out.rglob("*"):
        if path.is_file():
            assert key.encode() not in path.read_bytes(), path
    first = json.loads((out / "journal.done.jsonl").read_text().splitlines()[0])
    assert first["kind"] == "head"
