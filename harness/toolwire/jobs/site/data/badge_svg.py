"""A badge as a picture: two boxes with text, no font and no address of anybody else."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Final

#: Colour -> the ground on which white text stands; each has a contrast of 4.5:1 or more with it.
GROUNDS: Final[Mapping[str, str]] = {
    "green": "#1a6b2f",
    "yellow": "#7a5200",
    "red": "#a3181f",
    "lightgrey": "#57606a",
}
#: Ground of the left box.
LABEL: Final = "#24292f"
INK: Final = "#ffffff"
_HEIGHT: Final = 20
_PADDING: Final = 6.0
#: Widths at 11 px of Verdana, the widest of the fonts that are asked for; `textLength` fits others.
_WIDTHS: Final[Mapping[str, float]] = {
    **dict.fromkeys("ijl.,:;|'!", 3.6),
    **dict.fromkeys("ftrI ()[]-/\\", 4.8),
    **dict.fromkeys("abcdeghknopqsuvxyz0123456789_$+=~<>#", 7.0),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ&", 8.1),
    **dict.fromkeys("mwMW%@", 11.0),
}
#: Of any other character; what is wider than Latin is squeezed rather than cut.
_OTHER: Final = 11.0


def width(text: str) -> float:
    """Return about how wide a text is, in pixels."""
    return round(sum(_WIDTHS.get(char, _OTHER) for char in text), 1)


def svg(label: str, message: str, color: str) -> bytes:
    """Return the picture; `label` and `message` are plain text, `color` a key of `GROUNDS`."""
    left, right = width(label) + 2 * _PADDING, width(message) + 2 * _PADDING
    whole = round(left + right, 1)
    members = {"width": str(whole), "height": str(_HEIGHT), "viewBox": f"0 0 {whole} {_HEIGHT}"}
    name = f"{label}: {message}"
    root = ET.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", **members, "role": "img", "aria-label": name},
    )
    ET.SubElement(root, "title").text = name
    _box(root, 0.0, left, LABEL)
    _box(root, left, right, GROUNDS[color])
    _text(root, _PADDING, label)
    _text(root, left + _PADDING, message)
    return ET.tostring(root, encoding="unicode").encode() + b"\n"


def _box(root: ET.Element, x: float, size: float, fill: str) -> None:
    members = {"x": f"{x:.1f}", "width": f"{size:.1f}", "height": str(_HEIGHT), "fill": fill}
    ET.SubElement(root, "rect", members)


def _text(root: ET.Element, x: float, text: str) -> None:
    members = {
        "x": f"{x:.1f}", "y": "14", "fill": INK,
        "font-family": "Verdana,DejaVu Sans,Geneva,sans-serif", "font-size": "11",
        "textLength": f"{width(text):.1f}", "lengthAdjust": "spacingAndGlyphs",
    }  # fmt: skip
    ET.SubElement(root, "text", members).text = text
