"""`python -m fuzz.hostile`: play the scenarios, and fail where one is not as expected."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from fuzz.hostile import answers, clients, files, servers
from fuzz.hostile.outcome import Outcome
from fuzz.hostile.page import PAGE, page
from fuzz.hostile.row import Row
from fuzz.hostile.stage import Stage

#: Title -> rows.
GROUPS: Final[Mapping[str, Sequence[Row]]] = {
    "Servers": servers.ROWS,
    "Answers": answers.ROWS,
    "Files": files.ROWS,
    "Clients of `serve`": clients.ROWS,
}
_MARGIN: Final = 10.0


def played(row: Row) -> Outcome:
    """Play one scenario in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        return row.act(Stage(Path(folder), row.seconds + _MARGIN))


def objections(row: Row, done: Outcome) -> tuple[str, ...]:
    """Return how an outcome differs from what is expected."""
    found = {
        f"exit {done.code}, not {' or '.join(map(str, row.codes))}": done.code not in row.codes,
        f"does not say {row.expected!r}": re.search(row.expected, done.output) is None,
        f"{done.seconds:.1f} s, more than {row.seconds:g}": done.seconds > row.seconds,
        f"{done.megabytes:.0f} MB, more than {row.megabytes:g}": done.megabytes > row.megabytes,
        done.broken: bool(done.broken),
    }
    return tuple(text for text, holds in found.items() if holds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play scenarios; 1 when one is not as expected."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.hostile", description=__doc__)
    parser.add_argument("names", nargs="*", help="scenarios; all if none")
    parser.add_argument("--jobs", type=int, default=3, help="how many at once")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    options = parser.parse_args(arguments)
    wanted = [
        row
        for rows in GROUPS.values()
        for row in rows
        if not options.names or row.name in options.names
    ]
    # The slowest first: they mostly wait.
    with ThreadPoolExecutor(options.jobs) as pool:
        order = sorted(wanted, key=lambda row: -row.seconds)
        done = dict(zip(order, pool.map(_told, order), strict=True))
    bad = [row.name for row in wanted if objections(row, done[row])]
    if options.write and not options.names:
        groups = [(title, [(row, done[row]) for row in rows]) for title, rows in GROUPS.items()]
        PAGE.write_text(page(groups, bad), encoding="utf-8")
        print(f"written: {PAGE}")
    print(f"{len(wanted)} scenarios, {len(bad)} not as expected: {' '.join(bad)}")
    return int(bool(bad))


def _told(row: Row) -> Outcome:
    done = played(row)
    wrong = objections(row, done)
    line = next((one for one in done.output.splitlines() if one.strip()), "")[:160]
    mark = "BAD " if wrong else "ok  "
    print(
        f"{mark}{row.name}: exit {done.code}, {done.seconds:.1f} s, {done.megabytes:.0f} MB: {line!r} {'; '.join(wrong)}",
        flush=True,
    )
    return done


if __name__ == "__main__":
    sys.exit(main())
