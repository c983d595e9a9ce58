"""The models of a provider: seen since when, asked or not, listed by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.models import ModelRow
from toolwire.jobs.site import bounded
from toolwire.jobs.site.bounded import ShownItems, first
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.model.observation import SCRIPTED

_MOST: Final = 40
_LISTED: Final = {"api": "its own API", "file": "the provider's file", None: "not listed"}


@dataclass(frozen=True, slots=True)
class ModelLine:
    """One model: formats, exchanges and how many of them were asked, ISO dates, what is to note.

    `ours` marks toolwire's scripted model, `new` one that the last report did not have.
    """

    model: str
    dialects: tuple[str, ...]
    exchanges: int
    asked: int
    first: str
    last: str
    listed: str
    new: bool
    ours: bool


def model_lines(part: ProviderPart) -> ShownItems[ModelLine]:
    """Return a provider's models: those that were seen first, the newest before older ones."""
    ordered = sorted(part.models, key=lambda one: one.model)
    ordered.sort(key=lambda one: (one.last or "", one.exchanges), reverse=True)
    kept = first(ordered, _MOST)
    return ShownItems(tuple(map(_line, kept.items)), kept.more)


def _line(one: ModelRow) -> ModelLine:
    nothing = "not seen" if not one.exchanges else "unknown"
    return ModelLine(
        model=bounded.name(one.model),
        dialects=tuple(map(bounded.name, one.dialects)),
        exchanges=one.exchanges,
        asked=one.asked,
        first=one.first or nothing,
        last=one.last or nothing,
        listed=_LISTED.get(one.listed, "not listed"),
        new=one.new,
        ours=one.model == SCRIPTED,
    )
