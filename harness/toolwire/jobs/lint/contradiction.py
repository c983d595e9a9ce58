"""Where a vendor's own answer speaks against a rule.

An `error` about a request says that the vendor refuses it: its own success disproves that. So
does a success of which no address was kept: it may be the vendor's. A server that nobody knows
and that answered is no vendor: it is lax, and what is left is that others refuse it, a `warning`.
An `error` about an answer says that it breaks the format: where the vendor defines that format,
the bytes do not tell who is right, and a person decides (`toolwire.jobs.awaiting`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from toolwire.jobs.awaiting import (
    HeldToDefiner,
    answering_provider,
    composed,
    listed_rules,
    unaddressed,
)
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.model.value import Value


class Disputed(StrEnum):
    """What a contradicted finding is about."""

    REQUEST = "request"
    RESPONSE = "response"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One error finding that a vendor's own answer speaks against.

    Attributes:
        side: what the finding is about.
        rule: its rule; pointer: where it stands.
        provider: who answered from its own address.
        dialect: in which the exchange was read.
        source: the exchange, as its evidence names it.
        decided: the provider's file lists the finding as a known deviation: somebody looked.
    """

    side: Disputed
    rule: str
    pointer: str
    provider: str
    dialect: str
    source: str
    decided: bool = False


class Answered(Value, frozen=True):
    """The findings about a request, as the answer leaves them.

    Attributes:
        findings: all of them; those that the answer disproves are `info`, and those that a
            stranger's answer shows to be taken there `warning`.
        contradictions: one for each of those.
    """

    findings: tuple[Finding, ...]
    contradictions: tuple[Contradiction, ...] = ()


_NOTHING_FOUND: Final = Answered(())


def held_to_answer(reading: Reading, findings: Iterable[Finding]) -> Answered:
    """Return what is left of findings about a request, once its answer is looked at."""
    found = tuple(findings)
    if not found:
        return _NOTHING_FOUND
    errors = tuple(finding for finding in found if finding.severity is Severity.ERROR)
    if not errors or not _replied(reading):
        return Answered(found)
    provider = answering_provider(reading)
    if not provider and composed(reading):
        return Answered(found)
    taken = Severity.INFO if provider or unaddressed(reading) else Severity.WARNING
    left = tuple(replace(f, severity=taken) if f.severity is Severity.ERROR else f for f in found)
    if not provider:
        # Somebody took it, and nobody knows who: neither the vendor nor the rule is contradicted.
        return Answered(left)
    listed = listed_rules(provider, reading)
    return Answered(left, _of(Disputed.REQUEST, reading, errors, provider, listed))


def of_definer(reading: Reading, held: HeldToDefiner) -> tuple[Contradiction, ...]:
    """Return the contradictions of an answer with the one who defines its format."""
    if not held.provider:
        return ()
    listed = frozenset(finding.rule for finding in held.decided)
    findings = (*held.undecided, *held.decided)
    return _of(Disputed.RESPONSE, reading, findings, held.provider, listed)


def _of(
    side: Disputed,
    reading: Reading,
    findings: Iterable[Finding],
    provider: str,
    listed: frozenset[str],
) -> tuple[Contradiction, ...]:
    dialect, source = reading.dialect, reading.exchange.evidence.source
    return tuple(
        Contradiction(side, f.rule, f.pointer, provider, dialect, source, f.rule in listed)
        for f in findings
    )


def _replied(reading: Reading) -> bool:
    """Return whether a success says something: it was no page, and no empty object."""
    reply = reading.reply
    said = reply.text or reply.tool_calls or reply.reasoning or reply.stop
    return reading.ok and bool(said)
