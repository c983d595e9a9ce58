"""The part of a heatmap's style that depends on its columns: their names on a phone, and where
groups begin. Said once for a column, it costs no cell a byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.io.shown import line
from toolwire.jobs.report.heatmap.model import Heatmap

#: What may stand in a CSS string as it is (CSS Syntax Level 3, section 4.3.5); all else is escaped.
_OTHER: Final = re.compile(r"[^A-Za-z0-9 _-]")
#: The row's own head is the first child.
_FIRST: Final = 2


def columns_css(shown: Heatmap) -> str:
    """Return a style sheet: on narrow screens each cell says its suite, and groups stand apart."""
    return "\n".join(_lines(shown)) + "\n"


def _lines(shown: Heatmap) -> Iterator[str]:
    yield "@media (max-width: 600px) {"
    for at, column in enumerate(shown.columns, start=_FIRST):
        yield f'.heat td:nth-child({at}) a::before {{ content: "{_string(column.words)}"; }}'
    yield "}"
    yield "@media not all and (max-width: 600px) {"
    at = _FIRST
    for group in shown.groups:
        yield f".heat tbody tr > :nth-child({at}) {{ padding-left: 4px; }}"
        at += len(group.columns)
    yield f".heat tbody tr > :nth-child({at}) {{ padding-left: 8px; }}"
    yield "}"


def _string(words: str) -> str:
    return _OTHER.sub(lambda found: f"\\{ord(found[0]):x} ", line(words))
