"""From the results of many targets to the matrix page, and what the page takes in a browser.

Run: python benchmarks/site_page.py [--targets 500] [--cases 60] [--both] [--rounds 3] [--profile]. The results are made
up of recorded ones: every target has the findings, facets and evidence of one that was recorded, under another
provider's name, for cases spread over all suites; each case in one mode, the two in turn, or with `--both` in both.
Measured in one run: results to page (read, folded, rendered: CPU time, the best of some rounds, in one process that
has its imports), bytes of the first load as they are and as gzip sends them, and in the system's Chromium first paint, a filter by
text, a filter by mode and a sort, each from the event to the frame that shows it. It judges nothing.
"""

from __future__ import annotations

import argparse
import cProfile
import gzip
import pstats
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path, PurePosixPath
from statistics import median
from typing import Any, Final

from toolwire import results
from toolwire.cli.facts import facts
from toolwire.dialects import DIALECTS
from toolwire.io.clock import today
from toolwire.io.garbage import not_looked_for
from toolwire.jobs.site import SitePlan, assets, overview
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.reading import site_of
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Observation
from toolwire.suites import load_suites

ROOT: Final = Path(__file__).resolve().parents[1]
#: What the figures are measured against.
ASKED: Final = {
    "results to page": "1.5 s",
    "first load": "2 MB, 400 KB as gzip",
    "first paint": "1 s",
    "a filter": "100 ms",
}
_LOADED = re.compile(r'<(?:link rel="(?:stylesheet|icon)"|script)[^>]*? (?:href|src)="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Size:
    """How large the made-up results are."""

    targets: int
    cases: int
    both: bool


def recorded() -> list[Observation]:
    """Return what servers were recorded to answer, of the newest report."""
    newest = max((ROOT / "reports").glob("20*"))
    return [
        one
        for one in results.read(newest)
        if one.asked and one.evidence.level is EvidenceLevel.RECORDED
    ]


def questions(count: int) -> list[tuple[str, str]]:
    """Return so many (suite, case), as evenly over all suites as their cases allow."""
    suites = [(suite.id, [case.id for case in suite.cases]) for suite in load_suites(())]
    rounds = max(len(cases) for _, cases in suites)
    taken = [(id_, cases[n]) for n in range(rounds) for id_, cases in suites if n < len(cases)]
    again = (f"_{turn}" if turn else "" for turn in range(count))
    return list(islice(((s, f"{c}{mark}") for mark in again for s, c in taken), count))


def observations(size: Size) -> Iterator[Observation]:
    """Yield what the targets answered: what a recorded one did where it was asked of that suite."""
    by_target: dict[tuple[str, str], list[Observation]] = {}
    for one in recorded():
        by_target.setdefault((one.provider, one.dialect), []).append(one)
    asked, speaks = questions(size.cases), list(DIALECTS)
    pools = cycle([by_target[key] for key in sorted(by_target)])
    for number, pool in zip(range(size.targets), pools, strict=False):
        for at, (suite, case) in enumerate(asked):
            modes = tuple(Mode) if size.both else (tuple(Mode)[at % 2],)
            fitting = [one for one in pool if one.suite == suite] or pool
            for mode in modes:
                yield replace(
                    fitting[(number + at) % len(fitting)],
                    provider=f"vendor-{number:03}",
                    dialect=speaks[number % len(speaks)],
                    model=f"model-{number % 7}-large",
                    suite=suite,
                    case=case,
                    mode=mode,
                )


def written(folder: Path, size: Size) -> Path:
    """Write the results, of the day of the newest recording, and return the file."""
    path = folder / "results.jsonl"
    made = list(observations(size))
    count = results.write(path, replace(results.header({}), run=made[0].run), made)
    print(
        f"results: {size.targets} targets x {size.cases} cases"
        f"{' x 2 modes' if size.both else ''}, {count} observations, "
        f"{sum(len(one.findings) for one in made)} findings, {path.stat().st_size / 1e6:.1f} MB"
    )
    return path


@dataclass(frozen=True, slots=True)
class Made:
    """A site's first page and what it took: seconds to read and fold, and to render."""

    site: Site
    files: tuple[SiteFile, ...]
    reading: float
    rendering: float

    @property
    def seconds(self) -> float:
        """Return both together."""
        return self.reading + self.rendering


def made(path: Path, plan: SitePlan) -> Made:
    """Read results and render the first page."""
    with not_looked_for():  # as `toolwire site` has it
        start = time.process_time()
        site = site_of((path,), plan)
        read = time.process_time()
        files = tuple(overview.files(site))
        return Made(site, files, read - start, time.process_time() - read)


def first_load(files: Sequence[SiteFile]) -> list[SiteFile]:
    """Return the first page and what it loads before anybody asks for more."""
    by_path = {one.path: one for one in files}
    page = by_path["index.html"]
    return [page, *(by_path[path] for path in _LOADED.findall(page.data.decode()))]


def put(files: Sequence[SiteFile], folder: Path) -> None:
    """Write the files of a page."""
    for one in files:
        target = folder / PurePosixPath(one.path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(one.data)


#: From an event to the frame that shows what it did: the layout of that frame is forced, and counted.
_TIMED = """async ([selector, value, event]) => {
  const control = document.querySelector(selector);
  const rows = document.querySelector('main tbody').rows;
  const shown = () => document.getElementById('count').textContent
    + [...rows].slice(0, 5).map(row => row.cells[0].textContent);
  const before = shown();
  const start = performance.now();
  if (control.type === 'checkbox' || control.type === 'radio') { control.checked = true; }
  else { control.value = value; }
  control.dispatchEvent(new Event(event, {bubbles: true}));
  let ends = start;
  for (let frame = 0; frame < 100; frame += 1) {
    await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
    document.body.getBoundingClientRect();
    ends = performance.now();
    if (shown() !== before) { return ends - start; }
  }
  throw new Error(`nothing changed: ${selector}`);
}"""
_PAINTED = """async () => {
  for (let frame = 0; frame < 600; frame += 1) {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (paint) { return paint.startTime; }
    await new Promise(requestAnimationFrame);
  }
  throw new Error("nothing was painted");
}"""


def in_browser(browser: Any, page_address: str, rounds: int) -> Iterator[str]:
    """Yield what the page takes in a browser, each the median of some fresh loads."""
    paints: list[float] = []
    steps: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, step in STEPS.items():
            page = browser.new_page(viewport={"width": 1400, "height": 1000})
            page.goto(page_address)
            paints.append(page.evaluate(_PAINTED))
            steps.setdefault(name, []).append(page.evaluate(_TIMED, list(step)))
            page.close()
    yield f"first paint: {median(paints):.0f} ms (asked for: {ASKED['first paint']})"
    for name, spent in steps.items():
        yield f"{name}: {median(spent):.0f} ms (asked for: {ASKED['a filter']})"


def browsing(address: str, rounds: int) -> Iterator[str]:
    """Yield what a page takes in the system's Chromium, or that there is none."""
    program = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if program is None or find_spec("playwright") is None:
        yield "LEFT OUT: first paint, filter and sort: no chromium with Playwright; see nox -s browser"
        return
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        yield from in_browser(browser, address, rounds)
        browser.close()


#: What is done in the page: name -> control, its new value, the event.
STEPS: Final = {
    "a filter by text": ("#find", "vendor-001", "input"),
    "a filter by mode": ("#mode", "streaming", "input"),
    "a sort": ("#sort", "worst", "input"),
}


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", type=int, default=500)
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--both", action="store_true", help="every case in both modes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true", help="print the dearest functions")
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = written(folder, Size(asked.targets, asked.cases, asked.both))
        plan = SitePlan(folder / "site", today(), facts())
        every = [made(path, plan) for _ in range(asked.rounds)]
        best = min(every, key=lambda one: one.seconds)
        print(
            f"results to page: {best.seconds:.2f} s CPU, reading {best.reading:.2f}, "
            f"folding and rendering {best.rendering:.2f} (asked for: {ASKED['results to page']})"
        )
        files = (*best.files, *assets.files(best.site))
        loaded = first_load(files)
        raw = sum(len(one.data) for one in loaded)
        packed = sum(len(gzip.compress(one.data, 6)) for one in loaded)
        print(
            f"first load: {len(loaded)} files, {raw / 1e6:.2f} MB, {packed / 1e3:.0f} KB as gzip "
            f"(asked for: {ASKED['first load']})"
        )
        put(files, plan.out)
        for line in browsing((plan.out / "index.html").as_uri(), asked.rounds):
            print(line)
        if asked.profile:
            profile = cProfile.Profile()
            profile.runcall(made, path, plan)
            pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


if __name__ == "__main__":
    main(sys.argv[1:])
