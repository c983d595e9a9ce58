"""The style that depends on the columns."""

from __future__ import annotations

import re

import pytest

from toolwire.jobs.report.heatmap.columns import columns_css
from toolwire.jobs.report.heatmap.model import HeatColumn, HeatGroup, Heatmap, HeatRow


def sheet(*words: str) -> str:
    """Return the style sheet of one group of columns."""
    return columns_css(Heatmap((HeatGroup("A", tuple(HeatColumn(w, "") for w in words)),), (), ()))


def test_columns_are_named_by_their_place() -> None:
    """The head of the row is the first child: the first suite is the second."""
    text = sheet("single call", "round trip")
    assert 'td:nth-child(2) a::before { content: "single call"; }' in text
    assert 'td:nth-child(3) a::before { content: "round trip"; }' in text


def test_each_group_begins_apart() -> None:
    """Two groups of two columns begin at the second and the fourth child of a row."""
    group = HeatGroup("A", (HeatColumn("a", ""), HeatColumn("b", "")))
    text = columns_css(Heatmap((group, group), (), ()))
    assert re.findall(r"tbody td:nth-child\((\d+)\) {", text) == ["2", "4"]
    assert re.findall(r"group:nth-of-type\((\d+)\) { grid-column: span (\d+)", text) == [
        ("1", "2"),
        ("2", "2"),
    ]


def test_the_head_has_a_track_for_each_column() -> None:
    """The row's head, three suites of which the first is wider by the gap, and the last column."""
    assert "grid-template-columns: 150px 45px repeat(2, 41px) 170px;" in sheet("a", "b", "c")
    assert "grid-template-columns: 150px 45px 170px;" in sheet("a")


@pytest.mark.parametrize(("columns", "window"), [(19, "(max-width: 1151px)"), (60, "")])
def test_a_table_wider_than_its_window_scrolls_in_a_frame(columns: int, window: str) -> None:
    """Of very many columns in every window; on a phone never, for there it is cards."""
    text = sheet(*map(str, range(columns)))
    media = next(one for one in text.split("@media ") if "overflow: auto" in one)
    assert media.startswith(f"screen and (min-width: 601px){' and ' if window else ''}{window} {{")


@pytest.mark.parametrize(("name", "width"), [("a", 150), ("n" * 20, 160), ("n" * 99, 340)])
def test_the_first_column_fits_the_longest_name(name: str, width: int) -> None:
    """Within bounds, so that one name does not push the cells out of the window."""
    row = HeatRow(name, "", "", "", "", "", "", "", hollow=False, cells=())
    assert f"tbody th {{ width: {width}px; }}" in columns_css(Heatmap((), (row,), ()))


@pytest.mark.parametrize(
    "name", ['"}*{display:none}', "a\\", "a\nb", "</style><script>", "@import url(x)", "\u202eevil"]
)
def test_a_name_cannot_leave_its_string(name: str) -> None:
    """Each line has its two quotes, and between them plain characters and escapes."""
    found = re.findall(r"content: (.*?); }$", sheet(name), re.MULTILINE)
    assert len(found) == 1
    assert re.fullmatch(r'"(?:[A-Za-z0-9 _-]|\\[0-9a-f]{1,6} )*"', found[0])
