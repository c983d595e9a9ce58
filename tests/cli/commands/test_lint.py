"""`toolwire lint` as a user meets it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.clock import OnDay
from toolwire import results
from toolwire.cli import toolwire
from toolwire.dialects import load_dialect
from toolwire.dialects.described import described
from toolwire.jobs.lint import judging
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.rules.mutate.scenarios import clean


def stored(exchange: Exchange) -> str:
    """Return one line of exchange JSON Lines."""
    assert exchange.request is not None
    request = {
        "method": "POST",
        "url": exchange.request.url,
        "headers": {},
        "body": json.loads(exchange.request.body),
    }
    response = {
        "status": exchange.response.status,
        "headers": dict(exchange.response.headers),
        "body_text": exchange.response.body.decode(),
    }
    return json.dumps({"provider": "x", "request": request, "response": response}) + "\n"


GOOD = stored(clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING))


def bad(rule: str) -> str:
    """Return a line with that rule's own fault."""
    mutation = RULES[rule].mutations[0]
    whole = clean(load_dialect(mutation.dialect), mutation.scenario, mutation.mode)
    return stored(mutation.apply(whole))


def run(*arguments: str | Path, stdin: str = "") -> Result:
    """Run `toolwire lint` and return what it printed."""
    return CliRunner().invoke(
        toolwire, ["lint", *map(str, arguments)], input=stdin, standalone_mode=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one clean file."""
    (tmp_path / "good.jsonl").write_text(GOOD)
    return tmp_path


def test_clean_traffic_ends_with_0(folder: Path) -> None:
    """Everything looked at and clean."""
    result = run(folder)
    assert result.return_value == 0
    assert "1 exchanges judged (openai-chat 1)" in result.output


def test_an_error_finding_ends_with_1_and_says_all(folder: Path) -> None:
    """Rule, pointer, expected, actual and the way to its page stand on the screen."""
    (folder / "bad.jsonl").write_text(bad("TC401"))
    result = run(folder)
    assert result.return_value == 1
    for word in ("error TC401 at /choices/0/finish_reason", "expected", "toolwire explain TC401"):
        assert word in result.output


def test_what_cannot_be_read_ends_with_2_even_beside_findings(folder: Path) -> None:
    """Not having looked outranks having found."""
    (folder / "bad.jsonl").write_text(bad("TC401") + "{broken\n")
    result = run(folder)
    assert result.return_value == 2
    assert "line 2" in result.stderr
    assert "TC401" in result.output


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 1), ("never", 0)])
def test_fail_on_decides_what_is_a_failure(folder: Path, fail_on: str, code: int) -> None:
    """A warning fails only when asked to."""
    (folder / "bad.jsonl").write_text(bad("TC922"))
    assert run(folder, "--fail-on", fail_on).return_value == code


@pytest.mark.parametrize(
    ("rule", "word"), [("TX108", "error"), ("TC115", "warning"), ("TC309", "warning")]
)
@pytest.mark.parametrize(("fail_on", "code"), [("warning", 0), ("info", 1)])
def test_what_a_model_can_explain_is_shown_and_counts_as_info(
    folder: Path, rule: str, word: str, fail_on: str, code: int
) -> None:
    """One answer of a model is no verdict on its server, here as in SARIF and in observations."""
    (folder / "bad.jsonl").write_text(bad(rule))
    result = run(folder, "--fail-on", fail_on, "--sarif", str(folder / "a.sarif"), "--overwrite")
    assert result.return_value == code, result.output
    assert f"  a model can explain it: {word} {rule} at " in result.output
    assert f"{RULES[rule].name}: 1 (1 that a model can explain)" in result.output
    assert "no error and no warning, 1 finding that a model can explain." in result.output
    found = json.loads((folder / "a.sarif").read_bytes())["runs"][0]["results"]
    assert {one["level"] for one in found if one["ruleId"] == rule} == {"note"}


def test_a_folder_of_other_files_is_passed_over_and_nothing_judged_is_2(tmp_path: Path) -> None:
    """Foreign files do not fail a run, but a run that saw no exchange did not look."""
    (tmp_path / "package.json").write_text('{"name": "x"}')
    result = run(tmp_path)
    assert "passed over, no recorded traffic" in result.output
    assert result.return_value == 2
    (tmp_path / "good.jsonl").write_text(GOOD)
    assert run(tmp_path).return_value == 0


def test_a_named_foreign_file_is_unreadable(tmp_path: Path) -> None:
    """Who names a file wants it read."""
    (tmp_path / "package.json").write_text('{"name": "x"}')
    result = run(tmp_path / "package.json")
    assert result.return_value == 2
    assert "not an exchange" in result.stderr


def test_stdin_and_globs_work(folder: Path) -> None:
    """`-` reads stdin, a quoted pattern is expanded by us."""
    assert run("-", stdin=GOOD).return_value == 0
    assert run(f"{folder}/*.jsonl").return_value == 0


def test_json_prints_one_line_an_exchange_and_nothing_else(folder: Path) -> None:
    """Standard output is machine-readable; the closing lines go to stderr."""
    result = run(folder, "--json")
    (line,) = result.stdout.splitlines()
    assert json.loads(line)["dialect"] == "openai-chat"
    assert "1 exchanges judged" in result.stderr


def test_facets_are_read_where_they_are_told(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Findings do not depend on them, and they take a twentieth of the time."""
    asked: list[str] = []

    def counted(reading: Reading) -> Mapping[str, str]:
        asked.append(reading.dialect)
        return described(reading)

    monkeypatch.setattr(judging, "described", counted)
    assert run(folder).return_value == 0
    assert asked == []
    (line,) = run(folder, "--json").stdout.splitlines()
    assert json.loads(line)["facets"]["call_field"] == "choices[].message.tool_calls[]"
    assert run(folder, "-o", tmp_path / "r.jsonl").return_value == 0
    assert any(seen.facets for seen in results.read(tmp_path / "r.jsonl"))
    assert len(asked) == 2


def test_results_can_be_reported(folder: Path, tmp_path: Path, on_day: OnDay) -> None:
    """`-o` writes a finished results file that `report` takes."""
    on_day(date(2026, 11, 21))
    assert run(folder, "-o", tmp_path / "r.jsonl").return_value == 0
    assert {o.suite for o in results.read(tmp_path / "r.jsonl")} == {
        "multi_tool",
        "single_call",
        "tool_definition",
    }
    done = CliRunner().invoke(
        toolwire,
        ["report", str(tmp_path / "r.jsonl"), "-o", str(tmp_path / "out"), "--date", "2026-11-21"],
        standalone_mode=False,
    )
    assert done.return_value == 0, done.output
    assert "Tool-calling compatibility report, 2026-11-21" in (
        tmp_path / "out" / "report.md"
    ).read_text(encoding="utf-8")


def test_control_characters_of_a_provider_do_not_reach_the_terminal(tmp_path: Path) -> None:
    """An escape sequence in a tool name is shown as text."""
    evil = GOOD.replace("get_weather\\\\", "x").replace(
        '\\"get_weather\\"', '\\"\\\\u001b[31mred\\"'
    )
    assert "u001b" in evil
    path = tmp_path / "t.jsonl"
    path.write_text(evil)
    result = run(path)
    assert "TC115" in result.output
    assert "\x1b" not in result.output
