"""What `verify` asks a server beside the suites: what a definition, a result or a choice says that is
written in another form than the usual one.

Each dialect says which forms it has, and what they are asked for. What is asked and does not come is
asked in the usual form as well (TC388).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.second_form import (
    CALL,
    CHOICE,
    DEFINITION,
    OF_HISTORY,
    REFERENCE,
    RESULT,
    SecondForm,
)
from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, JsonObject, Tool, ToolChoice
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.rules.mutate.addition import CALLED_WITH
from toolwire.rules.mutate.said_lines import SAID_LINES
from toolwire.suites import Suite
from toolwire.suites.model import OTHER_FORM, Case, Expectation, Step

_MARK: Final = "second_"
_RULE: Final = OTHER_FORM
_TITLE: Final = "What is written in another documented form"
_TEXT: Final[JsonObject] = {"type": "string"}
#: What a prompt writes out, by the name of its form, so that no two ask the same.
_NOTE: Final = "NOTE"


def _only(value: str) -> JsonObject:
    return {**_TEXT, "enum": [value]}


def _tool(name: str, description: str, properties: JsonObject, definitions: JsonObject) -> Tool:
    schema: JsonObject = {
        "type": "object",
        "properties": {"note": _TEXT, **properties},
        "required": ["note", *properties],
    }
    return Tool(name, description, {**schema, **definitions})


def _definition() -> tuple[Tool, str, ToolChoice | None]:
    listed: JsonObject = {"type": "array", "items": _only("moss-46")}
    properties: JsonObject = {
        # As the scenario of the rule's own faults has it: by that `serve --fault` knows the question.
        "latch": _only("tern-35"),
        "hinge": {**_TEXT, "description": 'Always "brass-29".'},
        "frame": _TEXT,
        "panel": {"type": "object", "properties": {"tints": listed}, "required": ["tints"]},
    }
    prompt = (
        f"Call hang_door({_NOTE}) and fill in the only latch that its schema allows, the hinge that "
        "its own description names, the frame that the tool's description names and the panel with "
        "the only tints that their schema allows."
    )
    return _tool("hang_door", 'Hangs a door. Its frame is "larch-7".', properties, {}), prompt, None


def _reference() -> tuple[Tool, str, ToolChoice | None]:
    properties: JsonObject = {
        "hook": _only("gull-50"),
        "net": {"anyOf": [_only("flax-81"), {"type": "null"}]},
        "float": {"$ref": "#/$defs/float"},
    }
    prompt = (
        f"Call rig_boat({_NOTE}) and fill in the only hook that its schema allows, the only net "
        "besides null that its schema allows and the only float that its definition allows."
    )
    tool = _tool("rig_boat", "Rigs a boat.", properties, {"$defs": {"float": _only("cork-34")}})
    return tool, prompt, None


def _choice() -> tuple[Tool, str, ToolChoice | None]:
    tool = _tool("ring_gong", "Rings a gong.", {}, {})
    return tool, "Good evening, and well met.", ToolChoice(ChoiceMode.NAMED, tool.name)


#: What is asked of one tool in one step.
_ASKED: Final[Mapping[str, tuple[Tool, str, ToolChoice | None]]] = MappingProxyType(
    {DEFINITION: _definition(), REFERENCE: _reference(), CHOICE: _choice()}
)
_RETURNED: Final = WrittenCalls("find_mill", "river", (("Wye", "two wheels, sluice h8t3"),))

#: What is called with a line, and asks for it.
_LOOKED_UP: Final = WrittenCalls("find_weir", "note", ())
_AGAIN: Final = (
    f'Repeat the line that begins with "{SAID_LINES[0].partition(" ")[0]}" exactly as it stands, '
    "and say no more than it."
)


def _of(suite: str, target: Target) -> Iterator[SecondForm]:
    form = load_dialect(target.provider.dialect).wire.request
    judged = target.provider.dialect in RULES[_RULE].severity and takes_native_tools(target)
    if form is not None and judged:
        yield from (one for one in form.second_forms if one.suite == suite)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    for form in _of(suite.id, target):
        for what in form.asks:
            asked = in_both_modes(target, suite, [_case(suite, form, what)])
            modes = Mode if what not in OF_HISTORY else (Mode.BLOCKING,)
            yield from (item for item in asked if item.mode in modes)


def _case(suite: Suite, form: SecondForm, what: str) -> Case:
    name = f"{_MARK}{form.name}_{what}"
    if what == RESULT:
        # The call is made in the usual form, so that its result can go back in either.
        case = _RETURNED.case(
            suite.id, name, _TITLE, "what it returned", probe=_RULE, may_refuse=True
        )
        called, told = case.steps
        return replace(case, steps=(called, replace(told, second=form)))
    if what == CALL:
        step = Step(
            Expectation(may_refuse=True), _AGAIN, probe=_RULE, additions=(CALLED_WITH,), second=form
        )
        return Case(suite.id, name, _TITLE, (_LOOKED_UP.offered,), (step,))
    tool, prompt, choice = _ASKED[what]
    note = dump({"note": f"Ready at dusk, {form.name}."}).decode()
    prompt = prompt.replace(_NOTE, note)
    step = Step(Expectation(may_refuse=True), prompt, choice=choice, probe=_RULE, second=form)
    return Case(suite.id, name, _TITLE, (tool,), (step,))


SECOND_FORMS: Final = tuple(
    BesideSuite(suite, _MARK, _items) for suite in ("history_forms", "legacy_function_call")
)
