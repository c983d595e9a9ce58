"""Runs in a process of their own that are killed, and gone on with until they are done."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile

from tests.support.forked import Forked, serving
from toolwire.results import read

__all__ = [
    "AUDIT", "CONCURRENCY", "VERIFY", "Chain", "Kind", "Lab", "chance", "laboratory",
]  # fmt: skip

CONCURRENCY = 8
SUITES = ("single_call", "round_trip", "sequential_calls", "argument_fidelity")
PROVIDER = """
provider: acme
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: openai-chat
base_url: {url}/v1
hosts: [api.example.invalid]
models:
  - {{id: reference-model, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}}
"""


@dataclass(frozen=True)
class Lab:
    """A server that breaks a rule, in a process of its own, and the folder of its log."""

    folder: Path
    url: str

    @property
    def asked(self) -> int:
        """Return how many requests it was sent."""
        return (self.folder / "log").read_text().count("POST ")


@contextmanager
def laboratory(folder: Path, delay: int = 4) -> Iterator[Lab]:
    """Start a server that takes some milliseconds for each piece, so that it can be interrupted."""
    (folder / "providers").mkdir(parents=True)
    words = ("-d", "openai-chat", "--fault", "TC304", "--delay", str(delay))
    with serving(words, folder / "log") as url:
        (folder / "providers" / "acme.yaml").write_text(PROVIDER.format(url=url))
        yield Lab(folder, url)


@dataclass(frozen=True)
class Kind:
    """A command that asks, and writes below a folder.

    Attributes:
        name: as people type it; journal: of a run under way, below its folder.
        words: the rest of the command line, for a server and a folder.
    """

    name: str
    journal: str
    words: Callable[[Lab, Path], Sequence[str]]

    def line(self, lab: Lab, out: Path) -> list[str]:
        """Return the words of the command line; it goes on where there is something to go on with."""
        journal = out / self.journal
        # Killed while it wrote its first line, it has nothing to go on with.
        begun = journal.exists() and b"\n" in journal.read_bytes()[:65_536]
        resume = begun or (not journal.exists() and (out / "results.jsonl").exists())
        return [*self.words(lab, out), *(["--resume"] if resume else [])]


def _audit(lab: Lab, out: Path) -> list[str]:
    return [
        *("audit", "-p", "acme", "-q", "-o", str(out), "--record"),
        *("--cassettes", str(out / "cassettes"), "--junit", str(out / "junit.xml")),
        *("--providers", str(lab.folder / "providers"), "--concurrency", str(CONCURRENCY)),
        *(word for suite in SUITES for word in ("-s", suite)),
    ]


def _verify(lab: Lab, out: Path) -> list[str]:
    words = ("verify", lab.url, "--model", "reference-model", "-q", "--output", str(out))
    return [*words, "--concurrency", str(CONCURRENCY)]


AUDIT = Kind("audit --record", "journal.jsonl", _audit)
VERIFY = Kind("verify --output", "verify.journal.jsonl", _verify)


@dataclass
class Chain:
    """One run, from its beginning over its kills to its end.

    Attributes:
        kind, lab, out: what is run, against whom, into which folder.
        kills: when it was killed: `before` it kept anything, while `asking`, with its results
            written and its `report` not, or `after` all.
        asked: requests that the server was sent for it.
        code: exit code of the last command; printed: what it printed; seconds: how long it took
            from its beginning with the journal.
    """

    kind: Kind
    lab: Lab
    out: Path
    kills: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    code: int = -1
    printed: bytes = b""
    seconds: float = 0.0

    def kill(self, moment: Callable[[], Callable[[], bool]]) -> bool:
        """Go on, and kill -9 when it is the moment; False where it came to its end before.

        Args:
            moment: called when the run has its journal; what it returns says whether it is time.
        """
        before = self.lab.asked
        with (
            Path(os.devnull).open("wb") as nowhere,
            Forked(self.kind.line(self.lab, self.out), stdout=nowhere, stderr=nowhere) as run,
        ):
            while run.poll() is None and not self._begun(run.pid):
                time.sleep(0.001)
            now = moment()
            while run.poll() is None and not now():
                time.sleep(0.001)
            killed = run.poll() is None
            run.send_signal(signal.SIGKILL)
            self.code = run.wait()
        self.asked += self.lab.asked - before
        self.kills[self._stage()] += killed
        return killed

    def end(self) -> None:
        """Go on until it is done."""
        before, began = self.lab.asked, 0.0
        with TemporaryFile() as out, TemporaryFile() as err:
            with Forked(self.kind.line(self.lab, self.out), stdout=out, stderr=err) as run:
                while run.poll() is None and not self._begun(run.pid):
                    time.sleep(0.001)
                began = time.monotonic()
                self.code = run.wait()
            self.seconds = time.monotonic() - began
            for file in (out, err):
                file.seek(0)
            self.printed = out.read()
            assert self.code in {0, 1}, err.read().decode()
        self.asked += self.lab.asked - before

    def _begun(self, process: int) -> bool:
        """Say whether a process has the journal open: before that there is nothing to kill."""
        journal = str(self.out / self.kind.journal)
        with suppress(OSError):
            for handle in Path(f"/proc/{process}/fd").iterdir():
                with suppress(OSError):
                    if str(handle.readlink()) == journal:
                        return True
        return False

    def _stage(self) -> str:
        journal, results = self.out / self.kind.journal, self.out / "results.jsonl"
        if journal.exists():
            return "report" if results.exists() else "asking"
        return "after" if results.exists() else "before"

    @property
    def twice(self) -> int:
        """Return how many cases have more than one result."""
        seen = Counter((o.dialect, o.suite, o.case, o.mode) for o in read(self.out))
        return sum(count > 1 for count in seen.values())

    @property
    def cases(self) -> set[tuple[str, ...]]:
        """Return what there are results of."""
        return {(o.dialect, o.suite, o.case, str(o.mode), str(o.verdict)) for o in read(self.out)}

    @property
    def files(self) -> set[str]:
        """Return the names of everything that is there."""
        return {p.relative_to(self.out).as_posix() for p in self.out.rglob("*") if p.is_file()}


def chance(moments: random.Random, whole: float) -> Callable[[], Callable[[], bool]]:
    """Return a moment anywhere in a run that takes some seconds in all."""

    def begin() -> Callable[[], bool]:
        until = time.monotonic() + moments.uniform(0, whole)
        return lambda: time.monotonic() >= until

    return begin
