"""How many recorded exchanges `lint` judges a second on one core, and how memory grows.

Run: python benchmarks/lint_corpus.py [CORPUS]. Prints exchanges a second (CPU time of this
process), the five dearest rules, and peak memory for the corpus once and ten times over.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from harness import rules
from harness.lint import Judged, lint

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"

_PEAK = """
import resource, sys
from harness.lint import lint
paths = sys.argv[2:]
n = 0
for _ in range(int(sys.argv[1])):
    for _ in lint(paths):
        n += 1
print(n, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def _paths(corpus: Path) -> list[str]:
    return [str(folder) for folder in sorted(corpus.iterdir()) if folder.is_dir()]


def _speed(paths: list[str]) -> None:
    for _ in lint(paths[:3]):
        pass
    before = time.process_time()
    counted = Counter(type(item) is Judged for item in lint(paths))
    spent = time.process_time() - before
    total = sum(counted.values())
    print(f"{total} exchanges in {spent:.2f} s of CPU: {total / spent:.0f} a second")


def _dearest(paths: list[str]) -> None:
    readings = [item.reading for item in lint(paths) if isinstance(item, Judged) and item.reading]
    cost: dict[str, float] = {}
    for rule in rules.RULES.values():
        mine = [
            r
            for r in readings
            if r.dialect in rule.severity and r.mode in rule.modes and rule.on_error is not r.ok
        ]
        before = time.process_time()
        for reading in mine:
            for _ in rule.check(reading):
                pass
        cost[rule.id] = time.process_time() - before
    print(
        f"{len(cost)} rules, {sum(cost.values()) / len(readings) * 1e6:.0f} us an exchange; dearest:"
    )
    for rule_id, spent in sorted(cost.items(), key=lambda row: -row[1])[:5]:
        print(f"  {rule_id} {rules.RULES[rule_id].name}: {spent / len(readings) * 1e6:.1f} us")


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
    _dearest(paths)
    _memory(paths)


if __name__ == "__main__":
    main()
