"""Whole audits of servers on loopback: a perfect one, a forgetful model, a server that merges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.jobs.verify.bench import running
from toolwire.cli import toolwire
from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.http import application
from toolwire.model.conversation import Conversation
from toolwire.model.observation import Observation, Verdict
from toolwire.results import read
from toolwire.results.variance import Statement, settled, statements, trials_text

#: Dialect -> what an SDK's base URL has behind the host.
BASES = {"openai-chat": "/v1", "anthropic-messages": ""}
PROVIDER = """
provider: acme
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: {dialect}
base_url: {url}
hosts: [api.example.invalid]
models:
  - {{id: {model}, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}}
"""
GRAVE = {Verdict.FAILED, Verdict.NON_STRICT}
DIALECT = pytest.mark.parametrize("dialect", BASES)


@dataclass
class Lab:
    """An audited server: a folder with its provider file."""

    folder: Path

    def audit(self, name: str, *words: str) -> tuple[int, tuple[Observation, ...]]:
        """Audit the parallel calls and more; return the exit code and what was observed."""
        out = self.folder / name
        suites = ("parallel_calls", "single_call", "multi_tool")
        chosen = [word for suite in suites for word in ("-s", suite)]
        done = CliRunner().invoke(
            toolwire,
            [
                *("audit", "-p", "acme", "-q", "-o", str(out), "--fail-on", "warning"),
                *("--providers", str(self.folder / "providers"), *chosen, *words),
            ],
            standalone_mode=False,
        )
        assert done.exception is None, done.output
        return done.return_value, tuple(read(out / "results.jsonl"))


@contextmanager
def lab(
    folder: Path,
    dialect: str,
    plan: Callable[[Conversation], Answer] = answer,
    model: str = "reference-model",
) -> Iterator[Lab]:
    """Serve a dialect with a mind of its own."""
    with running(application(Server((dialect,), plan=plan))) as url:
        (folder / "providers").mkdir()
        text = PROVIDER.format(dialect=dialect, url=url + BASES[dialect], model=model)
        (folder / "providers" / "acme.yaml").write_text(text)
        yield Lab(folder)


def merging(conversation: Conversation) -> Answer:
    """Answer with one call, however many the model made."""
    planned = answer(conversation)
    return replace(planned, calls=planned.calls[:1])


class Forgetful:
    """Makes one of several calls in every second reply."""

    def __init__(self) -> None:
        self.several = 0

    def __call__(self, conversation: Conversation) -> Answer:
        """Answer, now and then with less than was asked for."""
        planned = answer(conversation)
        self.several += len(planned.calls) > 1
        return merging(conversation) if self.several % 2 else planned


def parallel(observations: tuple[Observation, ...]) -> Statement:
    """Return what is said of parallel calls."""
    return next(one for one in statements(observations) if one.rule == "TC651")


@DIALECT
def test_a_perfect_server_is_conformant_however_few_runs_there_are(
    tmp_path: Path, dialect: str
) -> None:
    """Five runs of each case end with exit code 0, every case conformant, and a modest claim."""
    with lab(tmp_path, dialect) as server:
        code, seen = server.audit("out", "--live", "--repeat", "5")
    assert code == 0
    assert {one.verdict for one in seen} == {Verdict.CONFORMANT}
    trials = [one.trials for one in seen if one.trials is not None]
    assert {trials_text(one) for one in trials} == {"5 of 5; not enough to exclude 45 % (95 %)"}
    assert len(trials) > len(seen) / 2
    assert {one.verdict for one in statements(seen)} == {Verdict.CONFORMANT}
    assert settled(seen) == seen


@DIALECT
def test_a_forgetful_model_is_no_fault_of_its_server(tmp_path: Path, dialect: str) -> None:
    """Nothing is at warning or above, by case or over the run; the rate is told."""
    with lab(tmp_path, dialect, Forgetful()) as server:
        code, seen = server.audit("out", "--live", "--repeat", "5")
    said = parallel(seen)
    assert 0 < said.hits < said.replies
    assert said.verdict is Verdict.INCONCLUSIVE
    assert not GRAVE & {one.verdict for one in settled(seen)}
    forgot = [one for one in seen if any(f.rule == "TC651" for f in one.findings)]
    assert {one.verdict for one in forgot} == {Verdict.INCONCLUSIVE}
    assert code == 2  # some cases could not be decided; no finding counts


@DIALECT
def test_a_server_that_merges_calls_is_at_fault(tmp_path: Path, dialect: str) -> None:
    """No reply of the run has more than one call: what no model explains colours its cases."""
    with lab(tmp_path, dialect, merging) as server:
        _, seen = server.audit("out", "--live")
    said = parallel(seen)
    assert (said.verdict, said.hits) == (Verdict.NON_STRICT, said.replies)
    shown = {one.case for one in seen if any(f.rule == "TC651" for f in one.findings)}
    assert shown == {"same_tool_twice", "two_tools", "three_calls"}
    after = {one.case: one.verdict for one in settled(seen) if one.suite == "parallel_calls"}
    assert {after[case] for case in shown} == {Verdict.NON_STRICT}
    assert after["switched_off"] is Verdict.CONFORMANT


def test_every_way_to_a_result_says_the_same(tmp_path: Path) -> None:
    """Live, recorded, replayed, and replayed in parts: one statement, since all are folds."""
    with lab(tmp_path, "openai-chat", merging) as server:
        _, live = server.audit("live", "--live")
        kept = ("--cassettes", str(tmp_path / "cassettes"))
        _, recorded = server.audit("recorded", "--record", *kept)
        _, replayed = server.audit("replayed", *kept)
        parts = [server.audit(f"part{n}", *kept, "--shard", f"{n}/2")[1] for n in (1, 2)]
    assert all(parts)
    joined = tuple(one for part in parts for one in part)
    assert statements(live) == statements(recorded) == statements(replayed) == statements(joined)
    assert parallel(live).colours


def test_what_the_scripted_model_said_is_known(tmp_path: Path) -> None:
    """Of a known answer one lost call is enough: the case itself is at fault, not the model."""
    with lab(tmp_path, "openai-chat", Forgetful(), "scripted") as server:
        code, seen = server.audit("out", "--live")
    lost = [one for one in seen if any(f.rule == "TC651" for f in one.findings)]
    assert lost
    assert {one.verdict for one in lost} == {Verdict.NON_STRICT}
    assert {one.reason for one in lost} == {"warning: TC651"}
    assert parallel(seen).verdict is Verdict.NON_STRICT
    assert not any(finding.variance for one in seen for finding in one.findings)
    assert code in {1, 2}
