"""What `verify` asks a server beside the suites: six calls in one reply, of which some gateways
keep a few (TC655).
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
from toolwire.suites.model import MANY_CALLS as RULE
from toolwire.suites.model import Case

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "parallel_calls"
_MARK: Final = "six_"
_TITLE: Final = "Six calls in one reply"
_TEXT: Final[JsonObject] = {"type": "string"}
#: Each tool with its parameter, and the values of its calls. Names of several words are respelled by servers
#: that make members of their own of them, some in one mode alone: too few requests would show that (TC317).
_ASKED: Final = (
    ("water_plant", "plant_name", ("fern", "cactus", "ivy", "moss", "palm", "aloe")),
    ("feed_animal", "animal_name", ("Otter", "Heron", "Lynx", "Badger", "Crane", "Stoat")),
    ("open_window", "room_name", ("attic", "cellar", "hall", "kitchen", "study", "porch")),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    cases = (_case(suite, number) for number in range(len(_ASKED)))
    return where_judged(target, suite, RULE, cases)


def _case(suite: Suite, number: int) -> Case:
    name, parameter, values = _ASKED[number]
    schema: JsonObject = {
        "type": "object",
        "properties": {parameter: _TEXT},
        "required": [parameter],
    }
    calls = [f"{name}({dump({parameter: value}).decode()})" for value in values]
    prompt = f"Call {', '.join(calls[:-1])} and {calls[-1]}, all six in this one reply."
    tools = (Tool(name, "Does it.", schema),)
    return one_request(suite, f"{_MARK}{number + 1}", _TITLE, tools, prompt)


MANY_CALLS: Final = BesideSuite(SUITE, _MARK, _items)
