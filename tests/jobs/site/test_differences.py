"""Pages of differences: what broke first, what was mended, and nothing that is not so."""

from __future__ import annotations

from pathlib import Path

from tests.support.small_sites import Read, read, seen, site, written
from toolwire.jobs.site import differences
from toolwire.jobs.site.changes import MOST
from toolwire.jobs.site.model import SiteFile
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import WHOLE, Observation, Verdict

NEW, OLD = "2026-11-22", "2026-10-22"
TABLE = "differences/index.html"


def made(tmp_path: Path, **reports: list[Observation]) -> dict[str, SiteFile]:
    """Return the pages of reports, which are named by `d20261122` and its like."""
    folders = [
        written(tmp_path, f"{key[1:5]}-{key[5:7]}-{key[7:]}", found)
        for key, found in reports.items()
    ]
    return {file.path: file for file in differences.files(site(tmp_path, folders))}


def pair(tmp_path: Path, old: list[Observation], new: list[Observation]) -> Read:
    """Return the page of two reports."""
    return read(
        made(tmp_path, d20261022=old, d20261122=new)[f"differences/{NEW}-since-{OLD}.html"].data
    )


def before(verdict: Verdict = Verdict.CONFORMANT, **members: object) -> Observation:
    """Return an observation of the older report."""
    return seen(verdict, day="2026-10-20", **members)  # type: ignore[arg-type]


def test_what_broke_stands_first_with_its_rule_and_cell(tmp_path: Path) -> None:
    """A broken case names provider, suite, rule, before and after, and leads to all of them."""
    found = pair(
        tmp_path,
        [before(), before(Verdict.FAILED, suite="round_trip", rules=("TC304",))],
        [seen(Verdict.FAILED, rules=("TC304",)), seen(suite="round_trip")],
    )
    assert "1 cell of acme broke." in found.text
    assert "conformant → failed now breaks TC304 other bytes one [blocking]" in found.text
    assert "failed → conformant no longer breaks TC304" in found.text
    assert found.text.index("Broke (1)") < found.text.index("Mended (1)")
    wanted = {
        "../providers/acme.html", "../rules/TC304.html", "../cells/acme.openai-chat/single_call.html",
    }  # fmt: skip
    assert wanted <= set(found.links)


def test_nothing_broke_is_said_plainly(tmp_path: Path) -> None:
    """Two reports of the same bytes say that nothing broke, and that all is the same."""
    found = pair(tmp_path, [before()], [before()])
    assert "Nothing changed in 1 cell." in found.text
    assert "Broke (0) Nothing broke." in found.text
    assert "Mended (0) Nothing was mended." in found.text


def test_what_could_not_be_looked_at_is_neither_broken_nor_mended(tmp_path: Path) -> None:
    """A run without a key has a section of its own."""
    found = pair(tmp_path, [before()], [seen(Verdict.NOT_RUN, reason="no key")])
    assert "Nothing broke, but 1 cell could not be looked at." in found.text
    assert "Could not be looked at (1)" in found.text


def test_what_only_one_report_has_is_told_apart(tmp_path: Path) -> None:
    """Providers, suites and models of one side stand below, and are no news of anybody."""
    found = pair(
        tmp_path,
        [before(), before(provider="gone", model="older-1")],
        [seen(), seen(provider="fresh", suite="round_trip", model="newer-1")],
    )
    text = found.text[found.text.index("In one of the two only") :]
    assert "Only on 2026-10-22 Providers and formats: gone, openai-chat" in text
    assert "Only on 2026-11-22 Providers and formats: fresh, openai-chat Suites: round_trip" in text
    assert "fresh: newer-1" in text


def test_facts_and_rules_of_both_sides_are_told(tmp_path: Path) -> None:
    """A word of the format that changed stands with what it was."""
    found = pair(
        tmp_path,
        [before(facets={"arguments": "object"})],
        [seen(Verdict.FAILED, facets={"arguments": "JSON string"}, rules=("TC304",))],
    )
    assert "Arguments object JSON string changed other bytes" in found.text
    assert "The same by rule (1)" in found.text
    assert "0 of 1 → 1 of 1, since 2026-11-20" in found.text


def test_the_table_has_every_pair_newest_first(tmp_path: Path) -> None:
    """Three reports have three pages; the table counts what broke in each."""
    files = made(
        tmp_path,
        d20260922=[seen(day="2026-09-20")],
        d20261022=[before(Verdict.FAILED, rules=("TC304",))],
        d20261122=[seen()],
    )
    pages = [
        f"differences/{NEW}-since-{OLD}.html",
        f"differences/{NEW}-since-2026-09-22.html",
        f"differences/{OLD}-since-2026-09-22.html",
    ]
    assert list(files) == [*pages, TABLE]
    found = read(files[TABLE].data)
    assert [link for link in found.links if "since" in link] == [f"../{page}" for page in pages]
    assert "2026-11-22 nothing broke 1 mended 0 other nothing broke 0 mended 0 other" in found.text
    assert "2026-10-22 1 broke 0 mended 0 other" in found.text
    assert "not made" not in found.text


def test_one_report_has_nothing_to_compare_and_says_how_to_get_another(tmp_path: Path) -> None:
    """The page is there, links to no pair, and has the commands."""
    files = made(tmp_path, d20261122=[seen()])
    assert list(files) == [TABLE]
    found = read(files[TABLE].data)
    assert "nothing to compare yet" in found.text
    assert "toolwire site reports -o site" in found.text
    assert not [link for link in found.links if "since" in link]


def test_reports_of_nothing_can_be_compared(tmp_path: Path) -> None:
    """Empty results are no error."""
    found = pair(tmp_path, [], [])
    assert "Nothing changed in 0 cells." in found.text


def test_long_names_and_many_rows_are_bounded(tmp_path: Path) -> None:
    """A megabyte in every name, and five hundred broken suites, keep a page small."""
    long = "n" * 1_000_000
    files = made(
        tmp_path,
        d20261022=[before(model=long), *(before(suite=f"s{n}") for n in range(500))],
        d20261122=[
            seen(Verdict.FAILED, model=long, rules=("TC304",)),
            *(seen(Verdict.FAILED, suite=f"s{n}", rules=("TC304",)) for n in range(500)),
        ],
    )
    data = files[f"differences/{NEW}-since-{OLD}.html"].data
    assert len(data) < 200_000
    assert "And 351 more rows." in data.decode()


def test_rules_are_bounded_and_the_rest_is_counted(tmp_path: Path) -> None:
    """A table has at most so many rows, and says how many more there are."""
    rules = [f"TC{number}" for number in range(MOST + 1)]
    found = pair(tmp_path, [before()], [seen(Verdict.FAILED, rules=rules)])
    assert f"The same by rule ({MOST + 1})" in found.text
    assert "And 1 more." in found.text


def test_what_is_of_no_suite_says_so(tmp_path: Path) -> None:
    """`lint` is a word of results files, and no suite."""
    traffic = {"suite": WHOLE, "level": EvidenceLevel.IMPORTED}
    found = pair(
        tmp_path,
        [before(**traffic)],
        [seen(Verdict.FAILED, rules=("TC304",), **traffic)],  # type: ignore[arg-type]
    )
    assert "acme openai-chat no suite: the exchange as a whole" in found.text
