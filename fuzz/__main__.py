"""`python -m fuzz`: run mutated inputs, and tell what escapes."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence

from fuzz.making import TARGETS, made
from fuzz.regressions import save
from fuzz.shrink import shrunk
from fuzz.watch import Find, bounded, tried
from fuzz.workers import Row, Totals, fuzzed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run inputs; 1 when something was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=30_000, metavar="N", help="how many (30000)")
    parser.add_argument(
        "--start", type=int, metavar="S", help="start number of the random generator"
    )
    parser.add_argument("--target", default="", choices=["", *TARGETS], help="this one only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument(
        "--only", type=int, metavar="K", help="run input K alone, with its traceback"
    )
    parser.add_argument(
        "--keep", action="store_true", help="shrink finds and keep them in fuzz/found"
    )
    options = parser.parse_args(arguments)
    start = options.start if options.start is not None else int(time.time())
    row = Row(start, options.inputs, options.target)
    if options.only is not None:
        return _alone(row, options.only, keeping=options.keep)
    print(f"{row.count} inputs, --start {start}, {options.jobs} processes", flush=True)
    totals = fuzzed(row, options.jobs, lambda n, find: _tell(row, n, find), _progress)
    _close(row, totals)
    if options.keep:
        for finds in totals.finds.values():
            _keep(row, *finds[0])
    return int(bool(totals.finds))


def _again(row: Row, number: int) -> str:
    target = f" --target {row.only}" if row.only else ""
    return f"python -m fuzz --start {row.start}{target} --only {number}"


def _tell(row: Row, number: int, find: Find) -> None:
    print(f"FOUND {find.signature}: {find.detail}\n      {_again(row, number)}", flush=True)


def _progress(done: int) -> None:
    print(f"      {done} done", flush=True)


def _close(row: Row, totals: Totals) -> None:
    rate = totals.done / max(totals.seconds, 0.001)
    print(
        f"{totals.done} inputs in {totals.seconds:.0f} s ({rate:.0f} a second; {totals.processor:.0f} s of processor time)"
    )
    took, number = totals.slowest
    print(f"slowest {took:.2f} s ({_again(row, number)}), peak {totals.peak / 1e6:.0f} MB")
    for signature, count in totals.counts.most_common():
        print(f"{count:7} {signature}")
        for number, _ in totals.finds[signature]:
            print(f"        {_again(row, number)}")
    print(f"{len(totals.counts)} kinds of finds" if totals.counts else "nothing found")


def _alone(row: Row, number: int, *, keeping: bool) -> int:
    item = made(row.start, number, row.only)
    print(f"{item.target} {dict(item.words)}")
    with bounded():
        find, took = tried(item)
    print(f"{took:.3f} s; {find.signature + ': ' + find.detail if find else 'nothing found'}")
    if find is not None and find.kind == "escape":
        from fuzz.targets import run  # noqa: PLC0415 - once more, for the traceback

        if keeping:
            _keep(row, number, find)
        run(item)
    elif find is not None and keeping:
        _keep(row, number, find)
    return int(find is not None)


def _keep(row: Row, number: int, find: Find) -> None:
    item = made(row.start, number, row.only)
    if find.kind in {"escape", "promise"}:
        item = shrunk(item, find)
    print(f"kept: {save(item, find)}")


if __name__ == "__main__":
    sys.exit(main())
