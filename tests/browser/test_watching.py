"""The watch and the accessibility check can fail: pages that do what none of ours may."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import breaches
from tests.browser.watching import Look, Place, Watched, watch
from toolwire.jobs.site.rendering import POLICY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta http-equiv="Content-Security-Policy" content="{policy}"></head><body><main>{body}</main></body></html>
"""


@pytest.fixture
def look_at(chromium: Browser, tmp_path: Path) -> Callable[..., Watched]:
    """Return what opens a page of the site's policy, or another, with a body."""

    def look(body: str, policy: str = POLICY) -> Watched:
        (tmp_path / "page.html").write_text(_PAGE.format(policy=policy, body=body))
        watched = watch(chromium, Place.disk(tmp_path), Look())
        watched.go("page.html")
        return watched

    return look


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<script>window.ran = true</script>", "Content Security Policy"),
        ("<p style='color: red'>Red</p>", "Content Security Policy"),
        ("<a href='javascript:window.ran = true'>Open</a>", "Content Security Policy"),
        ("<img alt='' src='https://example.com/x.png'>", "Content Security Policy"),
        ("<img alt='' src='missing.png'>", "failed"),
        ("<script src='missing.js'></script>", "failed"),
    ],
)
def test_what_the_policy_forbids_is_told(
    look_at: Callable[..., Watched], body: str, told: str
) -> None:
    """A script or style in the page, a picture from elsewhere, and a file that is not there."""
    watched = look_at(body)
    for link in watched.page.get_by_role("link").all():
        link.click()
    assert any(told in problem for problem in watched.problems), watched.problems
    assert watched.page.evaluate("window.ran") is None


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<img alt='' src='http://127.0.0.1:9/x.png'>", "asked elsewhere"),
        ("<script>alert('here')</script>", "dialog: here"),
        ("<script>console.warn('beware')</script>", "console: beware"),
        ("<script>throw new Error('broken')</script>", "script: broken"),
    ],
)
def test_what_a_page_without_a_policy_does_is_told(
    look_at: Callable[..., Watched], body: str, told: str
) -> None:
    """Were the policy lost, what it kept from happening would be seen."""
    watched = look_at(body, policy="")
    assert any(told in problem for problem in watched.problems), watched.problems


def test_a_page_that_does_nothing_is_clean(look_at: Callable[..., Watched]) -> None:
    """Nothing is told of a page that is fine, by either check."""
    watched = look_at("<h1>A page</h1><p>With words.</p>")
    assert watched.problems == []
    assert breaches(watched.page) == []
    assert [url.rpartition("/")[2] for url in watched.asked] == ["page.html"]


def test_what_cannot_be_read_is_a_breach(look_at: Callable[..., Watched]) -> None:
    """Grey on grey, a picture without words and a button without a name are told by their rules."""
    watched = look_at(
        "<h1>A page</h1><font color='#bbbbbb'>Pale</font><img src='data:,'><button></button>",
        policy="",
    )
    told = " ".join(breaches(watched.page))
    assert all(rule in told for rule in ("color-contrast", "image-alt", "button-name"))
