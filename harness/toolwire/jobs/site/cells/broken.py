"""The rules that a cell's observations break, in what counts now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolwire.jobs.report.broken_rules import web
from toolwire.jobs.report.labels import link, short
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import cut
from toolwire.jobs.site.cells.choice import example_of, hits_of
from toolwire.model.observation import Finding, Observation, Severity
from toolwire.model.rule_facts import RuleFacts

_MOST_OF_SOURCE = 200
_MOST_OF_URL = 2_000


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A source as a page shows it: its words, and its address ("" where it has none)."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that is broken.

    Attributes:
        id: of the rule; facts: None where it is not in the table.
        count: exchanges that break it, of `of`.
        known: whether the provider's file lists it: `yes`, `no`, or for how many.
        varies: one answer of a model can explain every one of them.
        seen, finding: the example, which is the most severe.
    """

    id: str
    facts: RuleFacts | None
    count: int
    of: int
    known: str
    varies: bool
    seen: Observation
    finding: Finding

    @property
    def severity(self) -> Severity:
        """Return the most severe of the exchanges."""
        return self.finding.severity

    @property
    def client(self) -> bool:
        """Return whether what was sent breaks it, and not the answer."""
        return self.finding.pointer.startswith("request/")


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
        id=rule,
        facts=facts,
        count=len(hits),
        of=of,
        known={0: "no", len(hits): "yes"}.get(known, f"in {known} of {len(hits)}"),
        varies=all(one.variance for _, one in hits),
        seen=seen,
        finding=finding,
    )
