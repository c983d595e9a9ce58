"""`toolwire lint --contradictions`: what vendors' own answers speak against."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.jobs.lint.lines import as_line
from toolwire.cli import toolwire
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange

WEATHER = Tool("get_weather", "Weather.", {"type": "object", "properties": {}})
ENDS_WRONG = (b'"finish_reason":"tool_calls"', b'"finish_reason":"stop"')


def line(dialect: str, base: str, number: int, *, breaks: bool = True) -> str:
    """Return an answer with a call, that ends as one without where it is to break TC401."""
    spoken = load_dialect(dialect)
    conversation = Conversation((UserTurn("Weather?"),), (WEATHER,))
    request = spoken.encode(conversation, Endpoint(base, "some-model"))
    response = spoken.respond(request, Answer(calls=(PlannedCall("get_weather", {}),)))
    text = as_line(
        Exchange(request, response, Evidence(EvidenceLevel.IMPORTED, "")),
        source={"repo": "octo/spoon", "path": "a.yml", "interaction_index": number},
    )
    stored = json.loads(text)
    body = stored["response"]["body_text"]
    if breaks:
        stored["response"]["body_text"] = body.replace(*(part.decode() for part in ENDS_WRONG))
    return json.dumps(stored)


OWN = "https://api.openai.com/v1"


def store(tmp_path: Path, *lines: str) -> Path:
    """Store lines as one file of recorded traffic."""
    path = tmp_path / "traffic.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    """Run `toolwire lint` and return what it printed."""
    return CliRunner().invoke(toolwire, ["lint", *map(str, arguments)], standalone_mode=False)


def test_what_the_definer_breaks_is_listed(tmp_path: Path) -> None:
    """Rule, vendor, count and places stand in the table; the run ends with 1."""
    path = store(tmp_path, *(line("openai-chat", OWN, number) for number in range(5)))
    ran = run("--contradictions", path)
    assert ran.return_value == 1, ran.output
    (row,) = [text.split() for text in ran.output.splitlines() if text.startswith("response")]
    assert row == ["response", "TC401", "openai", "openai-chat", "5", "no", "not", "tried", "5"]
    assert ran.output.count("octo/spoon a.yml #") == 3
    assert "1 contradiction, 1 of them undecided" in ran.output


def test_without_any_nothing_is_left_to_decide(tmp_path: Path) -> None:
    """Another's server that breaks the rule, and a vendor that keeps it, are no contradiction."""
    lines = (
        line("openai-chat", "http://127.0.0.1:1/v1", 0),
        line("openai-chat", OWN, 1, breaks=False),
    )
    ran = run("--contradictions", store(tmp_path, *lines))
    assert ran.return_value == 0, ran.output
    assert "0 contradictions, 0 of them undecided" in ran.output


def test_lines_are_written(tmp_path: Path) -> None:
    """`-o` has a JSON line for each, and replaces nothing untold."""
    path, out = store(tmp_path, line("openai-chat", OWN, 0)), tmp_path / "out.jsonl"
    (tmp_path / "expected.jsonl").write_text(
        json.dumps({"file": path.name, "line": 1, "outcome": "ok"}), encoding="utf-8"
    )
    assert run("--contradictions", path, "-o", out).return_value == 1
    (written,) = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    assert written == {
        "kind": "contradiction",
        "side": "response",
        "rule": "TC401",
        "name": "finish-tool_calls",
        "provider": "openai",
        "dialect": "openai-chat",
        "decided": False,
        "exchanges": 1,
        "places": [{"source": "octo/spoon a.yml #0", "pointer": "/choices/0/finish_reason"}],
        "sdk": {"read": 1},
    }
    again = run("--contradictions", path, "-o", out)
    assert "exists already" in str(again.exception)
    assert run("--contradictions", path, "-o", out, "--overwrite").return_value == 1


def test_what_cannot_be_read_is_no_clean_list(tmp_path: Path) -> None:
    """A line that is no exchange ends the run with 2, whatever the others say."""
    path = store(tmp_path, line("openai-chat", OWN, 0), "{")
    assert run("--contradictions", path).return_value == 2


def test_a_fixture_is_nobodys_answer(tmp_path: Path) -> None:
    """What is listed as a fixture is counted and left out."""
    path, notes = store(tmp_path, line("openai-chat", OWN, 0)), tmp_path / "notes.yaml"
    notes.write_text(
        "attributions:\n- source: octo/spoon a.yml\n  fixture: true\n  reason: made by hand\n",
        encoding="utf-8",
    )
    ran = run("--contradictions", path, "--attributions", notes)
    assert ran.return_value == 0, ran.output
    assert "1 fixture left out" in ran.output


@pytest.mark.parametrize("quiet", [True, False])
def test_lint_closes_with_what_awaits_a_person(tmp_path: Path, quiet: bool) -> None:  # noqa: FBT001
    """An undecided error is not silent: the last lines name vendor, rule and place; the exit is 0."""
    path = store(tmp_path, *(line("openai-chat", OWN, number) for number in range(2)))
    ran = run(path, *(["--quiet"] if quiet else []))
    assert ran.return_value == 0, ran.output
    (told,) = [text for text in ran.output.splitlines() if text.startswith("awaits a person: ")]
    assert told == (
        "awaits a person: openai defines openai-chat, and 2 answers of its own break TC401, "
        "first octo/spoon a.yml #0"
    )
