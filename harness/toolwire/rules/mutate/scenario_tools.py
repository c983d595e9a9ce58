"""Tools that clean exchanges offer, and calls of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects import PlannedCall
from toolwire.model.conversation import JsonObject, Tool

WEATHER: Final = Tool(
    "get_weather",
    "Current weather of a city.",
    {
        "type": "object",
        "properties": {
            "location": {"type": "string"},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            "days": {"type": "integer"},
        },
        "required": ["location"],
        "additionalProperties": False,
    },
)
STRICT_WEATHER: Final = replace(
    WEATHER,
    strict=True,
    parameters={
        "type": "object",
        "properties": {
            "location": {"type": "string"},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["location", "unit"],
        "additionalProperties": False,
    },
)
TIME: Final = Tool("get_time", "Current time.", {"type": "object", "properties": {}})
TOOLS: Final = (WEATHER, TIME)
_PARIS: Final[JsonObject] = {"location": "Paris", "days": 2}
_TOKYO: Final[JsonObject] = {"location": "Tōkyō 東京"}
ONE: Final = PlannedCall("get_weather", _PARIS)
TWO: Final = PlannedCall("get_weather", _TOKYO)
#: Calls that the prompt writes out, with a text and a number that parsers like to change.
SPELT_OUT: Final = (
    PlannedCall("get_weather", {"location": 'Zoë\'s "{A & B}" 東京 123_456'}),
    PlannedCall("get_weather", {"location": "Paris", "days": 9007199254740993}),
    PlannedCall("get_time", {}),
)
NOTE: Final = Tool(
    "keep_note",
    "Keep a note.",
    {
        "type": "object",
        "properties": {"text": {"type": "string"}, "shelf": {"type": "string"}},
        "required": ["text"],
    },
)
TAG: Final = replace(NOTE, name="keep_tag", description="Keep a tag.")
#: Calls of tools whose arguments look alike.
APART: Final = (
    PlannedCall("keep_note", {"text": "Buy plums."}),
    PlannedCall("keep_tag", {"text": "market"}),
)
#: A call that takes over what another returned.
PASSED_ON: Final = PlannedCall("keep_note", {"text": "<that>"})
#: What the tools answered in a history, call by call.
RESULTS: Final = ("18 C", "23 C")
#: A call of a long name, with names of two words and a text that has capitals, accents and typed marks.
PAGE: Final = replace(
    NOTE,
    name="keep_written_page",
    description="Keep a page.",
    parameters={
        "type": "object",
        "properties": {"text": {"type": "string"}, "page_title": {"type": "string"}},
        "required": ["text"],
    },
)
TYPED: Final = PlannedCall("keep_written_page", {"text": 'Zoë\'s "Über uns"', "page_title": "One"})
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
#: A tool with an object, of which a member lists the one value that its schema alone tells, and with another such value.
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

#: A call whose name has capitals and a mark between its words, which gateways like to change.
TITLED: Final = PlannedCall("Keep_Written_Page", TYPED.arguments)
