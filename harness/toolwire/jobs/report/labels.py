"""The words and links of a report; one place, so that every format says the same."""

from __future__ import annotations

import re
from itertools import islice
from urllib.parse import quote

from toolwire.io.lists import listed
from toolwire.jobs.report.model import DeviationState, Proof, SeenDeviation
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Verdict
from toolwire.results.cells import Cell

# `owner/name path@commit #index`, as the traffic readers write it. Anything else is shown as
# text: a source comes from a file somebody else wrote, and a link must not lead elsewhere.
_CITATION = re.compile(
    r"(?P<repo>[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}) (?P<path>[^@\x00-\x1f]{1,400})"
    r"@(?P<commit>[0-9a-f]{7,40}) #(?P<index>[0-9]{1,6})",
    re.ASCII,
)


def proof_text(proof: Proof) -> str:
    """Return `imported 2026-06`, or `documented` (whose date says nothing of the provider)."""
    documented = proof.level is EvidenceLevel.DOCUMENTED
    return (
        str(proof.level) if documented or not proof.newest else f"{proof.level} {proof.newest[:7]}"
    )


def severities_text(found: SeenDeviation) -> str:
    """Return `error`, or `error (6), warning (4)` where exchanges differ."""
    if len(found.severities) == 1:
        return str(found.severity)
    return ", ".join(f"{severity} ({count})" for severity, count in found.severities)


def known_text(found: SeenDeviation) -> str:
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


# Ids of rules in the reason of a verdict, as `error: TC001, TC118` has them.
_RULE = re.compile(r"\b[A-Z]{2}[0-9]{3}\b", re.ASCII)
_MOST_RULES = 8
_BAD = (Verdict.FAILED, Verdict.NON_STRICT)


def broken_in(cell: Cell) -> tuple[str, ...]:
    """Return the ids of the rules for which a cell failed or drew warnings, at most eight.

    Documentation breaks no rule.
    """
    if cell.hollow or cell.verdict not in _BAD:
        return ()
    found = dict.fromkeys(_RULE.findall(cell.reason))
    return tuple(islice(found, _MOST_RULES))


_MOST_MODELS = 4


def state_text(found: SeenDeviation) -> str:
    """Return whether a deviation holds now: `stands`, or `mended, last seen 2026-08-01`."""
    if found.state is DeviationState.STANDS:
        return str(DeviationState.STANDS)
    if found.state is DeviationState.BESIDE:
        return "in traffic only, not in what was asked"
    last = found.last or "an unknown day"
    return (
        f"mended, last seen {last}"
        if found.state is DeviationState.MENDED
        else f"not seen since {last}"
    )


def share_text(found: SeenDeviation) -> str:
    """Return which models show a deviation, and which do not: `a 3/9; not b (0/12)`."""
    showing = [f"{one.model} {one.count}/{one.exchanges}" for one in found.by_model if one.count]
    clean = [f"{one.model} 0/{one.exchanges}" for one in found.by_model if not one.count]
    shown = listed(showing, _MOST_MODELS)
    return f"{shown}; not {listed(clean, _MOST_MODELS)}" if clean and shown else shown
