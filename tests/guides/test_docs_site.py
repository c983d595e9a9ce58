"""The documentation as a site: what makes it is held here, and the built pages where Sphinx is installed.

`nox -s docs` builds and then runs this with `TOOLWIRE_DOCS_BUILT`, the folder of the pages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest

from tests.support.root import ROOT

DOCS = ROOT / "docs"
BUILT = os.environ.get("TOOLWIRE_DOCS_BUILT", "")
built = pytest.mark.skipif(
    not BUILT, reason="LEFT OUT: no built pages; `nox -s docs` looks at them"
)
#: Attributes by which a page loads something, or sends the browser somewhere by itself.
LOADS = {"src", "srcset", "data", "poster", "background", "action", "formaction"}
#: `rel` of links by which a page loads something; others only tell.
LOADING = {
    *("stylesheet", "preload", "prefetch", "modulepreload", "icon", "shortcut", "manifest"),
    *("preconnect", "dns-prefetch", "apple-touch-icon", "import"),
}
IN_STYLES = re.compile(r"@import\s+[\"']([^\"']+)|url\(\s*[\"']?([^\"')]+)")


class _Page(HTMLParser):
    """What an HTML page loads, where it leads, and which ids it has."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.ids |= {said[name] for name in ("id", "name") if name in said}
        self.loads += [said[name] for name in LOADS & said.keys()]
        self.loads += [found for style in [said.get("style", "")] for found in addresses(style)]
        if tag == "link" and LOADING & {*said.get("rel", "").split()}:
            self.loads.append(said["href"])
        if tag == "meta" and said.get("http-equiv", "").lower() == "refresh":
            self.loads.append(said.get("content", ""))
        if tag == "a" and "href" in said:
            self.leads.append(said["href"])


def addresses(style: str) -> Iterator[str]:
    """Yield what a style sheet loads."""
    for imported, named in IN_STYLES.findall(style):
        yield imported or named


def elsewhere(address: str) -> bool:
    """Say whether an address is of another host; data in the address itself is not."""
    parts = urlsplit(address.strip())
    return bool(parts.netloc) or parts.scheme not in ("", "data")


@cache
def read(path: Path) -> _Page:
    """Return what a page says."""
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def pages() -> list[Path]:
    """Return the built pages."""
    return sorted(Path(BUILT).rglob("*.html"))


@built
def test_no_page_loads_anything_from_another_host() -> None:
    """No font, script, style or picture: a reader's browser asks nobody else."""
    assert len(pages()) > 150
    found = {
        str(path): [one for one in read(path).loads if elsewhere(one)]
        for path in pages()
        if any(map(elsewhere, read(path).loads))
    }
    assert found == {}


@built
def test_no_style_or_script_loads_anything_from_another_host() -> None:
    """The same holds for what the styles import, and for addresses that scripts could ask."""
    styles = sorted(Path(BUILT).rglob("*.css"))
    assert styles
    for path in styles:
        text = path.read_text(encoding="utf-8")
        assert [one for one in addresses(text) if elsewhere(one)] == [], path
    asking = re.compile(r"(?:fetch|import|importScripts|open)\(\s*[\"'`](?:https?:)?//")
    for path in sorted(Path(BUILT).rglob("*.js")):
        assert asking.findall(path.read_text(encoding="utf-8")) == [], path


@built
def test_every_link_between_pages_leads_somewhere() -> None:
    """The page is there, and the place on it."""
    broken = []
    for path in pages():
        for lead in read(path).leads:
            if elsewhere(lead) or lead.startswith("mailto:"):
                continue
            where, place = urldefrag(lead)
            target = (path.parent / unquote(where)).resolve() if where else path.resolve()
            target = target / "index.html" if target.is_dir() else target
            named = place and target.suffix == ".html"
            if not target.exists() or (named and unquote(place) not in read(target).ids):
                broken.append(f"{path.name}: {lead}")
    assert broken == []


@built
def test_terms_link_to_the_glossary_where_they_first_stand() -> None:
    """A page of the guides has the terms that it uses linked, each once."""
    leads = read(Path(BUILT) / "live-audits.html").leads
    terms = [lead for lead in leads if lead.startswith("glossary.html#")]
    assert {"glossary.html#provider", "glossary.html#cassette"} <= set(terms)
    assert len(terms) == len(set(terms))


def test_what_loads_from_elsewhere_is_noticed() -> None:
    """Each way in which a page could ask another host is one that the test sees."""
    for there in (
        '<script src="https://cdn.example/x.js"></script>',
        '<link rel="preconnect" href="//fonts.example">',
        '<img srcset="https://cdn.example/x.png">',
        '<p style="background: url(https://cdn.example/x.png)">',
        '<meta http-equiv="refresh" content="https://cdn.example/">',
    ):
        page = _Page()
        page.feed(there)
        assert [one for one in page.loads if elsewhere(one)], there
    page = _Page()
    page.feed('<a href="https://example.org">x</a><img src="data:image/png;base64,AA">')
    assert not any(map(elsewhere, page.loads))


def test_relative_links_of_pages_lead_to_files() -> None:
    """On GitHub every page is read as it is: what it links to has to be there."""
    link = re.compile(r"\]\(<?([^)\s>#]+)[^)]*\)")
    broken = []
    for path in sorted(DOCS.rglob("*.md")):
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        broken += [
            f"{path.relative_to(ROOT)}: {lead}"
            for lead in link.findall(text)
            if not elsewhere(lead) and not (path.parent / unquote(lead)).exists()
        ]
    assert broken == []
