"""The words, marks and links of a report; one place, so that every format says the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

from harness.exchange import EvidenceLevel
from harness.observation import Verdict
from harness.report.model import Deviation, FacetCell, Proof, SuiteCell

__all__ = [
    "LEGEND",
    "facet_text",
    "known_text",
    "link",
    "mark",
    "proof_text",
    "severities_text",
    "short",
    "suite_text",
]

_MARKS: Mapping[Verdict, str] = {
    Verdict.CONFORMANT: "●",
    Verdict.NON_STRICT: "◐",
    Verdict.FAILED: "✕",
    Verdict.UNSUPPORTED: "–",
    Verdict.INCONCLUSIVE: "?",
    Verdict.NOT_RUN: "!",
}
_HOLLOW: Mapping[Verdict, str] = {
    Verdict.CONFORMANT: "○",
    Verdict.NON_STRICT: "◌",
    Verdict.FAILED: "⊗",
}

#: Mark -> meaning, in the order a legend shows them.
LEGEND: Mapping[str, str] = {
    "●": "conformant: nothing above info",
    "◐": "non-strict: only warnings",
    "✕": "failed: at least one exchange breaks a rule that breaks clients",
    "○": "hollow: composed from documentation; proves the harness, never the provider",
    "–": "unsupported: documented as absent, or refused cleanly",
    "?": "inconclusive: the model did not do what the case needs",
    "!": "not run: could not look",
}

_LEVELS: Mapping[EvidenceLevel, str] = {
    EvidenceLevel.LIVE: "live",
    EvidenceLevel.RECORDED: "recorded",
    EvidenceLevel.IMPORTED: "imported",
    EvidenceLevel.DOCUMENTED: "documented",
}

# `owner/name path@commit #index`, as the traffic readers write it. Anything else is shown as
# text: a source comes from a file somebody else wrote, and a link must not lead elsewhere.
_CITATION = re.compile(
    r"(?P<repo>[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}) (?P<path>[^@\x00-\x1f]{1,400})"
    r"@(?P<commit>[0-9a-f]{7,40}) #(?P<index>[0-9]{1,6})",
    re.ASCII,
)


def mark(cell: SuiteCell) -> str:
    """Return the mark of a cell; documented evidence is always hollow."""
    table = _HOLLOW if cell.proof.hollow else _MARKS
    return table.get(cell.verdict, _MARKS[cell.verdict])


def suite_text(cell: SuiteCell) -> str:
    """Return a cell as `✕ 12/14 imported 2026-06`."""
    if cell.verdict in (Verdict.NOT_RUN, Verdict.UNSUPPORTED):
        return f"{mark(cell)} {cell.verdict}"
    return f"{mark(cell)} {cell.good}/{cell.total} {proof_text(cell.proof)}"


def facet_text(cell: FacetCell) -> str:
    """Return the usual word, and the rarer ones with their counts."""
    others = "; ".join(f"{word} ({count})" for word, count in cell.others[:3])
    more = f"; {len(cell.others) - 3} more" if len(cell.others) > 3 else ""
    return f"{cell.value} [also: {others}{more}]" if others else cell.value


def proof_text(proof: Proof) -> str:
    """Return `imported 2026-06`, or `documented` (whose date says nothing of the provider)."""
    level = _LEVELS[proof.level]
    return level if proof.hollow or not proof.newest else f"{level} {proof.newest[:7]}"


def severities_text(found: Deviation) -> str:
    """Return `error`, or `error (6), warning (4)` where exchanges differ."""
    if len(found.severities) == 1:
        return str(found.severity)
    return ", ".join(f"{severity} ({count})" for severity, count in found.severities)


def known_text(found: Deviation) -> str:
    """Return whether the provider's file lists it: `yes`, `no`, or for how many exchanges."""
    whole = {0: "no", found.count: "yes"}
    return whole.get(found.known, f"{found.known} of {found.count}")


def link(source: str) -> str | None:
    """Return the address of a cited exchange; None when the source is not a citation."""
    found = _CITATION.fullmatch(source)
    if found is None or ".." in found["path"]:
        return None
    return f"https://github.com/{found['repo']}/blob/{found['commit']}/{quote(found['path'])}"


def short(source: str) -> str:
    """Return a citation's repository, file and number, without folders and commit."""
    found = _CITATION.fullmatch(source)
    if found is None:
        return source
    file = found["path"].rpartition("/")[2]
    return f"{found['repo']} {file} #{found['index']}"
