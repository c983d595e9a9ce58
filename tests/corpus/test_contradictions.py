"""What vendors' own answers speak against is mended, or a person decided it and wrote it down."""

from __future__ import annotations

from pathlib import Path

from toolwire.jobs.lint.attribution import fixture_of, load_attributions
from toolwire.jobs.lint.contradiction import Contradiction, Disputed
from toolwire.jobs.lint.judging import Judged, lint

NOTES = Path(__file__).parents[2] / "reports" / "attributions.yaml"
#: Rule, provider and dialect of what nobody has decided yet -> who mends it.
OPEN = {
    ("TC602", "anthropic", "anthropic-messages"): "a server tool that was demanded and called",
}


def _contradictions(shared: Path) -> list[Contradiction]:
    notes = load_attributions(NOTES)
    return [
        one
        for item in lint([shared / "corpus", shared / "corpus2"])
        if isinstance(item, Judged) and not fixture_of(item.exchange, notes)
        for one in item.contradictions
    ]


def test_nothing_is_left_to_decide(shared: Path) -> None:
    """Every contradiction that recordings show is decided; there are such of both kinds."""
    found = _contradictions(shared)
    left = {(one.rule, one.provider, one.dialect) for one in found if not one.decided}
    assert left <= OPEN.keys()
    decided = {(one.side, one.rule, one.provider) for one in found if one.decided}
    assert (Disputed.REQUEST, "TC809", "mistral") in decided
    assert (Disputed.RESPONSE, "TC401", "openai") in decided
