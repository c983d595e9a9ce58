"""One line a target, that fits its screen and says how we know."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from toolwire.cli.screen.targets import print_details, print_targets
from toolwire.cli.screen.terminal import Terminal
from toolwire.cli.screen.verdict_line import known_line, verdict_line
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.cells import exit_code, fold

TODAY = date(2026, 11, 22)
RUN = "20261101T000000Z-00000001"


def seen(
    verdict: Verdict = Verdict.CONFORMANT,
    level: EvidenceLevel = EvidenceLevel.RECORDED,
    *,
    case: str = "auto",
    provider: str = "acme",
) -> Observation:
    """Return an observation of a run, or of traffic where it is imported."""
    asked = level is not EvidenceLevel.IMPORTED
    finding = Finding("TC401", Severity.ERROR, "/x", "It is not so.")
    return Observation(
        *(provider, "openai-chat", "m", "single_call", case, Mode.BLOCKING, verdict),
        Evidence(level, f"{case}.yaml", "2026-08-01" if not asked else "2026-11-21"),
        reason="" if verdict is Verdict.CONFORMANT else "because",
        findings=(finding,) if verdict is Verdict.FAILED else (),
        asked=asked,
        run=RUN if asked else "",
    )


def on_screen(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """Let standard output be a terminal of some columns."""
    monkeypatch.setattr("toolwire.cli.screen.targets.terminal", lambda: Terminal(columns, rows=24))


def test_marks_tell_asked_seen_and_documented_apart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Circles were asked, diamonds seen, hollow ones documented; traffic says its age."""
    on_screen(monkeypatch, 120)
    for level in (EvidenceLevel.RECORDED, EvidenceLevel.IMPORTED, EvidenceLevel.DOCUMENTED):
        print_targets([seen(level=level)], TODAY)
    asked, traffic, documented = capsys.readouterr().out.splitlines()
    assert asked.split() == [
        "●",
        "acme/m",
        "openai-chat",
        "1/1",
        "no",
        "findings",
        "recorded",
        "2026-11",
    ]
    assert traffic.startswith("◇ acme openai-chat")
    assert traffic.endswith("imported 2026-08, old")
    assert "seen 1, rules held, thin" in traffic
    assert documented.startswith("○ ")
    assert documented.endswith("documented")


def test_what_was_not_run_is_in_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A target with cases that were not run is not green, and says how many."""
    print_targets([seen(), seen(Verdict.NOT_RUN, case="b")], TODAY)
    line = capsys.readouterr().out
    assert line.startswith("! acme/m openai-chat")
    assert "1/2, 1 not run" in line


@pytest.mark.parametrize("columns", [80, 120])
def test_lines_fit_the_screen(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a name is, no line is wider than the screen."""
    on_screen(monkeypatch, columns)
    long = seen(Verdict.FAILED, provider="a-provider-with-a-very-long-name" * 4)
    print_targets([long, seen(), replace(seen(), model="\x1b[31mred")], TODAY)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) <= columns
    assert not any("\x1b" in line for line in lines)


def test_a_narrow_screen_cuts_counts_before_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose line it is stays to be read; of the counts the last ones go, and never half of one."""
    on_screen(monkeypatch, 80)
    name = "a-provider-of-a-length-like-this"
    print_targets([seen(provider=name), seen(Verdict.NOT_RUN, case="b", provider=name)], TODAY)
    line = capsys.readouterr().out.rstrip()
    assert f"! {name}/m openai-chat  1/2 " in line
    assert len(line) <= 80


def test_off_a_terminal_nothing_is_cut(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a file or a pipe every value is whole, whatever COLUMNS says."""
    monkeypatch.setenv("COLUMNS", "40")
    name = "a-provider-with-a-very-long-name" * 4
    print_targets([seen(Verdict.FAILED, provider=name)], TODAY)
    out = capsys.readouterr().out
    assert f"{name}/m openai-chat" in out
    assert "1 error" in out
    assert "…" not in out


def test_an_exchange_of_traffic_counts_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Traffic that is evidence for several suites is one exchange of its format."""
    one = seen(level=EvidenceLevel.IMPORTED)
    print_targets([one, replace(one, suite="round_trip")], TODAY)
    assert "seen 1, " in capsys.readouterr().out


def test_details_show_every_suite(capsys: pytest.CaptureFixture[str]) -> None:
    """With -v each suite of each row is told, with the reason."""
    observations = [seen(Verdict.FAILED), replace(seen(), suite="round_trip")]
    print_details(fold(observations), TODAY)
    out = capsys.readouterr().out
    assert out.startswith("\nacme (openai-chat)\n")
    assert "● round_trip  1/1" in out
    assert "✕ single_call  0/1  recorded 2026-11: because" in out


@pytest.mark.parametrize(
    ("observations", "named", "sentence"),
    [
        ([seen()], (), "exit 0: all looked at and clean: 1 observation of 1 provider format."),
        ([seen(Verdict.FAILED)], (), "exit 1: 1 failed, in 1 of 1 provider format."),
        (
            [seen(Verdict.FAILED), seen(Verdict.NOT_RUN, case="b")],
            (),
            "exit 2: not everything could be looked at: 1 could not be run; 1 failed, in 1 of 1 provider format.",
        ),
        (
            [seen(level=EvidenceLevel.DOCUMENTED)],
            ("acme",),
            "exit 2: not everything could be looked at: nothing but documentation of acme.",
        ),
        (
            [seen(Verdict.FAILED, EvidenceLevel.DOCUMENTED)],
            ("acme",),
            "exit 2: not everything could be looked at: nothing but documentation of acme.",
        ),
        (
            [seen(), seen(Verdict.FAILED, EvidenceLevel.DOCUMENTED, provider="other")],
            (),
            "exit 0: all looked at and clean: 1 observation of 1 provider format.",
        ),
        ([], (), "exit 0: nothing was looked at."),
        (
            [seen(Verdict.UNSUPPORTED, level=EvidenceLevel.DOCUMENTED)],
            (),
            "exit 0: nothing to ask, 1 case unsupported.",
        ),
    ],
)
def test_the_verdict_is_one_sentence(
    observations: list[Observation], named: tuple[str, ...], sentence: str
) -> None:
    """The last line says the exit code and what it comes from."""
    table = fold(observations)
    assert verdict_line(table, exit_code(table, "error", named), named) == sentence


def test_known_deviations_are_explained_beside_the_exit_code() -> None:
    """What the providers' files list is told with the rules, and that it does not count."""
    known = replace(seen(Verdict.FAILED), known=("TC401",), otherwise=Verdict.CONFORMANT)
    table = fold([known])
    assert exit_code(table, "error") == 0
    told = known_line([known])
    assert told.startswith("known: 1 observation with findings that the providers' files list")
    assert told.endswith("acme TC401")
    assert known_line([seen()]) == ""
    four = replace(known, known=("TC401", "TC402", "TC403", "TC404"))
    assert known_line([four]).endswith("acme 4 rules")
