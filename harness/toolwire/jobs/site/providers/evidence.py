"""Where what is known of a provider comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolwire.jobs.report.broken_rules import web
from toolwire.jobs.report.labels import link, short
from toolwire.jobs.site import bounded
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells.age import day


@dataclass(frozen=True, slots=True)
class SourceLink:
    """A source as a page shows it: its words, and its address; "" where it is no link."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One place that exchanges come from.

    Attributes:
        name: a repository, a folder of cassettes, an address of documentation.
        level: how strong that evidence is.
        exchanges: how many.
        newest: ISO date of the newest; "" where none is known.
        example: the newest exchange.
    """

    name: str
    level: EvidenceLevel
    exchanges: int
    newest: str
    example: SourceLink


def citation(source: str) -> SourceLink:
    """Return a source with its address: of citations and documentation; of cassettes the path."""
    url = link(source)
    if url is not None:
        return SourceLink(bounded.name(short(source)), url)
    return SourceLink(
        bounded.cut(source), source if web(source) and len(source) < bounded.TEXT else ""
    )


def every_source(observations: Iterable[Observation]) -> tuple[SourceLine, ...]:
    """Return the sources of some observations, the strongest and then the newest first.

    An exchange counts once, however many suites it is evidence for.
    """
    found: dict[tuple[EvidenceLevel, str], dict[tuple[str, str], str]] = {}
    for seen in observations:
        if seen.verdict is Verdict.NOT_RUN:
            continue
        evidence = seen.evidence
        key = (evidence.level, _place(evidence.source, evidence.level))
        found.setdefault(key, {})[seen.run, evidence.source] = day(evidence.recorded_at)
    lines = [_line(*key, exchanges) for key, exchanges in found.items()]
    lines.sort(key=lambda one: (one.newest, one.exchanges, one.name), reverse=True)
    return tuple(sorted(lines, key=lambda one: one.level.rank))


def _place(source: str, level: EvidenceLevel) -> str:
    """Return the repository of a citation, the folder of a cassette, else the source itself."""
    if link(source):
        return source.partition(" ")[0]
    ours = level in (EvidenceLevel.LIVE, EvidenceLevel.RECORDED, EvidenceLevel.SUBMITTED)
    return source.rpartition("/")[0] or source if ours else source


def _line(level: EvidenceLevel, name: str, exchanges: dict[tuple[str, str], str]) -> SourceLine:
    newest = max(exchanges.values())
    source = max(key[1] for key, when in exchanges.items() if when == newest)
    documented = level is EvidenceLevel.DOCUMENTED
    # The day on which documentation was read says nothing of the provider.
    when = "" if documented else newest
    return SourceLine(bounded.name(name), level, len(exchanges), when, citation(source))
