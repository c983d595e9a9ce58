"""All pages of the committed reports' site: where links lead, and what stands in no page."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.support.built_site import built_once

_PUBLISHED = re.compile(r"(?:20\d\d-\d\d-\d\d|newest)/", re.ASCII)
#: Attributes that name a place.
_PLACES = frozenset({
    "action", "cite", "data", "formaction", "href", "poster", "src", "srcset", "xlink:href",
})  # fmt: skip
_VERBATIM = frozenset({"code", "pre"})
#: As a word of its own; part of a model's name it may be.
_OUR_WORD = re.compile(r"(?<![\w.-])seeds?(?![\w-])", re.IGNORECASE)


@dataclass
class Parsed(HTMLParser):
    """What a test asks of one page.

    Attributes:
        places: addresses, as they stand in attributes.
        ids: how often each id is given.
        acting: elements and attributes that run or style, and are forbidden by the policy.
        prose: text that is no bytes and no code.
    """

    places: list[str] = field(default_factory=list)
    ids: Counter[str] = field(default_factory=Counter)
    acting: list[str] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    headings: int = 0

    def __post_init__(self) -> None:
        super().__init__()
        self._verbatim = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note what an element names."""
        values = {name: value or "" for name, value in attributes}
        self.places += [values[name] for name in _PLACES & values.keys()]
        self.ids.update([values["id"]] if "id" in values else [])
        forbidden = [name for name in values if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and not values.get("src")):
            forbidden.append("in the page")
        self.acting += [f"<{tag} {name}>" for name in forbidden]
        self.headings += tag == "h1"
        self._verbatim += tag in _VERBATIM

    def handle_endtag(self, tag: str) -> None:
        """Note the end of what is verbatim."""
        self._verbatim -= tag in _VERBATIM

    def handle_data(self, data: str) -> None:
        """Keep prose."""
        if not self._verbatim:
            self.prose.append(data)


def parsed(text: str) -> Parsed:
    """Return a page, read to its end."""
    page = Parsed()
    page.feed(text)
    page.close()
    return page


@dataclass(frozen=True, slots=True)
class Whole:
    """A site: every file of it, and every page of ours, read."""

    files: frozenset[str]
    pages: dict[str, Parsed]

    def dead(self, path: str) -> Iterator[str]:
        """Yield the addresses in a page that lead nowhere in the site, or are of no web scheme."""
        for place in self.pages[path].places:
            parts = urlsplit(place)
            if parts.scheme or parts.netloc:
                if parts.scheme not in {"http", "https"} or not parts.netloc:
                    yield place
                continue
            beside = posixpath.join(posixpath.dirname(path), unquote(parts.path))
            target = posixpath.normpath(beside) if parts.path else path
            if target not in self.files or not self._has(target, unquote(parts.fragment)):
                yield place

    def _has(self, target: str, name: str) -> bool:
        """Say whether a file has an id; what is no page of ours is not asked."""
        return not name or target not in self.pages or name in self.pages[target].ids


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Return the site of the committed reports; what was published on a day is nobody's to mend."""
    top: Path = built_once(tmp_path_factory)
    files = frozenset(json.loads((top / "site.json").read_text(encoding="utf-8"))["files"])
    names = sorted(one for one in files if one.endswith(".html") and not _PUBLISHED.match(one))
    return Whole(files, {one: parsed((top / one).read_text(encoding="utf-8")) for one in names})


def test_every_link_leads_somewhere(whole: Whole) -> None:
    """Each address is a file of the site, and an id of it where it names one, or of the web."""
    assert [(path, place) for path in whole.pages for place in whole.dead(path)] == []


def test_nothing_acts_in_a_page(whole: Whole) -> None:
    """No script, style or handler stands in any page, not only in those that a browser opens."""
    assert {path: page.acting for path, page in whole.pages.items() if page.acting} == {}


def test_an_id_is_given_once(whole: Whole) -> None:
    """An address within a page means one place."""
    twice = {
        path: [name for name, count in page.ids.items() if count > 1 or not name]
        for path, page in whole.pages.items()
    }
    assert {path: names for path, names in twice.items() if names} == {}


def test_every_page_has_one_first_heading(whole: Whole) -> None:
    """What a page is about is said once."""
    assert {path: page.headings for path, page in whole.pages.items() if page.headings != 1} == {}


def test_pages_speak_in_the_words_of_the_field(whole: Whole) -> None:
    """The documents that this began with are of no concern to a reader."""
    found = {
        path: word[0]
        for path, page in whole.pages.items()
        if (word := _OUR_WORD.search(" ".join(page.prose)))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("place", "dead"),
    [
        ("b.html", False),
        ("../top/b.html", False),
        ("?verdict=failed#here", False),
        ("b.html#there", False),
        ("https://example.com/", False),
        ("b.html#here", True),
        ("../b.html", True),
        ("c.html", True),
        ("javascript:alert(1)", True),
        ("data:text/html,x", True),
        ("//example.com/", True),
        ("https:", True),
    ],
)
def test_a_dead_link_is_found(place: str, *, dead: bool) -> None:
    """The check can fail: at another page, another id, another scheme."""
    a = parsed(f'<h1 id="here"></h1><a href="{place}">There</a>')
    pages = {"top/a.html": a, "top/b.html": parsed('<p id="there"></p>')}
    site = Whole(frozenset(pages), pages)
    assert list(site.dead("top/a.html")) == ([place] if dead else [])


def test_what_acts_is_found() -> None:
    """The check can fail: a script, a style and a handler in a page."""
    page = parsed(
        "<style></style><script>1</script><script src='a.js'></script><p style='' onclick=''>"
    )
    told = ["<style in the page>", "<script in the page>", "<p style>", "<p onclick>"]
    assert page.acting == told
