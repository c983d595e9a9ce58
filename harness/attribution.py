"""What a recording's own citation does not say: who answered, and that it is a fixture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from harness import declarative
from harness.exchange import Exchange, Fidelity
from harness.json_text import items_of, object_of, string_of

__all__ = [
    "Attribution",
    "fixture_of",
    "load_attributions",
    "provider_of",
    "shipped_attributions",
]

#: Where the file stands in a checkout, and in a wheel.
_CHECKOUT = Path("reports", "attributions.yaml")
_WHEEL = Path("_shipped", "attributions.yaml")


@dataclass(frozen=True, slots=True)
class Attribution:
    """What holds for every source that begins with `source`, and why.

    `provider` is who answered, "" where the recording says so itself; `fixture` marks what
    was made or changed by hand and is no evidence of what anybody sends.
    """

    source: str
    provider: str
    reason: str
    fixture: bool = False


def load_attributions(path: Path) -> tuple[Attribution, ...]:
    """Read an attributions file (`schemas/attributions.schema.json`).

    Raises:
        ToolwireError: the file is missing, malformed or has unknown keys; with its line.
    """
    document = declarative.load(path)
    declarative.check(document, "attributions")
    rows = items_of(object_of(document.value).get("attributions"))
    return tuple(
        Attribution(
            str(row["source"]),
            string_of(row.get("provider")) or "",
            str(row["reason"]),
            fixture=row.get("fixture") is True,
        )
        for row in map(object_of, rows)
    )


@cache
def shipped_attributions() -> tuple[Attribution, ...]:
    """Return what is known of public recordings: of the checkout, else of the wheel."""
    package = Path(str(files("harness")))
    beside = package.parent / _CHECKOUT
    return load_attributions(beside if beside.is_file() else package / _WHEEL)


def provider_of(source: str, known: tuple[Attribution, ...]) -> str | None:
    """Return who answered in the exchange of that citation; None when nobody says otherwise."""
    return next((a.provider for a in known if a.provider and source.startswith(a.source)), None)


def fixture_of(exchange: Exchange, known: tuple[Attribution, ...]) -> str:
    """Return why an exchange is a fixture, no evidence of what anybody sends; "" if it is not.

    That is what is listed, and what was stored without its request and without a date: test
    data that nobody can place in time, mostly trimmed by hand.
    """
    evidence = exchange.evidence
    if any(a.fixture and evidence.source.startswith(a.source) for a in known):
        return "listed as a fixture"
    if exchange.fidelity is Fidelity.EDITED and evidence.recorded_at is None:
        return "stored without its request and without a date"
    return ""
