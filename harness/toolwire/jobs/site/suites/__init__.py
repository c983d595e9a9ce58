"""`suites/`: a page for each suite, and their list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from toolwire.jobs.report.heatmap.groups import grouped_suites
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import name
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.jobs.site.suites.absences import absences
from toolwire.jobs.site.suites.expected import FAULT_WORDS, choice_text, expected
from toolwire.jobs.site.suites.mentions import with_rules
from toolwire.jobs.site.suites.results import (
    SuiteTally,
    case_tallies,
    result_lines,
    suite_tally,
    tint,
    words,
)
from toolwire.jobs.site.suites.unasked import unasked
from toolwire.rules import RULES, Subject
from toolwire.suites import Suite, load_suites

_INDEX = "suites/index.html"
#: What the template of a suite needs to tell what is asked, and what of it came.
_WORDS = {
    "choice_text": choice_text,
    "expected": expected,
    "fault_words": FAULT_WORDS,
    "indented": partial(json.dumps, ensure_ascii=False, indent=2),
    "rules": RULES,
    "pair_rules": [rule for rule in RULES.values() if rule.subject is Subject.AB],
    "unasked": unasked,
    "words": words,
    "tint": tint,
    "with_rules": with_rules,
}


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """A suite in the list: its id, its page, what it asks (None of one that is not shipped), and
    what it came to."""

    id: str
    page: str
    asked: Suite | None
    tally: SuiteTally

    @property
    def title(self) -> str:
        """Return its title, or its id, cut, where nothing else is known of it."""
        return self.asked.title if self.asked is not None else name(self.id)


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the list, and a page for each suite that is shipped or stands in the matrix."""
    known = {suite.id: suite for suite in sorted(load_suites(()), key=lambda suite: suite.id)}
    names = dict.fromkeys((*site.content.matrix.suite_ids, *known))
    entries = {
        suite: SuiteEntry(
            suite, addresses.suite_page(suite), known.get(suite), suite_tally(site, suite)
        )
        for suite in names
    }
    compared = sum(len(case.modes) > 1 for suite in known.values() for case in suite.cases)
    groups = [(title, [entries[one] for one in of_it]) for title, of_it in grouped_suites(names)]
    yield page(site, "suites.html.j2", _INDEX, groups=groups, compared=compared)
    absent = absences(site)
    for suite, entry in entries.items():
        cases = () if entry.asked is None else entry.asked.cases
        yield page(
            site,
            "suite.html.j2",
            entry.page,
            entry=entry,
            asked=entry.asked,
            tools={tool.name: tool for case in cases for tool in case.tools}.values(),
            extra=cases[0].extra if cases else {},
            compared=compared,
            lines=result_lines(site, suite),
            tallies=case_tallies(site, suite),
            absences=absent.get(suite, ()),
            **_WORDS,
        )
