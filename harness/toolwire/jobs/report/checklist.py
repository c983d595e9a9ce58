"""The monthly checklist: boxes that only this month's bytes of every named provider tick.

A box is not ticked by documentation, by traffic of others, by a run of one suite, or by a run
that met 401s. What a person has to judge stays open and says what to look at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from toolwire.io import declarative
from toolwire.io.json_text import items_of, object_of
from toolwire.io.lists import grouped
from toolwire.jobs.report.matrix import Matrix
from toolwire.jobs.report.model import GuideClaim
from toolwire.jobs.report.models import ModelRow
from toolwire.jobs.report.news import News
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis, Cell, Row

#: A monthly review rests on evidence up to this old.
FRESH: Final = timedelta(days=31)
LANGUAGES: Final = ("en", "ko")
_TABLE = Path(__file__).with_name("checklist.yaml")
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Review:
    """What a reviewer of one provider looks at.

    Attributes:
        provider, title: whose.
        pages: what to look at, as in `ProviderFacts`.
        newest: ISO date of the newest bytes; None for none.
        missing: why this month's bytes are not enough; "" where they are.
        news: what is new since the last report.
    """

    provider: str
    title: str
    pages: tuple[tuple[str, str], ...]
    newest: str | None
    missing: str
    news: News


@dataclass(frozen=True, slots=True)
class Box:
    """One box: a stable key, its words by language, ticked or not, why, and who it names."""

    key: str
    section: str
    words: Mapping[str, str]
    ticked: bool
    reason: str
    reviews: tuple[Review, ...] = ()


@dataclass(frozen=True, slots=True)
class Checklist:
    """The boxes in their order, with the headings of their sections by language."""

    sections: tuple[tuple[str, Mapping[str, str]], ...]
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """What the boxes are filled from; `rows` and `cells` are the matrix's by provider, looked up once."""

    matrix: Matrix
    today: date
    providers: Mapping[str, ProviderFacts]
    suites: Collection[str]
    news: Mapping[str, News]
    missing: tuple[str, ...]
    rows: Mapping[str, list[Row]]
    cells: Mapping[str, list[tuple[tuple[Row, str], Cell]]]


def checklist(
    matrix: Matrix,
    changes: tuple[GuideClaim, ...],
    models: tuple[ModelRow, ...],
    today: date,
    *,
    providers: Mapping[str, ProviderFacts],
    suites: Collection[str],
    news: Mapping[str, News],
    missing: Collection[str] = (),
) -> Checklist:
    """Fill the boxes.

    Args:
        matrix: cells of the report.
        changes: the format table against what is observed.
        models: models that were seen or are listed.
        today: day of the report.
        providers: id -> what its file says.
        suites: every suite there is: a run of some of them ticks nothing.
        news: provider id -> what is new since the last report.
        missing: parts of divided runs that are not here: what they asked is not known.
    """
    rows = grouped(matrix.rows, lambda row: row.provider)
    cells = grouped(matrix.suites.items(), lambda item: item[0][0].provider)
    known = _Known(matrix, today, providers, suites, news, tuple(missing), rows, cells)
    document = object_of(declarative.load(_TABLE).value)
    sections = object_of(document["sections"])
    return Checklist(
        tuple((key, _by_language(sections[key])) for key in sections),
        tuple(
            _box(object_of(item), known, changes, models) for item in items_of(document["items"])
        ),
    )


def _by_language(value: object) -> Mapping[str, str]:
    return {language: str(object_of(value).get(language, "")) for language in LANGUAGES}  # type: ignore[arg-type]


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    document = object_of(declarative.load(_TABLE).value)
    words = {key: _by_language(value) for key, value in object_of(document["words"]).items()}
    return {**words, "title": _by_language(document["title"])}


def word(key: str, language: str) -> str:
    """Return a word of the checklist in a language."""
    return _words()[key][language]


def _box(
    item: Mapping[str, object],
    known: _Known,
    changes: tuple[GuideClaim, ...],
    models: tuple[ModelRow, ...],
) -> Box:
    named = [str(name) for name in items_of(item.get("providers"))]  # type: ignore[arg-type]
    if item["key"] == "others":
        named.extend(_asked_beside(known, named))
    reviews = tuple(_review(name, known) for name in named)
    missing = [f"{review.provider}: {review.missing}" for review in reviews if review.missing]
    needs = item.get("needs")
    if needs == "models":
        ticked, reason = _new_models(models, known)
    else:
        ticked, reason = not missing, _reason(missing, len(reviews))
        if needs == "formats":
            open_claims = [change for change in changes if change.state == "not observed"]
            ticked = ticked and not open_claims
            reason = f"{_claims(changes)}; {reason}"
    shown = reviews if item["section"] == "monthly" else ()
    return Box(str(item["key"]), str(item["section"]), _by_language(item), ticked, reason, shown)


def _asked_beside(known: _Known, named: Collection[str]) -> Iterable[str]:
    """Return the providers that were asked and stand in no box of their own, sorted."""
    document = object_of(declarative.load(_TABLE).value)
    boxes = [items_of(object_of(item).get("providers")) for item in items_of(document["items"])]
    taken = {str(name) for box in boxes for name in box} | set(named)
    requested = {
        row.provider for (row, _), cell in known.matrix.suites.items() if cell.basis is Basis.ASKED
    }
    return sorted(requested - taken)


def _reason(missing: list[str], named: int) -> str:
    if not missing:
        whose = f" of all {named}" if named > 1 else ""
        return f"every suite{whose} asked and answered in the last {FRESH.days} days"
    more = f"; and {len(missing) - _MOST_NAMED} more" if len(missing) > _MOST_NAMED else ""
    return f"{'; '.join(missing[:_MOST_NAMED])}{more}"


def _claims(changes: Iterable[GuideClaim]) -> str:
    changes = tuple(changes)
    observed = [change for change in changes if change.state != "not observed"]
    differ = [change for change in observed if change.state != "unchanged"]
    return f"{len(observed)} of {len(changes)} claims of the format table observed, {len(differ)} differ"


def _review(provider: str, known: _Known) -> Review:
    facts = known.providers.get(provider) or ProviderFacts(provider, provider)
    cells = {
        suite: cell for (_, suite), cell in known.cells.get(provider, ()) if suite in known.suites
    }
    # A 401 has a date, and tells nothing of the format.
    looked = (cell for cell in cells.values() if cell.decided and not cell.hollow)
    newest = max((cell.newest for cell in looked if cell.newest), default=None)
    return Review(
        provider=provider,
        title=facts.title,
        pages=facts.pages,
        newest=newest,
        missing=_missing(provider, known),
        news=known.news.get(provider, News()),
    )


def _missing(provider: str, known: _Known) -> str:
    """Return why the bytes of this month are not enough of any format of a provider."""
    if hosts := known.matrix.elsewhere.get(provider):
        return f"asked at {', '.join(hosts)}, not at its own address"
    reasons = [
        _missing_of({s: known.matrix.suites.get((row, s)) for s in known.suites}, known.today)
        for row in known.rows.get(provider, ())
    ]
    least = min(reasons, key=lambda reason: (bool(reason), reason), default="never observed")
    if least or not known.missing:
        return least
    # Which cases the missing parts asked is not known, so each may be of this provider.
    return f"part {', '.join(known.missing[:_MOST_NAMED])} of a divided run is missing"


def _missing_of(cells: Mapping[str, Cell | None], today: date) -> str:
    requested = {suite: cell for suite, cell in cells.items() if cell and cell.basis is Basis.ASKED}
    if not requested:
        return "nothing of it was asked"
    stale = [s for s, cell in requested.items() if not _fresh(cell.newest, today) and cell.decided]
    not_run = sum(
        cell.of(Verdict.NOT_RUN) + dict(cell.since).get(Verdict.NOT_RUN, 0)
        for cell in requested.values()
    )
    if not_run:
        return f"{not_run} cases could not be run"
    if stale:
        oldest = min(requested[suite].newest or "" for suite in stale)
        return f"last asked {oldest or 'on an unknown day'}"
    # What a vendor documents as absent need not be asked.
    lacking = [
        suite
        for suite, cell in cells.items()
        if suite not in requested and (cell is None or cell.verdict is not Verdict.UNSUPPORTED)
    ]
    if lacking:
        return f"{len(lacking)} of {len(cells)} suites were not asked"
    return ""


def _fresh(newest: str | None, today: date) -> bool:
    return bool(newest) and today - date.fromisoformat(newest or "") <= FRESH


def _new_models(models: tuple[ModelRow, ...], known: _Known) -> tuple[bool, str]:
    new = [model for model in models if model.new]
    if not new:
        return False, "no new model was seen or listed since the last report"
    missing = {f"{model.provider}/{model.model}": _missing_of_model(model, known) for model in new}
    unasked = [f"{name}: {reason}" for name, reason in missing.items() if reason]
    if unasked:
        return False, f"new, not checked this month: {_reason(unasked, 0)}"
    return True, f"{len(new)} new, every suite of each asked and answered this month"


def _missing_of_model(model: ModelRow, known: _Known) -> str:
    """Return why the bytes of this month are not enough of a model, in its best format."""
    rows = (Row(model.provider, dialect) for dialect in model.dialects)
    reasons = [
        _missing_of({s: _of_model(row, s, model.model, known) for s in known.suites}, known.today)
        for row in rows
    ]
    return min(reasons, key=lambda reason: (bool(reason), reason), default="never observed")


def _of_model(row: Row, suite: str, model: str, known: _Known) -> Cell | None:
    """Return a model's cell; where it was not asked, what its provider documents as absent."""
    mine = known.matrix.table.models.get((row, suite, model))
    whole = known.matrix.suites.get((row, suite))
    return mine or (whole if whole and whole.hollow else None)
