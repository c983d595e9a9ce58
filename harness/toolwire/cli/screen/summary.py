"""The closing lines of `toolwire lint`: what was judged, findings by rule, the verdict, what next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.cli.screen.disputes import closing_lines
from toolwire.cli.screen.table import many, plain
from toolwire.cli.screen.terminal import tell, terminal
from toolwire.jobs.lint.summary import FAIL_ON, Summary
from toolwire.rules import RULES, Subject

#: Rows of a terminal that the other closing lines take.
_OTHERS: Final = 11
#: Rules that are named on the smallest terminal.
_LEAST: Final = 5


def show_tally(tally: Summary, code: int, *, err: bool, results: bool = False) -> None:
    """Print the closing lines.

    Args:
        tally: what was seen.
        code: the exit code.
        err: on standard error, since standard output is for a program.
        results: they were written, so that a report can be made.
    """
    for line in _judged(tally):
        tell(line, err=err)
    seen = terminal(err=err)
    most = None if seen is None else max(seen.rows - _OTHERS, _LEAST)
    for line in _rules(tally, most):
        tell(line, indent="  ", err=err)
    for line in closing_lines(tally.disputes.rows()):
        tell(line, err=err)
    for line in _left(tally):
        tell(line, err=err)
    if tally.unreadable:
        tell(f"{tally.unreadable} could not be read", err=True)
    if tally.missed:
        tell(f"{tally.missed} could not be judged to the end", err=True)
    tell(_verdict(tally, code), err=err)
    tell(f"next: {_next(tally, code, results=results)}", err=err)


def _judged(tally: Summary) -> Iterator[str]:
    total = sum(tally.dialects.values())
    by_dialect = ", ".join(f"{name} {n}" for name, n in sorted(tally.dialects.items()))
    yield f"{total} exchanges judged ({by_dialect or 'none'})"
    if tally.pairs:
        called = (
            f", {tally.otherwise} of them otherwise called by the model" if tally.otherwise else ""
        )
        yield f"{tally.pairs} requests answered in both modes compared{called}"


def _rules(tally: Summary, most: int | None) -> Iterator[str]:
    """Yield a line for each rule, the gravest first; what there is no room for is counted."""
    found = sorted(tally.rules.items(), key=lambda one: (FAIL_ON.index(one[0][0]), one[0][1]))
    for (severity, rule), count in found[:most]:
        client = RULES[rule].subject is Subject.REQUEST
        whose = " (in requests: the client's doing)" if client else ""
        known = tally.known[severity, rule]
        whose += f" ({known} known of the provider)" if known else ""
        yield f"{severity:7} {rule} {RULES[rule].name}: {count}{whose}"
    left = [] if most is None else found[most:]
    if left:
        findings = many(sum(count for _, count in left), "finding")
        yield f"and {many(len(left), 'rule')} more ({findings}): a wider terminal or a pipe shows all"


def _left(tally: Summary) -> Iterator[str]:
    """Yield what makes no observation, and what is no traffic."""
    for reason, count in sorted(tally.fixtures.items()):
        yield f"{count} fixtures make no observations: {reason}"
    if tally.passed_over:
        names = ", ".join(map(plain, tally.passed_names))
        rest = tally.passed_over - len(tally.passed_names)
        more = f" and {rest} more" if rest else ""
        yield f"passed over, no recorded traffic: {names}{more}"


def _verdict(tally: Summary, code: int) -> str:
    """Return what the exit code comes from, in one sentence."""
    if not tally.dialects and not tally.unreadable:
        return f"exit {code}: no traffic was found."
    not_looked = "not everything could be looked at; " if code > 1 else ""
    counts = [
        (severity, sum(n for key, n in (tally.rules - tally.known).items() if key[0] == severity))
        for severity in FAIL_ON[:2]
    ]
    said = ", ".join(many(count, severity) for severity, count in counts if count)
    known = tally.known.total()
    beside = f", {many(known, 'finding')} known of the provider" if known else ""
    return f"exit {code}: {not_looked}{said or 'no error and no warning'}{beside}."


def _next(tally: Summary, code: int, *, results: bool) -> str:
    """Return the command that goes on from here."""
    counted = sorted(
        (tally.rules - tally.known).items(), key=lambda one: (FAIL_ON.index(one[0][0]), -one[1])
    )
    if code and counted:
        return f"toolwire explain {counted[0][0][1]}"
    if results:
        return "toolwire report FILE -o report makes pages of the results"
    return (
        "lint ... -o traffic.jsonl, then toolwire report traffic.jsonl -o report, makes pages of it"
    )
