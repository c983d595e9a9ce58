"""Servers that refuse `tools`: live, recorded, replayed, in parts, and asked in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.stranger import FRONTS, UnknownMember, running
from toolwire.cli import toolwire
from toolwire.jobs.audit.beside.beside_suites import BESIDE_SUITES
from toolwire.model.observation import Observation, Verdict
from toolwire.results import read
from toolwire.suites import load_suites
from toolwire.suites.model import PAIRS

PROVIDER = """
provider: acme
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: openai-chat
base_url: {url}/v1
models:
  - {{id: reference-model, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}}
"""
#: What asks to be refused, forms of schemas, streams, and ordinary calls.
SUITES = ("request_validation", "schema_forms", "single_call", "tool_choice", "prompt_fallback")
#: Rules that a refusal of all tools would break, if it were taken for one of what they ask.
BLAMED = {"TC006", "TC801", "TC802", "TC803", "TC805", "TC806", "TC604", "TC747", "TC813"}
#: How the cases begin of what `verify` asks beside the suites and words can say.
SAID_IN_WORDS = frozenset(
    (
        "twin_first_",
        "twin_second_",
        "contents_",
        "right_",
        "line_",
        "blanks_",
        "json_result_",
        "separator_",
        "stream_",
        "long_words_",
        "equal_",
        "drop_",
    )
)
#: The suites' own cases.
OWN = frozenset(case.name for suite in load_suites() for case in suite.cases)


@dataclass(frozen=True)
class Bench:
    """A folder with the provider file of a server, and how it is audited."""

    folder: Path
    suites: tuple[str, ...] = SUITES

    def audit(self, name: str, *words: str, **environ: str) -> tuple[int, list[Observation]]:
        """Run `toolwire audit`; return its exit code and what it saw, comparisons aside."""
        out = self.folder / name
        chosen = [word for suite in self.suites for word in ("-s", suite)]
        places = ("--providers", str(self.folder / "providers"), "-o", str(out))
        args = ["audit", "-p", "acme", *chosen, *places, "-q", *words]
        done = CliRunner(env=environ).invoke(toolwire, args, standalone_mode=False)
        if done.exception is not None:
            raise done.exception
        seen = [one for one in read(out / "results.jsonl") if one.suite != PAIRS]
        return int(done.return_value), seen


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Return a folder to audit from."""
    (tmp_path / "providers").mkdir()
    return Bench(tmp_path)


def at(bench: Bench, url: str) -> Bench:
    """Write the provider file of a server."""
    (bench.folder / "providers" / "acme.yaml").write_text(PROVIDER.format(url=url))
    return bench


def key(seen: Iterable[Observation]) -> list[tuple[str, ...]]:
    """Return what does not depend on how an answer was had."""
    return sorted((o.dialect, o.suite, o.case, str(o.mode), str(o.verdict), o.reason) for o in seen)


def native(seen: Iterable[Observation]) -> list[Observation]:
    """Return what was asked with native tools."""
    return [o for o in seen if o.dialect == "openai-chat" and not o.case.startswith("prompted_")]


def of_beside(seen: Observation) -> bool:
    """Tell whether `verify` asked it beside the suites."""
    return f"{seen.suite}.{seen.case}" not in OWN


def words(seen: Iterable[Observation]) -> list[Observation]:
    """Return what was asked of the lane in words."""
    return [o for o in seen if o.dialect == "prompted"]


@pytest.mark.parametrize("front", ["refuses tools with 400", "refuses tools with 422"])
def test_a_server_without_tools_is_blamed_for_nothing_and_asked_in_words(
    bench: Bench, front: str
) -> None:
    """No probe and no wrong request counts against it or for it, and every case is asked in words."""
    with running(UnknownMember(FRONTS[front])) as url:
        code, seen = at(bench, url).audit("live", "--live")
    assert code == 0
    found = native(seen)
    assert {o.verdict for o in found} == {Verdict.UNSUPPORTED}
    assert not {f.rule for o in found for f in o.findings} & BLAMED
    asked = {(o.suite, o.case, o.mode) for o in words(seen)}
    assert asked == {(o.suite, o.case, o.mode) for o in seen if o.dialect == "openai-chat"}
    lane = Counter(o.verdict for o in words(seen) if o.suite == "single_call")
    assert lane == {Verdict.CONFORMANT: lane.total()}


def test_recorded_replayed_and_in_parts_it_comes_to_the_same(bench: Bench) -> None:
    """Controls and the lane in words are in the cassettes, and whole in the parts of a run."""
    cassettes = str(bench.folder / "cassettes")
    bench = Bench(bench.folder, ("request_validation", "single_call", "prompt_fallback"))
    with running(UnknownMember(FRONTS["refuses tools with 422"])) as url:
        _, live = at(bench, url).audit("live", "--live")
        _, recorded = bench.audit("record", "--record", "--cassettes", cassettes)
        parts = [
            one for number in (1, 2, 3)
            for one in bench.audit(f"part{number}", "--live", "--shard", f"{number}/3")[1]
        ]  # fmt: skip
    code, replayed = bench.audit("replay", "--cassettes", cassettes)
    assert code == 0
    assert key(replayed) == key(recorded) == key(live) == key(parts)
    halves = [
        one for number in (1, 2)
        for one in bench.audit(f"half{number}", "--cassettes", cassettes, "--shard", f"{number}/2")[1]
    ]  # fmt: skip
    assert key(halves) == key(live)
    words = ["cassettes", "check", "-p", "acme", "--cassettes", cassettes]
    own = ["--providers", str(bench.folder / "providers")]
    told = CliRunner().invoke(toolwire, [*words, *own]).output
    assert "missing" in told  # of the suites that were not asked
    assert "superfluous" not in told
    assert "stale" not in told


def test_audit_asks_in_words_what_verify_asks(bench: Bench) -> None:
    """Of a server without native tools both ask every case of every suite in words.

    `verify` asks in words too what it asks beside the suites, where words can say it: what became
    of contents, lines, blanks and long prompts, of right and of wrong requests, and of conversations
    that end in the same words. Ids, members of tools and schemas have no words.
    """
    whole = Bench(bench.folder, ())
    with running(UnknownMember(FRONTS["refuses tools with 422"])) as url:
        _, audited = at(whole, url).audit("live", "--live")
        out = bench.folder / "verified"
        args = ["verify", f"{url}/v1", "--model", "reference-model", "--dialect", "openai-chat"]
        CliRunner().invoke(toolwire, [*args, "-o", str(out), "-q"], standalone_mode=False)
    verified = [one for one in read(out / "results.jsonl") if one.suite != PAIRS]
    beside = [o for o in words(verified) if of_beside(o)]
    assert key(words(audited)) == key(o for o in words(verified) if not of_beside(o))
    marks = {beside.mark for beside in BESIDE_SUITES}
    assert {m for m in marks if any(o.case.startswith(m) for o in beside)} == SAID_IN_WORDS
    assert {o.verdict for o in beside} == {Verdict.CONFORMANT}
    assert {o.suite for o in words(audited)} == {o.suite for o in native(audited)}
    blamed = {f.rule for o in (*audited, *verified) for f in o.findings} & BLAMED
    assert not blamed
    told = (out / "verdict.txt").read_text()
    assert "native tools refused" in told


def test_a_run_that_ran_out_of_requests_goes_on_in_words(bench: Bench) -> None:
    """What was interrupted in the lane in words is resumed there, and nothing is asked twice."""
    stranger = UnknownMember(FRONTS["refuses tools with 422"])
    short = Bench(bench.folder, ("single_call",))
    with running(stranger) as url:
        _, whole = at(short, url).audit("whole", "--live")
        needed = stranger.asked.total()
        stranger.asked.clear()
        code, first = short.audit("cut", "--live", "--max-requests", str(needed - 3))
        assert code == 2
        assert {o.dialect for o in first if o.verdict is Verdict.NOT_RUN} == {"prompted"}
        code, rest = short.audit("cut", "--live", "--resume")
    assert code == 0
    assert key(rest) == key(whole)
    assert stranger.asked.total() == needed


def test_a_refusal_of_everything_says_nothing_of_a_fault(bench: Bench) -> None:
    """Where the request without the fault is refused too, and one without tools, none is blamed."""
    with running(UnknownMember(FRONTS["refuses everything"])) as url:
        code, seen = at(bench, url).audit("live", "--live")
    wrong = [o for o in native(seen) if o.suite == "request_validation"]
    assert code == 2
    assert {o.verdict for o in wrong} == {Verdict.INCONCLUSIVE}
    assert all("so is a request without the fault" in o.reason for o in wrong)
    assert not {f.rule for o in seen for f in o.findings} & BLAMED
    assert not words(seen)


def test_tools_that_are_refused_in_streams_only_are_a_fault(bench: Bench) -> None:
    """Who takes tools without a stream does not refuse them: TC006, and no lane in words."""
    with running(UnknownMember(FRONTS["refuses tools in streams"])) as url:
        _, seen = at(bench, url).audit("live", "--live")
    assert {f.rule for o in seen for f in o.findings} & BLAMED == {"TC006"}
    assert not words(seen)
    wrong = {o.mode.value: o.verdict for o in seen if o.case == "bad_name"}
    assert wrong == {"blocking": Verdict.CONFORMANT, "streaming": Verdict.INCONCLUSIVE}


def test_a_server_that_fails_on_tools_has_failed(bench: Bench) -> None:
    """A status of 500 is no refusal, neither of tools nor of a fault."""
    short = Bench(bench.folder, ("schema_forms",))
    with running(UnknownMember(FRONTS["fails on tools"])) as url:
        _, seen = at(short, url).audit("live", "--live")
    asked = [o for o in native(seen) if o.verdict is not Verdict.UNSUPPORTED]
    assert {o.verdict for o in asked} == {Verdict.FAILED}
    assert {o.reason for o in native(seen) if o.verdict is Verdict.UNSUPPORTED} == {
        "the dialect openai-chat has no such question"
    }


def test_a_server_that_takes_tools_is_asked_no_control(bench: Bench) -> None:
    """Beside a right request nothing is asked, beside a wrong one the same without its fault."""
    stranger = UnknownMember(FRONTS["serves functions"])
    short = Bench(bench.folder, ("single_call", "request_validation"))
    with running(stranger) as url:
        code, seen = at(short, url).audit("live", "--live")
    assert code == 0
    assert {o.verdict for o in seen} == {Verdict.CONFORMANT}
    wrong = sum(o.suite == "request_validation" for o in seen)
    assert stranger.asked == {"tools": len(seen) + wrong}
