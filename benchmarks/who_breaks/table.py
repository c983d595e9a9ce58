"""What was measured, as `docs/who-breaks.md`."""

from __future__ import annotations

from collections.abc import Iterable

from measured import Measured, OfRule

_HEAD = """# Who breaks

What each fault of each rule does to real clients. Every client below was given the rule's own
clean exchange and its faulty one by a server on the same machine, and what its program then had
was compared. Written by `nox -s who_breaks` (`benchmarks/who_breaks`), which is not part of CI.

- **breaks**: it raises, or a program that reads it as its documentation does; or that program has
  fewer or more calls than the model made; or the client runs other ones itself; or text is lost,
  or the reason of a refusal.
- passes on: its program meets the fault: in a call that is not what the model made, in the text,
  in the stop word or an id.
- same: its program has what it would have had.
- empty: not tried. A client is tried where it speaks the dialect and can use the clean answer.

Rules about requests are not here, nor those whose question only a suite asks. Where a rule can be
broken in several ways, one that breaks a client counts; the second part says in which dialect, the
third which fault.
"""
_CELLS = {"breaks": "**breaks**"}


def page(run: Measured) -> str:
    """Return the page of what was measured."""
    details = ("\n".join([f"### {r.rule}", "", *_items(r.details)]) for r in run.rules if r.details)
    blocks = [
        _HEAD,
        f"Tried on {run.date}{_later(run)}, with {run.faults} faults served:\n",
        "\n".join(_items(f"{name}: {what}" for name, what in run.clients.items())) + "\n",
        _table(run),
        "## In which dialect\n",
        _dialects(run.rules),
        "## What breaks them\n",
        "\n\n".join(details) + "\n",
    ]
    return "\n".join(blocks)


def _later(run: Measured) -> str:
    parts = (f"{', '.join(rules)} on {day}" for day, rules in sorted(run.later.items()))
    return "".join(f"; {part}" for part in parts)


def _items(lines: Iterable[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def _table(run: Measured) -> str:
    rows = [f"| Rule | {' | '.join(run.clients)} |", f"|---|{'---|' * len(run.clients)}"]
    for one in run.rules:
        words = (one.effects.get(name, "") for name in run.clients)
        told = " | ".join(_CELLS.get(word, word) for word in words)
        rows.append(f"| [{one.rule}](rules/{one.rule}.md) | {told} |")
    return "\n".join(rows) + "\n"


def _dialects(rules: Iterable[OfRule]) -> str:
    """Return who breaks in each dialect; `nobody` where clients were tried and none does."""
    rows = ["| Rule | Dialect | Breaks |", "|---|---|---|"]
    rows += [
        f"| {one.rule} | {dialect} | {', '.join(broken) or 'nobody'} |"
        for one in rules
        for dialect, broken in one.broken.items()
    ]
    return "\n".join(rows) + "\n"
