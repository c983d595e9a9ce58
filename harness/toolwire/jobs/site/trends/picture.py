"""A drawn chart as inline SVG that the site's policy lets through: shapes, positions and classes.

The charting library writes colours, fonts and a background. None of it is kept: what is drawn gets
the class that its colour names, and `assets/trends.css` colours that for light, dark and paper.
Only listed elements and attributes pass, and only with values of the form that is listed for them.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Collection, Mapping
from typing import Final

from markupsafe import Markup

from toolwire.io.shown import line

_NUMBER: Final = r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
_LENGTH: Final = re.compile(_NUMBER, re.ASCII)
_OFFSET: Final = re.compile(rf"{_NUMBER}em", re.ASCII)
_PATH: Final = re.compile(rf"(?:[ML] {_NUMBER} {_NUMBER} ?)+", re.ASCII)
_MOVED: Final = re.compile(rf"translate\({_NUMBER} {_NUMBER}\)", re.ASCII)
_ANCHOR: Final = re.compile("start|middle|end")
_GROUP: Final = re.compile("axis (?:bottom|left)|tick|series (?:lines|dots)")
#: Element -> attribute -> what its value has to be.
ALLOWED: Final[Mapping[str, Mapping[str, re.Pattern[str]]]] = {
    "g": {"transform": _MOVED, "class": _GROUP},
    "line": {"x1": _LENGTH, "y1": _LENGTH, "x2": _LENGTH, "y2": _LENGTH},
    "path": {"d": _PATH},
    "circle": {"cx": _LENGTH, "cy": _LENGTH, "r": _LENGTH},
    "text": {"x": _LENGTH, "y": _LENGTH, "dy": _OFFSET, "text-anchor": _ANCHOR},
}
_LONGEST: Final = 40


def picture(
    drawn: ET.Element,
    size: tuple[int, int],
    names: tuple[str, str, str],
    classes: Collection[str],
) -> Markup:
    """Return a drawn group as an `svg` element.

    Args:
        drawn: what the charting library made.
        size: width and height in its units.
        names: id, title and description of the picture.
        classes: of series; a colour that is one of them becomes the class.
    """
    identity, title, description = names
    root = ET.Element(
        "svg",
        {
            "viewBox": f"0 0 {size[0]} {size[1]}",
            "role": "img",
            "aria-labelledby": f"{identity}-title {identity}-text",
            "focusable": "false",
        },
    )
    ET.SubElement(root, "title", {"id": f"{identity}-title"}).text = line(title)
    ET.SubElement(root, "desc", {"id": f"{identity}-text"}).text = line(description)
    _copy(drawn, root, classes)
    # Every text went through the serialiser, and nothing but what is allowed was copied.
    return Markup(ET.tostring(root, encoding="unicode"))  # noqa: S704


def _copy(found: ET.Element, parent: ET.Element, classes: Collection[str]) -> None:
    allowed = ALLOWED.get(found.tag)
    if allowed is None:
        return
    kept = {
        name: _rounded(value) if form is not _GROUP else value
        for name, form in allowed.items()
        if (value := found.get(name)) is not None and form.fullmatch(value)
    }
    named = next((one for one in (found.get("stroke"), found.get("fill")) if one in classes), None)
    if named is not None:
        kept["class"] = named
    made = ET.SubElement(parent, found.tag, kept)
    if found.tag == "text":
        made.text = _cut(line(found.text or ""))
    for child in found:
        _copy(child, made, classes)


def _rounded(value: str) -> str:
    """Return a value with its numbers to a tenth: more is not seen, and the page is smaller."""
    return _LENGTH.sub(lambda one: f"{float(one[0]):.1f}".removesuffix(".0"), value)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
