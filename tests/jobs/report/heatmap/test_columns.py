"""The style that depends on the columns."""

from __future__ import annotations

import re

import pytest

from toolwire.jobs.report.heatmap.columns import columns_css
from toolwire.jobs.report.heatmap.model import HeatColumn, HeatGroup, Heatmap


def sheet(*words: str) -> str:
    """Return the style sheet of one group of columns."""
    return columns_css(Heatmap((HeatGroup("A", tuple(HeatColumn(w, "") for w in words)),), (), ()))


def test_columns_are_named_by_their_place() -> None:
    """The head of the row is the first child: the first suite is the second."""
    text = sheet("single call", "round trip")
    assert 'td:nth-child(2) a::before { content: "single call"; }' in text
    assert 'td:nth-child(3) a::before { content: "round trip"; }' in text


def test_each_group_begins_apart_and_so_does_what_follows() -> None:
    """Two groups of two columns begin at the second and fourth child; the last column at the sixth."""
    group = HeatGroup("A", (HeatColumn("a", ""), HeatColumn("b", "")))
    text = columns_css(Heatmap((group, group), (), ()))
    assert re.findall(r"tr > :nth-child\((\d+)\)", text) == ["2", "4", "6"]


@pytest.mark.parametrize(
    "name", ['"}*{display:none}', "a\\", "a\nb", "</style><script>", "@import url(x)", "\u202eevil"]
)
def test_a_name_cannot_leave_its_string(name: str) -> None:
    """Each line has its two quotes, and between them plain characters and escapes."""
    found = re.findall(r"content: (.*?); }$", sheet(name), re.MULTILINE)
    assert len(found) == 1
    assert re.fullmatch(r'"(?:[A-Za-z0-9 _-]|\\[0-9a-f]{1,6} )*"', found[0])
