"""`toolwire cassettes check`: what is wrong with cassettes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from toolwire.cli.screen.table import say
from toolwire.jobs.audit.check import check
from toolwire.jobs.audit.plan import plan
from toolwire.jobs.audit.prompted import recorded_prompted
from toolwire.jobs.audit.selection import select
from toolwire.transport.cassette.file import shipped_cassettes


def run(
    *,
    providers: tuple[str, ...],
    suites_dir: Path | None,
    providers_dir: Path | None,
    cassettes: Path | None,
) -> int:
    """Do what `toolwire cassettes check` says; return the exit code."""
    folder = cassettes or shipped_cassettes()
    chosen = select(providers, suites_dir=suites_dir, providers_dir=providers_dir, cassettes=folder)
    counts: Counter[str] = Counter()
    targets = {item.target.name: item.target for item in chosen.items}
    prompted = recorded_prompted(targets.values(), folder)
    items = (*chosen.items, *plan(prompted, chosen.requested))
    sent = folder.resolve() == shipped_cassettes().resolve()
    for problem in check(items, folder, everything=not providers, sent=sent):
        counts[problem.kind] += 1
        say(f"{problem.kind} {problem.path}: {problem.reason}")
    summary = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    say(summary or f"every cassette answers its case: {len(items)} cases looked at")
    return 1 if counts else 0
