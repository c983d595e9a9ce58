"""A provider of a known dialect is one YAML file: the worked example of the documentation."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import toolwire.providers
from tests.support.root import ROOT
from toolwire.cli.commands.listing import command as listing
from toolwire.jobs.audit import plan, replay_from, run
from toolwire.jobs.audit.compose import compose, composed
from toolwire.jobs.lint.judging import judge
from toolwire.jobs.lint.observed import observations
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.observation import Verdict
from toolwire.providers import load, load_providers, provider_of_host, provider_of_name, targets
from toolwire.rules.mutate.scenarios import clean
from toolwire.suites import Suite, load_suites
from toolwire.suites.model import PAIRS

PAGE = ROOT / "docs" / "provider-files.md"
CACHES = (
    load._hosts,
    load._names,
    load._defined,
    provider_of_host,
    provider_of_name,
)


def example() -> str:
    """Return the YAML of the worked example."""
    page = PAGE.read_text(encoding="utf-8")
    marked = page.partition("<!-- example -->")[2].partition("<!-- /example -->")[0]
    return marked.partition("```yaml\n")[2].partition("```")[0]


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Ship the example beside the real provider files, and nothing else with it."""
    source = Path(str(toolwire.providers.__file__)).parent
    folder = tmp_path / "providers"
    folder.mkdir()
    for path in source.glob("*.yaml"):
        shutil.copy(path, folder)
    (folder / "made-up.yaml").write_text(example(), encoding="utf-8")
    monkeypatch.setattr(load, "_shipped", lambda: folder)
    for cache in CACHES:
        cache.cache_clear()
    yield folder
    monkeypatch.undo()
    for cache in CACHES:
        cache.cache_clear()


def suites(*names: str) -> list[Suite]:
    """Return suites by id, in the order of the names."""
    known = {suite.id: suite for suite in load_suites()}
    return [known[name] for name in names]


@pytest.mark.usefixtures("shipped")
def test_it_is_listed_with_each_of_its_routes() -> None:
    """`toolwire list providers` shows the words that `-p` takes."""
    out = CliRunner().invoke(listing, ["providers"], catch_exceptions=False).output
    named = [line.split()[0] for line in out.splitlines()]
    assert {"made-up", "made-up.anthropic-messages"} <= set(named)


@pytest.mark.parametrize(
    ("word", "url"),
    [
        ("made-up", "https://eu.made-up.example/v1/chat/completions"),
        ("made-up.anthropic-messages", "https://eu.made-up.example/anthropic/v1/messages"),
    ],
)
@pytest.mark.usefixtures("shipped")
def test_it_is_planned_composed_and_audited(word: str, url: str, tmp_path: Path) -> None:
    """Both routes go from file to verdict, each with names and cassettes of its own."""
    chosen = targets(load_providers(), [word])
    items = plan(chosen, suites("single_call", "round_trip"))
    assert {item.cassette.parts[0] for item in items} == {word}
    assert all(item.id.startswith(f"{word}/tiny::") for item in items)
    tapes = tmp_path / "tapes"
    made = list(compose(items, tapes))
    verdicts = [one.observation.verdict for one in made if one.observation is not None]
    assert set(verdicts) == {Verdict.CONFORMANT}
    # Hearsay of the first route says nothing of one case: it has no answer, in neither mode.
    assert len(made) - len(verdicts) == (2 if word == "made-up" else 0)
    answered = [one.item for one in made if one.observation is not None]
    seen = [one for one in run(answered, replay_from(tapes)) if one.suite != PAIRS]
    assert [one.verdict for one in seen] == verdicts
    assert {(one.provider, one.evidence.level) for one in seen} == {
        ("made-up", EvidenceLevel.DOCUMENTED)
    }
    first = next(tapes.rglob("single_call.auto.blocking.yaml")).read_text(encoding="utf-8")
    assert url in first


@pytest.mark.usefixtures("shipped")
def test_its_answers_have_its_own_ids_and_errors() -> None:
    """What the file says of the wire is what composed answers show; the rest is as mirrored."""
    chosen = targets(load_providers(), ["made-up"])
    items = plan(chosen, suites("single_call", "request_validation"))
    made = [one for one in composed(items) if one.observation is not None]
    seen = [one.observation for one in made if one.observation is not None]
    assert len(items) - len(seen) == 2
    shown = {
        key: {one.facets.get(key) for one in seen} - {None} for key in ("id_pattern", "error_field")
    }
    assert shown == {"id_pattern": {"mu_[0-9a-f]{12}"}, "error_field": {"error: text"}}
    assert {one.facets.get("stop_on_call") for one in seen} == {"tool_calls", None}
    # A call that is forced ends as the mirrored provider documents, and is no facet.
    named = [one for one in made if one.item.case.id == "named"]
    assert len(named) == 2
    assert all(b'"finish_reason":"stop"' in one.exchanges[0][1].body for one in named)


@pytest.mark.usefixtures("shipped")
def test_what_its_documentation_denies_is_unsupported_with_the_page(tmp_path: Path) -> None:
    """A `no` of the file needs no cassette; hearsay decides nothing."""
    legacy, single = suites("legacy_function_call", "single_call")
    chosen = targets(load_providers(), ["made-up"])
    (seen, *_) = run(plan(chosen, [legacy]), replay_from(tmp_path))
    assert seen.verdict is Verdict.UNSUPPORTED
    assert "functions are refused (https://made-up.example/docs/tools" in seen.reason
    assert seen.evidence.source == "https://made-up.example/docs/tools"
    required = next(i for i in plan(chosen, [single]) if i.case.id == "required")
    assert chosen[0].provider.documented["single_call.required"].value == "no"
    assert required.absent is None


@pytest.mark.parametrize(
    ("host", "named", "owner"),
    [
        ("api.made-up.example", "", "made-up"),
        ("eu.made-up.example", "", "made-up"),
        ("localhost", "MadeUp", "made-up"),
        ("eu.made-up.example", "azure", "azure-openai"),
        ("made-up.example.evil.example", "", "made-up.example.evil.example"),
    ],
)
@pytest.mark.usefixtures("shipped")
def test_its_recorded_traffic_goes_into_its_row(host: str, named: str, owner: str) -> None:
    """`lint` knows it by the name a recording gives, else by the host it went to."""
    from toolwire.dialects import load_dialect

    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    assert exchange.request is not None
    request = replace(exchange.request, url=f"https://{host}/v1/chat/completions")
    evidence = Evidence(EvidenceLevel.IMPORTED, "octo/spoon a.yml@0 #0")
    recorded = Exchange(request, exchange.response, evidence, provider=named)
    rows = {o.provider for o in observations(judge(recorded), load_suites())}
    assert rows == {owner}
