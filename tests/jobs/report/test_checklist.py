"""The checklist ticks what this month's bytes of every named provider tick, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.support.reported import content
from toolwire import results
from toolwire.jobs.report import Facts, ReportPlan, build
from toolwire.jobs.report.baseline import changes, claims
from toolwire.jobs.report.checklist import Box
from toolwire.jobs.report.matrix import matrix as fold
from toolwire.jobs.report.news import Previous
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
TODAY = date(2026, 11, 21)
SUITES = ("round_trip", "single_call")
LIVE = EvidenceLevel.LIVE
PAGES = (("docs", "https://docs.example"), ("changelog", "https://changes.example"))
OPENAI = ProviderFacts("openai", "OpenAI", PAGES)
FACTS = Facts(providers=(OPENAI,), suites=SUITES)


def boxes(*observations: Observation, before: Previous | None = None) -> dict[str, Box]:
    """Return the boxes of a report of these observations, by key."""
    said = content(observations, TODAY, FACTS, before=before)
    return {box.key: box for box in said.checklist.boxes}


def whole_run(observe: Make, *, when: str = "2026-11-02") -> list[Observation]:
    """Return a run that asked every suite of OpenAI and was answered."""
    return [observe(level=LIVE, suite=suite, case="a", date=when) for suite in SUITES]


def test_a_whole_run_of_this_month_ticks_its_provider(observe: Make) -> None:
    """Every suite asked and answered within 31 days ticks the provider's own box only."""
    found = boxes(*whole_run(observe))
    assert found["openai"].ticked
    assert not found["anthropic"].ticked
    assert not found["compatibility"].ticked


def test_old_bytes_do_not_tick(observe: Make) -> None:
    """A run of half a year ago says when it was and leaves the box open."""
    box = boxes(*whole_run(observe, when="2026-06-08"))["openai"]
    assert not box.ticked
    assert "last asked 2026-06-08" in box.reason


def test_a_divided_run_of_which_a_part_is_missing_ticks_nothing(observe: Make) -> None:
    """Every suite may be there, but not every case: nobody can tell which cases are not."""
    found = content(whole_run(observe), TODAY, FACTS, missing=("2/3",))
    (box,) = [box for box in found.checklist.boxes if box.key == "openai"]
    assert not box.ticked
    assert box.reason == "openai: part 2/3 of a divided run is missing"


def test_one_suite_ticks_nothing(observe: Make) -> None:
    """A run of one suite says how many were not asked."""
    box = boxes(whole_run(observe)[0])["openai"]
    assert not box.ticked
    assert "1 of 2 suites were not asked" in box.reason


def test_a_run_that_met_401s_ticks_nothing(observe: Make) -> None:
    """A case that could not be run leaves the box open, whatever else was answered."""
    refused = observe(Verdict.NOT_RUN, LIVE, case="b", date=None, reason="HTTP 401")
    box = boxes(*whole_run(observe), refused)["openai"]
    assert not box.ticked
    assert "1 cases could not be run" in box.reason


def test_a_later_run_without_a_key_takes_the_tick_away(observe: Make) -> None:
    """What the newest run could not look at is told, though an older one was answered."""
    later = "20261120T000000Z-00000002"
    refused = observe(Verdict.NOT_RUN, LIVE, case="a", date=None, reason="no key", run=later)
    assert not boxes(*whole_run(observe), refused)["openai"].ticked


def test_traffic_of_others_ticks_nothing(observe: Make) -> None:
    """Fresh traffic shows features; nobody asked the cases."""
    seen = [observe(suite=suite, date="2026-11-20", source=suite) for suite in SUITES]
    box = boxes(*seen)["openai"]
    assert not box.ticked
    assert "nothing of it was asked" in box.reason


def test_documented_evidence_ticks_nothing(observe: Make) -> None:
    """Exchanges composed from documentation leave every box open."""
    documented = [
        observe(level=EvidenceLevel.DOCUMENTED, date="2026-11-20", provider=provider, suite=suite)
        for provider in ("openai", "anthropic", "gemini", "other")
        for suite in SUITES
    ]
    assert not [box for box in boxes(*documented).values() if box.ticked]


def test_a_documented_absence_needs_no_asking(observe: Make) -> None:
    """A suite that the vendor documents as absent does not keep the box open."""
    absent = observe(Verdict.UNSUPPORTED, EvidenceLevel.DOCUMENTED, suite="round_trip", case="a")
    assert boxes(whole_run(observe)[1], absent)["openai"].ticked


def test_format_changes_need_fresh_bytes_of_every_provider(observe: Make) -> None:
    """Claims that only old traffic shows leave the box open, however many are observed."""
    box = boxes(observe(facets={"call_field": "choices[].message.tool_calls[]"}))["formats"]
    assert not box.ticked
    assert box.reason.startswith("1 of 25 claims of the format table observed")


def test_new_models_are_those_the_last_report_did_not_have(observe: Make) -> None:
    """A model that the last report had is not new; one that it had not is named until asked."""
    before = Previous("2026-10-01", (), (), {("openai", "some-model")})
    old = [replace(one, model="some-model") for one in whole_run(observe)]
    seen = observe(model="next-model", source="n", date="2026-11-20")
    assert "no new model" in boxes(*old, before=before)["models"].reason
    named = boxes(*old, seen, before=before)
    assert not named["models"].ticked
    assert "openai/next-model" in named["models"].reason
    assert named["openai"].reviews[0].news.models == ("next-model",)


def test_a_new_model_is_checked_by_a_whole_run_only(observe: Make) -> None:
    """One suite of a new model ticks nothing; every suite, asked of it and answered, does."""
    before = Previous("2026-10-01", (), (), {("openai", "some-model")})
    new = [replace(one, model="next-model") for one in whole_run(observe)]
    part = boxes(new[0], before=before)["models"]
    assert not part.ticked
    assert "openai/next-model: 1 of 2 suites were not asked" in part.reason
    assert boxes(*new, before=before)["models"].ticked
    refused = replace(
        observe(Verdict.NOT_RUN, LIVE, case="b", date="2026-11-20", reason="HTTP 401"),
        model="next-model",
    )
    assert not boxes(*new, refused, before=before)["models"].ticked


def test_our_own_model_is_nobodys_new_one(observe: Make) -> None:
    """The scripted model in front of a real server is not a model to check."""
    ours = [replace(one, model="scripted") for one in whole_run(observe)]
    box = boxes(*ours)["models"]
    assert not box.ticked
    assert "no new model" in box.reason


def test_a_refusal_is_no_evidence_of_any_age(observe: Make) -> None:
    """After nothing but 401s a provider's evidence has no date, though the refusals have one."""
    refused = observe(Verdict.NOT_RUN, LIVE, case="a", date="2026-11-20", reason="HTTP 401")
    (review,) = boxes(refused)["openai"].reviews
    assert review.newest is None


def test_a_review_names_pages_and_news(observe: Make) -> None:
    """Each provider has its pages, the age of its evidence, and what the last report lacked."""
    broken = observe(
        Verdict.FAILED, LIVE, case="b", date="2026-11-02", rules=(("TC401", Severity.ERROR),)
    )
    drifted = observe(level=LIVE, case="c", date="2026-11-02", rules=(("TC190", Severity.INFO),))
    found = boxes(*whole_run(observe), broken, drifted, before=Previous("", (), (), ()))
    (review,) = found["openai"].reviews
    assert review.pages == PAGES
    assert review.newest == "2026-11-02"
    assert review.news.deviations == ("TC401",)
    assert review.news.drift == ("/choices/*",)


def test_owner_date_and_notes_survive(tmp_path: Path, observe: Make) -> None:
    """What a person wrote stays when the checklist is made again, in either language."""
    results.write(tmp_path / "run.jsonl", results.header({}), whole_run(observe))
    out = tmp_path / "out"
    build([tmp_path / "run.jsonl"], ReportPlan(out, TODAY, FACTS))
    path = out / "checklist.md"
    text = path.read_text(encoding="utf-8")
    text = text.replace("owner:  <!-- owner -->", "owner: Ada <ada@example.org> <!-- owner -->", 1)
    text = text.replace("reviewed on:  <!-- date -->", "reviewed on: 2026-11-21 <!-- date -->", 1)
    path.write_text(text, encoding="utf-8")
    for language, owner in (("en", "owner: Ada"), ("ko", "담당자: Ada"), ("en", "owner: Ada")):
        build([tmp_path / "run.jsonl"], ReportPlan(out, TODAY, FACTS, language=language))
        made = path.read_text(encoding="utf-8")
        assert made.count(owner) == 1
        assert made.count("2026-11-21 <!-- date -->") == 1
    build([tmp_path / "run.jsonl"], ReportPlan(out, TODAY, FACTS, language="ko"))
    assert "OpenAI API 변경사항 확인" in path.read_text(encoding="utf-8")
    issue = (out / "issue.md").read_text(encoding="utf-8")
    assert not issue.startswith("#")
    assert "- [x] OpenAI API 변경사항 확인" in issue


def test_what_a_person_decided_of_new_members_stays(tmp_path: Path, observe: Make) -> None:
    """A tick in the list of new members is kept; a box that evidence does not tick is not."""
    older = observe(date="2026-01-02", source="a")
    newer = observe(rules=(("TC190", Severity.INFO),), date="2026-06-08", source="b")
    results.write(tmp_path / "run.jsonl", results.header({}), [older, newer])
    out = tmp_path / "out"
    build([tmp_path / "run.jsonl"], ReportPlan(out, TODAY, FACTS))
    path = out / "checklist.md"
    made = path.read_text(encoding="utf-8")
    member = next(
        line for line in made.splitlines() if line.startswith("- [ ] openai, openai-chat")
    )
    ticked = made.replace("- [ ] ", "- [x] ")
    path.write_text(ticked, encoding="utf-8")
    build([tmp_path / "run.jsonl"], ReportPlan(out, TODAY, FACTS))
    again = path.read_text(encoding="utf-8")
    assert member.replace("[ ]", "[x]") in again
    assert "- [ ] OpenAI API changes reviewed" in again


@pytest.mark.parametrize("name", ["report.md", "report.html", "checklist.md", "issue.md"])
def test_no_page_speaks_of_what_its_reader_does_not_know(
    tmp_path: Path, observe: Make, name: str
) -> None:
    """Public text names neither the documents this was asked for in nor their numbers."""
    results.write(tmp_path / "run.jsonl", results.header({}), whole_run(observe))
    build([tmp_path / "run.jsonl"], ReportPlan(tmp_path / "out", TODAY, FACTS))
    text = (tmp_path / "out" / name).read_text(encoding="utf-8").lower()
    assert "seed" not in text
    assert "format guide" not in text


def test_a_claim_of_the_table_is_compared_with_bytes(observe: Make) -> None:
    """Observed words decide between unchanged and changed; no bytes, no comparison."""
    matrix = fold(
        [
            observe(facets={"call_field": "choices[].message.tool_calls[]", "arguments": "object"}),
            observe(
                level=EvidenceLevel.DOCUMENTED, provider="anthropic",
                dialect="anthropic-messages", facets={"arguments": "object"}, source="c",
            ),
        ]
    )  # fmt: skip
    states = {(c.provider, c.what, c.claimed): c.state for c in changes(matrix)}
    assert states["OpenAI", "Tool call field", "tool_calls"] == "unchanged"
    assert states["OpenAI", "Arguments", "JSON string"] == "changed"
    assert states["Anthropic", "Arguments", "Object"] == "not observed"
    assert len(states) == len(claims())


def test_no_answer_makes_a_word_true_that_is_in_neither_api(observe: Make) -> None:
    """Cohere's two APIs are held to their own words; `actions`, a member of neither, never holds."""
    v2 = {"call_field": "message.tool_calls[]", "arguments": "JSON string", "id_field": "id"}
    v1 = {"call_field": "tool_calls[]", "arguments": "object", "id_field": "absent"}
    matrix = fold(
        [
            observe(provider="cohere", dialect="cohere-v2", facets=v2, source="a"),
            observe(provider="cohere", dialect="cohere-v1", facets=v1, source="b"),
        ]
    )
    told = {(c.provider, c.claimed): c.state for c in changes(matrix) if "Cohere" in c.provider}
    assert told["Cohere v2", "tool_calls"] == told["Cohere v1", "tool_calls"] == "unchanged"
    assert told["Cohere v2", "JSON string"] == told["Cohere v1", "Object"] == "unchanged"
    assert told["Cohere v2", "id"] == told["Cohere v1", "none"] == "unchanged"
    assert told["Cohere v2", "or actions (in neither API)"] == "changed"
