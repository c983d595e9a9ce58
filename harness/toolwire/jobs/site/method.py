"""`method.html`: how verdicts are made, what they cannot tell, and every term explained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.model import DeviationState, SourceCount
from toolwire.jobs.site.addresses import METHOD
from toolwire.jobs.site.bounded import cut
from toolwire.jobs.site.destinations import destinations
from toolwire.jobs.site.glossary import GLOSSARY
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis
from toolwire.results.cells.age import AMBER_AFTER, GREY_AFTER, WINDOW
from toolwire.results.cells.model import THIN

#: Sources that the page names; the rest is counted.
MOST: Final = 200
#: What rule a command speaks of where a report has none.
_RULE: Final = "RULE"


@dataclass(frozen=True, slots=True)
class Command:
    """A line for a terminal, and what it is for. Words in capitals are to be filled in."""

    line: str
    words: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What this report rests on, counted.

    Attributes:
        observations, formats, providers, suites, rules: how many there are.
        by_basis: basis -> cells that rest on it.
        by_level: level -> exchanges of it.
        undecided: verdict -> observations that decide nothing: not run, inconclusive.
        deviations: that hold now; `known` of them are listed by their provider's file.
    """

    observations: int
    formats: int
    providers: int
    suites: int
    rules: int
    by_basis: tuple[tuple[Basis, int], ...]
    by_level: tuple[tuple[EvidenceLevel, int], ...]
    undecided: tuple[tuple[Verdict, int], ...]
    deviations: int
    known: int


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the page."""
    sources = site.content.matrix.sources
    rule, rule_page = _example(site)
    yield page(
        site,
        "method.html.j2",
        METHOD,
        glossary=GLOSSARY,
        figures=figures(site),
        sources=[(cut(one.name), one.level, one.exchanges) for one in sources[:MOST]],
        sources_more=_exchanges(sources[MOST:]),
        sources_left=max(0, len(sources) - MOST),
        amber=AMBER_AFTER.days,
        grey=GREY_AFTER.days,
        window=WINDOW.days,
        thin=THIN,
        rule=rule,
        rule_address=rule_page,
        commands=commands(site),
    )


def figures(site: Site) -> Figures:
    """Count what the newest report rests on."""
    content, matrix = site.content, site.content.matrix
    cells = [cell for (_, suite), cell in matrix.suites.items() if suite in matrix.suite_ids]
    bases = Counter(cell.basis for cell in cells)
    undecided: Counter[Verdict] = Counter()
    for one in matrix.not_looked:
        undecided[one.verdict] += one.count
    holding = [d for d in content.findings.deviations if d.state is DeviationState.STANDS]
    return Figures(
        observations=matrix.observations,
        formats=len({row.dialect for row in matrix.rows}),
        providers=len({row.provider for row in matrix.rows}),
        suites=len(matrix.suite_ids),
        rules=len(content.rules),
        by_basis=tuple((basis, bases[basis]) for basis in Basis if bases[basis]),
        by_level=tuple((level, matrix.levels[level]) for level in EvidenceLevel),
        undecided=tuple((v, undecided[v]) for v in (Verdict.NOT_RUN, Verdict.INCONCLUSIVE)),
        deviations=len(holding),
        known=sum(one.known == one.count for one in holding),
    )


def _exchanges(sources: tuple[SourceCount, ...]) -> int:
    return sum(one.exchanges for one in sources)


def _example(site: Site) -> tuple[str, str]:
    """Return a rule that is broken now, and its page: the first by id, or the first that there is."""
    pages = destinations(site)
    broken = sorted({one.rule for one in site.content.findings.deviations if one.stands})
    for rule in (*broken, *(one.id for one in site.content.rules)):
        if address := pages.rule(rule):
            return rule, address
    return _RULE, ""


def commands(site: Site) -> tuple[Command, ...]:
    """Return the lines by which a finding of this report is made again."""
    rule, day = _example(site)[0], site.newest.day.isoformat()
    return (
        Command(f"toolwire explain {rule}", "the rule: statement, source, who breaks, bytes"),
        Command("toolwire audit -o out", "judge what was recorded again; nobody is asked"),
        Command("toolwire lint RECORDING", "judge traffic of your own: HAR, vcrpy, JSON Lines"),
        Command(
            "toolwire verify URL --model MODEL -o verified",
            "ask a server of your own everything; a curl line for each deviation",
        ),
        Command(
            "toolwire audit -p PROVIDER --record --max-usd 1 -o out",
            "ask a provider, with its key, and keep the bytes",
        ),
        Command(f"toolwire report out -o reports/{day} --date {day}", "make the dated report"),
        Command("toolwire site reports -o site", "make these pages"),
        Command("toolwire selftest", "plant faults and count how many are noticed"),
    )
