"""Recorded answers of both modes: paired in any order, compared, and told of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.jobs.lint.lines import both, recorded
from toolwire.cli.commands.lint import command
from toolwire.dialects import Answer, load_dialect
from toolwire.jobs.lint.attribution import Attribution
from toolwire.jobs.lint.judging import Judged, judge, lint
from toolwire.jobs.lint.observed import observations
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Verdict
from toolwire.rules.mutate.scenarios import clean
from toolwire.suites import load_suites
from toolwire.suites.model import PAIRS


@pytest.mark.parametrize("turned", [False, True])
def test_recorded_pairs_are_compared_in_any_order(tmp_path: Path, *, turned: bool) -> None:
    """The exchange that completes a pair carries it; the finding is of the streamed one."""
    blocking, streamed = both()
    order = (streamed, blocking) if turned else (blocking, streamed)
    first, second = lint([recorded(tmp_path, *order)])
    assert isinstance(first, Judged)
    assert isinstance(second, Judged)
    assert first.pairs == ()
    (pair,) = second.pairs
    assert pair.streamed.exchange.evidence.source.endswith("#0" if turned else "#1")
    assert pair.blocking_source.endswith("#1" if turned else "#0")
    assert [(f.rule, f.severity) for f in pair.findings] == [("TC908", "info")]
    assert second.findings == ()


def test_a_pair_becomes_an_observation_of_its_own_suite(tmp_path: Path) -> None:
    """Results say that both modes were compared, and of which provider."""
    blocking, streamed = both()
    *_, last = lint([recorded(tmp_path, blocking, streamed)])
    assert isinstance(last, Judged)
    known = (Attribution("octo/spoon a.y", "another", "because it is so"),)
    for notes, provider in (((), "somebody"), (known, "another")):
        seen = [o for o in observations(last, load_suites(), notes) if o.suite == PAIRS]
        (pair,) = seen
        assert (pair.provider, pair.dialect, pair.case) == (provider, "openai-chat", "traffic")
        assert (pair.mode, pair.verdict) == (Mode.STREAMING, Verdict.CONFORMANT)
        assert [finding.rule for finding in pair.findings] == ["TC908"]
        assert pair.evidence.level is EvidenceLevel.IMPORTED
        assert pair.evidence.source.endswith("#1")
    assert not [o for o in observations(last, ()) if o.suite == PAIRS]


def test_a_mood_of_the_model_is_no_observation(tmp_path: Path) -> None:
    """Two answers that call otherwise show nothing of the modes, neither good nor bad."""
    blocking, streamed = both()
    assert streamed.request is not None
    answer = load_dialect("openai-chat").respond(streamed.request, Answer(text="No."))
    *_, last = lint([recorded(tmp_path, blocking, replace(streamed, response=answer))])
    assert isinstance(last, Judged)
    assert last.pairs[0].otherwise
    assert not [o for o in observations(last, load_suites()) if o.suite == PAIRS]


def test_the_line_of_a_pair_says_both_sources(tmp_path: Path) -> None:
    """`lint --json` has the pair beside the members of the contract, in that line only."""
    first, second = lint([recorded(tmp_path, *both())])
    assert isinstance(first, Judged)
    assert isinstance(second, Judged)
    assert "pairs" not in first.as_json()
    (pair,) = second.as_json()["pairs"]  # type: ignore[misc,union-attr]
    assert isinstance(pair, dict)
    assert list(pair) == ["streamed", "blocking", "not_compared", "findings"]
    assert (str(pair["streamed"])[-2:], str(pair["blocking"])[-2:]) == ("#1", "#0")


def test_the_command_names_both_halves_of_a_pair(tmp_path: Path) -> None:
    """A difference is printed under the streamed source, naming the other, and counted."""
    path = recorded(tmp_path, *both())
    results = tmp_path / "results.jsonl"
    arguments = [str(path), "--min-severity", "info", "--fail-on", "info", "-o", str(results)]
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert done.return_value == 1, done.output
    told = next(line for line in done.stdout.splitlines() if "streamed, against" in line)
    assert told.split(" (")[0].endswith("#1")
    assert told.endswith("#0")
    assert "1 requests answered in both modes compared" in done.stdout
    assert "TC908 stream-equals-nonstream: 1" in done.stdout
    assert f'"suite":"{PAIRS}"' in results.read_text()


def test_an_address_that_is_none_does_no_harm() -> None:
    """A recording whose URL cannot be read has no host, and its provider is unknown."""
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    assert exchange.request is not None
    odd = replace(exchange, request=replace(exchange.request, url="http://[::1"))
    assert {o.provider for o in observations(judge(odd), load_suites())} == {"unknown"}
