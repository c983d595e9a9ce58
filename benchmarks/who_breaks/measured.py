"""What was measured of the clients, as a file: a line for the run, then one for each rule."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from trial import Try
from verdict import Effect

#: Where it is kept.
FILE = Path(__file__).with_name("measured.jsonl")
#: Most faults that are named in a line of details.
_MOST = 3
_WORDS = {Effect.BREAKS: "breaks", Effect.PASSED_ON: "passes on", Effect.SAME: "same"}


@dataclass(frozen=True, slots=True)
class OfRule:
    """What the faults of one rule did.

    Attributes:
        rule: its id.
        effects: client -> "breaks", "passes on" or "same": the worst of all its tries.
        broken: dialect -> the clients that break in it; empty where some were tried and none does.
        details: which client does what, and at which faults.
    """

    rule: str
    effects: Mapping[str, str]
    broken: Mapping[str, Sequence[str]]
    details: Sequence[str]


@dataclass(frozen=True, slots=True)
class Measured:
    """A whole run.

    Attributes:
        date: when it was made, ISO 8601.
        faults: how many were served.
        clients: column name -> its packages, in the order of the columns.
        rules: in order of their ids.
    """

    date: str
    faults: int
    clients: Mapping[str, str]
    rules: Sequence[OfRule]


def measured(tries: Sequence[Try], clients: Mapping[str, str], date: str) -> Measured:
    """Return what was seen; arguments are as the attributes of `Measured`."""
    ordered = sorted(tries, key=lambda one: one.case.rule)
    groups = groupby(ordered, key=lambda one: one.case.rule)
    rules = tuple(_of_rule(rule, list(of_rule), list(clients)) for rule, of_rule in groups)
    return Measured(date, len(tries), dict(clients), rules)


def _of_rule(rule: str, tries: Sequence[Try], names: Sequence[str]) -> OfRule:
    effects: dict[str, Effect] = {}
    broken: dict[str, set[str]] = {}
    for one in tries:
        effects[one.client] = max(effects.get(one.client, Effect.SAME), one.verdict.effect)
        breaking = broken.setdefault(one.case.dialect, set())
        if one.verdict.effect is Effect.BREAKS:
            breaking.add(one.client)
    return OfRule(
        rule,
        {name: _WORDS[effects[name]] for name in names if name in effects},
        {dialect: [n for n in names if n in who] for dialect, who in sorted(broken.items())},
        list(_details(one for one in tries if one.verdict.effect is Effect.BREAKS)),
    )


def _details(tries: Iterable[Try]) -> Iterator[str]:
    seen: dict[tuple[str, str], Counter[str]] = {}
    for one in tries:
        fault = f" ({one.case.fault})" if one.case.fault else ""
        doing = one.doing.partition("/")[0]
        where = f"{one.case.dialect} {one.case.mode} {doing}{fault}"
        seen.setdefault((one.client, one.verdict.word), Counter())[where] += 1
    for (client, word), places in seen.items():
        named = list(places)[:_MOST]
        more = f"; {len(places) - _MOST} more" if len(places) > _MOST else ""
        yield f"{client} {word}: {'; '.join(named)}{more}"


def written(run: Measured) -> bytes:
    """Return the bytes of the file."""
    head = {"date": run.date, "faults": run.faults, "clients": run.clients}
    lines = (json.dumps(value, ensure_ascii=False) for value in (head, *map(asdict, run.rules)))
    return "".join(f"{line}\n" for line in lines).encode()


def joined(before: Measured, new: Measured) -> Measured:
    """Return a run with the rules of a later one in place of its own, or beside them.

    Raises:
        ValueError: the clients are not the same; what they do is not to be compared then.
    """
    if before.clients != new.clients:
        raise ValueError("other clients or versions than before: try all rules")
    tried = {of_rule.rule for of_rule in new.rules}
    kept = [of_rule for of_rule in before.rules if of_rule.rule not in tried]
    rules = tuple(sorted([*kept, *new.rules], key=lambda of_rule: of_rule.rule))
    return Measured(before.date, before.faults + new.faults, before.clients, rules)


def read(path: Path = FILE) -> Measured:
    """Read the file."""
    head, *rules = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return Measured(**head, rules=tuple(OfRule(**rule) for rule in rules))
