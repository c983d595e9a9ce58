"""A site of hostile results and hostile bytes, every page of it opened: nothing acts, nothing sticks out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.sites import pages_of
from tests.browser.watching import PHONE, Look, Place, Watched, lines, watch
from tests.support.acting import acting_in
from tests.support.built_site import built
from tests.support.hostile_results import MARK, TEXTS, observations
from toolwire import results
from toolwire.io.json_text import dump
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.transport.cassette.file import Provenance, save

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_DAY = "2026-11-21"
_WHEN = f"{_DAY}T10:00:00+00:00"
#: What would be seen had it run: in a page, in an attribute, in a link.
_ACTS = (
    "</pre></mark><script>window.__pwned = 1</script><img src=x onerror='window.__pwned = 2'>"
    '"><a href="javascript:window.__pwned = 3">x</a><svg onload="window.__pwned = 4">'
    "<style>main { display: none }</style><meta http-equiv=refresh content='0;url=//x.example'>"
    "<iframe srcdoc='<script>parent.__pwned = 5</script>'></iframe><base href=//x.example>"
    "\u202e\u2066\u200btxt.exe\u2069"
)
_UNBROKEN = "m" * 1_000_000
_RAN = "[window.__pwned ?? null, [...document.querySelectorAll('*')].length, document.title]"
_WIDTH = "document.documentElement.scrollWidth"
_HEADERS = (("content-type", "application/json"), ("server", _ACTS[:900]))


def _blocking(text: str) -> Response:
    call = {"id": text, "type": "function", "function": {"name": text, "arguments": text}}
    message = {"role": "assistant", "content": text, "tool_calls": [call]}
    body = {"id": text, "model": text, "choices": [{"index": 0, "message": message}], text[:90]: 1}
    return Response(200, _HEADERS, dump(body))


def _streamed(text: str) -> Response:
    call = {"index": 0, "id": text, "function": {"name": text, "arguments": text}}
    event = dump({"id": text, "choices": [{"index": 0, "delta": {"tool_calls": [call]}}]})
    head = (("content-type", "text/event-stream"), *_HEADERS[1:])
    return Response(200, head, b"".join(b"data: " + event + b"\n\n" for _ in range(3)))


def _asked(text: str) -> Request:
    headers = (("content-type", "application/json"), ("x-asked", text[:900]))
    tools = [{"type": "function", "function": {"name": text, "description": text}}]
    return Request("POST", "https://h.example/v1/chat/completions", headers, dump({"tools": tools}))


def recorded(cassettes: Path) -> Iterator[Observation]:
    """Yield failed observations whose bytes lie beside them, marked in the middle of what acts."""
    for word, text in (("short", _ACTS), ("long", _ACTS + _UNBROKEN)):
        for mode in Mode:
            streaming = mode is Mode.STREAMING
            source = f"bytes/{word}/single_call.{word}.{mode}.yaml"
            pair = (_asked(text), _streamed(text) if streaming else _blocking(text))
            head = Provenance(EvidenceLevel.RECORDED, _WHEN, "h.example")
            digest = save(cassettes / source, [pair], head)
            at = "event[1]/choices/0/delta" if streaming else "/choices/0/message"
            found = tuple(
                Finding("TC304", Severity.ERROR, f"{at}/tool_calls/0/{member}", "It is not so.", _ACTS, text[:200_000])
                for member in ("id", "function/name", "function/arguments", "missing")
            )  # fmt: skip
            yield Observation(
                "bytes", "openai-chat", word, "single_call", word, mode, Verdict.FAILED,
                Evidence(EvidenceLevel.RECORDED, source, _WHEN, digest), f"error: {text[:3000]}",
                found, run="20261121T090000Z-00000001",
            )  # fmt: skip


@pytest.fixture(scope="module")
def hostile(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site that the command built of two such reports."""
    top = tmp_path_factory.mktemp("hostile")
    for day, before in (("2026-10-21", True), (_DAY, False)):
        mine = () if before else recorded(top / "cassettes")
        head = results.header({"live": True, TEXTS[0]: TEXTS[0]}, ("TC304", TEXTS[0]))
        results.write(
            top / "reports" / day / "results.jsonl",
            replace(head, started_at=f"{day}T09:00:00+00:00", run="20261121T090000Z-00000001"),
            (*observations(hostile=True, before=before), *mine),
            finished_at=f"{day}T10:00:00+00:00",
        )
    return built([top / "reports"], top / "site", "--cassettes", str(top / "cassettes"))


@pytest.fixture
def visitor(chromium: Browser, hostile: Path) -> Iterator[Watched]:
    """Yield a page in a phone's window, for all pages of the site in turn."""
    watched = watch(chromium, Place.disk(hostile), Look(PHONE))
    yield watched
    watched.page.context.close()


def test_no_page_acts_or_slips_sideways(visitor: Watched, hostile: Path) -> None:
    """Every page: no script of a stranger ran, no dialog, no complaint, no foreign request, no slip."""
    found: list[str] = []
    pages = [path for mine in pages_of(hostile).by_folder.values() for path in mine]
    assert len(pages) > 50
    for path in pages:
        page = visitor.go(path)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        ran, elements, title = page.evaluate(_RAN)
        width = page.evaluate(_WIDTH)
        shown = page.locator("main").is_visible()
        if ran is not None or width > PHONE[0] or not shown or acting_in(title) or elements < 20:
            found.append(f"{path}: ran {ran}, {width} px, shown {shown}, {elements} elements")
    assert found == [], lines(found)
    assert visitor.problems == [], lines(visitor.problems)


def test_hostile_bytes_are_shown_as_they_are(visitor: Watched, hostile: Path) -> None:
    """The planted tags stand there as text, within marks, and what has no end is cut and says so."""
    page = visitor.go("cells/bytes.openai-chat/single_call.html")
    marked = page.locator("mark").all_inner_texts()
    assert any("window.__pwned = 1" in text for text in marked)
    assert not any("\u202e" in text for text in marked)
    assert "left out" in page.locator("main").inner_text()
    assert (hostile / "cells/bytes.openai-chat/single_call.html").stat().st_size < 2_000_000
    assert visitor.problems == []


def test_the_matrix_of_hostile_names_is_used(visitor: Watched) -> None:
    """Filter, sort and drawer work among them, and what is typed is no pattern and no markup."""
    page = visitor.go("index.html")
    for text in ("<img src=x onerror='window.__pwned = 1'>", ".*[", MARK, "bytes"):
        page.get_by_label("Find").fill(text)
        page.get_by_role("combobox", name="Sort").select_option(label="worst first")
        assert page.evaluate("window.__pwned ?? null") is None
    page.locator('[id="bytes.openai-chat.single_call"] > a').click()
    proof = page.frame_locator("#drawer-frame iframe")
    proof.get_by_role("heading", level=1).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    assert page.evaluate("window.__pwned ?? null") is None
    assert visitor.problems == [], lines(visitor.problems)
