"""Print the jobs of a monthly audit as a JSON array: one a provider, with the words for `-p`.

    PROVIDERS="openai acme/*" MAX_REQUESTS= python jobs.py

$PROVIDERS are ids (every route of it that is on the internet), or words that `-p` takes. Where it
is empty: every provider toolwire knows that is on the internet and has a price, so that a limit
in USD can be kept to; who is left out is told.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_HTTPS = "https://"


def asked(*words: str) -> str:
    """Return what toolwire prints; it ends this program where it fails."""
    done = subprocess.run(["toolwire", *words], stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603, S607 - the workflow's own
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


def routes() -> dict[str, list[str]]:
    """Return provider id -> its routes that are on the internet; a local one has none."""
    found: dict[str, list[str]] = {}
    for row in json.loads(asked("list", "providers", "--json")):
        mine = found.setdefault(row["provider"].partition(".")[0], [])
        if row["endpoint"].startswith(_HTTPS) and row["models"]:
            mine.append(row["provider"])
    return found


def unpriced(known: dict[str, list[str]]) -> set[str]:
    """Return the ids of providers with a route whose price nobody knows."""
    words = [word for mine in known.values() for route in mine for word in ("-p", route)]
    # One suite says as much of prices as all of them.
    plan = asked("plan", "--json", "-s", "single_call", *words)
    rows = [json.loads(line) for line in plan.splitlines()]
    return {id_of(row["target"]) for row in rows if row["price"] is None}


def id_of(word: str) -> str:
    """Return the provider's id at the beginning of a word of `-p`."""
    match = _ID.match(word)
    if match is None:
        print(f"::error title=Providers::{word[:40]!r} is no provider", file=sys.stderr)
        sys.exit(3)
    return match[0]


def main() -> None:
    """Print the jobs on standard output, and who is left out on standard error."""
    known = routes()
    words = os.environ.get("PROVIDERS", "").split()
    if not words:
        left = {name: "on your own machines" for name, mine in known.items() if not mine}
        if not os.environ.get("MAX_REQUESTS"):
            left |= dict.fromkeys(unpriced(known), "price not known: name it, with max-requests")
        words = [name for name in known if name not in left]
        for name, why in sorted(left.items()):
            print(f"left out: {name} ({why})", file=sys.stderr)
    if not words:
        print("::error title=Providers::there is nobody to ask", file=sys.stderr)
        sys.exit(3)
    jobs: dict[str, list[str]] = {}
    for word in words:
        jobs.setdefault(id_of(word), []).extend(known.get(word) or [word])
    print(
        json.dumps([{"provider": name, "targets": " ".join(mine)} for name, mine in jobs.items()])
    )


if __name__ == "__main__":
    main()
