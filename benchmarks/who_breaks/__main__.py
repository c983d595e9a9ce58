"""Try the faults of the rules on real clients, and write which of them break.

Run: nox -s who_breaks, or python benchmarks/who_breaks --environments FOLDER [RULE ...];
python benchmarks/who_breaks --environments FOLDER --add RULE ... tries these rules on every client
and writes them into data and page beside what was measured of the others;
python benchmarks/who_breaks --page writes the page of what was measured last, and tries nobody.
"""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from pathlib import Path

from case import cases
from environment import prepare
from measured import FILE, joined, measured, read, written
from roster import CLIENTS
from server import Server
from table import page
from trial import Try, tried

from toolwire.io.files import write_atomically

_PAGE = Path(__file__).resolve().parents[2] / "docs" / "who-breaks.md"


def main() -> None:
    """Make the environments, try, and write data and page; with rules named, print it instead."""
    parser = argparse.ArgumentParser(description=__doc__, prog="who_breaks")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--environments", type=Path, metavar="FOLDER")
    what.add_argument("--page", action="store_true", help="write the page of the data anew")
    parser.add_argument("--client", action="append", default=[], help="only this one")
    parser.add_argument("--add", action="store_true", help="write what is found of the rules")
    parser.add_argument("rules", nargs="*", metavar="RULE")
    asked = parser.parse_args()
    if asked.add and (asked.client or not asked.rules):
        parser.error("--add takes rules, and tries them on every client")
    if asked.page:
        write_atomically(_PAGE, page(read()).encode())
        return
    places = prepare(asked.environments)
    wanted = list(cases(frozenset(asked.rules)))
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
    if asked.add:
        run = joined(read(), run)
    if not asked.add and (asked.rules or asked.client):
        print(page(run))
    else:
        write_atomically(FILE, written(run))
        write_atomically(_PAGE, page(run).encode())


if __name__ == "__main__":
    main()
