"""`toolwire cassettes scrub`: secrets in what was written."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from toolwire.cli.screen.table import say
from toolwire.model.errors import TrafficError
from toolwire.transport.cassette.file import rewrite
from toolwire.transport.cassette.inspection import files_below, inspect


def run(*, paths: tuple[Path, ...], only_check: bool) -> int:
    """Do what `toolwire cassettes scrub` says; return the exit code."""
    counts: Counter[str] = Counter()
    for path in files_below(paths):
        counts["files"] += 1
        try:
            seen = list(inspect(path))
            if seen and not only_check and rewrite(path):
                counts["written again"] += 1
                seen = list(inspect(path))
        except TrafficError as error:
            counts["unreadable"] += 1
            say(str(error), err=True)
            continue
        counts["secrets"] += len(seen)
        for sight in seen:
            say(f"{sight.path}: {sight.place}: {sight.kind}")
    summary = ", ".join(
        f"{counts[word]} {word}" for word in ("secrets", "written again") if counts[word]
    )
    say(f"{summary or 'no secrets'} in {counts['files']} files", err=bool(counts["secrets"]))
    if counts["unreadable"]:
        return 2
    return 1 if counts["secrets"] else 0
