"""`toolwire audit`: results, a report, a table that is never green without evidence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from harness.cli.audit import command
from harness.cli.cassettes import command as cassettes
from harness.cli.tally import Tally
from harness.errors import ToolwireError
from harness.exchange import Evidence, EvidenceLevel, Mode
from harness.observation import Finding, Observation, Severity, Verdict
from harness.results import read


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
    assert "●" in result.stdout
    assert "○" not in result.stdout
    assert "\x1b[" not in result.stdout
    assert {"results.jsonl", "report.md", "report.html"} <= {p.name for p in out.iterdir()}
    seen = list(read(out / "results.jsonl"))
    said = [o for o in seen if o.evidence.level is EvidenceLevel.DOCUMENTED]
    assert {o.verdict for o in said} == {Verdict.UNSUPPORTED}
    recorded = [o for o in seen if o.evidence.level is EvidenceLevel.RECORDED]
    assert {o.provider for o in recorded} == {"llama-cpp", "litellm-proxy", "transformers", "vllm"}
    assert len(said) + len(recorded) == len(seen)
    assert not {o.counted for o in recorded} & {Verdict.FAILED, Verdict.INCONCLUSIVE}


def test_no_cassettes_is_exit_code_two(tmp_path: Path) -> None:
    """What could not be looked at is listed, counted and never green."""
    (tmp_path / "none" / "openai" / "gpt-6-luna").mkdir(parents=True)
    options = ("-p", "openai", "-s", "single_call", "--cassettes", str(tmp_path / "none"))
    result = invoke(*options, "-o", str(tmp_path / "out"))
    assert result.return_value == 2
    assert "10 not-run" in result.stdout
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
        (("-p", "opnai"), "did you mean 'openai'"),
        (("-s", "single_cal"), "did you mean 'single_call'"),
    ],
)
def test_a_name_nobody_knows_is_a_usage_error(arguments: tuple[str, ...], why: str) -> None:
    """A typing mistake names the nearest known word and ends with exit code 3."""
    with pytest.raises(ToolwireError, match=why) as caught:
        invoke(*arguments)
    assert caught.value.exit_code == 3


def seen(verdict: Verdict, level: EvidenceLevel = EvidenceLevel.RECORDED) -> Observation:
    """Return an observation with a verdict."""
    finding = Finding("TC401", Severity.ERROR, "/x", "wrong", "a", "\x1b[31m")
    return Observation(
        "acme",
        "openai-chat",
        "m",
        "s",
        "c",
        Mode.BLOCKING,
        verdict,
        Evidence(level, "a.yaml", "2026-11-21"),
        reason="because",
        findings=(finding,) if verdict is Verdict.FAILED else (),
    )


@pytest.mark.parametrize(
    ("verdicts", "fail_on", "code"),
    [
        ([], "error", 0),
        ([Verdict.CONFORMANT, Verdict.UNSUPPORTED, Verdict.NON_STRICT], "error", 0),
        ([Verdict.NON_STRICT], "warning", 1),
        ([Verdict.FAILED], "error", 1),
        ([Verdict.FAILED], "never", 0),
        ([Verdict.FAILED, Verdict.NOT_RUN], "error", 2),
        ([Verdict.NOT_RUN], "never", 2),
        ([Verdict.INCONCLUSIVE], "error", 2),
    ],
)
def test_exit_codes(verdicts: list[Verdict], fail_on: str, code: int) -> None:
    """Not looked at comes before findings, and --fail-on decides which findings count."""
    tally = Tally()
    for verdict in verdicts:
        tally.take(seen(verdict))
    assert tally.exit_code(fail_on) == code


def test_the_tables_mark_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    """Recorded evidence is a full mark, documented a hollow one; failures are told."""
    from harness.cli.tally import print_tables, print_troubles

    full, hollow, bad = Tally(), Tally(), Tally()
    full.take(seen(Verdict.CONFORMANT))
    hollow.take(seen(Verdict.CONFORMANT))
    hollow.take(seen(Verdict.CONFORMANT, EvidenceLevel.DOCUMENTED))
    bad.take(seen(Verdict.FAILED))
    shown = []
    for tally in (full, hollow, bad):
        print_tables(tally)
        shown.append(capsys.readouterr().out)
    assert "●" in shown[0]
    assert "●" not in shown[1]
    assert "○" in shown[1]
    assert "✗" in shown[2]
    print_troubles(bad)
    told = capsys.readouterr().err
    assert "failed acme/m::s.c[blocking]: because" in told
    assert "toolwire explain TC401" in told
    assert "\x1b" not in told


def test_the_tables_say_how_we_know_by_the_day(capsys: pytest.CaptureFixture[str]) -> None:
    """Days, not seconds; a documented absence is told alone and makes nothing else hollow."""
    from harness.cli.tally import print_tables

    tally = Tally()
    for second in (14, 15):
        when = Evidence(EvidenceLevel.LIVE, "a.yaml", f"2026-11-21T22:26:{second}+00:00")
        tally.take(replace(seen(Verdict.CONFORMANT), evidence=when))
    nowhere = Evidence(EvidenceLevel.DOCUMENTED, "dialect openai-chat")
    absent = replace(seen(Verdict.UNSUPPORTED), evidence=nowhere)
    tally.take(absent)
    tally.take(replace(absent, suite="alone"))
    print_tables(tally)
    out = capsys.readouterr().out
    (mixed,) = (line for line in out.splitlines() if " s " in line)
    (alone,) = (line for line in out.splitlines() if " alone " in line)
    assert " ".join(mixed.split()) == "● s 2 conformant, 1 unsupported live 2026-11-21"
    assert " ".join(alone.split()) == "- alone 1 unsupported documented"
    assert "3 observations" not in out
    assert "4 observations: 2 conformant, 2 unsupported" in out


def test_the_tables_keep_the_order_of_the_suites(capsys: pytest.CaptureFixture[str]) -> None:
    """A live run is done in no order; targets and suites stand as they were asked for."""
    from harness.cli.tally import print_tables

    names = [f"{name}/m (openai-chat)" for name in ("zeta", "acme")]
    tally = Tally(suites=("one", "two", "three"), targets=tuple(names))
    for provider, suite in (("acme", "three"), ("zeta", "two"), ("zeta", "other"), ("zeta", "one"),
                            ("acme", "streaming_equals_blocking"), ("acme", "two")):  # fmt: skip
        tally.take(replace(seen(Verdict.CONFORMANT), provider=provider, suite=suite))
    print_tables(tally)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    told = [line[1] if line[0] == "●" else line[0] for line in lines if line and (
        line[0] == "●" or line[-1] == "(openai-chat)")]  # fmt: skip
    assert told == ["zeta/m", "one", "two", "other", "acme/m", "two", "three",
                    "streaming_equals_blocking"]  # fmt: skip


def test_troubles_are_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    """A thousand failures print a dozen and the number of the others."""
    from harness.cli.tally import print_troubles

    tally = Tally()
    for _ in range(1000):
        tally.take(seen(Verdict.NOT_RUN))
    print_troubles(tally)
    assert "and 988 more in results.jsonl" in capsys.readouterr().err


def test_own_cassettes_and_suites_come_first(tmp_path: Path) -> None:
    """A user's suite is composed, checked and audited from folders of their own."""
    (tmp_path / "suites").mkdir()
    (tmp_path / "suites" / "mine.yaml").write_text(
        "suite: mine\ntitle: Mine\nwhy: To see.\ncases:\n  - id: a\n    title: A\n"
        "    tools: [get_weather]\n    steps:\n"
        '      - user: Say "Hello there" and call nothing.\n'
        "        expect: {calls: none, text: {contains: Hello there}}\n"
    )
    own = ("--suites", str(tmp_path / "suites"))
    made = CliRunner().invoke(
        cassettes,
        ("compose", str(tmp_path / "tapes"), "-p", "gemini", "-s", "mine", *own),
        standalone_mode=False,
    )
    assert made.return_value == 0, made.output
    result = invoke(
        "-p",
        "gemini",
        "-s",
        "mine",
        *own,
        "--cassettes",
        str(tmp_path / "tapes"),
        "-o",
        str(tmp_path / "out"),
    )
    assert result.return_value == 0, result.output
    assert "2 conformant" in result.stdout
