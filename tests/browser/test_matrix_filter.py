"""The first page is filtered, sorted and addressed; what it should show is folded beside it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.browser.conftest import Opens
from tests.browser.facts import Said
from tests.browser.matrix_page import FIRST, MatrixPage
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis
from toolwire.results.cells.marks import LEGEND

BOTH = pytest.mark.parametrize("place", ["disk", "host"], indirect=True)
OPEN = (Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE, Verdict.NOT_RUN)


def test_the_whole_matrix_is_there(matrix: MatrixPage, report: Said) -> None:
    """Every row in its order, every observed cell, and how many there are in words."""
    cells = report.cells()
    assert matrix.rows() == report.rows
    assert len(matrix.cells()) == len(cells)
    told = f"{len(report.rows)} of {len(report.rows)} rows, {len(cells)} cells"
    assert matrix.page.get_by_role("status").inner_text() == told


@BOTH
def test_a_provider_is_found_by_its_name(matrix: MatrixPage, report: Said) -> None:
    """Rows of the provider stay, from disk and from a host."""
    provider = report.rows[0][0]
    matrix.find(provider.upper())
    shown = matrix.rows()
    assert {row for row in report.rows if row[0] == provider} <= set(shown)
    models = dict.fromkeys(report.rows, "")
    for row, _, model in report.content.matrix.table.models:
        models[row.provider, row.dialect] += f" {model}"
    assert all(provider in f"{row}{models[row]}".lower() for row in shown)
    assert 0 < len(shown) < len(report.rows)


def test_a_row_is_found_by_a_model(matrix: MatrixPage, report: Said) -> None:
    """A model that one row has, and that its name does not say, leaves that row."""
    owners: dict[str, set[tuple[str, str]]] = {}
    for row, _, model in report.content.matrix.table.models:
        owners.setdefault(model, set()).add((row.provider, row.dialect))
    model, (row,) = next(
        (model, tuple(rows))
        for model, rows in sorted(owners.items())
        if len(rows) == 1
        and sum(model.lower() in other.lower() for other in owners) == 1
        and not any(model.lower() in f"{name} {dialect}" for name, dialect in report.rows)
        and " " not in model
    )
    matrix.find(model)
    assert matrix.rows() == [row]


def test_a_rule_marks_who_breaks_it(matrix: MatrixPage, report: Said) -> None:
    """Typed as `TC304`, a rule leaves the rows that break it now, and only the cells that do."""
    broken = Counter(
        one.rule for one in report.content.findings.deviations if report.breaking(one.rule)
    )
    rule, _ = broken.most_common(1)[0]
    matrix.find(rule.lower())
    assert set(matrix.rows()) == report.breaking(rule)
    bright = matrix.cells(":not(.dim)")
    assert bright
    rules = matrix.page.locator("#matrix td[id]:not(.dim) > a:visible")
    assert all(rule in (one.get_attribute("data-r") or "") for one in rules.all())


@pytest.mark.parametrize(
    ("words", "verdicts"),
    [
        ("fails", (Verdict.FAILED,)),
        ("warnings", (Verdict.NON_STRICT,)),
        ("conformant", (Verdict.CONFORMANT,)),
        ("not decided", OPEN),
    ],
)
def test_a_verdict_leaves_the_rows_that_have_it(
    words: str, verdicts: tuple[Verdict, ...], matrix: MatrixPage, report: Said
) -> None:
    """What is documented only does not count for a verdict: it has broken nothing."""
    matrix.choose("Verdict", words)
    assert set(matrix.rows()) == report.with_cell(*verdicts)
    count = sum(cell.verdict in verdicts and not cell.hollow for _, _, cell in report.cells())
    assert len(matrix.cells(":not(.dim)")) == count


@pytest.mark.parametrize(
    ("words", "bases"),
    [
        ("real only", (Basis.ASKED, Basis.SEEN)),
        ("asked", (Basis.ASKED,)),
        ("seen in traffic", (Basis.SEEN,)),
        ("documented", (Basis.DOCUMENTED,)),
    ],
)
def test_evidence_leaves_the_rows_that_have_it(
    words: str, bases: tuple[Basis, ...], matrix: MatrixPage, report: Said
) -> None:
    """Asked, seen and documented are told apart."""
    matrix.choose("Evidence", words)
    cells = [(row, cell) for row, _, cell in report.cells() if cell.basis in bases]
    assert set(matrix.rows()) == {(row.provider, row.dialect) for row, _ in cells}
    assert len(matrix.cells(":not(.dim)")) == len(cells)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_mode_shows_that_mode_alone(mode: Mode, matrix: MatrixPage, report: Said) -> None:
    """Each cell then is what that mode came to; where it was not observed there is none."""
    matrix.choose("Mode", str(mode))
    cells = report.cells(str(mode))
    assert set(matrix.rows()) == {(row.provider, row.dialect) for row, _, _ in cells}
    assert len(matrix.cells()) == len(cells)
    shown = Counter(cell.verdict for _, _, cell in cells if cell.basis is Basis.ASKED)
    codes = {"f": Verdict.FAILED, "w": Verdict.NON_STRICT, "c": Verdict.CONFORMANT}
    assert shown
    for code, verdict in codes.items():
        assert len(matrix.cells(f".a{code}")) == shown[verdict], verdict


def test_who_breaks_streaming(matrix: MatrixPage, report: Said) -> None:
    """Mode and verdict together answer who breaks streamed calls."""
    matrix.choose("Mode", "streaming")
    matrix.choose("Verdict", "fails")
    assert set(matrix.rows()) == report.with_cell(Verdict.FAILED, mode="streaming")


def test_a_format_leaves_its_rows(matrix: MatrixPage, report: Said) -> None:
    """Each format that there is can be chosen."""
    family = report.rows[-1][1]
    matrix.choose("Format", family)
    assert matrix.rows() == [row for row in report.rows if row[1] == family]


def test_worst_first(matrix: MatrixPage, report: Said) -> None:
    """Most failing cells come first, then most with warnings; documentation only stays last."""
    matrix.choose("Sort", "worst first")
    counts = {row: [0, 0] for row in report.rows}
    for row, _, cell in report.cells():
        if not cell.hollow:
            counts[row.provider, row.dialect][0] += cell.verdict is Verdict.FAILED
            counts[row.provider, row.dialect][1] += cell.verdict is Verdict.NON_STRICT
    real = {(row.provider, row.dialect) for row, _, cell in report.cells() if not cell.hollow}
    places = {row: place for place, row in enumerate(report.rows)}
    expected = sorted(
        report.rows, key=lambda row: (row not in real, *(-n for n in counts[row]), places[row])
    )
    assert matrix.rows() == expected != report.rows


def test_newest_first(matrix: MatrixPage, report: Said) -> None:
    """The day of the newest real evidence falls from above; documentation only stays last."""
    newest: dict[tuple[str, str], str] = {}
    for row, _, cell in report.cells():
        if not cell.hollow:
            key = (row.provider, row.dialect)
            newest[key] = max(newest.get(key, ""), cell.newest or "")
    matrix.choose("Sort", "newest evidence")
    days = [newest.get(row, "") for row in matrix.rows()]
    assert days == sorted(days, reverse=True)
    assert [row for row in matrix.rows() if row not in newest] == [
        row for row in report.rows if row not in newest
    ]
    matrix.choose("Sort", "name")
    assert matrix.rows() == report.rows


@BOTH
def test_the_address_holds_the_state(matrix: MatrixPage, opens: Opens) -> None:
    """What is chosen stands in the address; loaded again, or sent to somebody, it shows the same."""
    matrix.choose("Mode", "streaming")
    matrix.choose("Verdict", "fails")
    matrix.choose("Sort", "worst first")
    matrix.find("openai")
    matrix.page.wait_for_url("**find=openai**")
    told = {"mode": "streaming", "verdict": "fails", "sort": "worst", "find": "openai"}
    assert matrix.query() == told
    shown = matrix.rows()
    assert shown
    matrix.page.reload()
    assert matrix.rows() == shown
    assert matrix.page.get_by_label("Find").input_value() == "openai"
    sent = MatrixPage(opens(f"{FIRST}?{matrix.page.url.partition('?')[2]}").page)
    assert sent.rows() == shown
    assert sent.page.get_by_role("combobox", name="Verdict").input_value() == "fails"


def test_an_address_of_nonsense_shows_everything(opens: Opens, report: Said) -> None:
    """A choice that there is not, or that somebody mangled, is none."""
    page = opens(f"{FIRST}?mode=sideways&verdict=%E0%A4%A&sort=__proto__&x=<b>").page
    assert MatrixPage(page).rows() == report.rows


def test_clearing_shows_everything(matrix: MatrixPage, report: Said) -> None:
    """Where nothing matches the page says so, and one press takes all filters away."""
    matrix.choose("Mode", "streaming")
    matrix.find("no such provider")
    assert matrix.rows() == []
    assert matrix.page.get_by_text("No row matches").is_visible()
    matrix.page.get_by_role("button", name="clear all filters").click()
    assert matrix.rows() == report.rows
    assert matrix.query() == {}
    assert not matrix.page.get_by_text("No row matches").is_visible()


def test_every_mark_is_explained(matrix: MatrixPage) -> None:
    """Each mark that a cell has stands in the list of marks, which opens without a script."""
    marks = {
        one.split()[0] for one in matrix.page.locator("#matrix td[id] > a").all_inner_texts() if one
    }
    matrix.page.get_by_text("What the marks mean").click()
    told = set(matrix.page.locator(".legend dt").all_inner_texts())
    assert told == set(LEGEND)
    assert marks <= told
