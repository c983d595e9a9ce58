"""Requests that a vendor answered with success although a rule says that it refuses them.

An `error` about a request says that the vendor refuses it. Its own answer outranks that: the
finding is no error there, and is counted as evidence against the rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.providers import provider_of_host


@dataclass(frozen=True, slots=True)
class Answered:
    """The findings about a request, as the answer leaves them.

    Attributes:
        findings: all of them; those that the answer disproves are `info`.
        disproved: ids of the rules of those, one for each finding.
        provider: who answered from its own address; "" where nobody known did.
    """

    findings: tuple[Finding, ...]
    disproved: tuple[str, ...] = ()
    provider: str = ""


def held_to_answer(reading: Reading, findings: Iterable[Finding]) -> Answered:
    """Return what is left of findings about a request, once its answer is looked at."""
    found = tuple(findings)
    errors = tuple(finding.rule for finding in found if finding.severity is Severity.ERROR)
    provider = _taken_by(reading) if errors else ""
    if not provider:
        return Answered(found)
    left = (
        replace(f, severity=Severity.INFO) if f.severity is Severity.ERROR else f for f in found
    )
    return Answered(tuple(left), errors, provider)


def _taken_by(reading: Reading) -> str:
    """Return the provider whose own address answered with a reply; "" where none did."""
    request, reply = reading.exchange.request, reading.reply
    replied = reply.text or reply.tool_calls or reply.reasoning or reply.stop
    if request is None or not reading.ok or not replied:
        return ""
    try:
        host = urlsplit(request.url).hostname
    except ValueError:
        return ""
    return provider_of_host(host or "") or ""
