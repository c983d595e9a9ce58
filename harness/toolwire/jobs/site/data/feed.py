"""`feed.xml`: what broke from one dated report to the next, as an Atom feed (RFC 4287).

Nothing in it depends on when the site is built. Ids are `urn:uuid:` of names (RFC 9562, version 5)
within the run that the oldest report is of: two sites share none, and an address given later
changes none.
"""

from __future__ import annotations

import uuid
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

from toolwire import __version__
from toolwire.io.json_text import dump
from toolwire.io.lists import listed
from toolwire.io.shown import line
from toolwire.jobs.site.addresses import difference_page
from toolwire.jobs.site.destinations import Destinations, destinations
from toolwire.jobs.site.model import DatedReport, Site, SiteFile
from toolwire.jobs.site.report_pairs import ReportPair
from toolwire.model.conversation import JsonObject
from toolwire.results.comparison import Change, Glance

PATH: Final = "feed.xml"
#: How many things that broke the feed holds, the newest first.
MOST: Final = 200
_ATOM: Final = "http://www.w3.org/2005/Atom"
#: Where names of toolwire's feeds live: chosen once, never changed.
_NAMESPACE: Final = uuid.UUID("5b1c7f2e-9d0a-5c57-8c1b-0b7a5d3e64f1")
_LONGEST: Final = 160
_LONGEST_PART: Final = 300
_MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class Regression:
    """One thing that broke: from which report to which, and the change itself."""

    pair: ReportPair
    change: Change

    @property
    def day(self) -> str:
        """Return the ISO date of the report in which it is broken."""
        return self.pair.newer.day.isoformat()

    @property
    def since(self) -> str:
        """Return that of the report before, in which it held."""
        return self.pair.older.day.isoformat()


def regressions(site: Site) -> Iterator[Regression]:
    """Yield what broke between consecutive reports, the newest first."""
    for newer, older in pairwise(site.reports):
        pair = ReportPair(newer, older)
        for change in pair.compared(site).cells:
            if change.worse:
                yield Regression(pair, change)


def files(site: Site) -> Iterator[SiteFile]:
    """Yield the feed."""
    found = list(islice(regressions(site), MOST + 1))
    yield SiteFile(PATH, _document(site, found))


def _document(site: Site, found: list[Regression]) -> bytes:
    space = uuid.uuid5(_NAMESPACE, _first(site.reports[-1]))
    root = ET.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _text(root, "title", "Tool calling: what broke")
    cut = f"; the newest {MOST}, there are more" if len(found) > MOST else ""
    _text(root, "subtitle", f"Cases that held in one dated report and not in the next{cut}")
    _text(root, "id", space.urn)
    _text(root, "updated", _midnight(site.newest.day.isoformat()))
    _text(ET.SubElement(root, "author"), "name", "toolwire")
    ET.SubElement(root, "generator", {"version": __version__}).text = "toolwire"
    address = site.plan.address
    ET.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": address or "./"})
    if address:
        members = {"rel": "self", "type": "application/atom+xml", "href": f"{address}{PATH}"}
        ET.SubElement(root, "link", members)
    pages = destinations(site)
    for one in found[:MOST]:
        entry = _entry(root, space, one)
        for members in _links(one, pages, address):
            ET.SubElement(entry, "link", {"type": "text/html", **members})
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _first(report: DatedReport) -> str:
    """Return what tells this series of reports from all others, as long as its first one stays."""
    return dump([report.header.run, report.header.started_at, report.day.isoformat()]).decode()


def _entry(root: ET.Element, space: uuid.UUID, one: Regression) -> ET.Element:
    entry = ET.SubElement(root, "entry")
    _text(entry, "title", _title(one.change))
    _text(entry, "id", uuid.uuid5(space, _name(one)).urn)
    _text(entry, "updated", _midnight(one.day))
    _text(entry, "summary", _summary(one))
    return entry


def _links(one: Regression, pages: Destinations, address: str) -> Iterator[dict[str, str]]:
    """Yield the page of the difference, and that of the cell as it is now where there is one."""
    difference = difference_page(one.pair.newer.day, one.pair.older.day)
    yield {"rel": "alternate", "href": f"{address}{difference}"}
    cell = pages.cell(one.change.row, one.change.suite)
    if cell:
        yield {"rel": "related", "title": "The cell as it is now", "href": f"{address}{cell}"}


def _name(one: Regression) -> str:
    change = one.change
    parts = (change.row.provider, change.row.dialect, change.suite, change.case, change.mode)
    whose: JsonObject = {
        "day": one.day,
        "since": one.since,
        "what": list(parts),
        "models": list(change.models),
        "rules": list(change.gained),
    }
    return dump(whose).decode()


def _title(change: Change) -> str:
    where = f"{change.row.provider} ({change.row.dialect}) {_case(change)}"
    rules = f": {listed(change.gained, _MOST_NAMED)}" if change.gained else ""
    return _cut(f"{where} broke{rules}", _LONGEST)


def _case(change: Change) -> str:
    name = f"{change.suite}.{change.case}" if change.case else change.suite
    return f"{name}, {change.mode}" if change.mode else name


def _summary(one: Regression) -> str:
    change = one.change
    gained, models = listed(change.gained, _MOST_NAMED), listed(change.models, _MOST_NAMED)
    parts = (
        f"{one.since}: {_glance(change.before)}. {one.day}: {_glance(change.after)}.",
        f"Rules broken that were not: {gained}." if gained else "",
        f"Models: {models}." if models else "",
        change.after.reason if change.after else "",
    )
    return " ".join(_cut(part, _LONGEST_PART) for part in parts if part)


def _glance(side: Glance | None) -> str:
    if side is None:
        return "not observed"
    newest = f", newest of {side.newest}" if side.newest else ""
    return f"{side.verdict}, {side.good} of {side.total} conformant ({side.basis}{newest})"


def _midnight(day: str) -> str:
    return f"{day}T00:00:00Z"


def _cut(text: str, most: int) -> str:
    shown = line(text)
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def _text(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, tag).text = text
