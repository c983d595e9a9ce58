"""The rules that a cell's observations break, in what counts now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolwire.jobs.report.broken_rules import web
from toolwire.jobs.report.labels import link, short
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import cut
from toolwire.jobs.site.cells.choice import example_of, hits_of
from toolwire.jobs.site.cells.words import value_words
from toolwire.model.observation import Finding, Observation, Severity
from toolwire.model.rule_facts import RuleFacts

_MOST_OF_SOURCE = 200
_MOST_OF_URL = 2_000
_MOST_OF_WHY = 400


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A source as a page shows it: its words, and its address ("" where it has none)."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that is broken.

    Attributes:
        id, name: of the rule; its name "" where it is not in the table.
        page: of the rule; "" where it is not in the table.
        severity: the most severe of the exchanges.
        count: exchanges that break it, of `of`.
        breaks: who breaks over it, in the rule's words.
        known: whether the provider's file lists it: `yes`, `no`, or for how many.
        mood: one answer of a model can explain every one of them.
        message, pointer, expected, actual: of the example.
        example: whence it is.
        case, mode: of the example.
        client: what was sent breaks it, and not the answer.
    """

    id: str
    name: str
    page: str
    severity: Severity
    count: int
    of: int
    breaks: str
    known: str
    mood: bool
    message: str
    pointer: str
    expected: str
    actual: str
    example: CitedSource
    case: str
    mode: str
    client: bool


def cited(source: str) -> CitedSource:
    """Return a source: a citation of a public repository or a page as a link, else as text."""
    url = link(source) or (source if web(source) else "")
    return CitedSource(cut(short(source), _MOST_OF_SOURCE), url if len(url) <= _MOST_OF_URL else "")


def rule_page(rule: str, rules: Mapping[str, RuleFacts]) -> str:
    """Return the page of a rule; "" for an id that is not in the table."""
    return addresses.rule_page(rule) if rule in rules else ""


def broken_rules(
    current: Sequence[Observation], rules: Mapping[str, RuleFacts]
) -> tuple[BrokenRule, ...]:
    """Return the rules that some observations break, the most severe and most frequent first."""
    found = [
        _rule(rule, hits, len(current), rules.get(rule)) for rule, hits in hits_of(current).items()
    ]
    return tuple(sorted(found, key=lambda one: (one.severity.rank, -one.count, one.id)))


def _rule(
    rule: str, hits: Sequence[tuple[Observation, Finding]], of: int, facts: RuleFacts | None
) -> BrokenRule:
    seen, finding = example_of(hits)
    known = sum(rule in one.known for one, _ in hits)
    return BrokenRule(
        id=cut(rule, 40),
        name=facts.name if facts else "",
        page=addresses.rule_page(rule) if facts else "",
        severity=finding.severity,
        count=len(hits),
        of=of,
        breaks=cut(facts.breaks, _MOST_OF_WHY) if facts else "",
        known={0: "no", len(hits): "yes"}.get(known, f"in {known} of {len(hits)}"),
        mood=all(one.variance for _, one in hits),
        message=cut(finding.message, _MOST_OF_WHY),
        pointer=cut(finding.pointer, _MOST_OF_SOURCE),
        expected=value_words(finding.expected),
        actual=value_words(finding.actual),
        example=cited(seen.evidence.source),
        case=cut(seen.case, 80),
        mode=str(seen.mode),
        client=finding.pointer.startswith("request/"),
    )
