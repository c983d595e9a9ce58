"""Where a scenario is played: a folder, a server on loopback, the command line, and what it left."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from fuzz.hostile.command import Measured, command
from fuzz.hostile.outcome import Outcome
from fuzz.item import KEY
from tests.transport.live.conftest import Script, Server, serving

PROVIDER: Final = """
provider: acme
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: openai-chat
base_url: http://inner.example.invalid:8000/v1
key_env: ACME_API_KEY
{more}models:
  - {{id: reference-model, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}}
"""
#: What acts on a terminal.
_CONTROL: Final = re.compile(rb"[\0-\x08\x0b\x0c\x0e-\x1f\x7f]")
_MOST_READ: Final = 64 * 1024 * 1024


class Stage:
    """One scenario's folder.

    Args:
        folder: an empty one.
        seconds: how long a command may take before it is killed.
    """

    def __init__(self, folder: Path, seconds: float) -> None:
        self.folder = folder
        self.seconds = seconds

    @property
    def out(self) -> Path:
        """Return the folder into which commands write."""
        return self.folder / "out"

    def write(self, name: str, data: bytes) -> Path:
        """Write a file of the scenario."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def run(self, *words: str | Path, stdout: IO[bytes] | int | None = None) -> Outcome:
        """Run `toolwire` and return what it did."""
        done = command(
            list(map(str, words)), self.folder, seconds=self.seconds, environ={"ACME_API_KEY": KEY, "TOOLWIRE_KEY_ENV": "ACME_API_KEY"}, stdout=stdout
        )  # fmt: skip
        return self.outcome(done)

    def outcome(self, done: Measured, more: str = "") -> Outcome:
        """Return what a command did, and what must never happen of it."""
        printed = [
            (self.folder / name).read_bytes()[:_MOST_READ] for name in (".stdout", ".stderr")
        ]
        output = "\n".join(text.decode("utf-8", "backslashreplace") for text in reversed(printed))
        broken = list(self._broken(done, printed))
        words = "\n".join(filter(None, (more, _verdicts(self.out / "results.jsonl"), output)))
        return Outcome(
            done.code, self._neutral(words), done.seconds, done.size / 1e6, "; ".join(broken)
        )

    def _broken(self, done: Measured, printed: Sequence[bytes]) -> Iterator[str]:
        if done.ended:
            yield f"had to be ended after {self.seconds:g} s"
        if any(b"Traceback (most recent call last)" in text for text in printed):
            yield "a traceback"
        if any(_CONTROL.search(text) for text in printed):
            yield "control characters on the screen"
        if any(_holds_key(text) for text in printed):
            yield "the key on the screen"
        if self.out.is_dir():
            written = (path for path in sorted(self.out.rglob("*")) if path.is_file())
            found = [path.name for path in written if _holds_key(path.read_bytes()[:_MOST_READ])]
            if found:
                yield f"the key in {', '.join(sorted(set(found)))}"

    def _neutral(self, text: str) -> str:
        """Take out of a text what is another at every run."""
        text = text.replace(f"{self.folder}/", "").replace(str(self.folder), "FOLDER")
        return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:PORT", text)

    def audited(self, script: Script, *words: str, scheme: str = "http", more: str = "") -> Outcome:
        """Run a live audit of one suite against a server of one script."""
        providers = self.write("providers/acme.yaml", PROVIDER.format(more=more).encode()).parent
        with listening(script) as server:
            at = f"{scheme}://127.0.0.1:{server.port}"
            where = ("--at", at, "-p", "acme", "-s", "single_call", "--providers", providers)
            return self.run("audit", "--live", *where, "-q", "-o", self.out, *words)


def _holds_key(data: bytes) -> bool:
    """Return whether a text holds the key, or most of it."""
    return KEY[:-4].encode() in data or KEY[12:].encode() in data


def _verdicts(path: Path) -> str:
    """Return verdict and reason of the observations of a run, the commonest first."""
    if not path.is_file():
        return ""
    seen: Counter[str] = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        if one.get("kind") == "observation":
            seen[f"{one['verdict']}: {one['reason']}"] += 1
    return "\n".join(f"{count} x {text}" for text, count in seen.most_common())


@contextmanager
def listening(script: Script) -> Iterator[Server]:
    """Run a server of one script in a thread."""
    ready, stops = threading.Event(), []
    servers: list[Server] = []

    async def go() -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        # Connections that break are what this is about.
        loop.set_exception_handler(lambda _loop, _context: None)
        stops.append(lambda: loop.call_soon_threadsafe(stop.set))
        async with serving(script) as server:
            servers.append(server)
            ready.set()
            await stop.wait()
        await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(go()), daemon=True)
    thread.start()
    if not ready.wait(10):
        raise RuntimeError("no server on loopback")
    try:
        yield servers[0]
    finally:
        stops[0]()
        thread.join(10)
