"""`toolwire audit`: results, a report, a table that is never green without evidence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolwire.cli.commands.audit import command
from toolwire.cli.commands.report import command as report
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.results import read


def hollow(seen: Observation) -> bool:
    """Return whether an observation is of one of the providers that only documentation is of."""
    return seen.provider in {"github-models", "localai"}


def invoke(*arguments: str) -> Result:
    """Run the command and pass a `ToolwireError` on, as `main` would catch it."""
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def test_shipped_cassettes_pass_and_end_with_a_report(tmp_path: Path) -> None:
    """The main line of the README: everything shipped, offline, exit code 0.

    What is recorded of real servers is what it is, and what of it fails is known. Documentation
    tells what they lack, and nothing else.
    """
    out = tmp_path / "out"
    result = invoke("-o", str(out))
    assert result.return_value == 0, result.output
    assert "report: " in result.stdout
    assert "◐ vllm/scripted" in result.stdout
    assert "◇ openai openai-chat" in result.stdout
    assert "documentation only, counts for nothing: " in result.stdout
    assert result.stdout.splitlines()[-2].startswith(
        "exit 0: all looked at and what fails is known"
    )
    assert result.stdout.splitlines()[-1].startswith("next: toolwire ")
    assert result.stderr.startswith("replaying ")
    assert "\x1b[" not in result.stdout
    assert {"results.jsonl", "report.md", "report.html"} <= {p.name for p in out.iterdir()}
    seen = list(read(out / "results.jsonl"))
    said = [o for o in seen if o.evidence.level is EvidenceLevel.DOCUMENTED]
    assert {o.verdict for o in said if not hollow(o)} == {Verdict.UNSUPPORTED}
    recorded = [o for o in seen if o.evidence.level is EvidenceLevel.RECORDED]
    assert {o.provider for o in recorded} == {"llama-cpp", "litellm-proxy", "transformers", "vllm"}
    assert len(said) + len(recorded) == len(seen)
    assert not {o.counted for o in recorded} & {Verdict.FAILED, Verdict.INCONCLUSIVE}


def test_no_cassettes_is_exit_code_two(tmp_path: Path) -> None:
    """What could not be looked at is listed, counted and never green, whatever traffic shows."""
    (tmp_path / "none" / "openai" / "gpt-6-luna").mkdir(parents=True)
    options = ("-p", "openai", "-s", "single_call", "--cassettes", str(tmp_path / "none"))
    result = invoke(*options, "-o", str(tmp_path / "out"))
    assert result.return_value == 2
    assert "! openai/gpt-6-luna openai-chat" in result.stdout
    assert "0/10, 10 not run" in result.stdout
    assert "no cassette at openai/" in result.stderr
    assert "○" not in result.stdout


def test_json_prints_the_observations(tmp_path: Path) -> None:
    """Scripts get one observation a line and nothing else on stdout."""
    result = invoke("-p", "litellm-proxy", "-s", "single_call", "--json", "-o", str(tmp_path))
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(lines) == 10
    assert {line["kind"] for line in lines} == {"observation"}


def test_quiet_prints_nothing(tmp_path: Path) -> None:
    """A run that went well says nothing with --quiet."""
    result = invoke("-p", "litellm-proxy", "-s", "single_call", "--quiet", "-o", str(tmp_path))
    assert (result.return_value, result.output) == (0, "")


def test_documentation_is_shown_hollow_and_ends_with_exit_code_two(tmp_path: Path) -> None:
    """Who has no cassette is answered by what its file documents, and was not looked at.

    Without a word even where it is quiet the exit code tells.
    """
    options = ("-p", "gemini", "-s", "single_call", "-o", str(tmp_path))
    result = invoke(*options)
    assert result.return_value == 2
    assert "○" in result.stdout
    assert "gemini/gemini-3.5-flash-lite: nothing but documentation" in result.stderr
    found = list(read(tmp_path / "results.jsonl"))
    assert {o.evidence.source for o in found} == {"https://pypi.org/project/google-genai/3.4.0/"}
    quiet = invoke(*options, "--quiet")
    assert (quiet.return_value, quiet.output) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("-p", "opnai"), "did you mean openai"),
        (("-s", "single_cal"), "did you mean single_call"),
    ],
)
def test_a_name_nobody_knows_is_a_usage_error(arguments: tuple[str, ...], why: str) -> None:
    """A typing mistake names the nearest known word and ends with exit code 3."""
    with pytest.raises(ToolwireError, match=why) as caught:
        invoke(*arguments)
    assert caught.value.exit_code == 3


def test_a_report_of_documentation_alone_ends_as_its_audit_did(tmp_path: Path) -> None:
    """Who was named and is only documented was not looked at, in the report either."""
    assert invoke("-p", "gpustack", "-o", str(tmp_path / "a"), "-q").return_value == 2
    options = [str(tmp_path / "a"), "-o", str(tmp_path / "b")]
    done = CliRunner().invoke(report, options, standalone_mode=False)
    assert done.return_value == 2, done.output
    assert "nothing but documentation of gpustack" in done.stdout
