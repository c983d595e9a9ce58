"""Rules that are broken: explained in the page, and in notes of the Markdown report."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest

from toolwire import results
from toolwire.cli.facts import rule_facts
from toolwire.jobs.report import Facts, ReportPlan, build
from toolwire.jobs.report.broken_rules import code, web
from toolwire.jobs.report.markdown import prose
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.model.rule_facts import ReportedCase, RuleFacts

Make = Callable[..., Observation]
TODAY = date(2026, 11, 21)
EVIL = "<img src=x onerror=alert(1)>"


class _Page(HTMLParser):
    """Collects the anchors, links and tags of a page, and the text of each section."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.sections: dict[str, str] = {}
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.tags.add(tag)
        self.anchors += [told["id"] or ""] if "id" in told else []
        self.links += [told["href"] or ""] if "href" in told else []
        self._inside = told["id"] or "" if tag == "section" else self._inside

    def handle_endtag(self, tag: str) -> None:
        self._inside = "" if tag == "section" else self._inside

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.sections[self._inside] = self.sections.get(self._inside, "") + data


def built(folder: Path, seen: Observation, rules: tuple[RuleFacts, ...]) -> tuple[_Page, str]:
    """Build a report of one observation; returns its page and its Markdown."""
    path = folder / "run.jsonl"
    results.write(path, results.header({}), [seen])
    build([path], ReportPlan(folder, TODAY, Facts(rules=tuple(rules))))
    page = (folder / "report.html").read_text(encoding="utf-8")
    return _Page(page), (folder / "report.md").read_text(encoding="utf-8")


def test_a_broken_rule_is_explained_where_its_id_leads(tmp_path: Path, observe: Make) -> None:
    """The id links to a section with statement, why, who breaks, workaround, source and cases."""
    seen = observe(Verdict.FAILED, rules=(("TC304", Severity.ERROR),))
    page, _ = built(tmp_path, seen, rule_facts())
    (rule,) = (one for one in rule_facts() if one.id == "TC304")
    assert list(page.sections) == ["TC304"]
    assert "#TC304" in page.links
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.anchors)
    said = page.sections["TC304"]
    for text in (rule.statement, rule.why, rule.breaks, rule.workaround, rule.source):
        assert text
        assert text.replace("`", "") in said
    assert rule.cases
    # The page shows three; `explain` prints all, and the page says so.
    shown, more = rule.cases[:3], len(rule.cases) - 3
    assert all(case.who in said and case.symptom in said for case in shown)
    assert {case.url for case in shown} <= set(page.links)
    assert more > 0
    assert f"and {more} more: toolwire explain TC304" in said


def test_every_rule_can_be_explained(tmp_path: Path, observe: Make) -> None:
    """All rules at once: one anchor each, and every note of the Markdown is defined once."""
    rules = rule_facts()
    seen = observe(Verdict.FAILED, rules=tuple((rule.id, Severity.ERROR) for rule in rules))
    page, markdown = built(tmp_path, seen, rules)
    # New members (TC190) are drift, and no deviation.
    assert list(page.sections) == [rule.id for rule in rules if rule.id != "TC190"]
    assert len(page.anchors) == len(set(page.anchors))
    used = re.findall(r"\[\^([A-Z0-9]+)\](?!:)", markdown)
    defined = re.findall(r"^\[\^([A-Z0-9]+)\]: ", markdown, re.MULTILINE)
    assert used
    assert sorted(used) == sorted(set(used)) == defined


def test_a_rule_that_nobody_knows_has_no_section(tmp_path: Path, observe: Make) -> None:
    """An id that only a results file has is text, in both files."""
    seen = observe(Verdict.FAILED, rules=((EVIL, Severity.ERROR), ("TC999", Severity.ERROR)))
    page, markdown = built(tmp_path, seen, rule_facts())
    assert page.sections == {}
    assert "#TC999" not in page.links
    assert "img" not in page.tags
    assert "[^" not in markdown


def test_rules_that_hold_are_not_explained(tmp_path: Path, observe: Make) -> None:
    """A report without a broken rule has no section of one."""
    page, _ = built(tmp_path, observe(), rule_facts())
    assert page.sections == {}
    assert "rules" in page.anchors


def test_the_texts_of_a_rule_are_escaped(tmp_path: Path, observe: Make) -> None:
    """Markup in the facts, also inside code spans, stays text; only https addresses are links."""
    hostile = RuleFacts(
        "TC304", EVIL, f"{EVIL} `{EVIL}`", f"`{EVIL}", {"openai-chat": Severity.ERROR},
        breaks=EVIL, workaround=EVIL, source=EVIL, url="javascript:alert(1)",
        cases=(ReportedCase(EVIL, EVIL, f"https://x.invalid/ {EVIL}", EVIL),),
    )  # fmt: skip
    seen = observe(Verdict.FAILED, rules=(("TC304", Severity.ERROR),))
    page, markdown = built(tmp_path, seen, (hostile,))
    assert "img" not in page.tags
    assert page.sections["TC304"].count(EVIL) == 10
    assert all(link.startswith(("#", "https://github.com/octo/")) for link in page.links)
    assert "<img" not in markdown.replace(f"`{EVIL}`", "")
    assert "javascript:" not in markdown


@pytest.mark.parametrize(
    ("text", "html", "markdown"),
    [
        ("a `b_c` d", "a <code>b_c</code> d", "a `b_c` d"),
        ("`<x>`", "<code>&lt;x&gt;</code>", "`<x>`"),
        ("a ` b_c", "a ` b_c", r"a \` b\_c"),
        ("a_b\n`c`", "a_b\n<code>c</code>", r"a\_b `c`"),
        ("<b>", "&lt;b&gt;", "&lt;b&gt;"),
    ],
)
def test_code_spans_stay_code(text: str, html: str, markdown: str) -> None:
    """What stands between two backticks is code; an odd backtick is a character."""
    assert str(code(text)) == html
    assert prose(text) == markdown


def test_only_whole_https_addresses_are_links() -> None:
    """Other schemes, and addresses with spaces in them, are not."""
    assert web("https://example.invalid/a")
    assert not any(map(web, ("", "http://x.invalid", "javascript:1", "https://x.invalid/ b")))
