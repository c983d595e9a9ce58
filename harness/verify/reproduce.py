"""From a deviation back to the request that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from harness.audit.plan import Item
from harness.errors import ToolwireError
from harness.exchange import Mode, Request
from harness.transport.cassette import load
from harness.verify.curl import Curls
from harness.verify.verdict import Deviation, Example

__all__ = ["curls_for"]


def curls_for(
    deviation: Deviation, items: Sequence[Item], cassettes: Path, curls: Curls
) -> tuple[str, ...]:
    """Return the curl lines that show a deviation: one, or one for each mode.

    None at all where its request was not kept.

    Args:
        deviation: what is to be shown.
        items: of its dialect.
        cassettes: the folder in which the run kept its exchanges.
        curls: writes the lines.
    """
    return tuple(_lines(deviation, items, cassettes, curls))


def _lines(
    deviation: Deviation, items: Sequence[Item], cassettes: Path, curls: Curls
) -> Iterator[str]:
    example = deviation.example
    modes = (Mode.BLOCKING, Mode.STREAMING) if example.both else (example.mode,)
    for mode in modes:
        request = _request(example, mode, items, cassettes)
        if request is not None:
            name = f"{example.case}.{example.step}.{mode}"
            yield curls.line(request, name, mode)


def _request(
    example: Example, mode: Mode, items: Sequence[Item], cassettes: Path
) -> Request | None:
    for item in items:
        if item.case.name == example.case and item.mode is mode:
            try:
                pairs = load(cassettes, item.cassette).exchanges
            except ToolwireError:
                return None
            return pairs[example.step - 1][0] if example.step <= len(pairs) else None
    return None
