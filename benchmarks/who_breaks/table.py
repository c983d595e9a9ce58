"""What was seen, as `docs/who-breaks.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from trial import Try
from verdict import Effect

__all__ = ["page"]

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
#: Most faults that are named in a line of the third part.
_MOST = 3
_CELLS = {Effect.BREAKS: "**breaks**", Effect.PASSED_ON: "passes on", Effect.SAME: "same"}


def page(tries: Sequence[Try], versions: Mapping[str, str], date: str) -> str:
    """Return the page; `versions` has a client's column name and its packages, in order."""
    blocks = [
        _HEAD,
        f"Tried on {date}, with {sum(1 for _ in tries)} faults served:\n",
        "\n".join(f"- {name}: {what}" for name, what in versions.items()) + "\n",
        _table(tries, list(versions)),
        "## In which dialect\n",
        _dialects(tries, list(versions)),
        "## What breaks them\n",
        "\n\n".join(_details(tries)) + "\n",
    ]
    return "\n".join(blocks)


def _table(tries: Sequence[Try], names: Sequence[str]) -> str:
    cells: dict[tuple[str, str], Effect] = {}
    for one in tries:
        key = (one.case.rule, one.client)
        cells[key] = max(cells.get(key, Effect.SAME), one.verdict.effect)
    rows = [f"| Rule | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for rule in sorted({one.case.rule for one in tries}):
        told = (_CELLS[cells[rule, name]] if (rule, name) in cells else "" for name in names)
        rows.append(f"| [{rule}](rules/{rule}.md) | {' | '.join(told)} |")
    return "\n".join(rows) + "\n"


def _dialects(tries: Sequence[Try], names: Sequence[str]) -> str:
    """Return who breaks in each dialect; `nobody` where clients were tried and none does."""
    tried: dict[tuple[str, str], set[str]] = {}
    for one in tries:
        broken = tried.setdefault((one.case.rule, one.case.dialect), set())
        if one.verdict.effect is Effect.BREAKS:
            broken.add(one.client)
    rows = ["| Rule | Dialect | Breaks |", "|---|---|---|"]
    for (rule, dialect), broken in sorted(tried.items()):
        told = ", ".join(name for name in names if name in broken) or "nobody"
        rows.append(f"| {rule} | {dialect} | {told} |")
    return "\n".join(rows) + "\n"


def _details(tries: Iterable[Try]) -> Iterator[str]:
    broken = sorted(
        (one for one in tries if one.verdict.effect is Effect.BREAKS),
        key=lambda one: one.case.rule,
    )
    for rule, of_rule in groupby(broken, key=lambda one: one.case.rule):
        yield "\n".join([f"### {rule}", "", *_lines(list(of_rule))])


def _lines(tries: Sequence[Try]) -> Iterator[str]:
    seen: dict[tuple[str, str], Counter[str]] = {}
    for one in tries:
        fault = f" ({one.case.fault})" if one.case.fault else ""
        doing = one.doing.partition("/")[0]
        where = f"{one.case.dialect} {one.case.mode} {doing}{fault}"
        seen.setdefault((one.client, one.verdict.word), Counter())[where] += 1
    for (client, word), places in seen.items():
        named = list(places)[:_MOST]
        more = f"; {len(places) - _MOST} more" if len(places) > _MOST else ""
        yield f"- {client} {word}: {'; '.join(named)}{more}"
