"""`suites/`: a page for each suite, and their list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolwire.jobs.report.heatmap.groups import grouped_suites
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import name
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.jobs.site.suites.absences import absences
from toolwire.jobs.site.suites.mentions import with_rules
from toolwire.jobs.site.suites.questions import SuiteText, pair_rules, suite_texts
from toolwire.jobs.site.suites.results import (
    SuiteTally,
    case_tallies,
    result_lines,
    suite_tally,
    tint,
    words,
)

_INDEX = "suites/index.html"


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A suite in the list: its id, cut, its page, what it asks (None of one that is not shipped),
    and what it came to."""

    id: str
    page: str
    text: SuiteText | None
    tally: SuiteTally

    @property
    def title(self) -> str:
        """Return its title, or its id where nothing else is known of it."""
        return self.text.suite.title if self.text is not None else self.id


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the list, and a page for each suite that is shipped or stands in the matrix."""
    known = {text.suite.id: text for text in suite_texts()}
    names = dict.fromkeys((*site.content.matrix.suite_ids, *known))
    entries = {
        suite: SuiteEntry(
            name(suite), addresses.suite_page(suite), known.get(suite), suite_tally(site, suite)
        )
        for suite in names
    }
    compared = sum(len(case.modes) > 1 for text in known.values() for case in text.suite.cases)
    groups = [(title, [entries[one] for one in of_it]) for title, of_it in grouped_suites(names)]
    yield page(site, "suites.html.j2", _INDEX, groups=groups, compared=compared)
    absent = absences(site)
    for suite, entry in entries.items():
        yield page(
            site,
            "suite.html.j2",
            entry.page,
            entry=entry,
            text=entry.text,
            compared=compared,
            pair_rules=pair_rules(),
            suite=suite,
            lines=result_lines(site, suite),
            words=words,
            tint=tint,
            with_rules=with_rules,
            tallies=case_tallies(site, suite),
            absences=absent.get(suite, ()),
        )
