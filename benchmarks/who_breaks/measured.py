"""What was measured of the clients, as a file: a line for the run, then one for each rule."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path

from trial import Try
from verdict import Effect

#: Where it is kept.
FILE = Path(__file__).with_name("measured.jsonl")
#: Most faults that are named in a line of details.
_MOST = 3
#: The words of the file, the mildest first.
_BY_RANK = ("same", "passes on", "breaks")
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
        later: date -> ids of rules of which something was measured after the whole run.
    """

    date: str
    faults: int
    clients: Mapping[str, str]
    rules: Sequence[OfRule]
    later: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def known(self) -> frozenset[tuple[str, str]]:
        """Return each rule and dialect in which somebody was tried."""
        return frozenset((one.rule, dialect) for one in self.rules for dialect in one.broken)


def measured(tries: Sequence[Try], clients: Mapping[str, str], date: str) -> Measured:
    """Return what was seen; arguments are as the attributes of `Measured`."""
    ordered = sorted(tries, key=lambda one: one.case.rule)
    groups = groupby(ordered, key=lambda one: one.case.rule)
    rules = tuple(_of_rule(rule, list(of_rule), list(clients)) for rule, of_rule in groups)
    return Measured(date, len(tries), dict(clients), rules)


def joined(run: Measured, new: Measured) -> Measured:
    """Return a run with what was measured since of rules and dialects that it does not have.

    Raises:
        ValueError: another version or choice of clients was tried: the columns would mix.
    """
    if dict(new.clients) != dict(run.clients):
        raise ValueError("the clients are not those of the whole run: measure all rules again")
    rules = {one.rule: one for one in run.rules}
    for one in new.rules:
        rules[one.rule] = _both(rules[one.rule], one) if one.rule in rules else one
    on_this_day = {*run.later.get(new.date, ()), *(one.rule for one in new.rules)}
    later = {**run.later, new.date: sorted(on_this_day)} if on_this_day else run.later
    ordered = tuple(rules[name] for name in sorted(rules))
    return Measured(run.date, run.faults + new.faults, run.clients, ordered, later)


def _both(old: OfRule, new: OfRule) -> OfRule:
    """Return a rule's row with the other dialects of a later one: the worst effect counts."""
    effects = dict(old.effects)
    for name, word in new.effects.items():
        effects[name] = max(effects.get(name, _BY_RANK[0]), word, key=_BY_RANK.index)
    broken = dict(sorted({**old.broken, **new.broken}.items()))
    return OfRule(old.rule, effects, broken, [*old.details, *new.details])


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
    later = {"later": run.later} if run.later else {}
    head = {"date": run.date, "faults": run.faults, "clients": run.clients, **later}
    lines = (json.dumps(value, ensure_ascii=False) for value in (head, *map(asdict, run.rules)))
    return "".join(f"{line}\n" for line in lines).encode()


def broken_clients(run: Measured) -> bytes:
    """Return what the package itself knows of a run: rule -> dialect -> who breaks, a rule a line."""
    lines = (
        f"{json.dumps(one.rule)}: {json.dumps({name: list(who) for name, who in one.broken.items()})}"
        for one in run.rules
    )
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def read(path: Path = FILE) -> Measured:
    """Read the file."""
    head, *rules = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return Measured(**head, rules=tuple(OfRule(**rule) for rule in rules))
