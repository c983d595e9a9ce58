"""The page of method: figures of this report, terms with ids, and commands that work as printed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.small_sites import Read, read, seen, site, written
from toolwire.cli import toolwire
from toolwire.jobs.site import method
from toolwire.jobs.site.glossary import GLOSSARY
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells.marks import LEGEND

#: What a person fills in -> what a test does.
FILLED = {
    "RECORDING": "recording.jsonl", "URL": "http://127.0.0.1:9/v1", "MODEL": "small",
    "PROVIDER": "openai",
}  # fmt: skip


def page(tmp_path: Path, *observations: Observation) -> Read:
    """Return the page of one report."""
    (file,) = method.files(site(tmp_path, [written(tmp_path, "2026-11-22", observations)]))
    assert file.path == "method.html"
    return read(file.data)


def test_every_term_has_an_id_and_every_link_within_leads_to_one(tmp_path: Path) -> None:
    """`#asked` and its like can be linked to from other pages; no id stands twice."""
    found = page(tmp_path, seen())
    assert {term for terms in GLOSSARY.values() for term in terms} <= set(found.ids)
    assert len(found.ids) == len(set(found.ids))
    assert {link[1:] for link in found.links if link.startswith("#")} <= set(found.ids)


def test_every_mark_is_in_the_legend(tmp_path: Path) -> None:
    """A mark that cells have is explained here."""
    found = page(tmp_path)
    assert [mark for mark in LEGEND if f"{mark} {LEGEND[mark]}" not in found.text] == []


def test_figures_are_counted_from_the_report(tmp_path: Path) -> None:
    """Observations, cells by basis, deviations and sources are those of its results."""
    found = page(
        tmp_path,
        seen(Verdict.FAILED, rules=("TC304",)),
        seen(Verdict.NOT_RUN, suite="round_trip", reason="no key"),
        seen(provider="zeta", level=EvidenceLevel.IMPORTED),
        seen(provider="eta", level=EvidenceLevel.DOCUMENTED),
    )
    assert "4 observations of 3 providers in 1 format, over 2 suites" in found.text
    assert "asked 2, seen 1, documented 1" in found.text
    assert "1 rule is broken by a provider now" in found.text
    assert "0 of these deviations are listed as known" in found.text
    assert "decide nothing: not-run 1, inconclusive 0." in found.text
    assert "octo/spoon imported 1" in found.text
    assert "for example TC304" in found.text


def test_a_report_of_nothing_has_the_whole_page(tmp_path: Path) -> None:
    """Without an observation the figures are zero and the rest stands."""
    found = page(tmp_path)
    assert "0 observations of 0 providers" in found.text
    assert "No exchange was looked at." in found.text


def lines(tmp_path: Path) -> list[list[str]]:
    """Return the words of each printed command, filled in."""
    made = site(tmp_path, [written(tmp_path, "2026-11-22", [seen()])])
    found = [shlex.split(one.line) for one in method.commands(made)]
    return [[FILLED.get(word, word) for word in words] for words in found]


def test_commands_are_such_as_toolwire_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each name, option and argument is taken by the command line as it is printed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "recording.jsonl").touch()
    (tmp_path / "out").mkdir()
    (tmp_path / "reports").mkdir()
    for first, name, *rest in lines(tmp_path / "made"):
        assert first == "toolwire"
        with toolwire.make_context("toolwire", [name], resilient_parsing=True) as context:
            command = toolwire.get_command(context, name)
        assert command is not None, name
        command.make_context(name, rest)


def test_the_rule_of_the_example_can_be_explained(tmp_path: Path) -> None:
    """The first printed line ends well."""
    words = lines(tmp_path)[0]
    outcome = CliRunner().invoke(toolwire, words[1:], standalone_mode=False)
    assert outcome.exception is None
    assert "TC304" in outcome.output
