"""How many recorded exchanges `lint` judges a second on one core, and how memory grows.

Run: python benchmarks/lint_corpus.py [CORPUS]. CPU time of this process. Prints exchanges a second
(median of three passes, the first with cold caches) as `toolwire lint` prints findings, and with the
facets that `--json` and `-o` tell beside; where the time goes, the five dearest rules, and peak
memory for the corpus once and ten times over.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from toolwire import rules, traffic
from toolwire.dialects import load_dialect
from toolwire.io.garbage import seldom_looked_for
from toolwire.jobs.lint.detect import detect
from toolwire.jobs.lint.judging import lint
from toolwire.jobs.lint.pairing import Pairs
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading
from toolwire.rules import Rule, Violation

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
PASSES = 3

_PEAK = """
import resource, sys
from toolwire.io.garbage import seldom_looked_for
from toolwire.jobs.lint.judging import lint
paths = sys.argv[2:]
n = 0
with seldom_looked_for():
    for _ in range(int(sys.argv[1])):
        for _ in lint(paths):
            n += 1
print(n, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""

Answer = TypeVar("Answer")


def _paths(corpus: Path) -> list[str]:
    return [str(folder) for folder in sorted(corpus.iterdir()) if folder.is_dir()]


def _speed(paths: list[str]) -> None:
    for _ in lint(paths[:3]):
        pass
    rates: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(PASSES):
        for facets, found in rates.items():
            before = time.process_time()
            with seldom_looked_for():  # as the command does
                total = sum(1 for _ in lint(paths, facets=facets))
            found.append(total / (time.process_time() - before))
    for facets, found in rates.items():
        each = ", ".join(f"{rate:.0f}" for rate in found)
        beside = ", with facets" if facets else ""
        print(
            f"{total} exchanges{beside}: {statistics.median(found):.0f} a second (passes: {each})"
        )


class _Stopwatch:
    """Adds up the CPU seconds of named pieces of work, its own cost left out."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        before = time.process_time()
        for _ in range(10_000):
            time.process_time()
        self._cost = (time.process_time() - before) / 10_000

    def time(self, name: str, work: Callable[[], Answer]) -> Answer:
        before = time.process_time()
        done = work()
        self.spent[name] += time.process_time() - before - self._cost
        return done


def _shares(paths: list[str]) -> None:
    """Take each exchange through the steps of `lint`, and time each step."""
    watch, pairs, total = _Stopwatch(), Pairs(), 0
    items = traffic.read(paths)
    while (item := watch.time("read", lambda: next(items, None))) is not None:
        if isinstance(item, Exchange):
            total += 1
            _steps(watch, pairs, item)
    whole = watch.spent.total()
    print("where the time goes, us an exchange:")
    for name, spent in watch.spent.most_common():
        print(f"  {name}: {spent / total * 1e6:.1f} us, {spent / whole:.0%}")


def _steps(watch: _Stopwatch, pairs: Pairs, exchange: Exchange) -> None:
    name = watch.time("detect", lambda: detect(exchange)).dialect
    if name is None:
        return
    speaker = load_dialect(name)
    reading = watch.time("decode", lambda: speaker.decode(exchange))
    watch.time("rules about answers", lambda: rules.judge(reading))
    watch.time("facets", lambda: speaker.facets(reading))
    watch.time("rules about requests", lambda: rules.judge_request(reading))
    watch.time("pairing", lambda: pairs.add(reading))


def _dearest(paths: list[str]) -> None:
    """Time each rule in its turn; the first to need a view that rules share pays for it."""
    watch, known = _Stopwatch(), dict(rules.RULES)
    rules.RULES = {known_id: _timed(rule, watch) for known_id, rule in known.items()}
    # What was found to apply so far are the rules that are not timed.
    rules._applicable.cache_clear()  # noqa: SLF001
    total = sum(1 for _ in lint(paths))
    whole = watch.spent.total() / total * 1e6
    print(f"{len(known)} rules, {whole:.0f} us an exchange; dearest:")
    for rule_id, spent in watch.spent.most_common(5):
        print(f"  {rule_id} {known[rule_id].name}: {spent / total * 1e6:.1f} us")


def _timed(rule: Rule, watch: _Stopwatch) -> Rule:
    def check(reading: Reading) -> Iterator[Violation]:
        return iter(watch.time(rule.id, lambda: list(rule.check(reading))))

    return replace(rule, check=check)


def _memory(paths: list[str]) -> None:
    for times in (1, 10):
        done = subprocess.run(
            [sys.executable, "-c", _PEAK, str(times), *paths],
            capture_output=True,
            text=True,
            check=True,
        )
        judged, peak = done.stdout.split()
        print(f"{judged} exchanges: peak memory {peak} MB")


def main() -> None:
    """Print all figures."""
    corpus = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS
    if not corpus.is_dir():
        sys.exit(f"LEFT OUT: no recorded traffic at {corpus}")
    paths = _paths(corpus)
    _speed(paths)
    _shares(paths)
    _dearest(paths)
    _memory(paths)


if __name__ == "__main__":
    main()
