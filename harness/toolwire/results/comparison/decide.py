"""What a change is and why: a table of verdicts, then what takes a change from the provider.

The table is that of `docs/comparing-reports.md`. Everything here is symmetric: with the sides
exchanged `broke` is `mended`, `new` is `gone`, and the rest keeps its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis
from toolwire.results.comparison.model import Cause, ChangeKind
from toolwire.results.comparison.state import CellState

#: For a side that has nothing there.
ABSENT: Final = "absent"
COLUMNS: Final = (*(str(verdict) for verdict in Verdict), ABSENT)

_MARKS: Final = {
    "b": ChangeKind.BROKE,
    "m": ChangeKind.MENDED,
    "?": ChangeKind.UNCLEAR,
    "!": ChangeKind.NOT_LOOKED_AT,
    "a": ChangeKind.LOOKED_AT_AGAIN,
    "n": ChangeKind.NEW,
    "g": ChangeKind.GONE,
    "=": ChangeKind.SAME,
}
#: Old verdict -> what it is when the new one is, in order: conformant, non-strict, failed,
#: unsupported, inconclusive, not-run, absent.
_ROWS: Final[Mapping[str, str]] = {
    Verdict.CONFORMANT: "= b b b ? ! g",
    Verdict.NON_STRICT: "m = b b ? ! g",
    Verdict.FAILED: "m m = m ? ! g",
    Verdict.UNSUPPORTED: "m m b = ? ! g",
    Verdict.INCONCLUSIVE: "? ? ? ? = ! g",
    Verdict.NOT_RUN: "a a a a a = =",
    ABSENT: "n n n n n ! =",
}
TABLE: Final[Mapping[tuple[str, str], ChangeKind]] = {
    (str(old), new): _MARKS[mark]
    for old, row in _ROWS.items()
    for new, mark in zip(COLUMNS, row.split(), strict=True)
}
_CAUSES: Final[Mapping[ChangeKind, Cause]] = {
    ChangeKind.NOT_LOOKED_AT: Cause.NOT_RUN,
    ChangeKind.LOOKED_AT_AGAIN: Cause.NOT_RUN,
    ChangeKind.UNCLEAR: Cause.INCONCLUSIVE,
    ChangeKind.NEW: Cause.ADDED,
    ChangeKind.GONE: Cause.ADDED,
}
#: Rules that come and go under one verdict: (some are gained, some are lost) -> what it is.
_RULES: Final[Mapping[tuple[bool, bool], ChangeKind]] = {
    (False, False): ChangeKind.SAME,
    (True, False): ChangeKind.BROKE,
    (False, True): ChangeKind.MENDED,
    (True, True): ChangeKind.CHANGED,
}
_OF_PROVIDER: Final = frozenset({ChangeKind.BROKE, ChangeKind.MENDED, ChangeKind.CHANGED})


@dataclass(frozen=True, slots=True)
class Judges:
    """How the two sides were judged: other versions, and the rules they do not share.

    `dropped` has by dialect the rules that one side does not know, or that judged the same bytes
    otherwise: what they say is no news of a provider.
    """

    versions: bool = False
    dropped: Mapping[str, frozenset[str]] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Kind and cause, and the rules that are broken on one side only."""

    kind: ChangeKind
    cause: Cause
    gained: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()


def outcome(
    old: tuple[Verdict, frozenset[str]], new: tuple[Verdict, frozenset[str]]
) -> tuple[ChangeKind, frozenset[str], frozenset[str]]:
    """Return what two verdicts with their broken rules come to, and the rules gained and lost."""
    gained, lost = new[1] - old[1], old[1] - new[1]
    kind = TABLE[old[0], new[0]]
    looked = old[0] is not Verdict.NOT_RUN and old[0] is not Verdict.INCONCLUSIVE
    if kind is ChangeKind.SAME and looked:
        kind = _RULES[bool(gained), bool(lost)]
    return kind, gained, lost


def decide(old: CellState | None, new: CellState | None, dialect: str, judges: Judges) -> Decision:
    """Decide what became of one cell; at least one side has something."""
    if old is None or new is None:
        return _one_side(old, new)
    kind, gained, lost = outcome((old.verdict, old.rules), (new.verdict, new.rules))
    looked = kind not in (ChangeKind.NOT_LOOKED_AT, ChangeKind.LOOKED_AT_AGAIN)
    ours = ChangeKind.JUDGED_DIFFERENTLY
    reasons = (
        (not looked, Decision(kind, Cause.NOT_RUN)),
        (old.basis is not new.basis, Decision(ChangeKind.BASIS, Cause.BASIS)),
        (kind is ChangeKind.SAME, _unchanged(old, new)),
        (old.basis is Basis.DOCUMENTED, Decision(ours, Cause.DOCUMENTATION, gained, lost)),
        (kind is ChangeKind.UNCLEAR, Decision(kind, Cause.INCONCLUSIVE)),
    )
    first = next((found for holds, found in reasons if holds), None)
    return first or _of_whom(old, new, dialect, judges)


def _one_side(old: CellState | None, new: CellState | None) -> Decision:
    only = old or new
    assert only is not None
    kind = TABLE[str(old.verdict) if old else ABSENT, str(new.verdict) if new else ABSENT]
    if kind in (ChangeKind.NEW, ChangeKind.GONE) and only.basis is Basis.DOCUMENTED:
        # We composed it, or no longer do: the provider did nothing.
        return Decision(ChangeKind.JUDGED_DIFFERENTLY, Cause.DOCUMENTATION)
    gained, lost = (new.rules if new else frozenset(), old.rules if old else frozenset())
    return Decision(kind, _CAUSES.get(kind, Cause.NONE), gained, lost)


def _unchanged(old: CellState, new: CellState) -> Decision:
    hollow = old.basis is Basis.DOCUMENTED or old.verdict is Verdict.NOT_RUN
    if hollow or old.evidence == new.evidence:
        return Decision(ChangeKind.SAME, Cause.NONE)
    return Decision(ChangeKind.EVIDENCE, Cause.RERECORDED)


def _of_whom(old: CellState, new: CellState, dialect: str, judges: Judges) -> Decision:
    """Decide whether what looks better, worse or other is the provider's doing."""
    dropped = (judges.dropped or {}).get(dialect, frozenset())
    seen = outcome((old.verdict, old.rules), (new.verdict, new.rules))
    kind, gained, lost = outcome(old.without(dropped), new.without(dropped))
    same_bytes = bool(old.prints) and old.prints == new.prints
    ours = (
        (same_bytes, Cause.SAME_BYTES),
        (judges.versions, Cause.VERSION),
        (kind not in _OF_PROVIDER, Cause.RULE),
    )
    for holds, cause in ours:
        if holds:
            return Decision(ChangeKind.JUDGED_DIFFERENTLY, cause, *seen[1:])
    change = (kind, (old, new), (gained, lost))
    too_little = (
        (old.cell.thin or new.cell.thin, Cause.FEW),
        (new.basis is Basis.SEEN and not _holds(_known_model, *change), Cause.MODEL),
        (new.basis is Basis.SEEN and not _holds(_dated, *change), Cause.DATES),
    )
    for holds, cause in too_little:
        if holds:
            return Decision(ChangeKind.UNCLEAR, cause, gained, lost)
    cause = Cause.MODEL if old.models.isdisjoint(new.models) else Cause.BYTES
    return Decision(kind, cause, gained, lost)


def _holds(
    shows: Callable[[CellState, CellState, frozenset[str]], bool],
    kind: ChangeKind,
    sides: tuple[CellState, CellState],
    rules: tuple[frozenset[str], frozenset[str]],
) -> bool:
    """Return whether something can be told of what is worse, and of what is better."""
    (old, new), (gained, lost) = sides, rules
    worse = kind is ChangeKind.MENDED or shows(new, old, gained)
    better = kind is ChangeKind.BROKE or shows(old, new, lost)
    return worse and better


def _known_model(worse: CellState, better: CellState, rules: frozenset[str]) -> bool:
    """Return whether a model shows the breach that the other side has too.

    Which models there are in traffic is up to those who recorded it.
    """
    return not worse.models_showing(rules).isdisjoint(better.models)


def _dated(worse: CellState, better: CellState, rules: frozenset[str]) -> bool:
    """Return whether breaches are newer than all of the other side, or that than all of theirs.

    A breach on days that the other side covers was there all the time: only the recording of it
    is new, or no longer there.
    """
    shown, other = worse.last(rules), better.newest
    return bool(shown and other) and (shown > other or other > worse.newest)
