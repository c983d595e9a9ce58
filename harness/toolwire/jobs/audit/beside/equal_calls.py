"""What `verify` asks a server beside the suites: the same call twice in one reply, as for two throws of a die.

A server that tells the calls of a stream apart by name and arguments keeps one of them (TC955). A model may make
one alone, in any answer: a run shows what is the server's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, one_request, where_judged
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject, Tool
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "parallel_calls"
_MARK: Final = "equal_"
_RULE: Final = "TC955"
_TITLE: Final = "The same call twice in one reply"
#: Each tool with its parameter, and the value of both calls: what is done twice with a result of its own each time.
_ASKED: Final = (
    ("throw_die", "colour", "amber"),
    ("draw_card", "pack", "tarot"),
    ("toss_coin", "metal", "copper"),
    ("pick_pebble", "shore", "Whitby"),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    cases = (_case(suite, number) for number in range(len(_ASKED)))
    return where_judged(target, suite, _RULE, cases)


def _case(suite: Suite, number: int) -> Case:
    name, parameter, value = _ASKED[number]
    schema: JsonObject = {
        "type": "object",
        "properties": {parameter: {"type": "string"}},
        "required": [parameter],
    }
    call = f"{name}({dump({parameter: value}).decode()})"
    prompt = f"Call {call} and {call}, the same call twice in this one reply."
    tools = (Tool(name, "Does it by chance: each call comes to something else.", schema),)
    return one_request(suite, f"{_MARK}{number + 1}", _TITLE, tools, prompt)


EQUAL_CALLS: Final = BesideSuite(SUITE, _MARK, _items)
