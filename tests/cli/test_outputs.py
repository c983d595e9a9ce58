"""What `lint`, `audit` and `report` write for other programs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from tests.support.tapes import tape
from toolwire import results
from toolwire.cli import toolwire
from toolwire.dialects import load_dialect
from toolwire.jobs.audit.selection import select
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.rules import RULES
from toolwire.rules.mutate.scenarios import clean


def stored(exchange: Exchange) -> str:
    """Return one line of exchange JSON Lines."""
    assert exchange.request is not None
    request = {
        "method": "POST", "url": exchange.request.url, "headers": {},
        "body": json.loads(exchange.request.body),
    }  # fmt: skip
    response = {
        "status": exchange.response.status,
        "headers": dict(exchange.response.headers),
        "body_text": exchange.response.body.decode(),
    }
    return json.dumps({"provider": "x", "request": request, "response": response}) + "\n"


def bad(rule: str) -> str:
    """Return a line with that rule's own fault."""
    mutation = RULES[rule].mutations[0]
    whole = clean(load_dialect(mutation.dialect), mutation.scenario, mutation.mode)
    return stored(mutation.apply(whole))


def run(*arguments: str | Path) -> Result:
    """Run `toolwire` and return what it printed."""
    return CliRunner().invoke(toolwire, [*map(str, arguments)], standalone_mode=False)


@pytest.fixture
def traffic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work beside a file of a clean, a wrong, a mildly wrong and a broken line."""
    monkeypatch.chdir(tmp_path)
    good = stored(clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING))
    path = tmp_path / "t.jsonl"
    path.write_text(good + bad("TC401") + bad("TC922") + "{broken\n")
    return path


def found(sarif: str | bytes) -> list[tuple[str, str, int]]:
    """Return rule, file and line of every result."""
    (one,) = json.loads(sarif)["runs"]
    places: list[dict[str, Any]] = [r["locations"][0]["physicalLocation"] for r in one["results"]]
    return [
        (r["ruleId"], p["artifactLocation"]["uri"], p["region"]["startLine"])
        for r, p in zip(one["results"], places, strict=True)
    ]


def test_json_is_a_line_for_each_exchange(traffic: Path) -> None:
    """`--json` prints what programs read, one line for each exchange that was judged."""
    result = run("lint", "t.jsonl", "--json")
    assert [json.loads(line)["dialect"] for line in result.stdout.splitlines()] == [
        "openai-chat"
    ] * 3  # fmt: skip
    assert result.return_value == 2


def test_lint_annotates_for_github(traffic: Path) -> None:
    """One command a finding and one for the broken line; the closing lines go to stderr."""
    result = run("lint", "t.jsonl", "--format", "github")
    heads = [line.partition(",title=")[0] for line in result.stdout.splitlines()]
    assert heads == [
        "::error file=t.jsonl,line=2", "::warning file=t.jsonl,line=3",
        "::error file=t.jsonl,line=4",
    ]  # fmt: skip
    assert "3 exchanges judged" in result.stderr
    milder = run("lint", "t.jsonl", "--format", "github", "--min-severity", "error")
    assert len(milder.stdout.splitlines()) == 2


def test_lint_prints_sarif_and_writes_it_too(traffic: Path) -> None:
    """Standard output and file are the same log, each finding at its line."""
    result = run("lint", "t.jsonl", "--format", "sarif", "--sarif", "out/a.sarif")
    assert found(result.stdout) == [("TC401", "t.jsonl", 2), ("TC922", "t.jsonl", 3)]
    assert Path("out/a.sarif").read_text(encoding="utf-8") == result.stdout
    (one,) = json.loads(result.stdout)["runs"]
    assert one["invocations"][0]["executionSuccessful"] is False
    errors = run("lint", "t.jsonl", "--format", "sarif", "--min-severity", "error")
    assert [rule for rule, _, _ in found(errors.stdout)] == ["TC401"]


def test_lint_writes_junit_beside_its_text(traffic: Path) -> None:
    """The screen stays as it is; each exchange is one test case; a broken line is an error."""
    result = run("lint", "t.jsonl", "--junit", "j.xml")
    assert "error TC401 at" in result.stdout
    root = ET.parse("j.xml").getroot()
    assert root.attrib == {"name": "toolwire", "tests": "4", "failures": "1", "errors": "1"}
    run("lint", "t.jsonl", "--junit", "j.xml", "--fail-on", "warning")
    assert ET.parse("j.xml").getroot().attrib["failures"] == "2"
    printed = run("lint", "t.jsonl", "--format", "junit", "--fail-on", "warning")
    assert printed.stdout.encode() == Path("j.xml").read_bytes()


def test_traffic_of_no_dialect_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders hold other traffic too: it is told with its reason and fails nothing."""
    monkeypatch.chdir(tmp_path)
    line = {"request": {"method": "GET", "url": "https://example.invalid/"},
            "response": {"status": 200, "headers": {}, "body_text": "hello"}}  # fmt: skip
    Path("t.jsonl").write_text(json.dumps(line) + "\n")
    result = run("lint", "t.jsonl", "--format", "junit")
    (skipped,) = ET.fromstring(result.stdout).iter("skipped")
    assert skipped.attrib["message"].startswith("not judged: ")


def test_values_of_others_are_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is uploaded keeps words and shapes, as published results do."""
    monkeypatch.chdir(tmp_path)
    Path("t.jsonl").write_text(bad("TC405"))
    (finding,) = json.loads(run("lint", "t.jsonl", "--json").stdout)["findings"]
    secret = "Tok-9-7-of-somebody"
    # Not the member `tool_calls`, which begins with the same word.
    Path("t.jsonl").write_text(re.sub(rf"{finding['actual']}(?!s)", secret, bad("TC405")))
    assert secret in run("lint", "t.jsonl", "--json").stdout
    for shown in ("sarif", "junit", "github"):
        told = run("lint", "t.jsonl", "--format", shown).stdout
        assert "TC405" in told
        assert secret not in told
        assert "string of 19 characters" in told


def both(folder: Path) -> tuple[str | Path, ...]:
    """Return the options that ask for both files."""
    return ("--sarif", folder / "a.sarif", "--junit", folder / "j.xml")


def test_an_audit_writes_what_it_is_asked_for(tmp_path: Path) -> None:
    """Both documents cost more than the audit, so nobody gets them who does not want them."""
    tape(select(["openai"], ["single_call"]).items, tmp_path / "tapes")
    chosen = ("-p", "openai", "-s", "single_call", "--cassettes", tmp_path / "tapes")
    options = (*chosen, "-o", tmp_path / "out", "--quiet")
    result = run("audit", *options)
    assert (result.return_value, result.output) == (0, "")
    assert not [*tmp_path.rglob("*.sarif"), *tmp_path.rglob("*.xml")]
    result = run("audit", *options, *both(tmp_path))
    assert (result.return_value, result.output) == (0, "")
    root = ET.parse(tmp_path / "j.xml").getroot()
    assert (root.attrib["tests"], root.attrib["errors"]) == ("10", "0")
    (one,) = json.loads((tmp_path / "a.sarif").read_bytes())["runs"]
    assert one["results"] == []
    assert one["invocations"][0]["executionSuccessful"] is True
    assert one["automationDetails"] == {"id": "toolwire/audit/"}


def test_an_audit_that_could_not_look_is_loud_everywhere(tmp_path: Path) -> None:
    """A missing cassette is an error of the test case, a notification and an annotation."""
    (tmp_path / "none" / "openai" / "gpt-6-luna").mkdir(parents=True)
    options = ("-p", "openai", "-s", "single_call", "--cassettes", tmp_path / "none")
    told = (*both(tmp_path), "--format", "github")
    result = run("audit", *options, "-o", tmp_path / "out", *told)
    assert result.return_value == 2
    lines = result.stdout.splitlines()
    assert len(lines) == 10
    assert all(line.startswith("::error title=toolwire not-run::openai/") for line in lines)
    root = ET.parse(tmp_path / "j.xml").getroot()
    assert (root.attrib["tests"], root.attrib["errors"]) == ("10", "10")
    (one,) = json.loads((tmp_path / "a.sarif").read_bytes())["runs"]
    assert len(one["invocations"][0]["toolExecutionNotifications"]) == 10


@pytest.mark.parametrize(("shown", "start"), [("sarif", '{"$schema"'), ("junit", "<?xml")])
def test_an_audit_prints_a_document_and_nothing_else(
    tmp_path: Path, shown: str, start: str
) -> None:
    """Standard output is the document, so that it can be piped."""
    options = ("-p", "llama-cpp", "-s", "single_call", "-o", tmp_path)
    assert run("audit", *options, "--format", shown).stdout.startswith(start)


def test_nothing_is_guessed_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In GitHub Actions annotations are printed when they are asked for, not before."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    (tmp_path / "none" / "openai" / "gpt-6-luna").mkdir(parents=True)
    options = ("-p", "openai", "-s", "single_call", "--cassettes", tmp_path / "none")
    assert "::error" not in run("audit", *options, "-o", tmp_path / "out").output


def test_a_report_writes_them_when_asked(tmp_path: Path) -> None:
    """A dated report is kept and rebuilt, so its folder gets them by name only."""
    seen = Observation(
        "acme", "openai-chat", "m", "s", "c", Mode.BLOCKING, Verdict.FAILED,
        Evidence(EvidenceLevel.IMPORTED, "octo/spoon t/one.yaml@0123456789abcdef #3"),
        "error: TC401", (Finding("TC401", Severity.ERROR, "/x", "It is so."),),
    )  # fmt: skip
    results.write(tmp_path / "r.jsonl", results.header({}), [seen])
    options = (tmp_path / "r.jsonl", "-o", tmp_path / "out")
    assert run("report", *options).return_value == 1
    assert not {"junit.xml", "results.sarif"} & {p.name for p in (tmp_path / "out").iterdir()}
    files = ("--sarif", tmp_path / "a.sarif", "--junit", tmp_path / "j.xml")
    assert run("report", *options, *files).return_value == 1
    (one,) = json.loads((tmp_path / "a.sarif").read_bytes())["runs"]
    (result,) = one["results"]
    address = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert address == "https://github.com/octo/spoon/blob/0123456789abcdef/t/one.yaml"
    assert ET.parse(tmp_path / "j.xml").getroot().attrib["failures"] == "1"
