"""Who breaks on a fault of a rule in one dialect: what the rule says, or what was measured there.

A rule names its clients in one text for all its dialects. Who looks at a server of one dialect
is told of those only that speak it. `broken_clients.json` has what was measured, rule by rule and
dialect by dialect; `nox -s who_breaks` writes it. Of a rule that holds many faults a client may
break on one alone: `broken_by_fault.json` has what its findings say, and who breaks on that. It is
kept by hand, because it names clients that were not measured too; a test plants the fault of each
row, and holds the row to what was measured.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from toolwire.dialects import dialects
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.io.opening import content
from toolwire.model.conversation import JsonObject
from toolwire.model.observation import Finding
from toolwire.rules.rule import Rule

_MEASURED: Final = Path(__file__).with_name("broken_clients.json")
_BY_FAULT: Final = Path(__file__).with_name("broken_by_fault.json")
#: Bytes of the table, which has a line for each rule.
_MOST: Final = 1024 * 1024
#: Where a text goes on with something else.
_CLAUSE: Final = re.compile(r"(?<=[;.]) ")
#: Other names of measured clients, and programs that use them: who speaks what the one speaks.
_ALSO: Final[Mapping[str, str]] = {
    "Claude Code": "anthropic-python",
    "Codex": "openai-python",
    "anthropic-sdk-python": "anthropic-python",
    "anthropic-sdk-typescript": "anthropic-node",
    "botocore": "boto3",
    "ollama-js": "ollama-node",
    "openai-agents-js": "openai-agents",
    "python-genai": "google-genai",
}


def breaks_in(rule: Rule, dialect: str, found: Finding | None = None) -> str:
    """Return the clients of a dialect that are known to break; "" when none is.

    It is the rule's own text where the rule is one dialect's, or names nobody who speaks others
    only; else the clients that were seen to break in this one; where none was, what of the text is
    left without the clauses about others. Of a rule of many faults those are named who break on what
    was found.
    """
    faults = _by_fault().get(rule.id)
    if found is not None and faults is not None:
        said = f"{found.pointer} {found.message} {found.actual}"
        here = object_of(faults.get(dialect)).items()
        return ", ".join(str(who) for fault, who in here if re.search(fault, said))
    foreign = _foreign(dialect)
    if len(rule.severity) == 1 or foreign.search(rule.breaks) is None:
        return rule.breaks
    seen = measured().get(rule.id, {}).get(dialect)
    if seen:
        return ", ".join(seen)
    clauses = (one for one in _CLAUSE.split(rule.breaks) if foreign.search(one) is None)
    return " ".join(clauses).rstrip(";")


@cache
def _by_fault() -> Mapping[str, JsonObject]:
    return {
        rule: object_of(faults)
        for rule, faults in object_of(parse(content(_BY_FAULT, _MOST))).items()
    }


@cache
def measured() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return rule -> dialect -> the clients that were seen to break; () where some were tried."""
    text = content(_MEASURED, _MOST)
    return {
        rule: {name: tuple(map(str, items_of(who))) for name, who in object_of(of_rule).items()}
        for rule, of_rule in object_of(parse(text)).items()
    }


@cache
def spoken_by(client: str) -> frozenset[str]:
    """Return the dialects in which a measured client, by any of its names, breaks on something."""
    name = _ALSO.get(client, client)
    rows = (row for of_rule in measured().values() for row in of_rule.items())
    return frozenset(dialect for dialect, who in rows if name in who)


@cache
def clients() -> tuple[str, ...]:
    """Return every name of a measured client, sorted."""
    rows = (who for of_rule in measured().values() for who in of_rule.values())
    return tuple(sorted({*_ALSO, *(name for who in rows for name in who)}))


@cache
def _foreign(dialect: str) -> re.Pattern[str]:
    """Return what finds a client that does not speak a dialect, or one "over" another vendor."""
    names = [name for name in clients() if dialect not in spoken_by(name)]
    vendors = {one.name: one.wire.form.compatible.partition("-")[0] for one in dialects()}
    others = sorted({vendor for vendor in vendors.values() if vendor != vendors[dialect]})
    words = [rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in names]
    return re.compile("|".join((*words, *(rf"\bover {re.escape(word)}\b" for word in others))))
