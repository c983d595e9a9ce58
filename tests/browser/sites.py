"""The pages of a built site, and a static host for them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

__all__ = ["Pages", "pages_of", "served"]

#: Pages of one kind that are opened, of those that are many.
_SOME = 4


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a site by the folder they lie in; those at its top below ""."""

    by_folder: dict[str, tuple[str, ...]]

    def some(self, folder: str) -> tuple[str, ...]:
        """Return what is opened of a kind: all at the top, else the largest and some others.

        The others are spread evenly over the names, so that they are the same in every run.
        """
        pages = self.by_folder[folder]
        if not folder or len(pages) <= _SOME:
            return pages
        rest = pages[1:]
        step = len(rest) / (_SOME - 1)
        return (pages[0], *(sorted(rest)[int(step * n)] for n in range(_SOME - 1)))


def pages_of(site: Path) -> Pages:
    """Return the pages that a site's list of files names, the largest of each folder first."""
    listed = json.loads((site / "site.json").read_text(encoding="utf-8"))["files"]
    found: dict[str, list[str]] = {}
    for name in listed:
        if name.endswith(".html"):
            folder = name.partition("/")[0] if "/" in name else ""
            found.setdefault(folder, []).append(name)

    def largest_first(name: str) -> tuple[int, str]:
        return -(site / name).stat().st_size, name

    return Pages({key: tuple(sorted(names, key=largest_first)) for key, names in found.items()})


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback as a static host would; yield the address, with its slash."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
