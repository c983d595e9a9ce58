"""The tools of the clean exchanges, as functions that say when they ran, and as schemas."""

from __future__ import annotations

import json
import re
from typing import Literal

from pydantic import BaseModel

from clients.job import Call

PROMPT = "Weather in Paris?"
SCHEMAS = {
    "get_weather": {
        "type": "object",
        "properties": {
            "location": {"type": "string"},
            "unit": {"type": "string"},
            "days": {"type": "integer"},
        },
        "required": ["location"],
    },
    "get_time": {"type": "object", "properties": {}},
}
_RAN: list[Call] = []
#: How Qwen's documentation has a program find the calls in a text.
_WRITTEN = re.compile(r"<tool_call>\n(.+)?\n</tool_call>")


class Weather(BaseModel):
    """Arguments of `get_weather`, for typed answers."""

    location: str
    unit: Literal["celsius", "fahrenheit"] = "celsius"
    days: int = 1


def get_weather(location: str, unit: str = "celsius", days: int = 1) -> str:
    """Tell the weather of a city."""
    _RAN.append(("get_weather", {"location": location, "unit": unit, "days": days}, True))
    return "18 C"


def get_time() -> str:
    """Tell the time."""
    _RAN.append(("get_time", {}, True))
    return "noon"


def functions() -> list[dict[str, object]]:
    """Return the tools as the chat format of OpenAI offers them."""
    return [
        {
            "type": "function",
            "function": {"name": name, "description": "d", "parameters": schema},
        }
        for name, schema in SCHEMAS.items()
    ]


def clear() -> None:
    """Forget what ran."""
    _RAN.clear()


def ran() -> tuple[Call, ...]:
    """Return what ran since `clear`."""
    return tuple(_RAN)


def written(text: str) -> tuple[Call, ...]:
    """Return the calls in a text, as the parser of Qwen's documentation finds them."""
    found: list[Call] = []
    for match in _WRITTEN.finditer(text):
        try:
            call = json.loads(match[1] or "")
            found.append((call["name"], call["arguments"], True))
        except (ValueError, TypeError, KeyError):
            continue
    return tuple(found)
