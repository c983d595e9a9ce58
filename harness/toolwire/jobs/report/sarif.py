"""Findings as a SARIF 2.1.0 log (OASIS Standard with errata 01, read 2026-11-21).

One run of one tool. The rules are described whether or not they found something; a result
names its rule, the file and line of the exchange, and in a logical location the JSON pointer
into it. What could not be looked at is a notification, and the invocation then counts as not
successful. Values from the wire stand in `properties` only, never in a message, where SARIF
would read links and placeholders in them. A deviation that the provider's file lists as known is
a result that is suppressed (section 3.35, `external`: not in the source that was looked at), for
the reason of the file; a listing that no longer shows is a result of its own.

GitHub's code scanning takes `startLine` as required, a name of 255 and descriptions of 1,024
characters, and of the fingerprints only `primaryLocationLineHash` (its page "SARIF support for
code scanning", read 2026-11-21).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeAlias
from urllib.parse import quote

from toolwire import __version__
from toolwire.io.json_text import dump
from toolwire.io.shown import json_bytes
from toolwire.jobs.report.location import PlaceOf
from toolwire.jobs.report.sarif_rule import EXPECTATION, LEVELS, OWN, STALE, descriptor
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.finding_text import case_name, one_line, target_name
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.model.rule_facts import RuleFacts
from toolwire.results.cells.age import age, day

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
#: Tells why a rule's finding in an observation is known.
ReasonOf: TypeAlias = Callable[[Observation, str], str]
_MISSED = frozenset({Verdict.NOT_RUN, Verdict.INCONCLUSIVE})
_EVENT = re.compile(r"\bevent\[\d+\]")


def log(
    observations: Iterable[Observation],
    rules: Sequence[RuleFacts],
    place_of: PlaceOf,
    category: str,
    *,
    reason_of: ReasonOf | None = None,
    stale: Iterable[Stale] = (),
    today: date | None = None,
) -> bytes:
    """Return the log as JSON, ending with a newline.

    A finding that several observations share, because one exchange is evidence for several
    suites, is one result that names them all.

    Args:
        observations: in any order; results come in the order of the findings.
        rules: every rule that was judged by.
        place_of: where a finding stands.
        category: `audit`, `lint` or `report`; logs of different categories do not replace
            each other at GitHub.
        reason_of: why a finding is known; None where only that it is listed is known.
        stale: listed deviations that no longer show.
        today: day by which evidence is ageing or old; None to leave that out.
    """
    described = [*rules, *OWN]
    results = _Results(described, place_of, reason_of or _listed, today)
    missed: list[Json] = []
    for seen in observations:
        results.take(seen)
        if seen.counted in _MISSED:
            missed.append(_notification(seen, place_of))
    descriptors: list[Json] = [descriptor(rule) for rule in described]
    run: JsonObject = {
        "tool": {
            "driver": {
                "name": "toolwire",
                "version": __version__,
                "semanticVersion": __version__,
                "rules": descriptors,
            }
        },
        "automationDetails": {"id": f"toolwire/{category}/"},
        "invocations": [{"executionSuccessful": not missed, "toolExecutionNotifications": missed}],
        "results": [*results.found.values(), *(_passed(one, described) for one in stale)],
    }
    return json_bytes(dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})) + b"\n"


class _Results:
    """The results so far, one per finding and exchange."""

    def __init__(
        self,
        rules: Sequence[RuleFacts],
        place_of: PlaceOf,
        reason_of: ReasonOf,
        today: date | None,
    ) -> None:
        self.found: dict[tuple[str, ...], JsonObject] = {}
        self._index = {rule.id: number for number, rule in enumerate(rules)}
        self._place_of, self._reason_of, self._today = place_of, reason_of, today
        self._alike: Counter[str] = Counter()
        self._cases: dict[tuple[str, ...], list[Json]] = {}

    def take(self, seen: Observation) -> None:
        """Add the findings of one observation."""
        findings = [replace(finding, rule=one_line(finding.rule)) for finding in seen.findings]
        if seen.counted is Verdict.FAILED and not any(
            finding.counted is Severity.ERROR and finding.rule not in seen.known
            for finding in findings
        ):
            # No rule is broken; what the case expects of the reply is not met.
            findings.append(Finding(EXPECTATION.id, Severity.ERROR, "", one_line(seen.reason)))
        nth: Counter[tuple[str, ...]] = Counter()
        for finding in findings:
            alike = (finding.rule, finding.pointer, finding.message)
            nth[alike] += 1
            key = (target_name(seen), seen.evidence.source, *alike, str(nth[alike]))
            if key not in self.found:
                self._cases[key] = []
                self.found[key] = self._result(seen, finding, self._cases[key])
            self._cases[key].append(case_name(seen))

    def _result(self, seen: Observation, finding: Finding, cases: list[Json]) -> JsonObject:
        result: JsonObject = {
            "ruleId": finding.rule,
            "level": LEVELS[finding.counted],
            "message": {"text": one_line(finding.message) or finding.rule},
            "locations": [_location(seen, finding, self._place_of)],
            "partialFingerprints": {"primaryLocationLineHash": self._fingerprint(seen, finding)},
            "properties": _properties(seen, finding) | self._age(seen) | {"cases": cases},
        }
        if finding.rule in self._index:
            result["ruleIndex"] = self._index[finding.rule]
        if finding.rule in seen.known:
            why = one_line(self._reason_of(seen, finding.rule))
            known: JsonObject = {"kind": "external", "status": "accepted", "justification": why}
            result["suppressions"] = [known]
        return result

    def _age(self, seen: Observation) -> JsonObject:
        newest = day(seen.evidence.recorded_at)
        return {"age": str(age(newest, self._today))} if newest and self._today else {}

    def _fingerprint(self, seen: Observation, finding: Finding) -> str:
        """Return what stays the same when the same deviation is recorded again.

        Neither line, date, model nor value goes in, nor the number of an event; findings that
        are then alike are counted, as GitHub counts equal lines.
        """
        pointer = _EVENT.sub("event[]", finding.pointer)
        parts = (seen.dialect, seen.evidence.source, finding.rule, pointer)
        digest = hashlib.sha256(dump([one_line(part) for part in parts])).hexdigest()[:16]
        self._alike[digest] += 1
        return f"{digest}:{self._alike[digest]}"


def _listed(_seen: Observation, _rule: str) -> str:
    return "The provider's file lists it as a known deviation."


def _passed(stale: Stale, rules: Sequence[RuleFacts]) -> JsonObject:
    """Return the result of a listing that no longer shows."""
    parts = (stale.provider, stale.dialect, stale.rule)
    digest = hashlib.sha256(dump([STALE.id, *parts])).hexdigest()[:16]
    name = one_line(f"{stale.provider} ({stale.dialect}) {stale.rule}")
    location: JsonObject = {"logicalLocations": [{"name": stale.rule, "fullyQualifiedName": name}]}
    return {
        "ruleId": STALE.id,
        "ruleIndex": rules.index(STALE),
        "level": LEVELS[STALE.most_severe],
        "message": {"text": one_line(stale.text)},
        "locations": [location],
        "partialFingerprints": {"primaryLocationLineHash": f"{digest}:1"},
        "properties": stale.as_json(),
    }


def _location(seen: Observation, finding: Finding | None, place_of: PlaceOf) -> JsonObject:
    place = place_of(seen, finding)
    location: JsonObject = {}
    if place.path:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": _uri(place.path)},
            # GitHub refuses a result without a line; the first one stands for the file.
            "region": {"startLine": place.line or 1},
        }
    elif place.url:
        location["physicalLocation"] = {"artifactLocation": {"uri": place.url}}
    pointer = one_line(finding.pointer) if finding else ""
    where = f"{target_name(seen)} {one_line(seen.evidence.source)}"
    location["logicalLocations"] = [
        {"name": pointer or "/", "fullyQualifiedName": f"{where} {pointer}".strip()}
    ]
    return location


def _uri(path: str) -> str:
    """Return a path as a URI reference: relative as it is, absolute with its scheme."""
    escaped = quote(path, errors="backslashreplace")
    if path.startswith("/"):
        return f"file://{escaped}"
    # A first segment with a colon would be read as a scheme; `quote` has escaped it.
    return escaped


def _properties(seen: Observation, finding: Finding) -> JsonObject:
    evidence = seen.evidence
    reported: JsonObject = {
        "provider": one_line(seen.provider),
        "dialect": one_line(seen.dialect),
        "model": one_line(seen.model),
        "mode": str(seen.mode),
        "severity": str(finding.counted),
        "evidence": str(evidence.level),
        "recordedAt": evidence.recorded_at and one_line(evidence.recorded_at),
        "source": one_line(evidence.source),
        "expected": finding.expected,
        "actual": finding.actual,
    }
    return {key: value for key, value in reported.items() if value is not None}


def _notification(seen: Observation, place_of: PlaceOf) -> JsonObject:
    text = f"{seen.counted} {target_name(seen)} {case_name(seen)}: {one_line(seen.reason)}"
    return {
        "level": "error",
        "message": {"text": text},
        "locations": [_location(seen, None, place_of)],
    }
