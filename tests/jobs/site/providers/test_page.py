"""The page of one provider, section by section."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.jobs.site.providers.parsed import ParsedPage, parsed
from toolwire.jobs.report import Facts
from toolwire.jobs.site import providers
from toolwire.jobs.site.model import Site
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Observation, Severity, Stale, Verdict

Observe = Callable[..., Observation]
SiteOf = Callable[..., Site]
ERROR = (("TC001", Severity.ERROR),)
WARNING = (("TC002", Severity.WARNING),)
URL = "https://github.com/octo/spoon/blob/0123456789abcdef/tests/cassettes/one.yaml"


def page(site: Site) -> ParsedPage:
    """Return the page of the only provider of a site."""
    _, one = providers.files(site)
    return parsed(one.data)


def test_pages_of_its_file_are_links_where_they_are_of_the_web(
    observe: Observe, site_of: SiteOf
) -> None:
    """An address of another kind is told as text."""
    found = page(site_of(observe()))
    assert "https://spoon.example/docs" in found.links
    assert "Its own pages: Documentation, changelog: javascript:alert(1)." in found.text
    assert not any(link.startswith("javascript") for link in found.links)


def test_a_provider_without_a_file(observe: Observe, site_of: SiteOf) -> None:
    """It is called what results call it."""
    found = page(site_of(observe(), facts=Facts()))
    assert "No provider file of toolwire names pages of it." in found.text
    assert "spoon fails none of 1 suite" in found.text


def test_rows_have_words_counts_and_their_cell(observe: Observe, site_of: SiteOf) -> None:
    """Modes are told apart where they differ; what was not observed is said."""
    reason = "HTTP 500 error: TC001" + " again" * 100
    found = page(
        site_of(
            observe(Verdict.FAILED, EvidenceLevel.RECORDED, rules=ERROR, reason=reason),
            observe(level=EvidenceLevel.RECORDED, mode=Mode.STREAMING),
            observe(level=EvidenceLevel.RECORDED, suite="tool_choice", day="2026-01-01"),
            observe(dialect="other", suite="mixed_content"),
        )
    )
    label = "Suites in the format chat"
    row = found.row(label, "single_call")
    assert row[1:4] == [
        "✕ asked: failed",
        "1/2",
        "blocking ✕ asked: failed streaming ● asked: conformant",
    ]
    assert row[4].startswith("TC001 first-rule HTTP 500")
    assert row[4].endswith(" characters)")
    assert "../rules/TC001.html" in found.links[: found.links.index("../suites/mixed_content.html")]
    assert row[5] == "recorded 2026-11-20"
    assert found.row(label, "tool_choice")[3] == "blocking"
    assert found.row(label, "tool_choice")[5] == "recorded 2026-01-01 old (326 days)"
    assert "../cells/spoon.chat/single_call.html" in found.links
    assert found.tables[label][1] == ["Can it call?"]
    assert "Not observed: mixed_content." in found.text
    assert found.row("Suites in the format other", "mixed_content")[2] == "seen 1, rules held, thin"


def test_another_host_is_said(observe: Observe, site_of: SiteOf) -> None:
    """What answered elsewhere is no word about its own address."""
    found = page(site_of(observe(level=EvidenceLevel.LIVE, at="localhost:1")))
    assert "It was asked at localhost:1, not at its own address:" in found.text


def test_deviations_that_stand_come_first(observe: Observe, site_of: SiteOf) -> None:
    """Then those in traffic beside what was asked, then what no longer shows."""
    found = page(
        site_of(
            observe(Verdict.FAILED, EvidenceLevel.RECORDED, rules=ERROR, source="spoon/m/a.yaml"),
            observe(level=EvidenceLevel.RECORDED, mode=Mode.STREAMING, model="clean"),
            observe(Verdict.NON_STRICT, rules=WARNING),
            observe(Verdict.NON_STRICT, suite="tool_choice", rules=WARNING, dialect="other",
                    day="2024-01-01"),
            *(observe(suite="tool_choice", dialect="other", source=f"a/b c@0123456 #{number}")
              for number in range(3)),
        )
    )  # fmt: skip
    labels = [label for label in found.tables if label.startswith("Deviations: ")]
    assert labels == [
        "Deviations: Stands now",
        "Deviations: In traffic of others only, not in what was asked",
        "Deviations: No longer shown",
    ]
    now, beside, gone = labels
    assert found.tables[now][1] == [
        "TC001 first-rule chat", "error", "It is not so.", "1 of 2 blocking",
        "some-model 1/1 not clean 0/1", "2026-11-20 2026-11-20", "no",
        "spoon/m/a.yaml recorded, cell single_call",
    ]  # fmt: skip
    assert found.tables[beside][1][0] == "TC002 second-rule chat"
    assert found.tables[beside][1][7].startswith("octo/spoon one.yaml #3 imported")
    assert "mended, last seen 2024-01-01" in found.tables[gone][1][2]
    assert {URL, "../rules/TC001.html", "../cells/spoon.other/tool_choice.html"} <= {*found.links}


def test_a_rule_that_results_made_up_has_no_page(observe: Observe, site_of: SiteOf) -> None:
    """It is shown by its id."""
    found = page(site_of(observe(Verdict.FAILED, rules=(("XX999", Severity.ERROR),))))
    assert found.tables["Deviations: Stands now"][1][0] == "XX999 chat"
    assert not any("XX999" in link for link in found.links)


def test_no_deviation_and_nothing_looked_at_differ(observe: Observe, site_of: SiteOf) -> None:
    """Documentation cannot show that no rule is broken."""
    assert "No rule was seen broken in 1 exchange." in page(site_of(observe())).text
    documented = page(site_of(observe(level=EvidenceLevel.DOCUMENTED)))
    assert "Not observed: no answer of it was looked at." in documented.text


def test_what_its_file_lists_wrongly_is_said(observe: Observe, site_of: SiteOf) -> None:
    """A known deviation that could have shown and did not."""
    site = site_of(observe(), stale=(Stale("spoon", "chat", "TC002"), Stale("x", "chat", "TC001")))
    text = page(site).text
    assert "Listed in its file as known, and no longer shown: TC002 second-rule." in text


def test_facets_have_usual_and_rarer_words(observe: Observe, site_of: SiteOf) -> None:
    """Documented ones are in brackets; those without evidence are named."""
    every = [
        observe(facets={"stop_field": word}, source=f"a/b c@0123456 #{number}")
        for number, word in enumerate(("finish_reason", "finish_reason", "stop"))
    ]
    documented = observe(level=EvidenceLevel.DOCUMENTED, facets={"arguments": "string"})
    found = page(site_of(*every, documented))
    label = "Observed words of chat"
    assert found.row(label, "Stop field")[1:5] == ["finish_reason", "stop (1)", "", "3"]
    assert found.row(label, "Arguments")[1] == "(string)"
    assert "Not observed: Tool call field, No arguments as," in found.text


def test_new_members_stand_before_all(observe: Observe, site_of: SiteOf) -> None:
    """New is what came after the format guide, where older answers lack it."""
    drift = (("TC190", Severity.INFO),)
    every = (
        observe(rules=drift, pointer="/late", source="a/b c@0123456 #1"),
        observe(rules=drift, pointer="/early", source="a/b c@0123456 #2", day="2025-01-01"),
    )
    found = page(site_of(*every))
    assert [row[0] for row in found.tables["New members since 2026-01-28"]] == ["Member", "/late"]
    assert [row[0] for row in found.tables["All unknown members"][1:]] == ["/early", "/late"]
    assert "details" in found.tags


def test_adapters_are_told_what_to_do(observe: Observe, site_of: SiteOf) -> None:
    """In a sentence and a machine word; the file is linked where it is published."""
    site = site_of(observe(Verdict.FAILED, rules=ERROR))
    row = page(site).tables["What an adapter can do"][1]
    assert row == ["TC001 first-rule", "chat", "Mend it.", 'drop_member member: "x"']
    assert "There is no quirk passport" in page(site).text
    passport = Path(site.newest.folder) / "quirks" / "spoon.json"
    passport.parent.mkdir(parents=True)
    passport.write_text("{}")
    assert "../newest/quirks/spoon.json" in page(site).links


def test_models_say_whether_they_were_asked(observe: Observe, site_of: SiteOf) -> None:
    """The newest first; what is only listed last; toolwire's own is explained."""
    found = page(
        site_of(
            observe(level=EvidenceLevel.RECORDED, model="scripted", day="2026-11-21"),
            observe(model="old", day="2024-01-01"),
        )
    )
    rows = found.tables["Models"][1:]
    assert [row[0].split()[0] for row in rows] == ["scripted", "old", "listed-model"]
    assert "toolwire's own scripted model" in rows[0][0]
    assert rows[0][1:3] == ["1", "1"]
    assert rows[1][1:3] == ["1", "0"]
    assert rows[2][3:6] == ["not seen", "not seen", "the provider's file"]


def test_many_models_are_counted(observe: Observe, site_of: SiteOf) -> None:
    """A page shows forty."""
    found = page(site_of(*(observe(model=f"m{number}") for number in range(50))))
    assert len(found.tables["Models"]) == 41
    assert "and 11 more models, in models.json" in found.text


def test_what_could_not_be_looked_at_has_its_reason(observe: Observe, site_of: SiteOf) -> None:
    """Not run stands before not offered."""
    found = page(
        site_of(
            observe(Verdict.UNSUPPORTED, EvidenceLevel.LIVE, reason="HTTP 404"),
            observe(Verdict.NOT_RUN, EvidenceLevel.LIVE, suite="tool_choice", reason="no key"),
        )
    )
    assert found.tables["What could not be looked at"][1:] == [
        ["tool_choice", "could not look", "no key", "1"],
        ["single_call", "not offered", "HTTP 404", "1"],
    ]


def test_sources_are_counted_by_level(observe: Observe, site_of: SiteOf) -> None:
    """Citations and documentation link; a cassette is a path; an exchange counts once."""
    found = page(
        site_of(
            observe(),
            observe(suite="tool_choice"),
            observe(level=EvidenceLevel.RECORDED, source="spoon/m/a.yaml", case="a"),
            observe(level=EvidenceLevel.RECORDED, source="spoon/m/b.yaml", case="b"),
            observe(level=EvidenceLevel.DOCUMENTED, source="https://spoon.example/api"),
            observe(Verdict.NOT_RUN, EvidenceLevel.LIVE, source="nothing", reason="no key"),
        )
    )
    assert found.tables["Sources"][1:] == [
        ["spoon/m", "recorded", "2", "2026-11-20", "spoon/m/b.yaml"],
        ["octo/spoon", "imported", "1", "2026-11-20", "octo/spoon one.yaml #3"],
        ["https://spoon.example/api", "documented", "1", "does not count",
         "https://spoon.example/api"],
    ]  # fmt: skip
    assert {URL, "https://spoon.example/api"} <= {*found.links}


def test_the_report_before_is_compared(observe: Observe, site_of: SiteOf) -> None:
    """What it broke then and not now, and the other way round."""
    then = observe(Verdict.FAILED, rules=ERROR, day="2026-10-20")
    now = observe(Verdict.NON_STRICT, rules=WARNING, model="newcomer")
    found = page(site_of(now, before=(then,)))
    assert "Against the report of 2026-10-23." in found.text
    assert "Rules that it newly breaks TC002 second-rule" in found.text
    assert "Rules that it broke then, and does not now TC001 first-rule" in found.text
    assert "New models newcomer" in found.text
    same = page(site_of(then, before=(then,)))
    assert "Nothing new, and nothing gone." in same.text
    assert "There is no report before this one" in page(site_of(now)).text


def test_a_chart_shows_all_reports(observe: Observe, site_of: SiteOf) -> None:
    """Of a provider of whom there is more than documentation."""
    then = observe(Verdict.FAILED, rules=ERROR, day="2026-10-20")
    found = page(site_of(observe(), before=(then,)))
    assert [row[0] for row in found.tables["Numbers: spoon"][1:]] == ["2026-10-23", "2026-11-23"]
    documented = page(site_of(observe(level=EvidenceLevel.DOCUMENTED)))
    assert "Not observed: no report has more than documentation of it." in documented.text


def test_its_boxes_say_what_is_missing(observe: Observe, site_of: SiteOf) -> None:
    """A provider that no box names has none."""
    found = page(site_of(observe(provider="openai", dialect="openai-chat")))
    assert "open: OpenAI API changes reviewed (nothing of it was asked)" in found.text
    assert "monthly checklist" not in page(site_of(observe())).text
