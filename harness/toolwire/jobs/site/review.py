"""`checklist.html`: the monthly review, its boxes ticked by bytes, and what is left to a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.broken_rules import web
from toolwire.jobs.report.checklist import FRESH, LANGUAGES, Box, Review, word
from toolwire.jobs.report.drift import SINCE, new_members
from toolwire.jobs.report.labels import link
from toolwire.jobs.report.model import Drift
from toolwire.jobs.site.addresses import CHECKLIST
from toolwire.jobs.site.bounded import cut, name
from toolwire.jobs.site.destinations import Destinations, destinations
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.model.observation import Verdict
from toolwire.results.cells.marks import age_text

#: Rows of a list that a person goes through; names of what is new, and cells, of one provider.
MOST: Final = 100
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class NewsView:
    """What is new at a provider: of what kind, (name, page or "") of some, and how many more."""

    kind: str
    names: tuple[tuple[str, str], ...]
    more: int


@dataclass(frozen=True, slots=True)
class ReviewView:
    """One provider of a box.

    Attributes:
        title, page: its name, and its page here or "".
        newest: the day of its newest bytes and how old they are; "" where there are none.
        missing: why the bytes of this month are not enough; "" where they are.
        links: (word, address) of the provider's own pages.
        news: what is new of it.
        failed: (format and suite, page) of cells that fail now; `more` of them are not shown.
    """

    title: str
    page: str
    newest: str
    missing: str
    links: tuple[tuple[str, str], ...]
    news: tuple[NewsView, ...]
    failed: tuple[tuple[str, str], ...]
    more: int


@dataclass(frozen=True, slots=True)
class BoxView:
    """One box: its id, its words by language, ticked or not, why, and the providers it names."""

    key: str
    words: Mapping[str, str]
    ticked: bool
    reason: str
    reviews: tuple[ReviewView, ...]


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section of the checklist, its heading by language."""

    key: str
    words: Mapping[str, str]
    boxes: tuple[BoxView, ...]


@dataclass(frozen=True, slots=True)
class MemberView:
    """One member of answers that a person decides about; `cited` is an exchange's address."""

    provider: str
    dialect: str
    page: str
    member: str
    kinds: str
    count: int
    exchanges: int
    first: str
    cited: str | None


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the page."""
    pages = destinations(site)
    listed = site.content.checklist
    members = new_members(site.content.findings.drift)
    stale = site.content.findings.stale
    yield page(
        site,
        "checklist.html.j2",
        CHECKLIST,
        sections=[
            SectionView(
                key, words, tuple(_box(b, site, pages) for b in listed.boxes if b.section == key)
            )
            for key, words in listed.sections
        ],
        titles={language: word("title", language) for language in LANGUAGES},
        leads={language: word("lead", language) for language in LANGUAGES},
        ticked=sum(box.ticked for box in listed.boxes),
        boxes=len(listed.boxes),
        fresh=FRESH.days,
        since=SINCE.isoformat(),
        members=[_member(one, pages) for one in members[:MOST]],
        members_more=max(0, len(members) - MOST),
        stale=[cut(one.text) for one in stale[:MOST]],
        stale_more=max(0, len(stale) - MOST),
        before=site.reports[1].day.isoformat() if len(site.reports) > 1 else "",
    )


def _box(box: Box, site: Site, pages: Destinations) -> BoxView:
    reviews = tuple(_review(one, site, pages) for one in box.reviews)
    return BoxView(box.key, box.words, box.ticked, cut(box.reason, 600), reviews)


def _review(one: Review, site: Site, pages: Destinations) -> ReviewView:
    old = age_text(one.newest, site.newest.day) if one.newest else ""
    failed = [
        (f"{name(row.dialect)} {name(suite)}", pages.cell(row, suite))
        for (row, suite), cell in site.content.matrix.suites.items()
        if row.provider == one.provider and cell.verdict is Verdict.FAILED and not cell.hollow
    ]
    linked = [shown for shown in failed if shown[1]]
    return ReviewView(
        title=name(one.title),
        page=pages.provider(one.provider),
        newest=f"{one.newest}{', ' if old else ''}{old}" if one.newest else "",
        missing=cut(one.missing),
        links=tuple((word(key, "en"), url) for key, url in one.pages if web(url)),
        news=tuple(_news(one, pages)),
        failed=tuple(linked[:_MOST_NAMES]),
        more=max(0, len(linked) - _MOST_NAMES),
    )


def _news(one: Review, pages: Destinations) -> Iterator[NewsView]:
    kinds = (
        ("deviations", [(rule, pages.rule(rule)) for rule in one.news.deviations]),
        ("drift", [(member, "") for member in one.news.drift]),
        ("models", [(model, "") for model in one.news.models]),
    )
    for kind, names in kinds:
        if names:
            shown = tuple((name(text), page) for text, page in names[:_MOST_NAMES])
            yield NewsView(word(kind, "en"), shown, len(names) - len(shown))


def _member(one: Drift, pages: Destinations) -> MemberView:
    return MemberView(
        provider=name(one.watched.provider),
        dialect=name(one.watched.dialect),
        page=pages.provider(one.watched.provider),
        member=cut(one.member),
        kinds=cut(", ".join(one.kind)),
        count=one.count,
        exchanges=one.watched.exchanges,
        first=one.first or "on an unknown day",
        cited=link(one.source),
    )
