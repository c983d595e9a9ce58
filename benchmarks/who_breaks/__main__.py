"""Try the faults of the rules on real clients, and write which of them break.

Run: nox -s who_breaks, or python benchmarks/who_breaks --environments FOLDER [RULE ...];
with --new the rules and dialects that the data does not have yet, which are put into it;
python benchmarks/who_breaks --page writes the page of what was measured last, and tries nobody.
"""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from pathlib import Path

from case import cases
from environment import prepare
from measured import FILE, Measured, broken_clients, joined, measured, read, written
from roster import CLIENTS
from server import Server
from table import page
from trial import Try, tried

from toolwire.io.files import write_atomically

_ROOT = Path(__file__).resolve().parents[2]
_PAGE = _ROOT / "docs" / "who-breaks.md"
#: What `toolwire verify` tells of who breaks.
_KNOWN = _ROOT / "harness" / "toolwire" / "rules" / "broken_clients.json"


def _write(run: Measured) -> None:
    write_atomically(_PAGE, page(run).encode())
    write_atomically(_KNOWN, broken_clients(run))


def main() -> None:
    """Make the environments, try, and write data and page; with rules named, print it instead."""
    parser = argparse.ArgumentParser(description=__doc__, prog="who_breaks")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--environments", type=Path, metavar="FOLDER")
    what.add_argument("--page", action="store_true", help="write page and table of the data anew")
    parser.add_argument("--client", action="append", default=[], help="only this one")
    parser.add_argument(
        "--new", action="store_true", help="only what the data does not have, and add it"
    )
    parser.add_argument("rules", nargs="*", metavar="RULE")
    asked = parser.parse_args()
    if asked.new and (asked.client or asked.rules):
        parser.error("--new is of every client, and finds the rules itself")
    if asked.page:
        _write(read())
        return
    places = prepare(asked.environments)
    wanted = list(cases(frozenset(asked.rules)))
    if asked.new:
        known = read().known
        wanted = [case for case in wanted if (case.rule, case.dialect) not in known]
    server, found, versions = Server(), list[Try](), dict[str, str]()
    for client in CLIENTS:
        if asked.client and client.name not in asked.client:
            continue
        if client.place not in places:
            sys.stderr.write(f"LEFT OUT: {client.name}, because there is no npm\n")
            continue
        told, _ = client.tries(asked.environments)
        text = ", ".join(f"{name} {number}" for name, number in told.items())
        versions[client.name] = "; ".join(filter(None, (versions.get(client.name), text)))
        new = list(tried(client, asked.environments, server, wanted))
        sys.stderr.write(f"{client.name} ({client.module}): {len(new)} tries\n")
        found.extend(new)
    run = measured(found, versions, dt.datetime.now(tz=dt.UTC).date().isoformat())
    if asked.new:
        run = joined(read(), run)
    if asked.rules or asked.client:
        print(page(run))
    else:
        write_atomically(FILE, written(run))
        _write(run)


if __name__ == "__main__":
    main()
