"""Models that are only listed: which are new, and which a page shows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from tests.support.reported import content
from toolwire.jobs.report import Facts
from toolwire.jobs.report.content import previous
from toolwire.jobs.report.models import ModelRow, models
from toolwire.jobs.report.pages import render
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.model.observation import Observation
from toolwire.results import ModelList

Make = Callable[..., Observation]
TODAY = date(2026, 11, 22)
FACTS = {"openai": ProviderFacts("openai", "OpenAI", models=("in-file", "in-both"))}


def rows(*found: ModelRow) -> dict[str, tuple[str | None, bool]]:
    """Return model -> by whom it is listed, and whether it is new."""
    return {row.model: (row.listed, row.new) for row in found}


def test_a_row_says_who_lists_it(observe: Make) -> None:
    """The API wins over the file; what was only seen is listed by nobody."""
    lists = (ModelList.of("openai", ["in-both", "in-api"]), ModelList("xai", reason="HTTP 404"))
    found = models([observe(model="seen", date="2026-06-08")], FACTS, TODAY, lists=lists)
    assert rows(*found) == {
        "in-api": ("api", False),
        "in-both": ("api", False),
        "in-file": ("file", False),
        "seen": (None, False),
    }
    (api,) = (row for row in found if row.model == "in-api")
    assert (api.exchanges, api.first, api.dialects) == (0, None, ())


def test_what_only_a_list_has_is_new_beside_an_earlier_list(observe: Make) -> None:
    """Without one, only traffic and files tell what is new."""
    lists = (ModelList.of("openai", ["a", "b"]),)
    last = {("openai", "a")}
    for told, new in (((), False), (("openai",), True), (("xai",), False)):
        found = models([observe(model="seen")], FACTS, TODAY, last, lists=lists, listing=told)
        assert rows(*found) == {
            "a": ("api", False),
            "b": ("api", new),
            "in-both": ("file", True),
            "in-file": ("file", True),
            "seen": (None, True),
        }


def test_an_earlier_list_that_was_not_told_is_none(observe: Make) -> None:
    """A 404 last month leaves the catalogue of this month unjudged."""
    before = previous([observe()], (), [ModelList("openai", reason="HTTP 404")])
    assert set(before.listing) == set()
    before = previous([observe()], (), [ModelList.of("openai", ["a"])])
    assert set(before.listing) == {"openai"}
    assert ("openai", "a") in before.models


def test_a_page_shows_a_few_of_what_is_only_listed(observe: Make) -> None:
    """Two thousand names of anyone's choosing do not make a page; they are counted."""
    lists = (ModelList.of("openai", (f"<b>m{number:04}|" for number in range(1_500))),)
    before = previous([observe()], (), [ModelList.of("openai", ["m"])])
    said = content([observe()], TODAY, Facts(), before=before, lists=lists)
    page = render("report.md.j2", said)
    assert page.count("m0049") == 1
    assert "m0050" not in page
    assert "1450 more are listed by their providers' APIs" in page
    assert "<b>" not in page
    assert len(said.models) == 1_501
