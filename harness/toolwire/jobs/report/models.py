"""Models: which were seen of whom, since when, and which are new."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from toolwire.io import records
from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.io.opening import content
from toolwire.io.records import lines_of
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.jobs.report.seen_exchanges import ExchangeSighting, real, span
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import SCRIPTED, Observation
from toolwire.results import ModelList
from toolwire.results.cells.age import AMBER_AFTER

#: Name of the list of models in the folder of a report.
FILE = "models.json"
_MOST_BYTES: Final = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model of one provider.

    Attributes:
        provider, model: whose, and as the exchanges or the provider's file name it.
        dialects: in which it was seen, sorted.
        exchanges: how many; 0 for one that is only listed.
        first, last: ISO dates of the oldest and newest; None when none is known.
        asked: exchanges of them that this harness asked.
        new: it was first seen, or listed, since the last report.
        listed: `api` where the provider's own API lists it, `file` where its file does; None
            where neither does.
    """

    provider: str
    model: str
    dialects: tuple[str, ...]
    exchanges: int
    first: str | None
    last: str | None
    asked: int
    new: bool
    listed: str | None = None


def models(
    observations: Iterable[Observation],
    providers: Mapping[str, ProviderFacts],
    today: date,
    before: Collection[tuple[str, str]] | None = None,
    *,
    lists: Iterable[ModelList] = (),
    listing: Collection[str] = (),
) -> tuple[ModelRow, ...]:
    """Return every model that was seen or is listed, by provider and name.

    Args:
        observations: of the report.
        providers: id -> what its file says.
        today: day of the report.
        before: (provider, model) of the last report; None where there is none: then what was
            first seen in the last 45 days is new.
        lists: what the providers' own APIs list.
        listing: ids of the providers whose API had told its list by the last report. Of others a
            model that only the list has is no news: it may have been there before.
    """
    seen: dict[tuple[str, str], dict[tuple[str, str], tuple[Observation, ExchangeSighting]]] = {}
    for one, sighting in real(observations):
        if one.model != "unknown":
            mine = seen.setdefault((one.provider, one.model), {})
            mine[sighting.run, sighting.source] = (one, sighting)
    real_ones = {provider for provider, _ in seen}
    in_files = {(fact.id, model) for fact in providers.values() for model in fact.models}
    in_apis = {(one.provider, model) for one in lists for model in one.models}
    named = {*seen, *in_apis, *(key for key in in_files if key[0] in real_ones)}
    rows = []
    for key in sorted(named):
        first, last = span(sighting for _, sighting in seen.get(key, {}).values())
        if before is None:
            new = first is not None and first >= (today - AMBER_AFTER).isoformat()
        else:
            new = key not in before and (key in seen or key in in_files or key[0] in listing)
        listed = "api" if key in in_apis else "file" if key in in_files else None
        rows.append(_row(key, seen.get(key, {}).values(), (first, last), new=new, listed=listed))
    return tuple(rows)


def _row(
    key: tuple[str, str],
    exchanges: Collection[tuple[Observation, ExchangeSighting]],
    when: tuple[str | None, str | None],
    *,
    new: bool,
    listed: str | None,
) -> ModelRow:
    return ModelRow(
        *key,
        dialects=tuple(sorted({one.dialect for one, _ in exchanges})),
        exchanges=len(exchanges),
        first=when[0],
        last=when[1],
        asked=sum(one.asked for one, _ in exchanges),
        # The scripted model that plays in front of real servers is nobody's new one.
        new=new and key[1] != SCRIPTED,
        listed=listed,
    )


def as_json(found: Iterable[ModelRow]) -> bytes:
    """Return `{"schema", "models": [...]}`, by provider and name; no time of writing."""
    return lines_of("models", map(records.as_json, found))


def listed_in(folder: Path) -> Collection[tuple[str, str]]:
    """Return the (provider, model) that a report's list of models has; () where it has none.

    Raises:
        ToolwireError: there is a list, and it is none of ours.
    """
    path = folder / FILE
    if not path.exists():
        return ()
    try:
        rows = items_of(object_of(parse(content(path, _MOST_BYTES))).get("models"))
    except (OSError, JsonError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ToolwireError(f"not a list of models: {why}", where=str(path)) from None
    return {(str(one.get("provider")), str(one.get("model"))) for one in map(object_of, rows)}
