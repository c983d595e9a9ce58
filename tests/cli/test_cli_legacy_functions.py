"""Servers that serve, translate, drop or refuse `functions`: live, recorded, replayed, verified."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.test_cli_refused_tools import PROVIDER, Bench, at, key
from tests.support.stranger import FRONTS, UnknownMember, running
from toolwire.jobs.verify.address import address_of
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.run import VerifyPlan, find, verify
from toolwire.jobs.verify.server import ServerOptions
from toolwire.model.exchange import Mode
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.suites import load_suites
from toolwire.transport.cassette.file import load
from toolwire.transport.journal.file import Journal

SUITE = "legacy_function_call"
#: Front -> the word of the facet, and the verdict.
WORDS = {
    "serves functions": ("supported", Verdict.CONFORMANT),
    "translates functions": ("translated", Verdict.FAILED),
    "drops functions": ("ignored", Verdict.NON_STRICT),
    "drops functions and guesses": ("ignored", Verdict.NON_STRICT),
    "rejects functions": ("rejected", Verdict.UNSUPPORTED),
    "rejects without a word": (None, Verdict.FAILED),
    "fails on functions": (None, Verdict.FAILED),
    "refuses everything": (None, Verdict.FAILED),
}
#: A provider that documents that it has no functions.
ABSENT = """
documented:
  legacy_function_call:
    value: no
    note: it has never heard of them
    source: https://api.example.invalid/docs
    read: 2026-11-21
"""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Return a folder to audit from."""
    (tmp_path / "providers").mkdir()
    return Bench(tmp_path, (SUITE,))


def rules(seen: list[Observation]) -> set[str]:
    """Return the rules that were broken."""
    return {f.rule for o in seen for f in o.findings if f.severity is not Severity.INFO}


@pytest.mark.parametrize("front", WORDS)
def test_each_server_gets_its_word_live_recorded_and_replayed(bench: Bench, front: str) -> None:
    """The facet and the verdict tell what the server does, in every case, mode and way of asking."""
    word, verdict = WORDS[front]
    cassettes = str(bench.folder / "cassettes")
    with running(UnknownMember(FRONTS[front])) as url:
        _, live = at(bench, url).audit("live", "--live")
        _, recorded = bench.audit("record", "--record", "--cassettes", cassettes)
    _, replayed = bench.audit("replay", "--cassettes", cassettes)
    assert len(live) == 6
    assert {o.facets.get("legacy_api") for o in live} == {word}
    assert {o.verdict for o in live} == {verdict}
    assert key(live) == key(recorded) == key(replayed)
    assert {o.facets.get("legacy_api") for o in replayed} == {word}
    if word is not None:
        assert all(o.reason.partition(": ")[2] or not o.reason for o in live)


def test_dropped_functions_break_the_rule_that_says_so(bench: Bench) -> None:
    """Also where the model called all the same, only that functions were dropped is told."""
    for front in ("drops functions", "drops functions and guesses"):
        with running(UnknownMember(FRONTS[front])) as url:
            _, seen = at(bench, url).audit("live", "--live")
        assert rules(seen) == {"TC052"}
        assert all("tokens with functions and without" in o.reason for o in seen)


def test_without_a_count_of_tokens_the_force_decides(bench: Bench) -> None:
    """Who tells no usage is asked for the call by name: no model decides that it does not come."""
    stranger = UnknownMember(FRONTS["drops functions"], counts=False)
    with running(stranger) as url:
        _, seen = at(bench, url).audit("live", "--live")
    whole = [o for o in seen if o.mode is Mode.BLOCKING]
    assert {o.facets.get("legacy_api") for o in whole} == {"ignored"}
    assert all("function_call forces" in o.reason for o in whole)


def test_a_model_that_does_not_call_is_no_server_that_drops(bench: Bench) -> None:
    """Where the functions stand in the prompt, an answer in words is the model's."""

    def moody(body: dict[str, object]) -> dict[str, object]:
        return {**body, "function_call": "none"} if "functions" in body else body

    with running(UnknownMember(moody)) as url:  # type: ignore[arg-type]
        code, seen = at(bench, url).audit("live", "--live")
    free = [o for o in seen if o.case != "forced"]
    assert {o.verdict for o in free} == {Verdict.INCONCLUSIVE}
    assert not any("legacy_api" in o.facets for o in seen)
    forced = [o for o in seen if o.case == "forced"]
    assert {o.verdict for o in forced} == {Verdict.FAILED}
    assert rules(forced) == {"TC052"}
    assert code == 2


@pytest.mark.parametrize(
    ("front", "told"),
    [("drops functions", "; as documented"), ("serves functions", "otherwise than documented")],
)
def test_documentation_is_confirmed_or_contradicted(bench: Bench, front: str, told: str) -> None:
    """What is documented as absent is asked, and stands in only where nobody asked."""
    path = bench.folder / "providers" / "acme.yaml"
    with running(UnknownMember(FRONTS[front])) as url:
        path.write_text(PROVIDER.format(url=url) + ABSENT)
        _, live = bench.audit("live", "--live")
    assert all(told in o.reason for o in live)
    (bench.folder / "empty").mkdir()
    _, silent = bench.audit("replay", "--cassettes", str(bench.folder / "empty"))
    assert {o.verdict for o in silent} == {Verdict.UNSUPPORTED}
    assert all(o.reason.startswith("documented as absent: it has never") for o in silent)


def test_what_was_asked_beside_a_case_is_in_its_cassette(bench: Bench) -> None:
    """The same without functions and the same with tools stand behind the step they explain."""
    cassettes = bench.folder / "cassettes"
    with running(UnknownMember(FRONTS["drops functions"])) as url:
        at(bench, url).audit("record", "--record", "--cassettes", str(cassettes))
    (path,) = cassettes.rglob("legacy_function_call.call.blocking.yaml")
    pairs = load(cassettes, path.relative_to(cassettes)).exchanges  # type: ignore[arg-type]
    assert [Counter(m for m in ("functions", "tools") if f'"{m}"'.encode() in q.body) for q, _ in pairs] == [
        {"functions": 1}, {}, {"tools": 1},
    ]  # fmt: skip


@pytest.mark.parametrize("front", ["drops functions", "drops functions and guesses"])
def test_verify_tells_a_stranger_that_its_functions_are_dropped(tmp_path: Path, front: str) -> None:
    """The verdict of `verify` names the rule and nothing else, and it shows each time again."""
    with running(UnknownMember(FRONTS[front])) as url:
        address = address_of(f"{url}/v1")
        suites = tuple(suite for suite in load_suites() if suite.id == SUITE)
        plan = VerifyPlan(
            ServerOptions(address.base, "reference-model"), address, "openai-chat", suites, {}
        )

        async def verified() -> list[tuple[str, bool | None]]:
            async with Journal.create(tmp_path / "journal", {}) as journal:
                keeping = VerifyJournal(journal)
                seen = await find(plan, keeping)
                done = await verify(plan, seen, tmp_path, lambda _: None, keeping)
            found = (one for verdict in done.verdicts for one in verdict.deviations)
            return [(one.rule, one.again) for one in found]

        assert asyncio.run(verified()) == [("TC052", True)]
