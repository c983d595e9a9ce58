"""What is kept of a drawing: listed elements and attributes, and classes instead of colours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.acting import acting_in
from toolwire.jobs.site.trends.picture import ALLOWED, picture

NAMES = ("one", "A <title>", "Said & done")
CLASSES = ("conformant",)


def kept(drawn: ET.Element) -> ET.Element:
    """Return the picture of a drawing, parsed."""
    return ET.fromstring(str(picture(drawn, (100, 50), NAMES, CLASSES)))


def test_it_says_what_it_is() -> None:
    """A picture with a title and a description, which its name leads to, as large as it is laid out."""
    root = kept(ET.Element("g"))
    assert root.get("role") == "img"
    title, text, _ = root
    assert root.get("aria-labelledby") == f"{title.get('id')} {text.get('id')}"
    assert (title.text, text.text) == ("A <title>", "Said & done")
    assert root.get("viewBox") == "0 0 100 50"


@pytest.mark.parametrize(
    "markup",
    [
        "<g><script>alert(1)</script></g>",
        "<g><style>* { color: red }</style></g>",
        "<g><foreignObject><p>x</p></foreignObject></g>",
        "<g><image href='https://example.com/x.png'/></g>",
        "<g><use href='#x'/></g>",
        "<g><a href='javascript:alert(1)'><text>x</text></a></g>",
        "<g onclick='alert(1)' style='color: red' id='x'/>",
        "<g><text onload='alert(1)' font-family='Monaco' fill='url(#x)'>x</text></g>",
        "<g class='evil skip'/>",
        "<g transform='translate(1 2) url(x)'/>",
        "<g><path d='M 1 2 url(x)'/></g>",
        "<g><rect x='0' y='0' width='100' height='50' fill='#f9f9f9'/></g>",
    ],
)
def test_what_is_not_listed_is_left_out(markup: str) -> None:
    """Elements with all they hold; attributes by their name and by the form of their value."""
    root = kept(ET.fromstring(markup))
    inside = [one for one in root.iter() if one.tag not in ("svg", "title", "desc")]
    for one in inside:
        assert one.tag in ALLOWED
        assert set(one.attrib) <= {*ALLOWED[one.tag], "class"}
    assert not re.search(r"script|style|href|url|on[a-z]+=|#f9|evil", ET.tostring(root, "unicode"))


def test_a_colour_that_is_a_class_becomes_one() -> None:
    """Any other colour goes; shapes, places and texts stay, numbers to a tenth."""
    drawn = ET.fromstring(
        "<g transform='translate(1.04 2)' class='axis bottom'><path stroke='conformant' fill='none'"
        " d='M 1.23456 2 L 3.0 4'/><circle cx='1' cy='2' r='3' fill='#333'/>"
        "<text x='-8' y='1e1' dy='0.32em' text-anchor='end'>7</text></g>"
    )
    (group,) = [one for one in kept(drawn) if one.tag == "g"]
    path, circle, text = group
    assert group.attrib == {"transform": "translate(1 2)", "class": "axis bottom"}
    assert path.attrib == {"d": "M 1.2 2 L 3 4", "class": "conformant"}
    assert circle.attrib == {"cx": "1", "cy": "2", "r": "3"}
    assert text.attrib == {"x": "-8", "y": "10", "dy": "0.3em", "text-anchor": "end"}
    assert text.text == "7"


@given(st.text(max_size=120))
def test_any_text_is_shown_and_none_acts(text: str) -> None:
    """It is one text of at most forty characters, whatever it holds."""
    drawn = ET.Element("g")
    ET.SubElement(drawn, "text", {"x": "1"}).text = text
    (made,) = kept(drawn).iter("text")
    assert len(made.text or "") <= 40
    assert acting_in(made.text or "") == set()
