"""Every page has the policy, and text of strangers stays text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from toolwire.jobs.site.model import SitePlan
from toolwire.jobs.site.reading import site_of
from toolwire.jobs.site.rendering import NAVIGATION, POLICY, environment, page
from toolwire.model.observation import Observation

Make = Callable[..., Observation]
Write = Callable[..., Path]


def test_the_policy_lets_nothing_in() -> None:
    """No inline script or style, no other host, no plugin, no form, no other base."""
    words = dict(part.split(" ", 1) for part in POLICY.split("; "))
    assert words.pop("default-src") == "'none'"
    assert words.pop("base-uri") == words.pop("form-action") == "'none'"
    assert {*words.values()} == {"'self'"}


def test_a_page_is_framed_by_the_base(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """Policy, style sheet and navigation are there, with addresses relative to the page."""
    report_of("2026-11-22", observe())
    site = site_of([tmp_path / "reports"], SitePlan(tmp_path / "site", date(2026, 11, 23)))
    text = page(site, "base.html.j2", "a/b.html").data.decode()
    assert POLICY.replace("'", "&#39;") in text
    assert 'href="../assets/site.css"' in text
    assert all(f'href="../{target}"' in text for _, target in NAVIGATION)
    assert "Report of 2026-11-22" in text


def test_text_of_strangers_is_escaped() -> None:
    """Markup becomes text, and what turns the direction of writing is spelled out."""
    made = environment().from_string("{{ one }}").render(one="<b onclick=x>\u202e{{ 7*7 }}")
    assert made == "&lt;b onclick=x&gt;\\u202e{{ 7*7 }}"
