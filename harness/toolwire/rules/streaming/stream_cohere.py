"""Rules about the events of Cohere's two stream formats, and the done flag of JSON lines."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.model.exchange import Mode
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.rule import Mutation

STREAM = (Mode.STREAMING,)


def streaming(
    dialect: str,
    change: Callable[[list[Frame]], list[Frame] | None],
    fault: str,
    scenario: str = "single_call",
) -> Mutation:
    """Return the mutation of a stream of Cohere."""
    return Mutation(dialect, Mode.STREAMING, scenario, frames(change), fault)
