"""Which result of a request is of which call: by its id, or by its place where the format gives none."""

from __future__ import annotations

from collections.abc import Sequence

from toolwire.model.conversation import ToolCall, ToolResult


def results_of(
    calls: Sequence[ToolCall], results: Sequence[ToolResult]
) -> tuple[ToolResult | None, ...]:
    """Return the result of each call, in the order of the calls; None for a call that has none."""
    by_id = {one.call_id: one for one in reversed(results)}
    by_place = [*results, *[None] * len(calls)]
    return tuple(
        by_place[place] if call.id is None else by_id.get(call.id)
        for place, call in enumerate(calls)
    )
