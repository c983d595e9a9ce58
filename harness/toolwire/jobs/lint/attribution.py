"""What a recording's own citation does not say: who answered, which model, and fixtures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from toolwire.io import declarative
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.io.shipped import shipped
from toolwire.model.exchange import Exchange, Fidelity

#: Where the file stands in a checkout, and in a wheel.

#: What scrubbers leave in the place of a value: vcrpy and Ruby's VCR, loggers, templates. Where
#: the value was an ordinary word, they leave it in the middle of others: with the key `test`, the
#: model ministral-3b-latest becomes `ministral-3b-la<GPUSTACK_API_KEY>`.
_MARK = re.compile(r"<[A-Z][A-Z0-9_]*>|REDACTED|FILTERED|\*{3}|\{\{", re.ASCII)


@dataclass(frozen=True, slots=True)
class Attribution:
    """What holds for every source that begins with `source`, and why.

    `provider` is who answered, "" where the recording says so itself; `fixture` marks what
    was made or changed by hand and is no evidence of what anybody sends. `model`
    is the name of the model where the recording's own is damaged, "" where it is whole.
    """

    source: str
    provider: str
    reason: str
    model: str = ""
    fixture: bool = False


def load_attributions(path: Path) -> tuple[Attribution, ...]:
    """Read an attributions file (`schemas/attributions.schema.json`).

    Raises:
        ToolwireError: the file is missing, malformed or has unknown keys; with its line.
    """
    document = declarative.load(path, named=True)
    declarative.check(document, "attributions")
    rows = items_of(object_of(document.value).get("attributions"))
    return tuple(
        Attribution(
            str(row["source"]),
            string_of(row.get("provider")) or "",
            str(row["reason"]),
            fixture=row.get("fixture") is True,
            model=string_of(row.get("model")) or "",
        )
        for row in map(object_of, rows)
    )


@cache
def shipped_attributions() -> tuple[Attribution, ...]:
    """Return what is known of public recordings: of the wheel, else of the checkout."""
    return load_attributions(shipped("attributions.yaml"))


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


def model_of(
    names: Iterable[str | None], source: str = "", known: tuple[Attribution, ...] = ()
) -> str:
    """Return the model of a recording, `unknown` where nobody can tell.

    Args:
        names: what it is called there, the best witness first; None and "" for no name. A name
            that a scrubber has damaged is none.
        source: the citation.
        known: attributions; what one of them says comes first.
    """
    named = next((a.model for a in known if a.model and source.startswith(a.source)), "")
    whole = (name for name in names if name and not _MARK.search(name))
    return named or next(whole, "unknown")
