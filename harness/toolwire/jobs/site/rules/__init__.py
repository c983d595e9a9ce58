"""`rules/`: a page for each rule, and their list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolwire.io.lists import grouped
from toolwire.jobs.report.drift import DRIFT
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import name
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.jobs.site.rules.areas import AREAS
from toolwire.jobs.site.rules.breaches import RuleBreaches, breaches
from toolwire.jobs.site.rules.looked import looked_at
from toolwire.jobs.site.rules.texts import RuleTexts, rule_texts
from toolwire.rules import RULES

_INDEX = "rules/index.html"
_NOBODY = RuleBreaches()


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule in the list: its page, and who breaks it."""

    texts: RuleTexts
    page: str
    breaches: RuleBreaches


@dataclass(frozen=True, slots=True)
class UnknownEntry:
    """A rule that results name and the table has not: its id, cut, its page, and who breaks it."""

    id: str
    page: str
    breaches: RuleBreaches


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the list, a page for each rule of the table, and one for each other id in results."""
    broken = breaches(site)
    entries = tuple(
        RuleEntry(rule_texts(rule), addresses.rule_page(rule), broken.get(rule, _NOBODY))
        for rule in RULES
    )
    others = tuple(
        UnknownEntry(name(rule), addresses.rule_page(rule), broken.get(rule, _NOBODY))
        for rule in _unknown(site)
    )
    yield _list(site, entries, others)
    yield from _pages(site, entries)
    for other in others:
        yield page(site, "rule_unknown.html.j2", other.page, entry=other)


def _list(site: Site, entries: tuple[RuleEntry, ...], others: tuple[UnknownEntry, ...]) -> SiteFile:
    now = [one for one in entries if one.breaches.now]
    areas = {
        title: [one for one in entries if one.texts.area == area] for area, title in AREAS.items()
    }
    return page(
        site,
        "rules.html.j2",
        _INDEX,
        areas=areas,
        broken=sorted(now, key=lambda one: (one.breaches.worst, -len(one.breaches.now))),
        others=others,
        entries=entries,
    )


def _pages(site: Site, entries: tuple[RuleEntry, ...]) -> Iterator[SiteFile]:
    looked = looked_at(site.content.observations)
    told: Mapping[str, object] = {"members": _members(site), "drift": DRIFT}
    rated = grouped(site.content.matrix.rates, lambda one: one.rule)
    for one in entries:
        yield page(
            site,
            "rule.html.j2",
            one.page,
            entry=one,
            texts=one.texts,
            rule=one.texts.rule,
            looked=looked.words(one.texts.rule),
            rates=rated.get(one.texts.rule.id, ()),
            **told,
        )


def _members(site: Site) -> tuple[int, int]:
    """Return how many members no schema knows, and of how many provider formats."""
    found = site.content.findings.drift
    return len(found), len({one.watched.row for one in found})


def _unknown(site: Site) -> list[str]:
    """Return the ids in any report that the table does not have, sorted."""
    found = {
        finding.rule
        for report in site.reports
        for seen in report.content.observations
        for finding in seen.findings
    }
    return sorted(found.difference(RULES))
