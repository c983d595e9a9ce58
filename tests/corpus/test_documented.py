"""What provider files document of the wire, held against what servers were recorded to send."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import yaml

from toolwire.dialects.voice import fits
from toolwire.jobs.lint.attribution import load_attributions
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.jobs.lint.observed import observed
from toolwire.providers import Provider, load_providers

HERE = Path(__file__).parent
NOTES = HERE.parents[1] / "reports" / "attributions.yaml"
#: Facets of what a server sends; the others are the client's doing.
SENT = frozenset(
    {"arguments", "call_field", "error_field", "framing", "id_field", "id_pattern"}
    | {"no_arguments", "stop_field", "stop_on_call", "text_beside_call"}
)
#: provider, dialect and facet.
Place = tuple[str, str, str]


@cache
def _shown(shared: Path) -> dict[Place, Counter[str]]:
    """Return the words that recorded traffic shows, and how often."""
    notes = load_attributions(NOTES)
    shown: dict[Place, Counter[str]] = defaultdict(Counter)
    for item in lint([shared / "corpus", shared / "corpus2"]):
        if isinstance(item, Judged) and item.reading is not None:
            seen = observed(item, notes)
            for facet, word in item.facets.items():
                shown[seen.provider, seen.dialect, facet][word] += 1
    assert len(shown) > 200
    return shown


def _routes() -> list[Provider]:
    return [route for provider in load_providers() for route in provider.routes if route.wire]


def _unseen(shared: Path) -> dict[Place, tuple[str, ...]]:
    """Return the documented facets of which recorded traffic shows only other words."""
    shown = _shown(shared)
    found: dict[Place, tuple[str, ...]] = {}
    for route in _routes():
        for facet, fact in route.wire.items():
            place = (route.id, route.dialect, facet)
            words = shown.get(place)
            if facet in SENT and words and not any(fits(w, s) for w in fact.words for s in words):
                found[place] = tuple(sorted(words))
    return found


def test_what_is_documented_is_what_servers_were_seen_to_send(shared: Path) -> None:
    """Of each facet traffic shows a documented word, or the table says why it does not."""
    rows = yaml.safe_load((HERE / "documented.yaml").read_text(encoding="utf-8"))
    assert all(len(row["reason"]) > 20 for row in rows)
    listed = {
        (row["provider"], row["dialect"], row["facet"]): tuple(sorted(row["shown"])) for row in rows
    }
    assert len(listed) == len(rows)
    assert _unseen(shared) == listed


def test_most_of_what_is_documented_can_be_held_against_traffic(shared: Path) -> None:
    """The test above would say nothing if the traffic showed nothing.

    Of TGI there is none that could: its snapshots were stored without their requests.
    """
    shown = _shown(shared)
    places = {(r.id, r.dialect, facet) for r in _routes() for facet in r.wire if facet in SENT}
    held = places & shown.keys()
    assert len(held) > 80
    assert {provider for provider, _, _ in held} >= {
        *("openai", "anthropic", "gemini", "aws-bedrock", "cohere", "mistral", "ollama")
    }
