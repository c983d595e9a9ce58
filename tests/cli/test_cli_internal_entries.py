"""A fault of toolwire over one exchange, as every way to the judge tells it."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.commands.test_lint import GOOD, bad, stored
from tests.support.raising import broken_rule
from toolwire import results, traffic
from toolwire.cli import toolwire
from toolwire.dialects import load_dialect
from toolwire.jobs.lint.importing import build
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Verdict
from toolwire.model.size import MOST_EVENTS
from toolwire.rules import RULES
from toolwire.rules.mutate.scenarios import clean

#: Asked of every answer; and one that a line here breaks.
ASKED, BROKEN = "TC101", "TC302"
LONG = "data: 1\n\n" * (MOST_EVENTS + 1)


def run(*arguments: str | Path) -> Result:
    """Run a command and return what it printed."""
    return CliRunner().invoke(toolwire, [*map(str, arguments)], standalone_mode=False)


def nested(depth: int) -> str:
    """Return an exchange one of whose tools has a type that is an array that deep."""
    kind: object = "string"
    for _ in range(depth):
        kind = [kind]
    line = json.loads(stored(clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)))
    tool = line["request"]["body"]["tools"][0]["function"]
    tool["parameters"]["properties"]["location"]["type"] = kind
    return json.dumps(line) + "\n"


def too_long() -> str:
    """Return an exchange with more events than are judged."""
    line = json.loads(stored(clean(load_dialect("openai-chat"), "single_call", Mode.STREAMING)))
    line["response"]["body_text"] = LONG
    return json.dumps(line) + "\n"


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Return a file with a clean exchange, one with a finding, and a clean one."""
    path = tmp_path / "three.jsonl"
    path.write_text(GOOD + bad(BROKEN) + GOOD)
    return path


@pytest.mark.parametrize("depth", [250, 300, 400])
def test_a_schema_nested_that_deep_is_judged(tmp_path: Path, depth: int) -> None:
    """What ended the run is a finding about the schema, and the next exchange is judged."""
    path = tmp_path / "deep.jsonl"
    path.write_text(nested(depth) + bad(BROKEN))
    done = subprocess.run(
        [sys.executable, "-m", "toolwire", "lint", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 1
    assert "2 exchanges judged" in done.stdout
    assert "TC809" in done.stdout
    assert BROKEN in done.stdout


def test_lint_goes_on_behind_a_rule_that_raises(
    three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each exchange has its entry on stderr, findings of the others are shown, and it ends with 2."""
    broken_rule(monkeypatch, ASKED, ValueError("Recursion limit reached"))
    done = run("lint", three)
    assert done.return_value == 2
    told = [line for line in done.stderr.splitlines() if "internal: rule TC101" in line]
    assert [line.split(": internal")[0] for line in told] == [
        f"{three} line {n}" for n in (1, 2, 3)
    ]
    assert "ValueError" in told[0]
    assert "3 exchanges judged" in done.stdout
    assert BROKEN in done.stdout
    assert "3 could not be judged to the end" in done.stderr


def test_every_format_has_the_entry(
    three: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JSON, SARIF, JUnit, annotations and results say what was not judged, and why."""
    broken_rule(monkeypatch, ASKED, ValueError("wrong"))
    sarif, junit, out = (tmp_path / name for name in ("a.sarif", "a.xml", "results.jsonl"))
    done = run("lint", three, "--json", "--sarif", sarif, "--junit", junit, "-o", out)
    assert done.return_value == 2
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["internal"][0]["by"] for line in lines] == ["rule TC101"] * 3
    assert lines[1]["findings"][0]["rule"] == BROKEN
    (log,) = json.loads(sarif.read_bytes())["runs"]
    assert log["invocations"][0]["executionSuccessful"] is False
    notes = log["invocations"][0]["toolExecutionNotifications"]
    assert ["internal: rule TC101" in note["message"]["text"] for note in notes] == [True] * 3
    assert [result["ruleId"] for result in log["results"]] == [BROKEN]
    assert len(list(ET.parse(junit).iter("error"))) == 3
    seen = tuple(results.read(out))
    assert {one.verdict for one in seen} == {Verdict.NOT_RUN}
    shown = run("lint", three, "--format", "github")
    assert shown.stdout.count("internal: rule TC101") == 3


def test_a_reader_that_raises_loses_its_file_only(
    three: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of the files is read, and the entry says which reader and which file."""
    (tmp_path / "zebra.har").write_text("{}")

    def raising(_stream: object, _source: str) -> Iterator[Exchange]:
        yield clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
        raise RecursionError("too deep")

    monkeypatch.setitem(traffic._READERS, ".jsonl", "raising")  # type: ignore[index]
    known = traffic._reader
    monkeypatch.setattr(traffic, "_reader", lambda n: raising if n == "raising" else known(n))
    (tmp_path / "zz.json").write_text(GOOD)
    done = run("lint", tmp_path)
    assert done.return_value == 2
    assert f"{three}: whole file: internal: the reader of recorded traffic raised" in done.stderr
    assert "RecursionError" in done.stderr
    assert "2 exchanges judged" in done.stdout


def test_what_is_too_large_is_told_and_the_rest_is_judged(tmp_path: Path) -> None:
    """Neither a traceback nor silence: a line, a not-run observation, and exit code 2."""
    path, out = tmp_path / "long.jsonl", tmp_path / "results.jsonl"
    path.write_text(too_long() + bad(BROKEN))
    done = run("lint", path, "-o", out)
    assert done.return_value == 2
    assert f"{path} line 1: too large: {MOST_EVENTS + 1:,} events" in done.stderr
    assert "1 exchanges judged" in done.stdout
    assert BROKEN in done.stdout
    missed = [one for one in tuple(results.read(out)) if one.verdict is Verdict.NOT_RUN]
    assert [one.reason.split(":")[0] for one in missed] == ["too large"]


def test_an_audit_is_never_green_behind_a_rule_that_raises(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every case whose answer the rule was asked of is not-run, with the entry as its reason."""
    broken_rule(monkeypatch, ASKED, ValueError("wrong"))
    done = run("audit", "-p", "vllm", "-s", "single_call", "-o", tmp_path)
    assert done.return_value == 2
    seen = tuple(results.read(tmp_path / "results.jsonl"))
    asked = [one for one in seen if one.asked and one.suite == "single_call"]
    assert asked
    assert {one.verdict for one in asked} == {Verdict.NOT_RUN}
    assert all(one.reason.startswith("internal: rule TC101") for one in asked)


def test_selftest_lists_what_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """A measurement with a rule that raises is none: exit code 2, and the line."""
    broken_rule(monkeypatch, "TC102", ValueError("wrong"))
    done = run("selftest", "-d", "ollama-chat")
    assert done.return_value == 2
    assert "internal: rule TC102 raised ValueError" in done.stdout


def test_imported_observations_are_not_made_of_half_a_judgement(
    three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ships is made of whole judgements, or not at all."""
    broken_rule(monkeypatch, ASKED, ValueError("wrong"))
    with pytest.raises(ToolwireError, match="internal: rule TC101"):
        build([three.parent])


def test_the_rules_here_are_asked_as_is_said() -> None:
    """The rule that raises is asked of every answer in these tests."""
    rule = RULES[ASKED]
    assert not any((rule.needs_calls, rule.needs_history, rule.needs_wire))
