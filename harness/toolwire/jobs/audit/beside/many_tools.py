"""What `verify` asks a server beside the suites: calls of the last of many tools, by what its schema alone tells.

The prompt writes out the name, so that a model might call what it was not offered; the value it cannot know. Where
the call does not come, the same is asked with the tools in reverse order (TC897).
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
from toolwire.suites.model import OF_MANY, Case

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "multi_tool"
_MARK: Final = "many_"
_TITLE: Final = "A call of the last of many tools"
#: More than gateways keep that keep some; no vendor documents fewer.
_MANY: Final = 64
_TEXT: Final[JsonObject] = {"type": "string"}
#: The tool, the text that is written out, and the value that its schema tells.
_ASKED: Final = (
    ("open_lock", "Ready at noon.", "crane-35"),
    ("ring_bell", "Twice", "brass-92"),
    ("light_oven", "Bread", "north-17q"),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    cases = (_case(suite, number) for number in range(len(_ASKED)))
    return where_judged(target, suite, OF_MANY, cases)


def _case(suite: Suite, number: int) -> Case:
    name, note, code = _ASKED[number]
    # In few words, so that the tools fit a short context.
    some = (_tool(f"{name}_{one}", {"note": _TEXT}) for one in range(1, _MANY))
    last = _tool(name, {"note": _TEXT, "code": {**_TEXT, "enum": [code]}})
    given = dump({"note": note}).decode()
    prompt = f"Call {name}({given}) and fill in the only code that its schema allows."
    return one_request(suite, f"{_MARK}{number + 1}", _TITLE, (*some, last), prompt, OF_MANY)


def _tool(name: str, properties: JsonObject) -> Tool:
    schema: JsonObject = {"type": "object", "properties": properties, "required": [*properties]}
    return Tool(name, "Does it.", schema)


MANY_TOOLS: Final = BesideSuite(SUITE, _MARK, _items)
