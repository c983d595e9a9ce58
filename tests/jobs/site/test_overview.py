"""The first page of the site."""

from __future__ import annotations

from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.support.acting import PLANTED, acting_in
from tests.support.reported import content
from toolwire import results
from toolwire.jobs.report.content import Facts
from toolwire.jobs.site import addresses, overview
from toolwire.jobs.site.model import DatedReport, Site, SitePlan
from toolwire.jobs.site.overview import exchanges_text, since_last
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.cells import Row

TODAY, BEFORE = date(2026, 11, 23), date(2026, 10, 23)
CITED = "octo/spoon tests/cassettes/one.yaml@0123456789abcdef #3"


def seen(
    verdict: Verdict = Verdict.CONFORMANT,
    level: EvidenceLevel = EvidenceLevel.RECORDED,
    *,
    provider: str = "acme",
    suite: str = "single_call",
    mode: Mode = Mode.BLOCKING,
    rule: str = "TC304",
    day: str = "2026-11-20",
    model: str = "model-one",
) -> Observation:
    """Return an observation; one that failed broke a rule."""
    failed = verdict is Verdict.FAILED
    findings = (Finding(rule, Severity.ERROR, "/choices/0", "It is not so."),) if failed else ()
    asked = level is not EvidenceLevel.IMPORTED
    run = f"{day.replace('-', '')}T000000Z-00000001" if asked else ""
    evidence = Evidence(level, CITED, f"{day}T10:00:00+00:00")
    return Observation(
        provider, "openai-chat", model, suite, "auto", mode, verdict, evidence,
        rule if failed else "", findings, asked=asked, run=run,
    )  # fmt: skip


def site_of(*reports: tuple[date, list[Observation]]) -> Site:
    """Return a site of some reports, the newest first."""
    return Site(
        SitePlan(Path("out"), TODAY),
        tuple(
            DatedReport(day, Path(), results.header({}), content(every, day, Facts()), dated=True)
            for day, every in reports
        ),
    )


def written(site: Site) -> dict[str, str]:
    """Return path -> text of the files of the first page."""
    return {file.path: file.data.decode() for file in overview.files(site)}


class Elements(HTMLParser):
    """All start tags of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a start tag."""
        self.found.append((tag, dict(attrs)))

    def of(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of all elements of one tag."""
        return [attributes for name, attributes in self.found if name == tag]


def test_a_cell_has_an_address_and_leads_to_its_page() -> None:
    """The link stands in the element that the address names, so that both work without a script."""
    page = Elements(written(site_of((TODAY, [seen()])))["index.html"])
    row = Row("acme", "openai-chat")
    at = [attributes.get("id") for _, attributes in page.found].index(
        addresses.cell_id(row, "single_call")
    )
    assert page.found[at][0] == "td"
    assert page.found[at + 1][1]["href"] == addresses.cell_page(row, "single_call")
    assert page.found[at + 1][1]["aria-label"] == "conformant, 1/1"


def test_a_row_and_a_column_lead_to_their_pages() -> None:
    """Provider and suite are links; what the matrix links to has an address of the site."""
    hrefs = [one.get("href") for one in Elements(written(site_of((TODAY, [seen()])))["index.html"]).of("a")]  # fmt: skip
    assert addresses.provider_page("acme") in hrefs
    assert addresses.suite_page("single_call") in hrefs
    assert {"method.html"} <= set(hrefs)


def test_the_page_answers_in_a_sentence() -> None:
    """What it says first is counted from the cells."""
    text = written(site_of((TODAY, [seen(Verdict.FAILED), seen(provider="other")])))["index.html"]
    assert "1 sends something that breaks clients and 1 kept every rule wherever observed" in text
    assert "2026-11-23" in text


def test_the_first_report_has_nothing_to_be_compared_with() -> None:
    """It says so, and invents no change."""
    site = site_of((TODAY, [seen()]))
    assert since_last(site) is None
    assert "nothing to compare it with" in written(site)["index.html"]


def test_what_broke_since_the_last_report_is_said_with_a_link() -> None:
    """The words are those of the comparison of the two newest reports, and no older one."""
    good, bad = seen(day="2026-10-20"), seen(Verdict.FAILED)
    site = site_of((TODAY, [bad]), (BEFORE, [good]), (date(2026, 9, 23), [seen(day="2026-09-20")]))
    changed = since_last(site)
    assert changed is not None
    assert changed.since == "2026-10-23"
    assert changed.words.startswith("1 cell of acme broke. Compared case by case: 1 broke")
    text = written(site)["index.html"]
    assert changed.words in text
    assert 'href="differences/index.html"' in text


def test_exchanges_are_counted_by_level_and_documented_ones_are_none() -> None:
    """The strongest level first."""
    every = [
        seen(),
        seen(level=EvidenceLevel.IMPORTED, suite="round_trip"),
        seen(level=EvidenceLevel.DOCUMENTED, suite="multi_tool"),
    ]
    site = site_of((TODAY, every))
    assert exchanges_text(site.content.matrix) == "2 real exchanges (1 recorded, 1 imported)"
    only = site_of((TODAY, every[2:])).content.matrix
    assert exchanges_text(only) == "no real exchanges"


@pytest.mark.parametrize(
    "name", ["matrix.js", "drawer.js", "matrix.css", "heat.css", "columns.css"]
)
def test_what_the_page_loads_stands_beside_it(name: str) -> None:
    """No script and no style in the page itself: its policy forbids them."""
    text = written(site_of((TODAY, [seen()])))["index.html"]
    page = Elements(text)
    loaded = [one.get("src") for one in page.of("script")] + [one.get("href") for one in page.of("link")]  # fmt: skip
    assert f"assets/{name}" in loaded
    assert page.of("style") == []
    assert not any("style" in attributes for _, attributes in page.found)
    assert not any(key.startswith("on") for _, attributes in page.found for key in attributes)


def test_controls_are_hidden_until_a_script_shows_them() -> None:
    """Without one the page is a table, and no control that does nothing is seen."""
    page = Elements(written(site_of((TODAY, [seen()])))["index.html"])
    assert "hidden" in next(one for one in page.of("form") if one.get("id") == "filter")
    assert "hidden" in next(one for one in page.of("p") if one.get("id") == "nothing")


def test_names_of_strangers_do_nothing() -> None:
    """Markup, addresses and characters that act are text, in the page and in the style sheet."""
    evil = f'"><script>alert(1)</script><img src=x onerror=alert(1)> javascript:alert(1) {PLANTED}'
    every = [
        seen(Verdict.FAILED, provider=evil, suite=evil, rule=evil, model=evil),
        seen(Verdict.FAILED, suite=evil, level=EvidenceLevel.IMPORTED, model="m" * 1_000_000),
    ]
    files = written(site_of((TODAY, every)))
    page = Elements(files["index.html"])
    assert [one.get("src") for one in page.of("script")] == ["assets/matrix.js", "assets/drawer.js"]
    assert page.of("img") == []
    assert not any((one.get("href") or "").startswith("javascript:") for one in page.of("a"))
    assert {name: acting_in(text) - {"\n", "\t"} for name, text in files.items()} == {
        "index.html": set(),
        "assets/columns.css": set(),
        "assets/heat.css": set(),
    }
    assert len(files["index.html"]) < 20_000


def test_two_pages_of_one_site_are_the_same() -> None:
    """Neither the order of observations nor that of a set shows."""
    every = [seen(suite=f"suite{n}", model=f"m{n}", provider=f"p{n % 3}") for n in range(9)]
    assert written(site_of((TODAY, every))) == written(site_of((TODAY, every[::-1])))
