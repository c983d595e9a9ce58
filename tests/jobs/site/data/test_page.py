"""The page of what there is for programs."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

from tests.jobs.site.data.sites import hostile_site, site_in
from tests.support.acting import acting_in
from toolwire.jobs.site import data
from toolwire.jobs.site.model import Site
from toolwire.model.observation import Observation

Make = Callable[..., Observation]
Write = Callable[..., Path]


def made(site: Site) -> dict[str, str]:
    """Return path -> text of all files of the part."""
    return {one.path: one.data.decode() for one in data.files(site)}


def test_it_names_what_is_there(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """Every link of the part leads to a file of it; every document is named, with its size."""
    report_of("2026-11-22", observe())
    files = made(site_in(tmp_path / "reports"))
    page = files["data.html"]
    links = set(re.findall(r'(?:href|src)="([^"#]+)"', page))
    own = {one for one in links if one.partition("/")[0] in ("schemas", "badges")}
    assert own
    assert own <= {*files}
    documents = {one for one in files if "/" not in one and not one.endswith(".html")}
    assert documents <= links
    assert f"{len(files['feed.xml'])} bytes" in page


def test_a_badge_can_be_copied(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """With whole addresses where the site knows its own; by way of shields.io only then."""
    report_of("2026-11-22", observe())
    page = html.unescape(made(site_in(tmp_path / "reports"))["data.html"])
    assert "[![Tool calling of openai](badges/providers/openai.svg)](providers/openai.html)" in page
    assert "img.shields.io" not in page
    there = made(site_in(tmp_path / "reports", "https://example.com/m/"))["data.html"]
    assert "(https://example.com/m/badges/providers/openai.svg)" in html.unescape(there)
    endpoint = "https%3A%2F%2Fexample.com%2Fm%2Fbadges%2Fproviders%2Fopenai.json"
    assert f"https://img.shields.io/endpoint?url={endpoint}" in html.unescape(there)


def test_hostile_names_do_not_act(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """No tag but those of the template, nothing unseen, and a page that stays small."""
    page = made(hostile_site(tmp_path, report_of, observe))["data.html"]
    assert acting_in(page) <= {"\n"}
    assert "<script" not in page
    assert len(page) < 100_000
