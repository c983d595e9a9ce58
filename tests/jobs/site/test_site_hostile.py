"""A whole site of results that somebody wrote who wants to act: nothing in any file of it does.

Files are found by the site's own list, so what a part makes later is held as well. Pages are held
against those of the same results in peaceful words: they have no other elements and attributes.
"""

from __future__ import annotations

import csv
import io
import json
import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest
import yaml

from tests.support.acting import acting_in
from tests.support.hostile_results import CALCULATED, LONG, MARK, recorded, written
from tests.support.small_sites import Read, read
from toolwire.cli.facts import facts
from toolwire.jobs.site import SitePlan, build
from toolwire.jobs.site.addresses import root_of
from toolwire.model.exchange import Mode

#: What was published on a day is copied as it is.
_PUBLISHED: Final = re.compile(r"(?:20\d\d-\d\d-\d\d|newest)/", re.ASCII)
#: Most bytes of a page, and fewer than the longest text has.
_MOST: Final = 300_000
_SECRET: Final = "zz-not-of-the-site-zz"
#: Names that Windows keeps for devices, and characters that it does not take.
_DEVICE: Final = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_NAME: Final = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,119}", re.ASCII)
_ADDRESSES: Final = frozenset({"href", "src", "action", "formaction", "data", "poster", "srcset"})
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_XLINK: Final = "{http://www.w3.org/1999/xlink}href"


@dataclass(frozen=True)
class Whole:
    """A built site: its folder and the paths of its files."""

    folder: Path
    every: frozenset[str]

    @property
    def paths(self) -> list[str]:
        """Return the paths, but for those of files that were published on a day."""
        return sorted(path for path in self.every if not _PUBLISHED.match(path))

    @cached_property
    def pages(self) -> dict[str, Read]:
        """Return path -> page, of every page, read once."""
        return {path: read((self.folder / path).read_bytes()) for path in self.of(".html")}

    def of(self, *endings: str) -> list[str]:
        """Return the paths with one of some endings."""
        return [path for path in self.paths if path.endswith(endings)]

    def text(self, path: str) -> str:
        """Return a file as text."""
        return (self.folder / path).read_bytes().decode()


def made(folder: Path, *, hostile: bool) -> Whole:
    """Build a site of two reports; beside its cassettes lies what is none of its business."""
    reports = folder / "reports"
    written(reports, hostile=hostile, before=True)
    written(reports, hostile=hostile, more=recorded(folder / "cassettes", hostile=hostile))
    for name in ("secret.yaml", "etc/passwd", f"{MARK}/etc/passwd"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_SECRET)
    plan = SitePlan(
        folder / "site", date(2026, 11, 21), facts(), cassettes=(folder / "cassettes",),
        address="https://pages.example/matrix/",
    )  # fmt: skip
    build([reports], plan)
    listed = json.loads((folder / "site" / "site.json").read_bytes())["files"]
    return Whole(folder / "site", frozenset(listed))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Return the site of hostile results."""
    return made(tmp_path_factory.mktemp("hostile"), hostile=True)


@pytest.fixture(scope="module")
def peaceful(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Return the site of the same results in peaceful words."""
    return made(tmp_path_factory.mktemp("peaceful"), hostile=False)


def _kinds(site: Whole) -> dict[tuple[str, str], str]:
    """Return (element, attribute) -> a page that has it, over all pages; "" for none."""
    return {
        (tag, name): path
        for path, page in site.pages.items()
        for tag, attrs in page.tags
        for name in ("", *attrs)
    }


def test_pages_have_no_element_or_attribute_of_a_stranger(site: Whole, peaceful: Whole) -> None:
    """Whatever a name says, pages have the elements and attributes that they have in peace."""
    found, known = _kinds(site), _kinds(peaceful)
    assert {kind: page for kind, page in found.items() if kind not in known} == {}
    assert not [kind for kind in found if kind[1].startswith("on") or kind[1] == "style"]
    assert not {("script", ""), ("style", ""), ("iframe", "")} & found.keys() - known.keys()
    for path, page in site.pages.items():
        assert all(attrs.get("src") for tag, attrs in page.tags if tag == "script"), path


def _addresses(site: Whole) -> Iterator[tuple[str, str]]:
    for path, page in site.pages.items():
        for _, attrs in page.tags:
            for name in _ADDRESSES & attrs.keys():
                yield path, attrs[name] or ""


def test_no_link_acts_or_leads_to_a_stranger(site: Whole) -> None:
    """A link is of the web, at a host that we know, or a file of the site; no other scheme is one."""
    bad = []
    for path, address in _addresses(site):
        parts = urlsplit(address)
        plain = not parts.scheme and not parts.netloc
        web = parts.scheme == "https" and parts.netloc and MARK not in parts.netloc
        inside = MARK not in parts.query and (plain or web)
        if not inside or acting_in(address) or "\\" in address or address != address.strip():
            bad.append((path, address[:200]))
    assert bad == []


def test_a_link_within_the_site_leads_to_a_file_and_a_place(site: Whole) -> None:
    """No name, however odd, makes a page that its links do not find; no id stands twice."""
    ids = {path: page.ids for path, page in site.pages.items()}
    assert {path: len(i) - len(set(i)) for path, i in ids.items() if len(i) != len(set(i))} == {}
    dead = []
    for path, address in _addresses(site):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        beside = posixpath.join(posixpath.dirname(path), unquote(parts.path))
        target = posixpath.normpath(beside) if parts.path else path
        place = unquote(parts.fragment)
        if target not in site.every or (place and target in ids and place not in ids[target]):
            dead.append((path, address[:200]))
    assert dead == []


def test_no_file_leaves_its_folder_or_takes_the_name_of_another(site: Whole) -> None:
    """Every name can be a file's on Windows, macOS and Linux; none is another's in other case."""
    for path in site.paths:
        for part in PurePosixPath(path).parts:
            assert _NAME.fullmatch(part), path
            assert not _DEVICE.fullmatch(part), path
            assert not part.endswith((".", " ")), path
        assert root_of(path).count("/") == len(PurePosixPath(path).parts) - 1
    assert len({path.lower() for path in site.paths}) == len(site.paths)
    real = {p.relative_to(site.folder).as_posix() for p in site.folder.rglob("*") if p.is_file()}
    assert site.every == real


def test_no_page_grows_with_a_text(site: Whole) -> None:
    """The longest name takes a line of a page, a badge, a feed: not all that it has."""
    assert len(LONG) > _MOST
    shown = site.of(".html", ".svg", ".xml", ".md", ".js", ".css", ".txt")
    sizes = {path: (site.folder / path).stat().st_size for path in shown}
    assert {path: size for path, size in sizes.items() if size > _MOST} == {}


def test_nothing_acts_unseen(site: Whole) -> None:
    """No file of text holds a control character, a mark of direction or what has no width."""
    found = {
        path: acting_in(site.text(path)) - {"\n", "\t"}
        for path in site.paths
        if not path.endswith((".gz", ".png", ".ico"))
    }
    assert {path: chars for path, chars in found.items() if chars - {"\r"}} == {}
    assert [path for path, chars in found.items() if chars and not path.endswith(".csv")] == []


def test_text_is_no_template(site: Whole) -> None:
    """What looks like a template is text, also where a text is rendered twice."""
    assert [path for path in site.paths if CALCULATED in site.text(path)] == []


def test_no_file_from_elsewhere_is_read(site: Whole) -> None:
    """A source that leads out of the folders of cassettes shows nothing."""
    assert [path for path in site.paths if _SECRET in site.text(path)] == []


def test_strangers_are_shown_all_the_same(site: Whole) -> None:
    """The check can fail: what was planted stands on the pages, as text."""
    shown = [path for path in site.of(".html") if MARK in site.text(path)]
    assert {"index.html", "formats.html", "checklist.html"} <= set(shown)
    bodies = [f"cells/acme.openai-chat/body0_{mode}.html" for mode in Mode]
    for path in bodies:
        page = site.text(path)
        assert MARK in page[page.index('id="bytes"') : page.index('id="evidence"')]


def _json(text: str) -> None:
    json.loads(text)


def _xml(text: str) -> None:
    for element in ET.fromstring(text).iter():
        tag = str(element.tag).rpartition("}")[2].lower()
        assert tag not in {"script", "foreignobject", "iframe", "handler", "set", "animate"}
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on"), name
            if name in {"href", _XLINK, "src"}:
                parts = urlsplit(value)
                assert parts.scheme in {"", "https"}, value
                assert MARK not in parts.netloc, value


def _csv(text: str) -> None:
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert len({len(row) for row in rows}) == 1
    cells = [cell for row in rows for cell in row]
    assert [
        cell for cell in cells if cell.lstrip().startswith(_FORMULA) and not _number(cell)
    ] == []


def _number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _markdown(text: str) -> None:
    plain = re.sub(r"`[^`\n]*`", "", re.sub(r"\\[!-/:-@\[-`{-~]", "", text))
    assert not re.search(r"<(?!!-- )", plain)
    assert f"](https://{MARK}" not in plain
    assert not re.search(rf"(?i)(?:https?|javascript):[^ ]*{MARK}", plain)


def _yaml(text: str) -> None:
    yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _script(text: str) -> None:
    assert "</script" not in text.lower()
    assert "<!--" not in text


_READERS: Final[dict[str, Callable[[str], None]]] = {
    ".json": _json, ".svg": _xml, ".xml": _xml, ".atom": _xml, ".csv": _csv, ".md": _markdown,
    ".js": _script, ".yaml": _yaml,
}  # fmt: skip
_OTHER: Final = frozenset({".html", ".css", ".txt", ".gz"})


def test_every_kind_of_file_is_known_here(site: Whole) -> None:
    """A part that makes files of another kind has to say how they are read."""
    kinds = {PurePosixPath(path).suffix for path in site.paths}
    assert kinds - _READERS.keys() - _OTHER == set()


@pytest.mark.parametrize("ending", _READERS)
def test_documents_can_be_read_and_do_nothing(site: Whole, ending: str) -> None:
    """JSON, XML, pictures, tables, Markdown and scripts are well-formed, and nothing in them acts."""
    for path in site.of(ending):
        try:
            _READERS[ending](site.text(path))
        except (AssertionError, ValueError, ET.ParseError) as error:
            raise AssertionError(f"{path}: {error}"[:2000]) from error
