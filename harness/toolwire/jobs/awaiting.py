"""Errors that a rule finds in a vendor's own answer in the vendor's own format: a person decides.

Who defines a format cannot break it as others can: either the vendor has a fault, or the rule is
wrong, and the bytes do not tell which. Such a finding is published as information that says so
(`AWAITS`), until somebody has looked: then the vendor's file lists a known deviation, and the
error stands, or the rule is mended. An answer that cannot be read to its end is no such dispute.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from toolwire.io.json_text import object_of, string_of
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.model.value import Value
from toolwire.providers import defines, provider_of_host, provider_of_name
from toolwire.providers.deviations import shipped_deviations
from toolwire.rules.views.request_model import asked_model

#: How the message of a finding begins that nobody has decided.
AWAITS: Final = "awaits a person: "


class HeldToDefiner(Value, frozen=True):
    """Findings about an answer, once it is known whose format it is.

    Attributes:
        findings: all of them; the undecided ones are `info`, and their messages say so.
        undecided: the errors among them that await a person, as the rules found them.
        decided: the errors that stand because the vendor's file lists them.
        provider: who defines the format and answered; "" where nobody did, or without errors.
    """

    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...] = ()
    decided: tuple[Finding, ...] = ()
    provider: str = ""


_NOTHING_FOUND: Final = HeldToDefiner(())


def held_to_definer(reading: Reading, findings: Iterable[Finding]) -> HeldToDefiner:
    """Return findings about an answer as they may be published."""
    found = tuple(findings)
    if not found:
        return _NOTHING_FOUND
    errors = tuple(finding for finding in found if finding.severity is Severity.ERROR)
    provider = _definer(reading) if errors and read_whole(reading) else ""
    if not provider:
        return HeldToDefiner(found)
    known = listed_rules(provider, reading)
    undecided = tuple(finding for finding in errors if finding.rule not in known)
    left = tuple(_awaiting(f) if f in undecided else f for f in found)
    decided = tuple(finding for finding in errors if finding.rule in known)
    return HeldToDefiner(left, undecided, decided, provider)


def awaits(finding: Finding) -> bool:
    """Return whether a finding was an error that nobody has decided."""
    return finding.severity is Severity.INFO and finding.message.startswith(AWAITS)


def read_whole(reading: Reading) -> bool:
    """Return whether an answer is a success that was read to its end, no part left unread.

    Clients that read leniently can do no less; what not even they can read is no matter of
    opinion.
    """
    reply = reading.reply
    said = reply.text or reply.tool_calls or reply.reasoning or reply.stop
    whole = reply.complete and not reply.unread and reading.body_error is None
    return reading.ok and whole and bool(said)


def answering_provider(reading: Reading) -> str:
    """Return the provider whose own host answered.

    "" where nobody knows, where it is nobody's, and where nobody answered: composed answers.
    """
    host = _host(reading)
    return (provider_of_host(host) or "") if host else ""


def unaddressed(reading: Reading) -> bool:
    """Return whether a recording was kept without the host that answered."""
    return _host(reading) == ""


def composed(reading: Reading) -> bool:
    """Return whether nobody answered: no request was kept, or the answer was made from documentation."""
    return _host(reading) is None


def _host(reading: Reading) -> str | None:
    """Return the host that answered, "" where none was kept; None of what no vendor's host can be asked of."""
    request, evidence = reading.exchange.request, reading.exchange.evidence
    if request is None or evidence.at or evidence.level is EvidenceLevel.DOCUMENTED:
        return None
    return request.host


def _definer(reading: Reading) -> str:
    """Return the provider that answered in its own format; "" where none did.

    Where the request was not kept, it is whom the recording names: it would be accused.
    """
    exchange = reading.exchange
    if exchange.request is None and exchange.evidence.level is EvidenceLevel.IMPORTED:
        provider = provider_of_name(exchange.provider)
    else:
        provider = answering_provider(reading)
    return provider if provider and defines(provider, reading.dialect) else ""


def listed_rules(provider: str, reading: Reading) -> frozenset[str]:
    """Return the rules that the vendor's file lists for the model that was asked or answered."""
    asked = string_of(object_of(reading.request).get("model"))
    models = {asked or "", asked_model(reading), reading.reply.model or ""}
    when, listed = reading.exchange.evidence.recorded_at, shipped_deviations()
    return frozenset().union(
        *(listed.known(provider, reading.dialect, one, reading.mode, when) for one in models)
    )


def _awaiting(finding: Finding) -> Finding:
    message = f"{AWAITS}{finding.message}"
    return replace(finding, severity=Severity.INFO, message=message)
