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


def show_summary(summary: Summary, code: int, *, err: bool, results: bool = False) -> None:
    """Print the closing lines.

    Args:
        summary: what was seen.
        code: the exit code.
        err: on standard error, since standard output is for a program.
        results: they were written, so that a report can be made.
    """
    for line in _judged(summary):
        tell(line, err=err)
    seen = terminal(err=err)
    most = None if seen is None else max(seen.rows - _OTHERS, _LEAST)
    for line in _rules(summary, most):
        tell(line, indent="  ", err=err)
    for line in closing_lines(summary.disputes.rows()):
        tell(line, err=err)
    for line in _left(summary):
        tell(line, err=err)
    if summary.unreadable:
        tell(f"{summary.unreadable} could not be read", err=True)
    if summary.missed:
        tell(f"{summary.missed} could not be judged to the end", err=True)
    tell(_verdict(summary, code), err=err)
    tell(f"next: {_next(summary, code, results=results)}", err=err)


def _judged(summary: Summary) -> Iterator[str]:
    total = sum(summary.dialects.values())
    by_dialect = ", ".join(f"{name} {n}" for name, n in sorted(summary.dialects.items()))
    yield f"{total} exchanges judged ({by_dialect or 'none'})"
    if summary.pairs:
        called = (
            f", {summary.otherwise} of them otherwise called by the model"
            if summary.otherwise
            else ""
        )
        yield f"{summary.pairs} requests answered in both modes compared{called}"


def _rules(summary: Summary, most: int | None) -> Iterator[str]:
    """Yield a line for each rule, the most severe first; what there is no room for is counted."""
    found = sorted(summary.rules.items(), key=lambda one: (FAIL_ON.index(one[0][0]), one[0][1]))
    for (severity, rule), count in found[:most]:
        client = RULES[rule].subject is Subject.REQUEST
        whose = " (in requests: the client's doing)" if client else ""
        known = summary.known[severity, rule]
        whose += f" ({known} known of the provider)" if known else ""
        varying = summary.varying[severity, rule]
        whose += f" ({varying} that a model can explain)" if varying else ""
        yield f"{severity:7} {rule} {RULES[rule].name}: {count}{whose}"
    left = [] if most is None else found[most:]
    if left:
        findings = many(sum(count for _, count in left), "finding")
        yield f"and {many(len(left), 'rule')} more ({findings}): a wider terminal or a pipe shows all"


def _left(summary: Summary) -> Iterator[str]:
    """Yield what makes no observation, and what is no traffic."""
    for reason, count in sorted(summary.fixtures.items()):
        yield f"{count} fixtures make no observations: {reason}"
    if summary.passed_over:
        names = ", ".join(map(plain, summary.passed_names))
        rest = summary.passed_over - len(summary.passed_names)
        more = f" and {rest} more" if rest else ""
        yield f"passed over, no recorded traffic: {names}{more}"


def _verdict(summary: Summary, code: int) -> str:
    """Return what the exit code comes from, in one sentence."""
    if not summary.dialects and not summary.unreadable:
        return f"exit {code}: no traffic was found."
    not_looked = "not everything could be looked at; " if code > 1 else ""
    counts = [
        (
            severity,
            sum(n for key, n in summary.counted.items() if key[0] == severity),
        )
        for severity in FAIL_ON[:2]
    ]
    said = ", ".join(many(count, severity) for severity, count in counts if count)
    known = summary.known.total()
    beside = f", {many(known, 'finding')} known of the provider" if known else ""
    varying = summary.varying.total()
    beside += f", {many(varying, 'finding')} that a model can explain" if varying else ""
    return f"exit {code}: {not_looked}{said or 'no error and no warning'}{beside}."


def _next(summary: Summary, code: int, *, results: bool) -> str:
    """Return the command that goes on from here."""
    counted = sorted(summary.counted.items(), key=lambda one: (FAIL_ON.index(one[0][0]), -one[1]))
    if code and counted:
        return f"toolwire explain {counted[0][0][1]}"
    if results:
        return "toolwire report FILE -o report makes pages of the results"
    return (
        "lint ... -o traffic.jsonl, then toolwire report traffic.jsonl -o report, makes pages of it"
    )
