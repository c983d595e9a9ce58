"""The feed of what broke."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from uuid import UUID

import pytest

from tests.jobs.site.data.sites import hostile_site, site_in
from tests.support.acting import acting_in
from toolwire.jobs.site.data import feed
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
Write = Callable[..., Path]
ATOM = "{http://www.w3.org/2005/Atom}"
TC304 = (("TC304", Severity.ERROR),)


def asked(observe: Make, day: str, *, held: bool, **members: object) -> Observation:
    """Return what one case came to that was asked on a day."""
    return observe(
        Verdict.CONFORMANT if held else Verdict.FAILED,
        EvidenceLevel.RECORDED,
        rules=() if held else TC304,
        date=f"{day}T10:00:00",
        run=f"{day.replace('-', '')}T000000Z-00000001",
        source=f"one {day}",
        reason="" if held else "TC304: It is not so.",
        **members,
    )


def parsed(folder: Path, address: str = "") -> ET.Element:
    """Return the feed of the reports in a folder."""
    (file,) = feed.files(site_in(folder, address))
    assert file.path == "feed.xml"
    return ET.fromstring(file.data)


def test_what_broke_has_an_entry(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """On the day of the report in which it broke, with the pages of difference and cell; mended is none."""
    report_of("2026-11-22", asked(observe, "2026-11-22", held=True))
    report_of("2026-11-23", asked(observe, "2026-11-23", held=False))
    report_of("2026-11-24", asked(observe, "2026-11-24", held=True))
    root = parsed(tmp_path / "reports")
    (entry,) = root.findall(f"{ATOM}entry")
    title = entry.findtext(f"{ATOM}title", "")
    assert title == "openai (openai-chat) single_call.traffic, blocking broke: TC304"
    assert entry.findtext(f"{ATOM}updated") == "2026-11-23T00:00:00Z"
    links = [one.get("href") for one in entry.findall(f"{ATOM}link")]
    assert links == [
        "differences/2026-11-23-since-2026-11-22.html",
        "cells/openai.openai-chat/single_call.html",
    ]
    summary = entry.findtext(f"{ATOM}summary", "")
    assert "2026-11-22: conformant, 1 of 1 conformant" in summary
    assert "2026-11-23: failed, 0 of 1 conformant" in summary
    assert root.findtext(f"{ATOM}updated") == "2026-11-24T00:00:00Z"


def test_it_has_what_the_format_asks_for(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """RFC 4287, sections 4.1.1 and 4.1.2; a feed without entries is one, too."""
    report_of("2026-11-22", asked(observe, "2026-11-22", held=True))
    root = parsed(tmp_path / "reports")
    assert root.tag == f"{ATOM}feed"
    for name in ("title", "id", "updated"):
        assert len(root.findall(f"{ATOM}{name}")) == 1
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "toolwire"
    assert root.findall(f"{ATOM}entry") == []
    report_of("2026-11-23", asked(observe, "2026-11-23", held=False))
    (entry,) = parsed(tmp_path / "reports").findall(f"{ATOM}entry")
    for name in ("title", "id", "updated", "summary"):
        assert len(entry.findall(f"{ATOM}{name}")) == 1
    alternates = [one for one in entry.findall(f"{ATOM}link") if one.get("rel") == "alternate"]
    assert len(alternates) == 1


def test_ids_stay(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """Whatever address the site gets and whatever reports are added; another series has others."""
    report_of("2026-11-22", asked(observe, "2026-11-22", held=True))
    report_of("2026-11-23", asked(observe, "2026-11-23", held=False))
    ids = [one.text for one in parsed(tmp_path / "reports").iter(f"{ATOM}id")]
    assert all(UUID(text).version == 5 for text in ids if text)
    there = parsed(tmp_path / "reports", "https://example.com/matrix/")
    assert [one.text for one in there.iter(f"{ATOM}id")] == ids
    report_of("2026-11-24", asked(observe, "2026-11-24", held=False))
    assert [one.text for one in parsed(tmp_path / "reports").iter(f"{ATOM}id")] == ids
    (tmp_path / "reports" / "2026-11-21").mkdir()
    (tmp_path / "reports" / "2026-11-22").rename(tmp_path / "gone")
    report_of("2026-11-20", asked(observe, "2026-11-20", held=True))
    assert not set(ids) & {one.text for one in parsed(tmp_path / "reports").iter(f"{ATOM}id")}


def test_an_address_makes_every_link_whole(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """And tells the feed where it is itself."""
    address = "https://example.com/matrix/"
    site = hostile_site(tmp_path, report_of, observe, address)
    (file,) = feed.files(site)
    root = ET.fromstring(file.data)
    links = [one.get("href", "") for one in root.iter(f"{ATOM}link")]
    assert len(links) > 10
    assert all(link.startswith(address) for link in links)
    own = [one.get("href") for one in root.findall(f"{ATOM}link") if one.get("rel") == "self"]
    assert own == [f"{address}feed.xml"]


def test_hostile_names_do_not_act(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """The feed is well-formed, links stay in the site, texts are short and show what they hold."""
    (file,) = feed.files(hostile_site(tmp_path, report_of, observe))
    root = ET.fromstring(file.data)
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) > 5
    assert acting_in(file.data.decode()) <= {"\n"}
    base = "https://example.com/matrix/feed.xml"
    for entry in entries:
        assert len(entry.findtext(f"{ATOM}title", "")) <= 160
        assert len(ET.tostring(entry)) < 6000
        for link in entry.findall(f"{ATOM}link"):
            whole = urlsplit(urljoin(base, link.get("href", "")))
            assert (whole.scheme, whole.netloc) == ("https", "example.com")
            assert whole.path.startswith("/matrix/")


def test_it_is_bounded_and_says_so(
    tmp_path: Path, report_of: Write, observe: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest stay."""
    monkeypatch.setattr(feed, "MOST", 2)
    start = date(2026, 11, 22)
    for number in range(8):
        day = (start + timedelta(days=number)).isoformat()
        report_of(day, asked(observe, day, held=number % 2 == 0))
    root = parsed(tmp_path / "reports")
    days = [one.findtext(f"{ATOM}updated", "")[:10] for one in root.findall(f"{ATOM}entry")]
    assert days == ["2026-11-29", "2026-11-27"]
    assert "the newest 2, there are more" in root.findtext(f"{ATOM}subtitle", "")
