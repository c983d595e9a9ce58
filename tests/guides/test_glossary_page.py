"""One glossary: the page of the documentation, the site's terms, and the words of the design."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.extensions.glossary_page import PAGE, page
from tests.support.root import ROOT
from toolwire.jobs.site.glossary import GLOSSARY

#: The vocabulary table of the design (../shared/design.md, section 2), its verdicts besides.
VOCABULARY = (
    *("provider", "dialect", "target", "tool", "tool call", "tool result", "tool choice"),
    *("suite", "case", "step", "mode", "exchange", "reply", "cassette", "rule", "finding"),
    *("expectation", "verdict", "observation", "asked", "seen", "facet"),
    *("conformant", "non-strict", "failed", "unsupported", "inconclusive", "not-run"),
    *("live", "recorded", "imported", "documented"),
)


def test_the_page_is_the_sites_glossary() -> None:
    """Both say the same of every term."""
    mend = "run: python docs/extensions/glossary_page.py"
    assert PAGE.read_text(encoding="utf-8") == page(), mend


@pytest.mark.parametrize("term", VOCABULARY)
def test_each_term_of_the_vocabulary_is_explained(term: str) -> None:
    """A word that the design gives a meaning is in the glossary, with a place of its own."""
    assert f"\n### {term}\n" in PAGE.read_text(encoding="utf-8")


def test_the_vocabulary_is_that_of_the_design(shared: Path) -> None:
    """No term was added to the design's table that the list above lacks."""
    design = (shared / "design.md").read_text(encoding="utf-8")
    table = design.partition("## 2. Vocabulary")[2].partition("\n## ")[0]
    named = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)[2:]
    terms = {term.strip() for line in named for term in re.split(r", | / ", line)}
    assert len(terms) > 20
    assert terms <= set(VOCABULARY)


def test_links_to_the_glossary_name_terms() -> None:
    """A page that links a term links one that is there."""
    terms = {term for group in GLOSSARY.values() for term in group}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        linked = re.findall(r"glossary\.md#([\w-]+)", path.read_text(encoding="utf-8"))
        assert set(linked) <= terms, path
