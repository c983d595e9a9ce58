"""Who breaks on which fault of a rule: each row of that table is held to what the rule finds, and to what was seen.

Its patterns are over messages. Where a message changes, a pattern finds nothing any more, and a client is
no more named: so each has to find a fault that is planted here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest

from tests.support.root import ROOT
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Finding
from toolwire.rules import RULES
from toolwire.rules.breaking import breaks_in, measured
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.proof import exchanges

TABLE: Final[JsonObject] = json.loads(
    (ROOT / "harness" / "toolwire" / "rules" / "broken_by_fault.json").read_text("utf-8")
)
ROWS: Final = [
    (rule, dialect, pattern, str(who))
    for rule, faults in TABLE.items()
    for dialect, of_dialect in object_of(faults).items()
    for pattern, who in object_of(of_dialect).items()
]
MEASURED: Final = ROOT / "benchmarks" / "who_breaks" / "measured.jsonl"
#: Where a try and its fault are told: "openai-chat streaming reply (no index)".
_PLACE: Final = re.compile(r"(\S+) (\S+) \S+ \((.+)\)")


def without(*path: str | int) -> Callable[[Exchange], Exchange]:
    """Return what leaves a member of a body out."""
    return edit.body(lambda value: edit.remove(value, path))


def _unnumbered(stream: list[Frame]) -> None:
    for _, payload in stream:
        object_of(payload).pop("sequence_number", None)


def _two_in_a_block(value: Json) -> None:
    edit.put(value, ("output", "message", "content", 0, "toolUse"), {})


def _unsigned(value: Json) -> None:
    part = ("candidates", 0, "content", "parts", 0, "thoughtSignature")
    edit.put(value, part, "a signature!")


#: Faults that clients were seen to break on elsewhere, and that no mutation plants.
PLANTED: Final[tuple[tuple[str, str, Mode, Callable[[Exchange], Exchange]], ...]] = (
    ("TC118", "bedrock-converse", Mode.BLOCKING, edit.body(_two_in_a_block)),
    ("TC118", "cohere-v2", Mode.BLOCKING, without("usage", "tokens")),
    ("TC118", "gemini-generate", Mode.BLOCKING, edit.body(_unsigned)),
    ("TC118", "openai-chat", Mode.BLOCKING, without("id")),
    ("TC118", "openai-chat", Mode.BLOCKING, without("object")),
    ("TC118", "openai-chat", Mode.BLOCKING, without("created")),
    ("TC118", "openai-responses", Mode.STREAMING, edit.frames(_unnumbered)),
)


def judged(rule: str, dialect: str, scenario: str, exchange: Exchange) -> list[Finding]:
    """Return what a rule finds in an exchange."""
    read = exchanges.reading(RULES[rule], dialect, scenario, exchange)
    return [one for one in exchanges.findings(RULES[rule], read) if one.rule == rule]


@cache
def mutations(rule: str) -> dict[tuple[str, str, str], list[Finding]]:
    """Return dialect, mode and fault of a rule's mutations -> what the rule finds."""
    found: dict[tuple[str, str, str], list[Finding]] = {}
    for one in RULES[rule].mutations:
        if one.dialect in object_of(TABLE[rule]):
            exchange = exchanges.mutated(RULES[rule], one)
            key = (one.dialect, str(one.mode), one.fault)
            found.setdefault(key, []).extend(judged(rule, one.dialect, one.scenario, exchange))
    return found


@cache
def planted(rule: str, dialect: str) -> list[list[Finding]]:
    """Return what a rule finds in a dialect, fault by fault."""
    found = [there for key, there in mutations(rule).items() if key[0] == dialect]
    for of_rule, of_dialect, mode, change in PLANTED:
        if (of_rule, of_dialect) == (rule, dialect):
            clean = exchanges.baseline(rule, dialect, "plain_text", mode)
            found.append(judged(rule, dialect, "plain_text", change(clean)))
    return found


def said(found: Finding) -> str:
    """Return what the patterns of the table are looked for in."""
    return f"{found.pointer} {found.message} {found.actual}"


@pytest.mark.parametrize(("rule", "dialect", "pattern", "who"), ROWS)
def test_each_pattern_finds_a_fault_and_names_who_breaks(
    rule: str, dialect: str, pattern: str, who: str
) -> None:
    """One that finds none is of a message that there was once, and its clients are named no more."""
    faults = planted(rule, dialect)
    hit = [one for found in faults for one in found if re.search(pattern, said(one))]
    assert hit, f"nothing that {rule} finds there says {pattern!r}"
    assert all(who in breaks_in(RULES[rule], dialect, one) for one in hit)


def _alternatives(pattern: str) -> list[str]:
    choice = re.search(r"\(([^()]*\|[^()]*)\)", pattern)
    return (
        [pattern.replace(choice[0], one) for one in choice[1].split("|")] if choice else [pattern]
    )


@pytest.mark.parametrize(("rule", "dialect", "pattern", "_who"), ROWS)
def test_each_alternative_of_a_pattern_finds_a_fault(
    rule: str, dialect: str, pattern: str, _who: str
) -> None:
    """One of several that finds nothing would hide behind the others."""
    everything = [said(one) for found in planted(rule, dialect) for one in found]
    for one in _alternatives(pattern):
        assert any(re.search(one, text) for text in everything), one


def seen(rule: str) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield each client and the fault that broke it, as they were measured."""
    rows = map(json.loads, MEASURED.read_text(encoding="utf-8").splitlines()[1:])
    (row,) = [one for one in rows if one["rule"] == rule]
    for detail in row["details"]:
        told, _, places = detail.partition(": ")
        (client,) = [name for name in row["effects"] if told.startswith(f"{name} ")]
        for place in _PLACE.finditer(places.replace("; ", "\n")):
            yield client, (place[1], place[2], place[3])


@pytest.mark.parametrize("rule", TABLE)
def test_who_was_measured_to_break_is_named_on_that_fault(rule: str) -> None:
    """The table by faults says no less than the measured one."""
    broken = {*seen(rule)}
    assert broken
    for client, fault in sorted(broken):
        if fault[0] in object_of(TABLE[rule]):
            named = [breaks_in(RULES[rule], fault[0], one) for one in mutations(rule)[fault]]
            assert any(client in text for text in named), (client, fault)
    for dialect, who in measured()[rule].items():
        texts = " ".join(text for one, of, _, text in ROWS if (one, of) == (rule, dialect))
        assert [client for client in who if client not in texts] == []


@pytest.mark.parametrize(("rule", "dialect", "_pattern", "who"), ROWS)
def test_who_is_named_was_seen_there(rule: str, dialect: str, _pattern: str, who: str) -> None:
    """In the measurement, or in what the rule's own text says and its page cites."""
    names = [re.sub(r" \(.*\)", "", one) for one in re.split(r", (?![^(]*\))", who)]
    known = measured()[rule][dialect]
    assert [one for one in names if one not in known and one not in RULES[rule].breaks] == []


def _null_in_a_block(value: Json) -> None:
    edit.put(value, ("output", "message", "content", 0, "toolUse"), None)


def _nulls_alone(value: Json) -> None:
    edit.put(value, ("output", "message", "content", 0), {"text": None, "toolUse": None})


@pytest.mark.parametrize(
    ("change", "who"),
    [(_null_in_a_block, ""), (_two_in_a_block, "botocore"), (_nulls_alone, "botocore")],
)
def test_who_takes_a_null_member_for_none_is_not_named(
    change: Callable[[Json], None], who: str
) -> None:
    """As botocore 1.44.8 does: it drops null members of a union, and wants one to be left."""
    clean = exchanges.baseline("TC118", "bedrock-converse", "plain_text", Mode.BLOCKING)
    first, *_ = judged("TC118", "bedrock-converse", "plain_text", edit.body(change)(clean))
    assert breaks_in(RULES["TC118"], "bedrock-converse", first) == who
