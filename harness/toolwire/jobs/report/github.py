"""Findings as GitHub annotations: one workflow command a line.

`::error file=PATH,line=N,title=TC304 no-args-is-{}::message`. In a message `%`, CR and LF are
written as `%25`, `%0D`, `%0A`; in a property `:` and `,` too, as `%3A`, `%2C` (GitHub's
workflow commands, and `escapeData` and `escapeProperty` of actions/toolkit, read 2026-11-21).
What came from a provider cannot end its line, and so cannot begin a command of its own.

GitHub shows ten errors and ten warnings a step; the others stay in its log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolwire.jobs.report.location import NOWHERE, Place, PlaceOf
from toolwire.model.finding_text import case_name, one_line, target_name, values
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.model.rule_facts import RuleFacts

_COMMANDS: Mapping[Severity, str] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "notice",
}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})

#: Verdicts that are told even where no finding says why.
_LOUD = frozenset({Verdict.FAILED, Verdict.NOT_RUN, Verdict.INCONCLUSIVE})


def commands(
    seen: Observation,
    rules: Mapping[str, RuleFacts],
    place_of: PlaceOf,
    mildest: Severity = Severity.WARNING,
) -> Iterator[str]:
    """Yield the workflow commands of one observation, without line ends.

    What could not be looked at is an error, and so is a failure that no finding explains. Known
    deviations of the provider are left out: nothing is to be done about them.

    Args:
        seen: what was seen.
        rules: rule id -> rule, for the titles.
        place_of: where a finding stands.
        mildest: findings below this are left out.
    """
    context = _context(seen)
    for finding in _unknown(seen):
        if finding.counted.rank <= mildest.rank:
            rule = rules.get(finding.rule)
            title = f"{finding.rule} {rule.name}" if rule else finding.rule
            message = _message(finding, context)
            yield command(finding.counted, title, message, place_of(seen, finding))
    if seen.counted in _LOUD and not _explained(seen):
        message = [f"{context}: {seen.reason}"]
        yield command(Severity.ERROR, f"toolwire {seen.counted}", message, place_of(seen, None))


def stale_command(stale: Stale) -> str:
    """Return the workflow command of a listed deviation that no longer shows."""
    return command(Severity.WARNING, "stale deviation", [stale.text], NOWHERE)


def _context(seen: Observation) -> str:
    """Return who was asked what, and where that is kept; what is not known is left out."""
    whose = f"{target_name(seen)} {case_name(seen)}, " if seen.dialect != "unknown" else ""
    return f"{whose}{seen.evidence.source}"


def _explained(seen: Observation) -> bool:
    return seen.counted is Verdict.FAILED and any(
        finding.counted is Severity.ERROR for finding in _unknown(seen)
    )


def _unknown(seen: Observation) -> list[Finding]:
    return [finding for finding in seen.findings if finding.rule not in seen.known]


def _message(finding: Finding, context: str) -> list[str]:
    reported = (finding.message, values(finding), f"at {finding.pointer} of {context}")
    return [*filter(None, reported), f"toolwire explain {finding.rule}"]


def command(severity: Severity, title: str, message: Iterable[str], place: Place) -> str:
    """Return one workflow command.

    Args:
        severity: makes it an error, a warning or a notice.
        title: what GitHub shows above it.
        message: its lines.
        place: where it is shown; a line counts only with a file.
    """
    line = str(place.line) if place.path and place.line else ""
    known = {"file": one_line(place.path), "line": line, "title": one_line(title)}
    properties = ",".join(f"{k}={v.translate(_PROPERTY)}" for k, v in known.items() if v)
    text = "\n".join(map(one_line, message)).translate(_DATA)
    return f"::{_COMMANDS[severity]} {properties}::{text}"
