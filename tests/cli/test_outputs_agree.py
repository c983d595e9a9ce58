"""Screen, exit code, SARIF, JUnit XML and annotations tell one story of one run."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from toolwire import results
from toolwire.cli import toolwire
from toolwire.cli.outputs import Outputs
from toolwire.jobs.audit.deviations import Watch
from toolwire.jobs.report.location import NOWHERE
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.providers import Deviation, Link
from toolwire.providers.deviations import KnownDeviation, shipped_deviations
from toolwire.providers.load import load_providers
from toolwire.results.cells import exit_code, fold

ERROR = Finding("TC103", Severity.ERROR, "/choices/0", "It does not say so.")
WARNING = Finding("TC922", Severity.WARNING, "/choices/0", "It varies.")
STALE = Stale("mistral", "openai-chat", "TC104")


def seen(case: str, verdict: Verdict, *findings: Finding, known: str = "",
         otherwise: Verdict | None = None) -> Observation:  # fmt: skip
    """Return one observation of Mistral."""
    return Observation(
        "mistral", "openai-chat", "ministral-3b-latest", "single_call", case, Mode.BLOCKING, verdict,
        Evidence(EvidenceLevel.LIVE, f"{case}.yaml", "2025-09-01"), "because", findings,
        known=(known,) if known else (), otherwise=otherwise,
    )  # fmt: skip


KINDS = (
    seen("conformant", Verdict.CONFORMANT),
    seen("mild", Verdict.NON_STRICT, WARNING),
    seen("bad", Verdict.FAILED, ERROR),
    seen("unmet", Verdict.FAILED),
    seen("absent", Verdict.UNSUPPORTED),
    seen("moody", Verdict.INCONCLUSIVE),
    seen("unseen", Verdict.NOT_RUN),
    seen("known", Verdict.FAILED, ERROR, known="TC103", otherwise=Verdict.CONFORMANT),
    seen("known and mild", Verdict.FAILED, ERROR, WARNING, known="TC103",
         otherwise=Verdict.NON_STRICT),
    seen("known and moody", Verdict.FAILED, ERROR, known="TC103", otherwise=Verdict.INCONCLUSIVE),
    seen("mild and known", Verdict.NON_STRICT, WARNING, known="TC922",
         otherwise=Verdict.CONFORMANT),
)  # fmt: skip


def told(observations: tuple[Observation, ...], fail_on: str, stale: tuple[Stale, ...],
         folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, int]:  # fmt: skip
    """Return the exit code each output would end a run with."""
    files = {"sarif": folder / "a.sarif", "junit": folder / "j.xml"}
    outputs = Outputs("audit", lambda _seen, _finding: NOWHERE, shown="github", files=files,
                      fail_on=fail_on)  # fmt: skip
    for one in observations:
        outputs.take(one)
    outputs.take_stale(stale)
    outputs.finish()
    lines = capsys.readouterr().out.splitlines()
    (run,) = json.loads(files["sarif"].read_bytes())["runs"]
    levels = [r["level"] for r in run["results"] if "suppressions" not in r]
    root = ET.parse(files["junit"]).getroot()
    grave = ("error",) if fail_on == "error" else ("error", "warning")
    unseen = any(line.startswith(("::error title=toolwire not", "::error title=toolwire inc"))
                 for line in lines)  # fmt: skip
    return {
        "exit code": exit_code(fold(observations), fail_on, stale=bool(stale)),
        "sarif": 2 if not run["invocations"][0]["executionSuccessful"]
        else int(any(level in grave for level in levels)),
        "junit": 2 if int(root.attrib["errors"]) else int(root.attrib["failures"] != "0"),
        "github": 2 if unseen
        else int(any(line.startswith(f"::{word} ") for line in lines for word in grave)),
    }  # fmt: skip


@pytest.mark.parametrize("fail_on", ["error", "warning"])
@pytest.mark.parametrize("stale", [(), (STALE,)], ids=["", "stale"])
def test_all_outputs_agree_with_the_exit_code(
    fail_on: str, stale: tuple[Stale, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every kind of observation alone and every two together."""
    for some in ((), *((one,) for one in KINDS), *combinations(KINDS, 2)):
        codes = told(some, fail_on, stale, tmp_path, capsys)
        assert len(set(codes.values())) == 1, (codes, [one.case for one in some])


def test_a_suppression_cites_the_providers_file(tmp_path: Path) -> None:
    """Reason and link are those of the listing that concerns the exchange."""
    (mistral,) = (p for p in load_providers() if p.id == "mistral")
    assert any(d.rule == "TC103" for d in mistral.deviations)
    one = KINDS[7]
    for listed, why in ((shipped_deviations(), "type: function"), (_own(), "It is mine.")):
        outputs = Outputs("audit", lambda _seen, _finding: NOWHERE,
                          files={"sarif": tmp_path / "a.sarif"}, listed=listed)  # fmt: skip
        outputs.take(one)
        outputs.finish()
        (run,) = json.loads((tmp_path / "a.sarif").read_bytes())["runs"]
        (known,) = run["results"][0]["suppressions"]
        assert why in known["justification"]
        assert "(https://" in known["justification"]
        assert ", read 2026-11-21)" in known["justification"]


def _own() -> KnownDeviation:
    from dataclasses import replace

    (mistral,) = (p for p in load_providers() if p.id == "mistral")
    link = Link("https://made-up.example/issues/1", "2026-11-21")
    other = Deviation("TC103", "It is another's.", "2026-01", link, models=("m-2",))
    mine = Deviation("TC103", "It is mine.", "2026-01", link)
    return KnownDeviation([replace(mistral, deviations=(other, mine))])


def test_a_stale_listing_is_in_every_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An audit and a report of its results both write it."""
    monkeypatch.setattr(Watch, "stale", lambda _: iter([STALE]))
    out = tmp_path / "out"
    options = [
        "audit",
        "-p",
        "vllm.anthropic-messages",
        "-s",
        "no_tool_needed",
        "-o",
        str(out),
    ]
    options += ["--format", "github", "--fail-on", "warning"]
    files = [str(tmp_path / "audit.sarif"), str(tmp_path / "audit.xml")]
    options += ["--sarif", files[0], "--junit", files[1]]
    result = CliRunner().invoke(toolwire, options, standalone_mode=False)
    assert result.return_value == 1
    assert result.stdout == f"::warning title=stale deviation::{STALE.text}\n"
    assert results.read(out / "results.jsonl").stale == (STALE,)
    again = [str(tmp_path / "a.sarif"), str(tmp_path / "j.xml")]
    words = ["report", str(out / "results.jsonl"), "-o", str(tmp_path / "r")]
    words += ["--sarif", again[0], "--junit", again[1]]
    CliRunner().invoke(toolwire, words, standalone_mode=False)
    for path in map(Path, (*files, *again)):
        assert STALE.text in path.read_text(encoding="utf-8"), path
