"""A heatmap's style: what all have, and what depends on the columns: how wide they are, where groups
begin, and what each is called on a phone. Said once for a column, it costs no cell a byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from toolwire.io.opening import content
from toolwire.io.shown import line
from toolwire.jobs.report.heatmap.model import Heatmap

_MOST_BYTES: Final = 1024 * 1024
#: What may stand in a CSS string as it is (CSS Syntax Level 3, section 4.3.5); all else is escaped.
_OTHER: Final = re.compile(r"[^A-Za-z0-9 _-]")
#: The row's own head is the first child.
_FIRST: Final = 2
#: Widths in pixels: a column, the gap before a group, the last column, what is beside the table.
_COLUMN: Final = 41
_GAP: Final = 4
_LAST: Final = 170
_BESIDE: Final = 48
#: Of the head of a row: of a bold character, of a small one, the least and the most.
_BOLD: Final = 7.2
_SMALL: Final = 6.0
_HEAD: Final = (150, 340)
#: A table wider than a page ever is scrolls in its frame in every window.
_WIDEST: Final = 1470


def heat_css() -> str:
    """Return the style sheet that every heatmap has; it names colours that the page sets."""
    return content(Path(__file__).parent / "heat.css", _MOST_BYTES).decode()


def columns_css(shown: Heatmap) -> str:
    """Return a style sheet: columns in line on a screen, each cell with its suite on a phone."""
    return "\n".join((*_desk(shown), *_phone(shown))) + "\n"


def _desk(shown: Heatmap) -> Iterator[str]:
    head = _head(shown)
    tracks = [f"{head}px", *map(_tracks, (len(group.columns) for group in shown.groups))]
    yield "@media screen and (min-width: 601px) {"
    yield f".heat thead {{ grid-template-columns: {' '.join(tracks)} {_LAST}px; }}"
    yield f".heat tbody th {{ width: {head}px; }} .heat tbody td {{ width: {_COLUMN}px; }}"
    yield f".heat tbody .when {{ width: {_LAST}px; }}"
    yield from _starts(shown)
    yield "}"
    across = head + _COLUMN * len(shown.columns) + _GAP * len(shown.groups) + _LAST + _BESIDE
    window = f"screen and (min-width: 601px) and (max-width: {across}px)"
    media = window if across < _WIDEST else "screen and (min-width: 601px)"
    yield f"@media {media} {{"
    yield ".matrix { overflow: auto; max-height: 92vh; }"
    # A place that sticks costs time in each row: only where there is something to scroll past.
    yield ".heat tbody th, .heat thead td { position: sticky; left: 0; z-index: 2; }"
    yield "}"


def _head(shown: Heatmap) -> int:
    """Return the width of the first column: that of its longest name, within bounds."""
    longest = max(
        (_BOLD * len(row.provider) + _SMALL * len(row.dialect) for row in shown.rows), default=0
    )
    least, most = _HEAD
    return min(most, max(least, round(longest) + 16))


def _tracks(columns: int) -> str:
    rest = f" repeat({columns - 1}, {_COLUMN}px)" if columns > 1 else ""
    return f"{_COLUMN + _GAP}px{rest}"


def _starts(shown: Heatmap) -> Iterator[str]:
    at = _FIRST
    for number, group in enumerate(shown.groups, start=1):
        yield f".heat .group:nth-of-type({number}) {{ grid-column: span {len(group.columns)}; }}"
        yield f".heat .suite:nth-of-type({at - 1}) {{ padding-left: {_GAP}px; }}"
        yield (
            f".heat tbody td:nth-child({at}) "
            f"{{ width: {_COLUMN + _GAP}px; padding-left: {_GAP}px; }}"
        )
        at += len(group.columns)


def _phone(shown: Heatmap) -> Iterator[str]:
    yield "@media screen and (max-width: 600px) {"
    for at, column in enumerate(shown.columns, start=_FIRST):
        yield f'.heat td:nth-child({at}) a::before {{ content: "{_string(column.words)}"; }}'
    yield "}"


def _string(words: str) -> str:
    return _OTHER.sub(lambda found: f"\\{ord(found[0]):x} ", line(words))
