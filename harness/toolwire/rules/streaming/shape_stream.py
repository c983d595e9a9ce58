"""Rules about single events of a stream: their names, and what each of them has to hold."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.model.exchange import Mode
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.rule import Mutation

STREAM = (Mode.STREAMING,)


def renamed(kind: str, name: str | None) -> Callable[[list[Frame]], list[Frame]]:
    """Give the events of one name another name."""
    return lambda stream: [(name if f[0] == kind else f[0], f[1]) for f in stream]


def streaming(
    dialect: str,
    change: Callable[[list[Frame]], list[Frame] | None],
    fault: str,
    scenario: str = "single_call",
) -> Mutation:
    """Return the mutation of a streamed answer of a dialect."""
    return Mutation(dialect, Mode.STREAMING, scenario, frames(change), fault)
