"""Pictures of the site for the README: `python -m tests.browser.screenshots docs/screenshots`.

The site is that of the committed reports. Each picture has 64 colours, so that it stays small.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.chromium import running
from tests.browser.facts import said
from tests.browser.matrix_page import FIRST, MatrixPage
from tests.browser.watching import DESKTOP, PHONE, Look, Place, watch
from tests.support.built_site import built
from toolwire.model.observation import Verdict

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["PICTURES", "main"]


def _nothing(_: Page) -> None:
    """Show the page as it is."""


def _proof(page: Page) -> None:
    """Open a recorded cell that fails in streams, at the bytes."""
    matrix = MatrixPage(page)
    matrix.choose("Mode", "streaming")
    matrix.choose("Verdict", "fails")
    matrix.link(said().id_of(Verdict.FAILED, mode="streaming")).click()
    matrix.proof.get_by_role("link", name="See it in the bytes").click()
    matrix.proof.locator("mark:target").wait_for()


#: File -> window, what is done in the first page.
PICTURES: Mapping[str, tuple[tuple[int, int], Callable[[Page], None]]] = {
    "matrix.png": (DESKTOP, _nothing),
    "drawer.png": (DESKTOP, _proof),
    "phone.png": (PHONE, _nothing),
}


def small(png: bytes) -> bytes:
    """Return a picture in few colours: a third of the bytes."""
    from PIL import Image

    out = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


def main(words: list[str] | None = None) -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--site", type=Path, help="one that was built already")
    asked = parser.parse_args(words)
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, running() as browser:
        site = asked.site or built(["reports"], Path(name) / "site")
        for file, (window, act) in PICTURES.items():
            watched = watch(browser, Place.disk(site), Look(window))
            act(watched.go(FIRST))
            (asked.folder / file).write_bytes(small(watched.page.screenshot()))
            watched.page.context.close()


if __name__ == "__main__":
    main()
