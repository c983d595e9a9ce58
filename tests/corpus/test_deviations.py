"""Every error on a vendor's own endpoint is a deviation its provider file lists, or a fixture."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.support.recorded import cited
from toolwire.dialects import DIALECTS
from toolwire.jobs.awaiting import awaits
from toolwire.jobs.lint.attribution import load_attributions
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.jobs.lint.observed import known_rules, observed, observed_pair
from toolwire.model.exchange import Mode
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.providers import Deviation, load_providers, provider_of_name

HERE = Path(__file__).parent
NOTES = HERE.parents[1] / "reports" / "attributions.yaml"
#: Folders of the recorded traffic whose endpoints are the vendors' own.
FIRST_PARTY = frozenset(
    {"openai", "anthropic", "gemini", "vertex", "bedrock", "cohere", "mistral", "deepseek", "xai"}
)


class Seen(NamedTuple):
    """One exchange, or one pair of them: its folder, what it came to, what is known of it."""

    folder: str
    observation: Observation
    known: frozenset[str]

    @property
    def errors(self) -> set[str]:
        """Return the rules that the answer breaks at error, disputed ones included.

        The request is the client's doing.
        """
        return {
            f.rule
            for f in self.observation.findings
            if (f.severity is Severity.ERROR or awaits(f)) and not f.pointer.startswith("request/")
        }


@cache
def _corpus(shared: Path) -> tuple[Seen, ...]:
    seen = []
    for folder in sorted(path for path in (shared / "corpus").iterdir() if path.is_dir()):
        for item in lint([folder]):
            assert isinstance(item, Judged), item
            if item.reading is not None:
                seen.append(Seen(folder.name, observed(item), known_rules(item.reading)))
            for pair in item.pairs:
                both = observed_pair(pair)
                if both is not None:
                    seen.append(Seen(folder.name, both, known_rules(pair.streamed)))
    assert len(seen) > 3000
    return tuple(seen)


def _rows(verdict: str) -> list[dict[str, Any]]:
    tables = sorted(HERE.glob("findings*.yaml"))
    rows = [row for t in tables for row in yaml.safe_load(t.read_text(encoding="utf-8")) or []]
    assert {row["verdict"] for row in rows} == {"true deviation", "fixture"}
    return [row for row in rows if row["verdict"] == verdict]


def test_every_error_on_a_first_party_endpoint_is_listed_or_a_fixture(shared: Path) -> None:
    """What no provider file lists is exactly what is known to be edited by hand."""
    left = Counter(
        (seen.folder, rule)
        for seen in _corpus(shared)
        if seen.folder in FIRST_PARTY
        for rule in seen.errors - seen.known
    )
    assert dict(left) == {(row["provider"], row["rule"]): row["count"] for row in _rows("fixture")}


def test_what_the_tables_call_true_is_listed() -> None:
    """A deviation that was looked at and found true stands in its provider's file."""
    listed = {(p.id, d.rule) for p in load_providers() for r in p.routes for d in r.deviations}
    true = {(provider_of_name(row["provider"]), row["rule"]) for row in _rows("true deviation")}
    assert len(true) >= 8
    assert true - listed == set()


def test_known_deviations_are_marked_in_observations(shared: Path) -> None:
    """The mark says which findings are known, and the verdict keeps telling the truth.

    What one answer of a model can explain is listed and marked too, and is no verdict by itself.
    """
    marked = [seen for seen in _corpus(shared) if seen.observation.known]
    assert len(marked) > 500
    for seen in marked:
        assert set(seen.observation.known) <= {f.rule for f in seen.observation.findings}
        errors = {f.rule for f in seen.observation.findings if f.counted is Severity.ERROR}
        left = errors - set(seen.observation.known)
        assert (seen.observation.verdict is Verdict.FAILED) is bool(errors)
        assert (seen.observation.counted is Verdict.FAILED) is bool(left)


def _shows(deviation: Deviation, seen: Observation) -> bool:
    return (
        deviation.rule in {finding.rule for finding in seen.findings}
        and deviation.concerns(seen.model, seen.mode)
        and deviation.lasts(seen.evidence.recorded_at)
    )


def _by_dialect(folder: Path) -> dict[tuple[str, str], list[Observation]]:
    notes = load_attributions(NOTES)
    found: dict[tuple[str, str], list[Observation]] = {}
    for item in lint([folder]):
        if not isinstance(item, Judged):
            assert item.foreign, item
            continue
        seen = observed(item, notes)
        found.setdefault((seen.provider, seen.dialect), []).append(seen)
    return found


def test_each_listing_is_shown_by_an_exchange_it_speaks_of(shared: Path) -> None:
    """Models, modes and months of a listing that cites a recording at hand fit what was recorded."""
    first, second = (_by_dialect(shared / name) for name in ("corpus", "corpus2"))
    held = {
        one.evidence.source.rpartition("@")[0]
        for found in (first, second)
        for every in found.values()
        for one in every
    }
    looked = 0
    for route in (route for provider in load_providers() for route in provider.routes):
        for deviation in route.deviations:
            spoken = deviation.dialect or route.dialect
            if cited(deviation.source.url) not in held or spoken not in DIALECTS:
                continue
            key = (route.id, spoken)
            shown = [o for o in first.get(key, ()) if _shows(deviation, o)]
            shown = shown or [o for o in second.get(key, ()) if _shows(deviation, o)]
            assert shown, (route.name, deviation)
            dates = [o.evidence.recorded_at for o in shown if o.evidence.recorded_at]
            assert not dates or deviation.seen <= min(dates)[:7], (route.name, deviation)
            assert not deviation.modes or {o.mode for o in shown} == set(map(Mode, deviation.modes))
            looked += 1
    assert looked > 50
