"""Known deviations on the command line: told, not counted, and missed when they are gone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolwire import results
from toolwire.cli import toolwire
from toolwire.dialects import load_dialect
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.results.cells import exit_code, fold
from toolwire.rules import RULES
from toolwire.rules.mutate.scenarios import clean

KNOWN = Observation(
    "mistral", "openai-chat", "ministral-3b-latest", "single_call", "auto", Mode.BLOCKING,
    Verdict.FAILED, Evidence(EvidenceLevel.LIVE, "a", "2026-11-21"), "error: TC103",
    (Finding("TC103", Severity.ERROR, "/choices/0", "It does not say so."),),
    known=("TC103",), otherwise=Verdict.CONFORMANT,
)  # fmt: skip
STALE = Stale("mistral", "openai-chat", "TC103")


def mistral(folder: Path, recorded_at: str | None) -> Path:
    """Write an exchange of Mistral's whose call lacks its type, which is listed until 2026-01."""
    (mutation, *_) = (m for m in RULES["TC103"].mutations if m.mode is Mode.BLOCKING)
    whole = mutation.apply(clean(load_dialect("openai-chat"), mutation.scenario, mutation.mode))
    assert whole.request is not None
    line = {
        "source": {"repo": "octo/spoon", "path": "a.yaml", "commit": "0" * 40},
        "request": {
            "method": "POST",
            "url": "https://api.mistral.ai/v1/chat/completions",
            "body": json.loads(whole.request.body),
        },
        "response": {"status": 200, "body": json.loads(whole.response.body)},
        "recorded_at": recorded_at,
    }
    path = folder / "mistral.jsonl"
    path.write_text(json.dumps(line) + "\n", encoding="utf-8")
    return path


def lint(*arguments: str | Path) -> Result:
    """Run `toolwire lint`."""
    return CliRunner().invoke(toolwire, ["lint", *map(str, arguments)], standalone_mode=False)


@pytest.mark.parametrize("recorded_at", ["2025-08-01T10:00:00Z", None])
def test_a_known_deviation_is_told_and_does_not_fail_a_lint(
    tmp_path: Path, recorded_at: str | None
) -> None:
    """It stays an error on the screen and in the counts, with the word `known`."""
    result = lint(mistral(tmp_path, recorded_at))
    assert result.return_value == 0, result.output
    assert "  known error TC103 at /choices/0/message/tool_calls/0" in result.output
    assert "TC103 type-function: 1 (1 known of the provider)" in result.output


def test_a_line_of_json_names_what_is_known(tmp_path: Path) -> None:
    """A program that reads it can count as the exit code does; where nothing is known, no word is said."""
    (line,) = lint(mistral(tmp_path, "2025-08-01T10:00:00Z"), "--json").stdout.splitlines()
    assert json.loads(line)["known"] == ["TC103"]
    (line,) = lint(mistral(tmp_path, "2026-11-01T10:00:00Z"), "--json").stdout.splitlines()
    assert "known" not in json.loads(line)


def test_what_was_known_to_have_passed_fails_when_it_comes_back(tmp_path: Path) -> None:
    """A recording made after the listed month is not excused."""
    result = lint(mistral(tmp_path, "2026-11-01T10:00:00Z"))
    assert result.return_value == 1
    assert "known" not in result.output


def test_another_provider_is_not_excused(tmp_path: Path) -> None:
    """An attributions file that names another provider takes the excuse away."""
    notes = tmp_path / "notes.yaml"
    notes.write_text(
        "attributions:\n  - {source: octo/spoon, provider: groq, reason: it is theirs}\n",
        encoding="utf-8",
    )
    path = mistral(tmp_path, "2025-08-01T10:00:00Z")
    assert lint(path, "--attributions", notes).return_value == 1


def test_results_carry_the_knowledge(tmp_path: Path) -> None:
    """The verdict tells the truth; `known` and `otherwise` say what it would be without."""
    target = tmp_path / "results.jsonl"
    lint(mistral(tmp_path, "2025-08-01T10:00:00Z"), "-q", "-o", target)
    seen = list(results.read(target))
    assert seen
    for one in seen:
        graves = {finding.rule for finding in one.findings}
        assert one.known == (("TC103",) if "TC103" in graves else ())
    failed = [one for one in seen if one.verdict is Verdict.FAILED]
    assert failed
    assert {one.otherwise for one in failed} == {Verdict.CONFORMANT}


def test_an_audit_does_not_fail_for_what_is_known() -> None:
    """The same finding without its listing does; the cell is failed either way."""
    for seen, code in ((KNOWN, 0), (replace(KNOWN, known=(), otherwise=None), 1)):
        table = fold([seen])
        (cell,) = table.suites.values()
        assert exit_code(table, "error") == code
        assert cell.verdict is Verdict.FAILED


def test_what_is_stale_is_a_warning() -> None:
    """It fails a run only where warnings do."""
    table = fold([replace(KNOWN, verdict=Verdict.CONFORMANT, known=(), otherwise=None)])
    codes = [exit_code(table, word, stale=True) for word in ("error", "warning", "never")]
    assert codes == [0, 1, 0]
