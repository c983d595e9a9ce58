"""The monthly checklist ticks what a provider's bytes can tick, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from harness.exchange import EvidenceLevel
from harness.observation import Observation
from harness.report.baseline import changes, claims
from harness.report.checklist import Item, checklist
from harness.report.matrix import fold

Make = Callable[..., Observation]
TODAY = date(2026, 11, 21)


def boxes(*observations: Observation) -> dict[str, Item]:
    """Return the checklist of these observations by its text."""
    matrix = fold(observations)
    return {item.text: item for item in checklist(matrix, changes(matrix), TODAY)}


def test_fresh_bytes_tick_a_monthly_box(observe: Make) -> None:
    """Traffic of this month ticks the provider's review and is linked as evidence."""
    item = boxes(observe(date="2026-11-02"))["OpenAI API changes reviewed"]
    assert item.ticked
    assert item.url == (
        "https://github.com/octo/spoon/blob/0123456789abcdef/tests/cassettes/one.yaml"
    )


def test_stale_bytes_do_not_tick(observe: Make) -> None:
    """Traffic of half a year ago says how old it is and leaves the box open."""
    item = boxes(observe(date="2026-06-08"))["OpenAI API changes reviewed"]
    assert not item.ticked
    assert "older than 31 days" in item.reason


def test_documented_evidence_ticks_nothing(observe: Make) -> None:
    """Exchanges composed from documentation leave every box open."""
    observed = [
        observe(
            level=EvidenceLevel.DOCUMENTED, date="2026-11-20", provider=provider, source=provider
        )
        for provider in ("openai", "anthropic", "gemini", "other")
    ]
    assert not [item for item in boxes(*observed).values() if item.ticked]


def test_a_claim_of_the_guide_is_compared_with_bytes(observe: Make) -> None:
    """Observed words decide between unchanged and changed; no bytes, no comparison."""
    matrix = fold(
        [
            observe(facets={"call_field": "choices[].message.tool_calls[]", "arguments": "object"}),
            observe(
                level=EvidenceLevel.DOCUMENTED, provider="anthropic",
                dialect="anthropic-messages", facets={"arguments": "object"}, source="c",
            ),
        ]
    )  # fmt: skip
    states = {(c.provider, c.what, c.claimed): c.state for c in changes(matrix)}
    assert states["OpenAI", "Tool call field", "tool_calls"] == "unchanged"
    assert states["OpenAI", "Arguments", "JSON string"] == "changed"
    assert states["Anthropic", "Arguments", "Object"] == "not observed"
    assert len(states) == len(claims()) == 25


def test_no_answer_makes_a_word_true_that_is_in_neither_api(observe: Make) -> None:
    """Cohere's two APIs are held to their own words; `actions`, a member of neither, never holds."""
    v2 = {"call_field": "message.tool_calls[]", "arguments": "JSON string", "id_field": "id"}
    v1 = {"call_field": "tool_calls[]", "arguments": "object", "id_field": "absent"}
    matrix = fold(
        [
            observe(provider="cohere", dialect="cohere-v2", facets=v2, source="a"),
            observe(provider="cohere", dialect="cohere-v1", facets=v1, source="b"),
        ]
    )
    told = {(c.provider, c.claimed): c.state for c in changes(matrix) if "Cohere" in c.provider}
    assert told["Cohere v2", "tool_calls"] == told["Cohere v1", "tool_calls"] == "unchanged"
    assert told["Cohere v2", "JSON string"] == told["Cohere v1", "Object"] == "unchanged"
    assert told["Cohere v2", "id"] == told["Cohere v1", "none"] == "unchanged"
    assert told["Cohere v2", "or actions (in neither API)"] == "changed"
