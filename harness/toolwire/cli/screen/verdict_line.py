"""The last lines of a run: its verdict in one sentence, what does not count, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolwire.cli.screen.table import many, plain
from toolwire.io.lists import listed
from toolwire.model.observation import WHOLE, Observation, Verdict
from toolwire.results.cells import Table, outcomes
from toolwire.results.cells.outcome import hollow_providers

_MOST = 4
#: Rules of a provider that are named; the report has all.
_MOST_RULES = 3
_NOTHING = "nothing was looked at"
_UNDECIDED = ((Verdict.NOT_RUN, "could not be run"), (Verdict.INCONCLUSIVE, "inconclusive"))


def verdict_line(
    table: Table, code: int, named: Iterable[str] = (), missing: Sequence[str] = ()
) -> str:
    """Return what a run came to, in one sentence that fits its exit code.

    Args:
        table: cells of the run or report.
        code: its exit code.
        named: providers that were asked for by name.
        missing: parts of divided runs that are not here, as `2/3`.
    """
    found = outcomes(table.suites.values())
    sentence = "; ".join(
        filter(None, (_undecided(table, named, missing), _failed(table)))
    ) or _clean(table)
    warned = found[Verdict.NON_STRICT]
    also = f", {warned} with warnings" if warned and code != 2 else ""
    return plain(f"exit {code}: {sentence}{also}.")


def _undecided(table: Table, named: Iterable[str], missing: Sequence[str]) -> str:
    found = outcomes(table.suites.values())
    parts = [f"{found[verdict]} {words}" for verdict, words in _UNDECIDED if found[verdict]]
    if missing:
        parts.append(f"{many(len(missing), 'part')} of a divided run missing")
    hollow = sorted(set(named).intersection(hollow_providers(table)))
    if hollow:
        parts.append(f"nothing but documentation of {', '.join(hollow)}")
    return f"not everything could be looked at: {', '.join(parts)}" if parts else ""


def _failed(table: Table) -> str:
    # What documentation alone says has failed nobody: it counts for nothing.
    looked = {key: cell for key, cell in table.suites.items() if not cell.hollow}
    failed = {
        key: n for key, cell in looked.items() if (n := dict(cell.counted).get(Verdict.FAILED))
    }
    if not failed:
        return ""
    rows = {row for row, _ in failed}
    every = {row for row, _ in looked}
    return f"{sum(failed.values())} failed, in {len(rows)} of {many(len(every), 'provider format')}"


def _clean(table: Table) -> str:
    cells = {key: cell for key, cell in table.suites.items() if not cell.hollow}
    total = sum(cell.decided for (_, suite), cell in cells.items() if suite != WHOLE)
    if not total:
        absent = sum(cell.of(Verdict.UNSUPPORTED) for cell in table.suites.values())
        return f"nothing to ask, {many(absent, 'case')} unsupported" if absent else _NOTHING
    whole = (
        f"{many(total, 'observation')} of {many(len({row for row, _ in cells}), 'provider format')}"
    )
    known = any(cell.of(Verdict.FAILED) for cell in cells.values())
    clean = "what fails is known" if known else "clean"
    return f"all looked at and {clean}: {whole}"


def known_line(observations: Iterable[Observation]) -> str:
    """Return which findings do not count, because the providers' files list them; "" for none."""
    rules: dict[str, set[str]] = {}
    count = 0
    for seen in observations:
        if seen.known:
            count += 1
            rules.setdefault(seen.provider, set()).update(seen.known)
    if not count:
        return ""
    providers = [f"{provider} {_few(found)}" for provider, found in sorted(rules.items())]
    return plain(
        f"known: {many(count, 'observation')} with findings that the providers' files list, and that"
        f" do not count: {listed(providers, _MOST, '; ')}"
    )


def _few(rules: Iterable[str]) -> str:
    """Return the ids of a few rules, of more how many."""
    every = sorted(rules)
    return ", ".join(every) if len(every) <= _MOST_RULES else f"{len(every)} rules"
