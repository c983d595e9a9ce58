"""Places that rules claim from the rule about published types: real ones, and left to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

import toolwire.rules
from toolwire.dialects import load_dialect
from toolwire.dialects.schemas import schema
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import RULES, Rule, judge
from toolwire.rules.envelope import TC118_fits_the_published_type as net
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean

#: Formats whose calls are blocks like others: one that is no object is no call.
BLOCKS = ("anthropic-messages",)
#: Members that hold a call, or a list of some.
HELD = frozenset({"functionCall", "toolUse", "tool_calls"})
CLAIMING = [rule for rule in RULES.values() if rule.claims]


def below(node: JsonObject, root: JsonObject) -> Iterator[JsonObject]:
    """Yield a schema and what it refers to and chooses from."""
    yield node
    reference = node.get("$ref")
    if isinstance(reference, str):
        named = object_of(object_of(root["$defs"]).get(reference.rpartition("/")[2]))
        yield from below(named, root)
    for choice in ("anyOf", "oneOf", "allOf"):
        for one in items_of(node.get(choice)):
            yield from below(object_of(one), root)
    for condition in ("then", "else"):
        if condition in node:
            yield from below(object_of(node[condition]), root)


def has(node: Json, steps: Sequence[str], root: JsonObject) -> bool:
    """Say whether a schema knows a place."""
    if not steps:
        return True
    for one in below(object_of(node), root):
        member = object_of(one.get("properties")).get(steps[0])
        inner = one.get("items") if steps[0] == "*" else member
        if inner is not None and has(inner, steps[1:], root):
            return True
    return False


@pytest.mark.parametrize("rule", CLAIMING, ids=lambda rule: rule.id)
def test_what_is_claimed_is_known_to_a_published_type(rule: Rule) -> None:
    """Each place stands in the schema of a dialect that the rule judges, and is claimed once."""
    schemas = [schema(name, kind) for name in rule.severity for kind in ("response", "chunk")]
    for claim in rule.claims:
        place = re.sub(r"^[\w.]+:|=\w+$", "", claim)
        assert any(has(one, place.split("/"), one) for one in schemas), claim
    assert len(set(rule.claims)) == len(rule.claims)


def test_a_claim_is_all_that_a_rule_needs_to_have_a_place_to_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What one rule claims TC118 no longer tells of, without being told in its own file."""
    chat = load_dialect("openai-chat")
    broken = edit.body(lambda value: edit.remove(value, ("object",)))
    reading = chat.decode(broken(clean(chat, "single_call", Mode.BLOCKING)))
    assert [violation.pointer for violation in RULES["TC118"].check(reading)] == ["/object"]
    claiming = replace(RULES["TC405"], claims=(*RULES["TC405"].claims, "object"))
    monkeypatch.setattr(toolwire.rules, "RULES", {**RULES, "TC405": claiming})
    net._claimed.cache_clear()
    net._net.cache_clear()
    try:
        assert list(RULES["TC118"].check(reading)) == []
    finally:
        net._claimed.cache_clear()
        net._net.cache_clear()


@pytest.mark.parametrize("name", [name for name in RULES["TC107"].severity if name not in BLOCKS])
def test_a_call_that_is_no_object_is_told_once(name: str) -> None:
    """By its own rule, and not as a value of another type as well."""
    spoken = load_dialect(name)

    def listed(value: Json) -> None:
        for holder in _holders(value):
            for key in HELD.intersection(holder):
                inner = holder[key]
                holder[key] = [[one] for one in inner] if isinstance(inner, list) else [inner]

    reading = spoken.decode(edit.body(listed)(clean(spoken, "single_call", Mode.BLOCKING)))
    here = [one for one in judge(reading) if "chat_history" not in one.pointer]
    assert [one.rule for one in here if not one.variance] == ["TC107"]


def _holders(value: Json) -> Iterator[JsonObject]:
    for inner in value if isinstance(value, list) else [*object_of(value).values()]:
        yield from _holders(inner)
    if isinstance(value, dict):
        yield value
