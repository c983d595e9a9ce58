"""Asked live, recorded, and replayed: one and the same result, told by the report's own JSON."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner

from tests.support.forked import Forked
from tests.support.loopback import DIALECTS, Loopback, loopback
from toolwire.cli import toolwire
from toolwire.model.conversation import Json
from toolwire.results import read
from toolwire.transport.cassette.file import load, run_path

#: What is broken in a round, by dialect: where arguments, the reason to stop, streams and ids are.
ROUNDS: Mapping[str, Mapping[str, str]] = {
    "clean": {},
    "arguments": {
        "openai-chat": "TC304", "anthropic-messages": "TC312", "gemini-generate": "TC306",
    },
    "stop": {
        "openai-chat": "TC401", "anthropic-messages": "TC406", "gemini-generate": "TC410",
    },
    "streams": {
        "openai-chat": "TC907", "anthropic-messages": "TC917", "gemini-generate": "TC908",
    },
    "ids": {
        "openai-chat": "TC202", "anthropic-messages": "TC205", "gemini-generate": "TC211",
    },
}  # fmt: skip
#: Where a fault shows: the clean round asks all suites, and those with faults only these.
BREAKING = (
    "single_call", "parallel_calls", "round_trip", "no_tool_needed", "streaming_equals_blocking",
)  # fmt: skip
#: A live run that takes long enough to be killed in its middle.
SOME = ("--live", *(word for suite in BREAKING for word in ("-s", suite)))
#: Members that say when something was, and not what.
TIMES = {"date", "newest", "first", "last", "since", "looked_at_since", "recorded_at", "started_at"}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loopback]:
    """Start the servers once for all rounds."""
    with loopback(tmp_path_factory.mktemp("loopback") / "providers") as found:
        yield found


def words(servers: Loopback, out: Path, *more: str) -> list[str]:
    """Return the words of an audit of the three providers."""
    named = [word for name, _ in DIALECTS.values() for word in ("-p", name)]
    return ["audit", *named, "--providers", str(servers.providers), "-q", "-o", str(out), *more]


def run(*arguments: str) -> int:
    """Run `toolwire`; return its exit code."""
    result = CliRunner().invoke(toolwire, arguments, standalone_mode=False)
    assert result.exception is None, result.output
    return int(result.return_value)


def timeless(value: Json) -> Json:
    """Return a document without its times, and without the word for how we know."""
    if isinstance(value, list):
        return [timeless(one) for one in value]
    if not isinstance(value, dict):
        return value
    told = {name: timeless(one) for name, one in value.items() if name not in TIMES}
    return {**told, "level": "now"} if told.get("level") in {"live", "recorded"} else told


def pages(folder: Path) -> dict[str, Json]:
    """Return every JSON document of a report by its name; facets, suites, passports, drift."""
    found = {
        path.relative_to(folder).as_posix(): timeless(json.loads(path.read_bytes()))
        for path in folder.rglob("*.json")
    }
    assert {"drift.json", "quirks.json", "quirks/acme-chat.json"} <= found.keys()
    return found


def lines(folder: Path) -> Counter[str]:
    """Return the observations of a run in no order, without times and digests."""
    found: Counter[str] = Counter()
    for seen in read(folder):
        line: dict[str, Any] = seen.as_json()
        line |= {"timing": None, "run": None}
        line["evidence"] = {**line["evidence"], "sha256": None}
        found[json.dumps(timeless(line), sort_keys=True)] += 1
    return found


def broken(folder: Path) -> dict[str, set[str]]:
    """Return the rules of a run's findings by dialect."""
    found: dict[str, set[str]] = {dialect: set() for dialect in DIALECTS}
    for seen in read(folder):
        found[seen.dialect] |= {finding.rule for finding in seen.findings}
    return found


@pytest.mark.parametrize("name", ROUNDS)
def test_live_recorded_and_replayed_say_the_same(
    name: str, servers: Loopback, tmp_path: Path
) -> None:
    """Three dialects, clean and with four faults: same cells, deviations, passports, drift, code."""
    servers.break_(ROUNDS[name])
    live, recorded, replayed = (tmp_path / word for word in ("live", "recorded", "replayed"))
    cassettes = ("--cassettes", str(tmp_path / "cassettes"))
    asked = [word for suite in BREAKING if ROUNDS[name] for word in ("-s", suite)]
    codes = {
        run(*words(servers, live, "--live", *asked)),
        run(*words(servers, recorded, "--record", *cassettes, *asked)),
        run(*words(servers, replayed, *cassettes, *asked)),
    }
    assert len(codes) == 1
    assert pages(live) == pages(recorded) == pages(replayed)
    assert lines(live) == lines(recorded) == lines(replayed)
    for dialect, rule in ROUNDS[name].items():
        assert rule in broken(live)[dialect]
    if ROUNDS[name]:
        return
    # Reasoning beside an answer is no member of OpenAI's own, and is drift on purpose.
    assert broken(live) == {dialect: set() for dialect in DIALECTS} | {"openai-chat": {"TC190"}}
    page = (live / "report.html").read_text()
    linked = set(re.findall(r'href="(exchanges/[^"]+)"', page))
    assert linked
    assert all((live / unquote(link)).is_file() for link in linked)
    # What was asked live is kept below the run, and is a recording like any other.
    again = tmp_path / "again"
    run(*words(servers, again, "--cassettes", str(live / "exchanges")))
    assert lines(again) == lines(live)
    proofs = [
        {(o.suite, o.case, o.mode, o.dialect): o.evidence.sha256 for o in read(file)}
        for file in (live / "results.jsonl", again / "results.jsonl")
    ]
    assert proofs[0] == proofs[1]


def test_how_a_run_came_about_changes_nothing(servers: Loopback, tmp_path: Path) -> None:
    """Killed and gone on with, in two parts, one case at a time: the same as a run in one go."""
    servers.break_(ROUNDS["arguments"])
    whole, asked = tmp_path / "whole", servers.asked
    code = run(*words(servers, whole, *SOME))
    killed = _killed(servers, tmp_path / "killed", (servers.asked - asked) // 2)
    assert run(*words(servers, killed, *SOME, "--resume")) == code
    parts = [tmp_path / "one", tmp_path / "two"]
    for part, shard in zip(parts, ("1/2", "2/2"), strict=True):
        run(*words(servers, part, *SOME, "--shard", shard))
    joined = tmp_path / "joined"
    # The providers' files say which models they list.
    own = ("--providers", str(servers.providers), "-o", str(joined), "-q")
    run("report", *(str(part / "results.jsonl") for part in parts), *own)
    slow = tmp_path / "slow"
    run(*words(servers, slow, *SOME, "--concurrency", "1"))
    for other in (killed, joined, slow):
        assert pages(other) == pages(whole), other.name
        assert lines(other) == lines(whole), other.name
    for folder in (killed, slow):
        assert _kept(folder) == _kept(whole)
    assert _kept(parts[0]) | _kept(parts[1]) == _kept(whole)


def _killed(servers: Loopback, out: Path, after: int) -> Path:
    asked = servers.asked
    process = Forked(words(servers, out, *SOME))
    while servers.asked < asked + after:
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (out / "results.jsonl").exists()
    return out


def _kept(folder: Path) -> set[str]:
    exchanges = folder / "exchanges"
    return {path.relative_to(exchanges).as_posix() for path in exchanges.rglob("*.yaml")}


@pytest.mark.parametrize("how", ["--live", "--record"])
def test_every_run_of_a_case_is_kept_and_told_apart(
    how: str, servers: Loopback, tmp_path: Path
) -> None:
    """Of three runs the one a verdict tells of has the cassette's name, the others theirs beside it."""
    servers.break_({})
    out, cassettes = tmp_path / "out", tmp_path / "cassettes"
    asked = servers.asked
    line = ["audit", "-p", "acme-chat", "-s", "no_tool_needed", "--repeat", "3", how, "-q"]
    line += ["--providers", str(servers.providers), "-o", str(out)]
    run(*line, *(("--cassettes", str(cassettes)) if how == "--record" else ()))
    counted = out / "exchanges" if how == "--live" else cassettes
    sources = {seen.evidence.source for seen in read(out / "results.jsonl")}
    assert sources
    files = {name for source in sources for name in (source, *_others(source))}
    there = _kept(out) | {p.relative_to(counted).as_posix() for p in counted.rglob("*.yaml")}
    assert there == files
    exchanges = 0
    for name in files:
        folder = counted if name in sources else out / "exchanges"
        exchanges += len(load(folder, PurePosixPath(name)).exchanges)
    assert exchanges == servers.asked - asked
    for seen in read(out / "results.jsonl"):
        digest = hashlib.sha256((counted / seen.evidence.source).read_bytes()).hexdigest()
        assert seen.evidence.sha256 == digest


def _others(source: str) -> Iterator[str]:
    cassette = PurePosixPath(source)
    yield from (str(run_path(cassette, number)) for number in (2, 3))
