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
#: A call whose name has capitals and a mark between its words, which gateways like to change.
TITLED: Final = PlannedCall("Keep_Written_Page", TYPED.arguments)
