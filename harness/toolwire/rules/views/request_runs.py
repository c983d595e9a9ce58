"""The calls of each turn of a history together with the results that follow them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.sent import HistoryPart, HistoryStep
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.request_steps import steps


@dataclass(slots=True)
class Run:
    """The calls of one turn, what answers them, and the messages that do, in wire order."""

    calls: list[HistoryPart]
    results: list[HistoryPart] = field(default_factory=list)
    steps: list[HistoryStep] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of a history, and the results that follow no call."""

    runs: tuple[Run, ...]
    strays: tuple[HistoryPart, ...]


_NOTHING: Final = Runs((), ())


@memoize
def runs(reading: Reading) -> Runs:
    """Return the runs of a history; nothing in dialects whose order says nothing."""
    form = load_dialect(reading.dialect).wire.request
    if form is None or form.run_ends is None:
        return _NOTHING
    history = steps(reading)
    if not any(step.calls or step.results for step in history):
        return _NOTHING
    found: list[Run] = []
    strays: list[HistoryPart] = []
    open_: Run | None = None
    for step in history:
        if step.calls:
            open_ = _opened(step, open_, found, joined=form.joined)
        elif open_ is not None and _ended(step, open_, form.run_ends):
            open_ = None
        if open_ is None:
            strays += step.results
        elif not step.calls or step.results:
            open_.results += step.results
            open_.steps.append(step)
    return Runs(tuple(found), tuple(strays))


def _opened(step: HistoryStep, open_: Run | None, found: list[Run], *, joined: bool) -> Run:
    """Return the run that a message's calls belong to.

    Gemini's streamed contents are often put back one by one: they are one turn.
    """
    if joined and open_ is not None and not open_.steps:
        open_.calls += step.calls
        return open_
    found.append(Run(list(step.calls)))
    return found[-1]


def _ended(step: HistoryStep, open_: Run, ends: tuple[str, ...]) -> bool:
    if not ends:
        return not step.results
    # What the model says right after its calls is still the turn that makes them.
    return step.role in ends and bool(open_.steps)
