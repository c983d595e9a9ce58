"""The parts of the who-breaks benchmark that need no client."""

from __future__ import annotations

import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from urllib.error import HTTPError

import pytest

from tests.support.root import ROOT
from toolwire.model.exchange import Response
from toolwire.rules import RULES, Subject

FOLDER = ROOT / "benchmarks" / "who_breaks"


@pytest.fixture(scope="module")
def bench() -> Iterator[dict[str, ModuleType]]:
    """Return the benchmark's modules, which are no package, and forget them afterwards."""
    sys.path.insert(0, str(FOLDER))
    names = ("case", "measured", "server", "table", "trial", "verdict")
    before = set(sys.modules)
    yield {name: import_module(name) for name in names}
    sys.path.remove(str(FOLDER))
    for name in set(sys.modules) - before:
        path = getattr(sys.modules[name], "__file__", None) or ""
        if path.startswith(str(FOLDER)):
            del sys.modules[name]


def test_what_is_served_can_be_met_by_a_client(bench: dict[str, ModuleType]) -> None:
    """Every fault of an answer is served, but none of a request or of a suite's own question."""
    cases = list(bench["case"].cases())
    served = {case.rule for case in cases}
    assert all(case.clean != case.faulty for case in cases)
    assert all(case.clean[-1] == case.faulty[-1] for case in cases)
    about_answers = {r.id for r in RULES.values() if r.subject is Subject.RESPONSE}
    # What only a client of the legacy lane asks is not asked by any of these.
    assert about_answers - served <= {"TC053"}
    assert not {r.id for r in RULES.values() if r.subject is Subject.REQUEST} & served
    assert not [case for case in cases if case.dialect in RULES[case.rule].probing]


def test_a_history_is_played_before_the_fault(bench: dict[str, ModuleType]) -> None:
    """A rule about a second turn gets its first turn, a fault in a first turn does not."""
    cases = bench["case"].cases(frozenset({"TC203", "TC901"}))
    found = {(case.rule, case.first, len(case.faulty)) for case in cases}
    assert found == {("TC203", False, 3), ("TC901", True, 2)}


def test_a_call_that_is_left_in_the_text_was_meant(bench: dict[str, ModuleType]) -> None:
    """Beside markup stands the reply with the call, beside a control token the plain text."""

    def calls(rule: str) -> set[bool]:
        cases = bench["case"].cases(frozenset({rule}))
        return {b"Paris" in c.clean[0].body for c in cases if c.mode == "blocking"}

    assert calls("TX101") == {True}
    assert calls("TC506") == {False}


def got(bench: dict[str, ModuleType], **changes: object) -> object:
    """Return what came of a try: one call that was answered, unless changed."""
    told = {"calls": [["f", {"a": 1}, True]], "text": "Fine.", "stop": "stop", **changes}
    return bench["verdict"].Got.of(told, 2)


@pytest.mark.parametrize(
    ("changes", "runs", "effect", "word"),
    [
        ({}, True, "SAME", "does the same"),
        ({"raises": "TypeError"}, False, "BREAKS", "raises TypeError"),
        ({"calls": []}, False, "BREAKS", "loses a call"),
        ({"calls": [["f", {"a": 1}, True]] * 2}, True, "BREAKS", "has more calls"),
        ({"calls": [["f", {"a": 2}, True]]}, True, "BREAKS", "runs another call"),
        ({"calls": [["f", {"a": 2}, True]]}, False, "PASSED_ON", "has another call"),
        ({"calls": [["f", {"a": 1}, False]]}, False, "PASSED_ON", "has another stop word or id"),
        ({"text": "Fine.</s>"}, True, "PASSED_ON", "has other text"),
        ({"text": "A"}, True, "PASSED_ON", "has other text"),
        ({"text": "Fi"}, True, "BREAKS", "loses text"),
        ({"text": ""}, True, "BREAKS", "loses text"),
        ({"stop": "length"}, True, "PASSED_ON", "has another stop word or id"),
    ],
)
def test_what_breaks_is_told_from_what_is_passed_on(
    bench: dict[str, ModuleType],
    changes: dict[str, object],
    runs: bool,  # noqa: FBT001 - a column of the table
    effect: str,
    word: str,
) -> None:
    """Each kind of difference has its effect and its word."""
    found = bench["verdict"].verdict(got(bench), got(bench, **changes), runs=runs)
    assert (found.effect.name, found.word) == (effect, word)


def test_a_client_that_cannot_use_the_clean_answer_is_not_tried(
    bench: dict[str, ModuleType],
) -> None:
    """Neither one that raises at it, nor one that makes a call without a name of it."""
    verdict = bench["verdict"].verdict
    assert verdict(got(bench, raises="ValueError"), got(bench), runs=True) is None
    assert verdict(got(bench, calls=[[None, "{", True]]), got(bench), runs=True) is None


def test_the_reason_of_a_refusal_must_not_be_lost(bench: dict[str, ModuleType]) -> None:
    """A client that raises at both is broken by an error body it cannot read."""
    verdict = bench["verdict"].verdict
    clean = got(bench, raises="BadRequest", said="400: The request is not valid.")
    assert verdict(clean, clean, runs=True).effect.name == "SAME"
    mute = got(bench, raises="BadRequest", said="400")
    assert verdict(clean, mute, runs=True).word == "loses the reason of a refusal"
    assert verdict(clean, got(bench), runs=True).word == "takes a refusal for a reply"


def _ask(url: str) -> tuple[int, bytes]:
    request = urllib.request.Request(f"{url}/v1/anything", b"{}")
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.status, answer.read()
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read()


def test_the_server_answers_in_turn_and_ends_endless_loops(
    bench: dict[str, ModuleType],
) -> None:
    """Each try has its own answers, the last is repeated, and the ninth request is refused."""
    server = bench["server"].Server()
    first, last = (Response(status, (), body) for status, body in ((200, b"a"), (418, b"b")))
    url, other = server.offer("one", (first, last)), server.offer("two", (last,))
    assert [_ask(url) for _ in range(3)] == [(200, b"a"), (418, b"b"), (418, b"b")]
    assert _ask(other) == (418, b"b")
    assert [_ask(url)[0] for _ in range(6)] == [418] * 5 + [500]
    assert server.requests == {"one": 9, "two": 1}


def test_the_page_counts_the_worst(bench: dict[str, ModuleType]) -> None:
    """One fault that breaks a client makes its cell, and the second part names the fault."""
    effect, verdict = bench["verdict"].Effect, bench["verdict"].Verdict
    case = next(iter(bench["case"].cases(frozenset({"TC901"}))))
    tries = [
        bench["trial"].Try("one", "reply", case, verdict(effect.SAME, "does the same")),
        bench["trial"].Try("one", "loop", case, verdict(effect.BREAKS, "raises TypeError")),
    ]
    clients = {"one": "one 1.0", "two": "two 2.0"}
    run = bench["measured"].measured(tries, clients, "2026-11-21")
    page = bench["table"].page(run)
    assert "| [TC901](rules/TC901.md) | **breaks** |  |" in page
    assert "- one raises TypeError: openai-chat streaming loop" in page
    assert "reply" not in page.partition("## What breaks them")[2]


def test_new_rules_stand_beside_what_was_measured(bench: dict[str, ModuleType]) -> None:
    """A later run of some rules takes their places, and needs the same clients."""
    of_rule, run = bench["measured"].OfRule, bench["measured"].Measured
    clients = {"one": "one 1"}
    old = run("2026-11-21", 5, clients, (of_rule("TC901", {"one": "same"}, {}, ()),))
    again = of_rule("TC901", {"one": "breaks"}, {}, ())
    new = run("2026-11-23", 3, clients, (again, of_rule("TC008", {}, {}, ())))
    joined = bench["measured"].joined(old, new)
    assert [one.rule for one in joined.rules] == ["TC008", "TC901"]
    assert joined.rules[1] == again
    assert (joined.date, joined.faults) == ("2026-11-21", 8)
    with pytest.raises(ValueError, match="other clients"):
        bench["measured"].joined(old, replace(new, clients={"one": "one 2"}))


def test_the_committed_page_is_of_the_committed_data(bench: dict[str, ModuleType]) -> None:
    """What is read back is written as it was, and the page says nothing else."""
    run = bench["measured"].read()
    mend = "run: python benchmarks/who_breaks --page"
    assert bench["measured"].written(run) == bench["measured"].FILE.read_bytes()
    assert (FOLDER.parents[1] / "docs" / "who-breaks.md").read_text() == bench["table"].page(run), (
        mend
    )
