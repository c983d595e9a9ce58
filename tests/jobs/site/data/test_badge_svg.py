"""The picture of a badge."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.io.shown import line
from toolwire.jobs.site.data.badge_svg import GROUNDS, INK, LABEL, svg, width

SVG = "{http://www.w3.org/2000/svg}"


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ground", [*GROUNDS.values(), LABEL])
def test_its_text_can_be_read(ground: str) -> None:
    """Contrast of at least 4.5:1."""
    lighter, darker = sorted((luminance(INK), luminance(ground)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_it_says_its_text_to_those_who_do_not_see_it() -> None:
    """As title and as name of the picture; it loads nothing and runs nothing."""
    data = svg("openai", "3 of 4 failed, 2 old", "red")
    root = ET.fromstring(data)
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SVG}title") == "openai: 3 of 4 failed, 2 old"
    assert [one.text for one in root.iter(f"{SVG}text")] == ["openai", "3 of 4 failed, 2 old"]
    assert {one.tag.removeprefix(SVG) for one in root.iter()} == {"svg", "title", "rect", "text"}
    assert not re.search(rb"href|style|@import|url\(|on[a-z]+=", data)
    assert GROUNDS["red"].encode() in data


def test_it_is_as_wide_as_its_text() -> None:
    """The boxes stand side by side, and the picture ends with the second."""
    root = ET.fromstring(svg("iii", "WWWWWW", "green"))
    left, right = root.iter(f"{SVG}rect")
    assert float(left.get("width", "")) < float(right.get("width", ""))
    assert float(right.get("x", "")) == float(left.get("width", ""))
    whole = float(left.get("width", "")) + float(right.get("width", ""))
    assert float(root.get("width", "")) == pytest.approx(whole, abs=0.2)
    assert width("WW") > width("ii") > width("") == 0


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_well_formed(label: str, message: str) -> None:
    """What was made harmless for a line comes back as it is."""
    root = ET.fromstring(svg(line(label), line(message), "yellow"))
    assert [one.text or "" for one in root.iter(f"{SVG}text")] == [line(label), line(message)]
