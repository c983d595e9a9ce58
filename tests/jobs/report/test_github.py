"""GitHub annotations: one command a line, whatever a provider sent."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from toolwire.cli.facts import rule_facts
from toolwire.jobs.report.github import commands, stale_command
from toolwire.jobs.report.location import NOWHERE, Place
from toolwire.model.observation import Observation, Severity, Stale, Verdict

Make = Callable[..., Observation]
RULES = {rule.id: rule for rule in rule_facts()}
#: As the runner reads a line: command, properties, data (actions/runner ActionCommand).
COMMAND = re.compile(r"::(?P<name>[a-z]+)(?: (?P<properties>.*?))?::(?P<data>.*)", re.DOTALL)
UNESCAPED = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}


def read(line: str) -> tuple[str, dict[str, str], str]:
    """Read a command as the runner does, and undo the escapes."""
    found = COMMAND.fullmatch(line)
    assert found is not None, line
    pairs = [pair.partition("=") for pair in (found["properties"] or "").split(",") if pair]
    return (
        found["name"],
        {key: _plain(value) for key, _, value in pairs},
        _plain(found["data"]),
    )


def _plain(text: str) -> str:
    return re.sub("%(?:0D|0A|3A|2C|25)", lambda m: UNESCAPED[m[0]], text)


def told(seen: Observation, place: Place = NOWHERE, mildest: str = "warning") -> list[str]:
    """Return the commands of one observation, all found at one place."""
    return list(commands(seen, RULES, lambda _seen, _finding: place, Severity(mildest)))


def test_a_finding_points_at_its_file_and_line(observe: Make) -> None:
    """File, line, rule and name are properties; what, where and how to read on the message."""
    seen = observe(Verdict.FAILED, rules=(("TC304", Severity.ERROR),))
    (line,) = told(seen, Place("tests/a,b.yaml", 12))
    assert line.startswith("::error file=tests/a%2Cb.yaml,line=12,title=TC304 no-args-is-{}::It is")
    name, properties, data = read(line)
    assert name == "error"
    assert properties == {
        "file": "tests/a,b.yaml", "line": "12", "title": "TC304 no-args-is-{}",
    }  # fmt: skip
    who = f"openai/some-model (openai-chat) single_call.traffic[blocking], {seen.evidence.source}"
    assert data.split("\n") == [
        "It is not so.",
        f"at /choices/0 of {who}",
        "toolwire explain TC304",
    ]


def test_severities_are_commands_and_the_mild_are_left_out(observe: Make) -> None:
    """Error, warning and notice; below the wanted severity nothing is printed."""
    rules = tuple(("TC304", severity) for severity in Severity)
    seen = observe(Verdict.FAILED, rules=rules)
    assert [read(line)[0] for line in told(seen, mildest="info")] == ["error", "warning", "notice"]
    assert [read(line)[0] for line in told(seen)] == ["error", "warning"]
    assert [read(line)[0] for line in told(seen, mildest="error")] == ["error"]


def test_a_line_without_a_file_is_not_said(observe: Make) -> None:
    """GitHub would put it into some other file."""
    (line,) = told(observe(rules=(("TC304", Severity.ERROR),)), Place("", 12))
    assert set(read(line)[1]) == {"title"}


def test_could_not_look_and_unmet_expectations_are_errors(observe: Make) -> None:
    """Nothing that is not green goes without an annotation; a finding that says it is enough."""
    for verdict in (Verdict.NOT_RUN, Verdict.INCONCLUSIVE, Verdict.FAILED):
        (line,) = told(observe(verdict, reason="because"))
        name, properties, data = read(line)
        assert (name, properties) == ("error", {"title": f"toolwire {verdict}"})
        assert data.endswith(": because")
    assert told(observe(Verdict.UNSUPPORTED, reason="absent")) == []
    assert told(observe(Verdict.CONFORMANT)) == []
    explained = observe(Verdict.FAILED, rules=(("TC304", Severity.ERROR),))
    assert len(told(explained)) == 1


def test_known_deviations_are_left_out(observe: Make) -> None:
    """There is nothing to be done about them; what else is wrong is told."""
    rules = (("TC401", Severity.ERROR), ("TC922", Severity.WARNING))
    seen = replace(
        observe(Verdict.FAILED, rules=rules), known=("TC401",), otherwise=Verdict.NON_STRICT
    )
    assert [read(line)[1]["title"] for line in told(seen)] == ["TC922 chunk-constants"]
    unmet = replace(seen, otherwise=Verdict.FAILED, reason="2 calls, not 1")
    assert len(told(unmet)) == 2


def test_a_stale_listing_is_a_warning() -> None:
    """It has no file of the user's, and says what to remove."""
    stale = Stale("mistral", "openai-chat", "TC103")
    assert read(stale_command(stale)) == ("warning", {"title": "stale deviation"}, stale.text)
