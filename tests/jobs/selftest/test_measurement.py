"""What the self-test measures, and that it would say so if the judge were blind."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from click.testing import CliRunner

from tests.jobs.selftest.unnoticed_page import PAGE, section
from toolwire.cli.commands.selftest import command
from toolwire.cli.runs import selftest as command_module
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import parse
from toolwire.jobs.selftest import TARGET, BenignResult, Miss, Result, measure
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading

BENIGN = BenignResult(variants=30, exchanges=600, alarms=(), misread=())
GOOD = Result("ollama-chat", 4, 4, 100, 97, 3, 9, 2, (), (), 30, (), BENIGN)
#: Ways to write a clean answer otherwise that each dialect has at least.
FEWEST = 25


@cache
def measured(name: str) -> Result:
    """Measure the judge in a dialect, once for all tests that leave it as it is."""
    return measure(load_dialect(name))


@pytest.mark.parametrize("name", DIALECTS)
def test_the_judge_notices_what_it_should_and_nothing_else(name: str) -> None:
    """At least 97 % of the faults are detected in each dialect, with no false alarm."""
    result = measured(name)
    assert result.alarms == ()
    assert result.own == result.own_detected > 0
    assert result.generic > 400
    assert result.detected / result.generic >= TARGET, result.misses
    assert result.benign.alarms == result.benign.misread == ()
    assert result.benign.variants >= FEWEST
    assert result.reached
    assert section(result) in PAGE.read_text(encoding="utf-8"), "run: nox -s unnoticed"
    unexplained = [miss for miss in result.misses if miss.reason == "no rule looks at it"]
    assert unexplained == []
    assert bool(result.misses) is bool(load_dialect(name).wire.missed), (
        "an explanation for nothing is stale"
    )


def test_a_fault_without_a_reason_makes_no_page() -> None:
    """What is not noticed, and nobody knows why, is an error and no row."""
    missed = Miss("blocking", "drop", "body/x", ("single_call",), 1, "no rule looks at it")
    with pytest.raises(ValueError, match="no reason is known"):
        section(replace(GOOD, misses=(missed,)))
    row = "| yes | drop | `body/x` | why |"
    assert row in section(replace(GOOD, misses=(replace(missed, reason="why"),)))


def test_two_measurements_are_the_same() -> None:
    """Nothing is drawn at random."""
    assert measure(load_dialect("ollama-chat")) == measured("ollama-chat")


def _blind(_reading: Reading, _probing: str = "") -> tuple[Finding, ...]:
    return ()


def _afraid(_reading: Reading, _probing: str = "") -> tuple[Finding, ...]:
    return (Finding("TC101", Severity.WARNING, "/choices", "There is no array of choices."),)


def test_a_blind_judge_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge without a rule detects none of the generic faults."""
    for judged in ("judge", "judge_pair"):
        monkeypatch.setattr(f"toolwire.jobs.selftest.measurement.{judged}", _blind)
    result = measure(load_dialect("ollama-chat"))
    assert result.detected == 0
    assert sum(miss.count for miss in result.misses) == result.generic
    assert not result.reached


def test_a_judge_that_always_finds_something_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every finding on a clean exchange is a false alarm, and one is enough to fail."""
    monkeypatch.setattr("toolwire.jobs.selftest.measurement.judge", _afraid)
    result = measure(load_dialect("ollama-chat"))
    assert result.detected == result.generic
    assert len(result.alarms) == result.clean
    assert len(result.benign.alarms) == result.benign.exchanges > 0
    assert not result.reached


def test_the_rules_own_faults_cannot_make_up_for_the_others() -> None:
    """A dialect with many rules does not hide that other faults go unnoticed."""
    assert GOOD.reached
    poor = replace(GOOD, own=1000, own_detected=1000, detected=96)
    assert poor.rate > TARGET
    assert not poor.reached
    assert not replace(GOOD, alarms=("single_call blocking TC101 at /choices",)).reached


def test_a_benign_variant_that_is_accused_or_misread_is_a_failure() -> None:
    """One finding on one of them is enough, and so is one reply that is read otherwise."""
    for wrong in ("alarms", "misread"):
        benign = replace(BENIGN, **{wrong: ("lines-end-in-crlf: single_call streaming",)})
        assert not replace(GOOD, benign=benign).reached


def test_the_machine_form_has_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--json` is one document with the figures, the misses and what is not counted."""
    missed = Miss("blocking", "drop", "body/x", ("single_call",), 1, "why")
    result = replace(GOOD, detected=10, misses=(missed,))
    monkeypatch.setattr(command_module, "measure", lambda _dialect: result)
    ran = CliRunner().invoke(
        command, ["--json", "-d", "ollama-chat"], standalone_mode=False, catch_exceptions=False
    )
    assert ran.return_value == 1
    told = parse(ran.stdout)
    assert told == {"target": 0.97, "reached": False, "dialects": [result.as_json()]}
    assert result.as_json()["misses"] == [
        {
            "mode": "blocking",
            "operator": "drop",
            "place": "body/x",
            "scenarios": ["single_call"],
            "count": 1,
            "reason": "why",
        }
    ]


def test_the_tables_name_the_misses_and_their_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed says which faults went unnoticed and why, and ends well where it may."""
    missed = Miss("blocking", "drop", "body/x", ("single_call",), 1, "why it is missed")
    design = replace(missed, reason="why it does not count", place="body/y")
    result = replace(GOOD, misses=(missed,), by_design=(design,))
    monkeypatch.setattr(command_module, "measure", lambda _dialect: result)
    ran = CliRunner().invoke(
        command, ["-d", "ollama-chat"], standalone_mode=False, catch_exceptions=False
    )
    assert ran.return_value == 0
    assert "missed: blocking drop body/x (1, in single_call): why it is missed" in ran.stdout
    assert "why it does not count\n      drop: body/y" in ran.stdout
    assert "97.12%" in ran.stdout
    assert "benign: 600 answers, written otherwise in 30 ways" in ran.stdout


def test_the_tables_name_what_is_accused_on_benign_variants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A false alarm and a misreading are each a line, and the exit code is 1."""
    benign = replace(BENIGN, alarms=("a-way: x",), misread=("b-way: y",))
    monkeypatch.setattr(command_module, "measure", lambda _dialect: replace(GOOD, benign=benign))
    ran = CliRunner().invoke(
        command, ["-d", "ollama-chat"], standalone_mode=False, catch_exceptions=False
    )
    assert ran.return_value == 1
    assert "false alarm on a benign variant: a-way: x" in ran.stdout
    assert "benign variant read otherwise: b-way: y" in ran.stdout
