"""`toolwire cassettes compose`: cassettes from documentation."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from toolwire.cli.screen.table import say
from toolwire.jobs.audit.compose import Composed, compose
from toolwire.jobs.audit.selection import select
from toolwire.model.observation import Verdict

_WRITTEN = "written"
_KEPT = "left alone (stronger evidence or not readable)"
_SILENT = "without an answer in the provider's file"
_ABSENT = "not supported by the target"
#: What a vendor documents may break a rule; that our own model did not do as asked may not be.
_OURS = Verdict.INCONCLUSIVE
_BREAKS = frozenset({Verdict.FAILED, Verdict.NON_STRICT})


def run(
    *,
    output: Path,
    providers: tuple[str, ...],
    suites: tuple[str, ...],
    suites_dir: Path | None,
    providers_dir: Path | None,
) -> int:
    """Do what `toolwire cassettes compose` says; return the exit code."""
    chosen = select(providers, suites, suites_dir=suites_dir, providers_dir=providers_dir)
    counts: Counter[str] = Counter()
    for composed in compose(chosen.items, output):
        counts[_became(composed)] += 1
        seen = composed.observation
        if seen is not None and seen.verdict in _BREAKS:
            counts["break a rule as documented"] += 1
        if seen is not None and seen.verdict is _OURS:
            counts[str(_OURS)] += 1
            say(f"{seen.verdict} {composed.item.id}: {seen.reason}", err=True)
    say(", ".join(f"{count} {what}" for what, count in counts.items()) or "nothing to do")
    return 1 if counts[str(_OURS)] else 0


def _became(composed: Composed) -> str:
    """Return what became of an item, as the closing line counts it."""
    if composed.observation is None:
        return _SILENT
    if composed.written:
        return _WRITTEN
    return _ABSENT if composed.observation.verdict is Verdict.UNSUPPORTED else _KEPT
