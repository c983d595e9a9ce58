"""The pages of rules: whole, true to the Markdown pages, and safe whatever results say."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from tests.support.acting import PLANTED, acting_in
from tests.support.small_sites import read, seen, site, written
from toolwire.io.shown import block
from toolwire.jobs.site import addresses, rules
from toolwire.jobs.site.model import Site
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Chance, Observation, Verdict
from toolwire.results.cells import Row
from toolwire.rules import RULES, Rule
from toolwire.rules.proof.page import page as markdown

EVIL = '"><script>alert(1)</script>'
_LINE = re.compile(
    r'<div(?: class="(?:fails|passes)")?><span class="sign">(?P<sign>[^<]*)</span>'
    r"<code>(?P<text>.*?)</code></div>"
)
#: What a line is told apart by -> how the Markdown page begins it.
_SIGNS = {"fails -": "- ", "passes +": "+ ", "": "  "}


def pages(made: Site) -> dict[str, str]:
    """Return path -> text of the pages of rules."""
    return {file.path: file.data.decode() for file in rules.files(made)}


def one_of(tmp_path: Path, *observations: Observation) -> Site:
    """Return the site of one report."""
    return site(tmp_path, [written(tmp_path, "2026-11-23", observations)])


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the pages of a report in which nobody breaks anything."""
    return pages(one_of(tmp_path_factory.mktemp("clean"), seen()))


def test_every_rule_of_the_table_has_a_page(clean: dict[str, str]) -> None:
    """And is listed, with a link that leads to it; there is no page beside these."""
    paths = {addresses.rule_page(rule) for rule in RULES}
    assert clean.keys() == {"rules/index.html", *paths}
    assert {f"../{path}" for path in paths} <= {*read(clean["rules/index.html"].encode()).links}


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_page_has_what_the_record_says(rule: Rule, clean: dict[str, str]) -> None:
    """Name, statement, reason, every severity and format, source with its day, and every real case."""
    page = read(clean[addresses.rule_page(rule.id)].encode())
    said = "".join(page.text.split())
    for told in (rule.name, rule.why, rule.statement, rule.workaround, rule.breaks):
        assert "".join(block(told).replace("`", "").split()) in said
    assert rule.source.read in page.text
    assert all(name in page.text for name in {*rule.severity, *map(str, rule.severity.values())})
    assert {case.url for case in rule.real_cases()} <= {*page.links}
    assert page.count("h1") == 1


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_the_bytes_are_those_of_the_markdown_page(rule: Rule, clean: dict[str, str]) -> None:
    """The same examples, line by line, each told by sign and word as failing, passing or alike."""
    shown = [
        _SIGNS[found["sign"]] + unescape(found["text"])
        for found in _LINE.finditer(clean[addresses.rule_page(rule.id)])
    ]
    fences = re.findall(r"(?:```|~~~)diff\n(.*?)\n(?:```|~~~)", markdown(rule), re.DOTALL)
    told = [block(line) for fence in fences for line in fence.split("\n")]
    assert len(told) > 1
    assert [line.strip() for line in shown] == [line.strip() for line in told]


def test_a_page_names_the_area_and_the_file_of_its_rule(clean: dict[str, str]) -> None:
    """The words of its folder, and where it stands in the repository."""
    told = read(clean["rules/TC304.html"].encode()).text
    assert "Rules , Arguments of a call" in told
    assert "harness/toolwire/rules/arguments/TC304_no_args_is_empty.py" in told


def test_where_nobody_breaks_a_rule_it_says_so(clean: dict[str, str]) -> None:
    """With what it was held against, and what of that is not known."""
    told = read(clean["rules/TC304.html"].encode()).text
    assert "No provider was seen to break it in what counts today." in told
    assert "1 exchange of 1 provider format" in told
    assert "How many of them had something that it judges is not counted." in told
    elsewhere = read(clean["rules/TX108.html"].encode()).text
    assert "Not observed" not in told
    assert "Its question was asked" not in told
    assert "1 exchange" in elsewhere


def test_who_breaks_a_rule_is_told_with_a_way_to_the_cell(tmp_path: Path) -> None:
    """The page leads to the provider and to the cell whose current evidence shows it."""
    made = one_of(tmp_path, seen(Verdict.FAILED, rules=["TC304"]), seen(suite="round_trip"))
    found = pages(made)
    page = read(found["rules/TC304.html"].encode())
    assert "By 1 provider format (1 error)" in page.text
    assert "1 of 2, blocking" in page.text
    assert "../providers/acme.html" in page.links
    row = Row("acme", "openai-chat")
    assert f"../{addresses.cell_page(row, 'single_call')}" in page.links
    assert f"../{addresses.cell_page(row, 'round_trip')}" not in page.links
    assert "No provider was seen to break it" not in page.text
    assert "1 of them are broken today" in read(found["rules/index.html"].encode()).text


def test_what_is_mended_is_told_as_past(tmp_path: Path) -> None:
    """A newer run without the breach: it was broken once, and nobody breaks it now."""
    old = seen(Verdict.FAILED, day="2026-10-01", rules=["TC304"])
    made = one_of(tmp_path, old, seen(day="2026-11-20"))
    told = read(pages(made)["rules/TC304.html"].encode()).text
    assert "No provider was seen to break it in what counts today." in told
    assert "Where it was broken once, and is not shown any more" in told
    assert "mended, last seen 2026-10-01" in told


def test_documentation_breaks_nothing(tmp_path: Path) -> None:
    """What is composed from documentation is no exchange, and nobody's deviation."""
    composed = seen(Verdict.FAILED, level=EvidenceLevel.DOCUMENTED, rules=["TC304"])
    told = read(pages(one_of(tmp_path, composed))["rules/TC304.html"].encode()).text
    assert "No provider was seen to break it in what counts today." in told
    assert "Not observed: this report has no exchange that it could be held against." in told


def test_new_members_are_told_as_drift(tmp_path: Path) -> None:
    """The rule whose findings are no deviations says where they are, and how many."""
    made = one_of(tmp_path, seen(rules=["TC190"]))
    told = read(pages(made)["rules/TC190.html"].encode()).text
    assert "This report has 1 of them, of 1 provider format." in told


def test_what_a_model_can_explain_is_told_as_a_rate(tmp_path: Path) -> None:
    """Beside what is no deviation, with whom it is about."""
    made = seen(model=EVIL, rules=["TC115"])
    explained = replace(
        made,
        findings=tuple(replace(one, variance=True) for one in made.findings),
        chances={"TC115": Chance(4, 1, 3)},
    )
    told = read(pages(one_of(tmp_path, explained))["rules/TC115.html"].encode()).text
    assert "No provider was seen to break it in what counts today." in told
    assert "Where one answer of a model can explain it" in told
    assert f"acme openai-chat {EVIL} 1 of 4" in told
    never = pages(
        one_of(tmp_path / "never", replace(explained, chances={"TC307": Chance(4, 0, 4)}))
    )
    assert "can explain it" not in read(never["rules/TC307.html"].encode()).text


def test_a_rule_that_only_results_know_has_an_honest_page(tmp_path: Path) -> None:
    """It says that the rule is not known here, and what the results say of it."""
    made = one_of(tmp_path, seen(Verdict.FAILED, rules=["TC999", "XX1"]))
    found = pages(made)
    page = read(found["rules/TC999.html"].encode())
    assert "has no rule of that name" in page.text
    assert "By 1 provider format" not in page.text
    assert "by 1 provider format (1 error)" in page.text
    assert "../rules/TC999.html" in read(found["rules/index.html"].encode()).links
    assert addresses.rule_page("XX1") in found


@pytest.mark.parametrize("rule", ["index", "tc304", "../../x", "con", "", "A" * 1000, EVIL])
def test_no_made_up_id_takes_a_page_of_ours(rule: str, tmp_path: Path) -> None:
    """Neither the list's nor a rule's, on disks without capitals, and none outside the folder."""
    made = [file.path for file in rules.files(one_of(tmp_path, seen(Verdict.FAILED, rules=[rule])))]
    assert len({path.lower() for path in made}) == len(made) == len(RULES) + 2
    (own,) = {*made}.difference(addresses.rule_page(one) for one in RULES) - {"rules/index.html"}
    assert re.fullmatch(r"rules/[a-z0-9~-]{1,80}\.html", own)


def test_what_results_say_stays_text(tmp_path: Path) -> None:
    """Names, ids, models and messages of a megabyte or with characters that act change nothing."""
    long = "x" * 1_000_000
    made = one_of(
        tmp_path,
        seen(Verdict.FAILED, provider=EVIL, dialect=EVIL, suite=EVIL, model=EVIL, rules=["TC304"]),
        seen(Verdict.FAILED, provider=PLANTED, model=PLANTED, rules=["TC304", PLANTED, EVIL]),
        seen(Verdict.FAILED, provider=long, model=long, source="javascript:x", rules=["TC304"]),
    )
    for path, text in pages(made).items():
        assert "<script" not in text, path
        assert "javascript:" not in text.replace("javascript:x</", "")
        assert acting_in(text) <= {"\n", "\t"}, path
        assert len(text) < 200_000, path
        hrefs = read(text.encode()).links
        assert all(link.startswith(("https://", "../", "#", "index.html")) for link in hrefs), path


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    """Nothing in a page depends on when or in which order it is made."""
    first = seen(Verdict.FAILED, provider="one", rules=["TC304", "TC401"])
    other = seen(Verdict.FAILED, provider="two", rules=["TC401", "TC304"])
    one = pages(one_of(tmp_path / "a", first, other))
    assert one == pages(one_of(tmp_path / "b", other, first))
