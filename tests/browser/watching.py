"""A page that is watched: what it complains of, what it asks for, what it tries to run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request, Response

__all__ = ["DESKTOP", "PHONE", "Look", "Place", "Watched", "holds", "watch"]

PHONE = (390, 844)
DESKTOP = (1400, 1000)
_COMPLAINTS = frozenset({"error", "warning"})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a site is opened from: its address, which every page's own begins with."""

    address: str

    def of(self, path: str) -> str:
        """Return the address of a page."""
        return f"{self.address}{path}"

    @staticmethod
    def disk(folder: Path) -> Place:
        """Return a folder, opened as files."""
        return Place(f"{folder.resolve().as_uri()}/")


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at: the window in CSS pixels, colours, and whether scripts run."""

    window: tuple[int, int] = DESKTOP
    scheme: Literal["light", "dark"] = "light"
    scripts: bool = True


@dataclass
class Watched:
    """A page and what was wrong with it.

    It has no slots, since Playwright keeps a note at the methods that it calls.

    Attributes:
        page: of Playwright, in a context of its own.
        place: all that it may ask for.
        asked: every address that it asked for, in order.
        problems: messages of the console from warnings on (a breach of the policy is one), errors
            of scripts, dialogs, windows, requests elsewhere and requests that failed.
    """

    page: Page
    place: Place
    asked: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def go(self, path: str) -> Page:
        """Open a page of the site, wait until it is loaded, and return it."""
        self.page.goto(self.place.of(path))
        return self.page

    def _told(self, message: ConsoleMessage) -> None:
        if message.type in _COMPLAINTS:
            self.problems.append(f"console: {message.text} ({self.page.url})")

    def _asked(self, request: Request) -> None:
        self.asked.append(request.url)
        if not request.url.startswith(self.place.address):
            self.problems.append(f"asked elsewhere: {request.url} ({self.page.url})")

    def _failed(self, request: Request) -> None:
        # Who goes on to the next page ends what the last one was still loading.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"status {response.status}: {response.url}")

    def _dialog(self, dialog: Dialog) -> None:
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()


def watch(browser: Browser, place: Place, look: Look) -> Watched:
    """Return a new page that is watched from its first request on; `page.context` is to be closed."""
    width, height = look.window
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=look.scheme,
        java_script_enabled=look.scripts,
        locale="en-US",
        timezone_id="UTC",
        reduced_motion="reduce",
    )
    watched = Watched(context.new_page(), place)
    page = watched.page
    page.on("console", watched._told)
    page.on("request", watched._asked)
    page.on("requestfailed", watched._failed)
    page.on("response", watched._answered)
    page.on("dialog", watched._dialog)
    page.on("pageerror", lambda error: watched.problems.append(f"script: {error}"))
    page.on("popup", lambda other: watched.problems.append(f"window: {other.url}"))
    return watched


def lines(found: Sequence[str], most: int = 20) -> str:
    """Return problems as text, for the message of an assertion."""
    rest = [f"and {len(found) - most} more"] if len(found) > most else []
    return "\n".join([*found[:most], *rest])


def holds(page: Page, expression: str) -> bool:
    """Wait until an expression of JavaScript is true in a page, five seconds at most; say whether it is.

    Playwright's own wait asks again by `eval`, which the policy of our pages forbids.
    """
    for _ in range(250):
        if page.evaluate(expression):
            return True
        page.wait_for_timeout(20)
    return False
