"""The pages of suites: what is asked, what came of it, and safe whatever results say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.acting import PLANTED, acting_in
from tests.support.small_sites import read, seen, site, written
from toolwire.io.shown import block
from toolwire.jobs.site import addresses, suites
from toolwire.jobs.site.model import Site
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.rules import RULES, Subject
from toolwire.suites import Suite, load_suites

EVIL = '"><script>alert(1)</script>'
SHIPPED = {suite.id: suite for suite in load_suites(())}


def pages(made: Site) -> dict[str, str]:
    """Return path -> text of the pages of suites."""
    return {file.path: file.data.decode() for file in suites.files(made)}


def one_of(tmp_path: Path, *observations: Observation) -> Site:
    """Return the site of one report."""
    return site(tmp_path, [written(tmp_path, "2026-11-23", observations)])


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the pages of a report with one conformant cell."""
    return pages(one_of(tmp_path_factory.mktemp("clean"), seen()))


def test_every_shipped_suite_has_a_page(clean: dict[str, str]) -> None:
    """And is listed, whether or not anything of it was observed."""
    paths = {addresses.suite_page(suite) for suite in SHIPPED}
    assert clean.keys() == {"suites/index.html", *paths}
    assert {f"../{path}" for path in paths} <= {*read(clean["suites/index.html"].encode()).links}


@pytest.mark.parametrize("suite", SHIPPED.values(), ids=list(SHIPPED))
def test_a_page_says_what_is_asked(suite: Suite, clean: dict[str, str]) -> None:
    """Every case with its words, the answers of its tools, and the tools with their schemas."""
    page = read(clean[addresses.suite_page(suite.id)].encode())
    said = "".join(page.text.split())
    told = [suite.title, suite.why.replace("`", "")]
    for case in suite.cases:
        told += [case.title, case.id, *(step.user or "" for step in case.steps)]
        told += [answer for s in case.steps for rule in s.results for _, answer in rule.answers]
        told += [tool.description or "" for tool in case.tools]
        assert f"case-{case.id}" in page.ids
    for words in told:
        assert "".join(block(words).split()) in said
    assert len(page.ids) == len({*page.ids})
    assert page.count("h1") == 1


def told_of(suite: str, clean: dict[str, str]) -> str:
    """Return the text of the page of a suite."""
    return read(clean[addresses.suite_page(suite)].encode()).text


def test_a_case_tells_each_step(clean: dict[str, str]) -> None:
    """What the user says, the choice, what is expected, the tools, and how it is asked."""
    told = told_of("single_call", clean)
    assert (
        'The user says Call get_local_time({"city": "Lima"}). Tool choice: get_local_time demanded'
        ' by name. Expected One call: get_local_time, where city contains "Lima".'
    ) in told
    assert "Tools offered: get_weather , get_local_time ." in told
    assert "Asked blocking and streaming; of a live model up to 3 times" in told


def test_what_tools_answer_is_told_by_their_arguments(clean: dict[str, str]) -> None:
    """A failure says that it is marked as one."""
    failed = "get_weather , marked as a failure: rate limit exceeded (fault 77ab)"
    assert failed in told_of("error_result", clean)
    by_place = "get_weather for location Tokyo: 23 C and rain, station 91bc"
    assert by_place in told_of("history_forms", clean)


def test_a_step_names_the_rule_that_judges_it(clean: dict[str, str]) -> None:
    """The one whose question it asks, also of what has to be refused."""
    asks = "The request is written so that it asks what rule"
    assert f"{asks} TC702 {RULES['TC702'].name}" in told_of("history_forms", clean)
    assert f"{asks} TC747 {RULES['TC747'].name}" in told_of("tool_choice", clean)
    assert "get_local_time demanded by name. Expected" in told_of("single_call", clean)


def test_what_is_wrong_on_purpose_is_told(clean: dict[str, str]) -> None:
    """And that parallel calls are switched off."""
    assert "holds a space" in told_of("request_validation", clean)
    assert "Parallel calls: switched off." in told_of("parallel_calls", clean)


def test_the_members_that_a_suite_adds_are_shown(clean: dict[str, str]) -> None:
    """By format, as JSON."""
    told = told_of("reasoning_state", clean)
    _, found, rest = told.partition("Every request of this suite gets members")
    assert found
    added = rest[rest.index("anthropic-messages {") :]
    assert "budget_tokens" in added[: added.index("}")]
    assert "encrypted" not in added[: added.index("}")]


def test_pair_rules_are_those_about_both_modes(clean: dict[str, str]) -> None:
    """All of them, by the order of their ids."""
    both = [rule for rule in RULES.values() if rule.subject is Subject.AB]
    listed = " , ".join(f"{rule.id} {rule.name}" for rule in both)
    assert f"The rules that judge it: {listed} ." in told_of("streaming_equals_blocking", clean)


def test_what_was_not_observed_says_so(clean: dict[str, str]) -> None:
    """No cell, no case that was asked: nothing looks fine."""
    told = read(clean["suites/round_trip.html"].encode()).text
    assert "Not observed: the report of 2026-11-23 has nothing of it." in told
    assert "Nobody's server was asked this in what counts today: not observed." in told


def test_results_stand_worst_first_and_documentation_last(tmp_path: Path) -> None:
    """Whatever the names: failed, then warnings, then conformant, then what nobody has seen."""
    documented = EvidenceLevel.DOCUMENTED
    made = one_of(
        tmp_path,
        seen(Verdict.FAILED, provider="hollow", level=documented, rules=["TC304"]),
        seen(provider="good"),
        seen(Verdict.FAILED, provider="worse", rules=["TC304"], reason="error: TC304"),
        seen(Verdict.NON_STRICT, provider="mild"),
    )
    found = pages(made)
    page = read(found["suites/single_call.html"].encode())
    order = [link for link in page.links if link.startswith("../providers/")]
    assert order[1:] == [f"../providers/{one}.html" for one in ("worse", "mild", "good", "hollow")]
    assert "../rules/TC304.html" in page.links
    assert "Observed in 3 provider formats: 1 failed, 1 with warnings only, 1 conformant." in (
        page.text
    )
    assert "documented only: failed" in page.text
    assert 'class="hollow"' in found["suites/single_call.html"]
    assert re.search(r'class="result\s*" href="[^"]*hollow', found["suites/single_call.html"])


def test_a_case_says_who_failed_it(tmp_path: Path) -> None:
    """By the cells of the cases, with the way to the cell."""
    made = one_of(
        tmp_path,
        seen(Verdict.FAILED, case="auto", rules=["TC304"]),
        seen(case="auto", provider="good"),
        seen(case="named", provider="good"),
    )
    page = read(pages(made)["suites/single_call.html"].encode())
    assert "Asked of 2 provider formats: 1 failed, 1 conformant. Failed: acme openai-chat" in (
        page.text
    )
    assert "Asked of 1 provider format: 1 conformant." in page.text


def test_a_suite_that_only_results_know_has_an_honest_page(tmp_path: Path) -> None:
    """It says that what it asks is not known here, and what came of it."""
    found = pages(one_of(tmp_path, seen(suite="of_mine")))
    page = read(found["suites/of_mine.html"].encode())
    assert "what it asks is not known here" in page.text
    assert "asked: conformant" in page.text
    assert "../suites/of_mine.html" in read(found["suites/index.html"].encode()).links


@pytest.mark.parametrize("suite", ["index", "Single_call", "../../x", "con", "a" * 1000, EVIL])
def test_no_made_up_suite_takes_a_page_of_ours(suite: str, tmp_path: Path) -> None:
    """Neither the list's nor a suite's, on disks without capitals, and none outside the folder."""
    made = [file.path for file in suites.files(one_of(tmp_path, seen(suite=suite)))]
    assert len({path.lower() for path in made}) == len(made) == len(SHIPPED) + 2
    assert all(re.fullmatch(r"suites/[a-z0-9_~-]{1,80}\.html", path) for path in made)


def test_what_results_say_stays_text(tmp_path: Path) -> None:
    """Names, reasons and citations of a megabyte or with characters that act change nothing."""
    long = "x" * 1_000_000
    absent = 'documented as absent: {} (https://x.example/" onclick="a(), read 2026-11-21)'
    made = one_of(
        tmp_path,
        seen(Verdict.FAILED, provider=EVIL, dialect=EVIL, model=EVIL, reason=EVIL, rules=[EVIL]),
        seen(Verdict.FAILED, provider=PLANTED, case=PLANTED, suite=PLANTED, reason=PLANTED),
        seen(Verdict.FAILED, provider=long, suite=long, reason=long, source="javascript:x"),
        seen(Verdict.UNSUPPORTED, provider=EVIL, suite="round_trip", reason=absent.format(EVIL)),
        seen(Verdict.UNSUPPORTED, case=long, suite="tool_choice", reason=absent.format(long)),
    )
    for path, text in pages(made).items():
        page = read(text.encode())
        assert "script" not in {tag for tag, _ in page.tags}, path
        assert not [attrs for _, attrs in page.tags if "onclick" in attrs], path
        assert acting_in(text) <= {"\n", "\t"}, path
        assert len(text) < 100_000, path
        links = ("https://", "../", "#", "index.html")
        assert all(link.startswith(links) for link in page.links), path


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    """Nothing in a page depends on when or in which order it is made."""
    first, other = seen(Verdict.FAILED, provider="one"), seen(provider="two", case="auto")
    one = pages(one_of(tmp_path / "a", first, other))
    assert one == pages(one_of(tmp_path / "b", other, first))
