"""`rules/`: a page for each rule, and their list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolwire.io.lists import grouped
from toolwire.jobs.report.drift import DRIFT
from toolwire.jobs.site import addresses, bounded
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.jobs.site.rules.areas import AREAS, area_of
from toolwire.jobs.site.rules.breaches import RuleBreaches, breaches
from toolwire.jobs.site.rules.looked import looked_at
from toolwire.jobs.site.rules.texts import (
    SOURCE_KINDS,
    brief,
    severities_of,
    severity_text,
    shim_text,
)
from toolwire.rules import FILES, RULES, Rule
from toolwire.rules.breaking import measured
from toolwire.rules.proof.chosen import BESIDE, chosen_examples
from toolwire.rules.proof.scope import scope, variance_text
from toolwire.rules.proof.withdrawn import raised_of, withdrawn_of

_INDEX = "rules/index.html"
_NOBODY = RuleBreaches()
#: What the template of a rule needs to tell what its record says.
_WORDS = {
    "area_of": area_of,
    "areas": AREAS,
    "beside": BESIDE,
    "chosen_examples": chosen_examples,
    "drift": DRIFT,
    "files": FILES,
    "measured": measured,
    "scope": scope,
    "severities_of": severities_of,
    "shim_text": shim_text,
    "source_kinds": SOURCE_KINDS,
    "variance_text": variance_text,
    "raised_of": raised_of,
    "withdrawn_of": withdrawn_of,
}


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule in the list: its page, and who breaks it."""

    rule: Rule
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
        RuleEntry(rule, addresses.rule_page(name), broken.get(name, _NOBODY))
        for name, rule in RULES.items()
    )
    others = tuple(
        UnknownEntry(bounded.name(rule), addresses.rule_page(rule), broken.get(rule, _NOBODY))
        for rule in _unknown(site)
    )
    yield _list(site, entries, others)
    yield from _pages(site, entries)
    for other in others:
        yield page(site, "rule_unknown.html.j2", other.page, entry=other)


def _list(site: Site, entries: tuple[RuleEntry, ...], others: tuple[UnknownEntry, ...]) -> SiteFile:
    now = [one for one in entries if one.breaches.now]
    areas = {area: [one for one in entries if area_of(one.rule.id) == area] for area in AREAS}
    return page(
        site,
        "rules.html.j2",
        _INDEX,
        areas=areas,
        titles=AREAS,
        brief=brief,
        severity_text=severity_text,
        broken=sorted(now, key=lambda one: (one.breaches.worst, -len(one.breaches.now))),
        others=others,
        entries=entries,
    )


def _pages(site: Site, entries: tuple[RuleEntry, ...]) -> Iterator[SiteFile]:
    looked = looked_at(site.content.observations)
    members = _members(site)
    rated = grouped(site.content.matrix.rates, lambda one: one.rule)
    for one in entries:
        yield page(
            site,
            "rule.html.j2",
            one.page,
            entry=one,
            rule=one.rule,
            looked=looked.words(one.rule),
            rates=rated.get(one.rule.id, ()),
            members=members,
            **_WORDS,
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
