"""Clean exchanges in which a tool's definition alone tells a value of a call that the prompt writes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from toolwire.dialects import Answer, PlannedCall
from toolwire.io.json_text import dump
from toolwire.model.conversation import Conversation, JsonObject, Tool, UserTurn
from toolwire.rules.mutate.scenario_tools import NOTE

#: A tool whose definition alone tells the values of three parameters, and what a prompt writes out of a call.
GATE: Final = replace(
    NOTE,
    name="open_gate",
    description='Open a gate; its lane is "left-3".',
    parameters={
        "type": "object",
        "properties": {
            "note": {"type": "string"},
            "code": {"type": "string", "enum": ["heron-41"]},
            "badge": {"type": "string", "description": 'Always "otter-58".'},
            "lane": {"type": "string"},
        },
        "required": ["note", "code", "badge", "lane"],
    },
)
IN_PART: Final = PlannedCall("open_gate", {"note": "at noon"})
FILLED_IN: Final[JsonObject] = {"code": "heron-41", "badge": "otter-58", "lane": "left-3"}
FILL_IN: Final = (
    "fill in the only code that its schema allows, the badge that its own description names "
    "and the lane that the tool's description names"
)
#: A tool with an object, of which a member lists the one value that its schema alone tells, and
#: with another such value.
CRATE: Final = replace(
    NOTE,
    name="pack_crate",
    description="Pack a crate.",
    parameters={
        "type": "object",
        "properties": {
            "note": {"type": "string"},
            "code": {"type": "string", "enum": ["heron-41"]},
            "seal": {
                "type": "object",
                "properties": {
                    "marks": {"type": "array", "items": {"type": "string", "enum": ["wax-12"]}}
                },
                "required": ["marks"],
            },
        },
        "required": ["note", "code", "seal"],
    },
)
PACKED: Final = PlannedCall("pack_crate", {"note": "at noon"})
PACKED_WITH: Final[JsonObject] = {"code": "heron-41", "seal": {"marks": ["wax-12"]}}
PACK_WITH: Final = "fill in the only code that its schema allows and the seal with the only marks that their schema allows"

#: A tool with a parameter that may be null, of which the schema alone tells the other value.
POT: Final = replace(
    NOTE,
    name="glaze_pot",
    description="Glaze a pot.",
    parameters={
        "type": "object",
        "properties": {
            "note": {"type": "string"},
            "code": {"type": "string", "enum": ["heron-41"]},
            "glaze": {"anyOf": [{"type": "string", "enum": ["ash-27"]}, {"type": "null"}]},
        },
        "required": ["note", "code", "glaze"],
    },
)
GLAZED: Final = PlannedCall("glaze_pot", {"note": "at noon"})
GLAZED_WITH: Final[JsonObject] = {"code": "heron-41", "glaze": "ash-27"}
GLAZE_WITH: Final = "fill in the only code that its schema allows and the only glaze besides null that its schema allows"

#: A tool with a parameter that refers to a definition, which alone tells its value.
VAULT: Final = replace(
    NOTE,
    name="open_vault",
    description="Open a vault.",
    parameters={
        "type": "object",
        "properties": {
            "note": {"type": "string"},
            "code": {"type": "string", "enum": ["heron-41"]},
            "wing": {"$ref": "#/$defs/wing"},
        },
        "required": ["note", "code", "wing"],
        "$defs": {"wing": {"type": "string", "enum": ["south-52"]}},
    },
)
OPENED: Final = PlannedCall("open_vault", {"note": "at noon"})
OPENED_WITH: Final[JsonObject] = {"code": "heron-41", "wing": "south-52"}
OPEN_WITH: Final = (
    "fill in the only code that its schema allows and the only wing that its definition allows"
)

#: A tool with a parameter whose value a constant tells.
SAFE: Final = replace(
    NOTE,
    name="open_safe",
    description="Open a safe.",
    parameters={
        "type": "object",
        "properties": {
            "note": {"type": "string"},
            "code": {"type": "string", "enum": ["heron-41"]},
            "dial": {"type": "string", "const": "left-84"},
        },
        "required": ["note", "code", "dial"],
    },
)
UNLOCKED: Final = PlannedCall("open_safe", {"note": "at noon"})
UNLOCKED_WITH: Final[JsonObject] = {"code": "heron-41", "dial": "left-84"}
UNLOCK_WITH: Final = (
    "fill in the only code that its schema allows and the only dial that its constant allows"
)

#: A tool with a parameter that is a number, of which its bounds leave one.
CLOCK: Final = replace(
    NOTE,
    name="wind_clock",
    description="Wind a clock.",
    parameters={
        "type": "object",
        "properties": {
            "note": {"type": "string"},
            "code": {"type": "string", "enum": ["heron-41"]},
            "turns": {"type": "integer", "minimum": 8347, "maximum": 8347},
        },
        "required": ["note", "code", "turns"],
    },
)
WOUND: Final = PlannedCall("wind_clock", {"note": "at noon"})
WOUND_WITH: Final[JsonObject] = {"code": "heron-41", "turns": 8347}
WIND_WITH: Final = (
    "fill in the only code that its schema allows and the only turns that its bounds allow"
)

#: A tool with a parameter that it requires, and one that may be left out.
JAR: Final = replace(
    NOTE,
    name="close_jar",
    description="Close a jar.",
    parameters={
        "type": "object",
        "properties": {
            "lid": {"type": "string", "enum": ["tin-64"]},
            "cord": {"type": "string", "enum": ["flax-9"]},
        },
        "required": ["lid"],
    },
)
CLOSED: Final = PlannedCall("close_jar", {"lid": "tin-64"})
CLOSE: Final = (
    "Call close_jar with only the parameters that it must have, and leave out the others."
)

#: A tool of which the schema tells a value that may be left out, and what a prompt writes out of a call.
HATCH: Final = replace(
    NOTE,
    name="lift_hatch",
    description="Lift a hatch.",
    parameters={
        "type": "object",
        "properties": {"note": {"type": "string"}, "code": {"type": "string", "enum": ["tern-35"]}},
        "required": ["note"],
    },
)
UNNEEDED: Final = PlannedCall("lift_hatch", {"note": "at noon"})

#: A tool that requires two of three parameters: an object, and a list of such, which require members themselves.
TRUNK: Final = replace(
    NOTE,
    name="pack_trunk",
    description="Pack a trunk.",
    parameters={
        "type": "object",
        "properties": {
            "tag": {"type": "string", "enum": ["pine-3"]},
            "lid": {
                "type": "object",
                "properties": {
                    "hinge": {"type": "string", "enum": ["tin-64"]},
                    "lock": {"type": "string", "enum": ["flax-9"]},
                },
                "required": ["hinge"],
            },
            "trays": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "cloth": {"type": "string", "enum": ["felt-27"]},
                        "knob": {"type": "string", "enum": ["horn-8"]},
                    },
                    "required": ["knob"],
                },
            },
        },
        "required": ["lid", "trays"],
    },
)
TRUNK_PACKED: Final = PlannedCall(
    "pack_trunk", {"lid": {"hinge": "tin-64"}, "trays": [{"knob": "horn-8"}]}
)
PACK_TRUNK: Final = (
    "Call pack_trunk with only the parameters that it must have, and leave out the others."
)

#: Many tools, of which the last has a value that its schema alone tells.
CROWD: Final = (
    *(replace(NOTE, name=f"keep_note_{number}") for number in range(1, 24)),
    replace(
        NOTE,
        name="open_lock",
        description="Open a lock.",
        parameters={
            "type": "object",
            "properties": {
                "note": {"type": "string"},
                "code": {"type": "string", "enum": ["swan-77"]},
            },
            "required": ["note", "code"],
        },
    ),
)
LOCKED: Final = PlannedCall("open_lock", {"note": "at noon"})
LOCKED_WITH: Final[JsonObject] = {"code": "swan-77"}
LOCK_WITH: Final = "fill in the only code that its schema allows"

#: Six calls of one tool.
MANY_CALLS: Final = tuple(PlannedCall(NOTE.name, {"text": f"Jar {number}"}) for number in "123456")


def _told(
    call: PlannedCall, words: str, told: JsonObject, *tools: Tool
) -> tuple[Conversation, Answer]:
    prompt = f"Call {call.name}({dump(call.arguments).decode()}) and {words}."
    answer = Answer(calls=(PlannedCall(call.name, {**call.arguments, **told}),))
    return Conversation((UserTurn(prompt),), tools), answer


def _many() -> tuple[Conversation, Answer]:
    written = ", ".join(f"{one.name}({dump(one.arguments).decode()})" for one in MANY_CALLS)
    prompt = f"Call {written}, all in this one reply."
    return Conversation((UserTurn(prompt),), (NOTE,)), Answer(calls=MANY_CALLS)


#: Scenario -> conversation and answer.
TOLD_SCENARIOS: Final[Mapping[str, tuple[Conversation, Answer]]] = MappingProxyType(
    {
        "spelt_in_part": _told(IN_PART, FILL_IN, FILLED_IN, GATE),
        "spelt_within": _told(PACKED, PACK_WITH, PACKED_WITH, CRATE),
        "spelt_either": _told(GLAZED, GLAZE_WITH, GLAZED_WITH, POT),
        "spelt_defined": _told(OPENED, OPEN_WITH, OPENED_WITH, VAULT),
        "spelt_constant": _told(UNLOCKED, UNLOCK_WITH, UNLOCKED_WITH, SAFE),
        "spelt_bound": _told(WOUND, WIND_WITH, WOUND_WITH, CLOCK),
        "spelt_needed": (Conversation((UserTurn(CLOSE),), (JAR,)), Answer(calls=(CLOSED,))),
        "spelt_unneeded": _told(UNNEEDED, LOCK_WITH, {"code": "tern-35"}, HATCH),
        "spelt_members": (
            Conversation((UserTurn(PACK_TRUNK),), (TRUNK,)),
            Answer(calls=(TRUNK_PACKED,)),
        ),
        "spelt_many": _many(),
        "spelt_of_many": _told(LOCKED, LOCK_WITH, LOCKED_WITH, *CROWD),
    }
)
