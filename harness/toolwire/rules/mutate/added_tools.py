"""Tools and parts of their schemas that a right request may have besides the plainest."""

from __future__ import annotations

from typing import Final

from toolwire.model.conversation import JsonObject, Tool

TEXT: Final[JsonObject] = {"type": "string"}
MAYBE: Final[JsonObject] = {"type": ["string", "null"]}
DAYS: Final[JsonObject] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"date": TEXT, "hours": {"type": "array", "items": {"type": "integer"}}},
        "required": ["date"],
    },
}
PLACE: Final[JsonObject] = {"type": "object", "properties": {"name": TEXT}}
CLOCK: Final = Tool("get_time", "Time in a zone.", {"type": "object", "properties": {}})
OPEN: Final = Tool(
    "get_zone",
    "Time zone of a city.",
    {"type": "object", "properties": {"city": TEXT}, "required": []},
)
SUNNY: Final = "Weather of a city \N{BLACK SUN WITH RAYS}\N{SPARKLES}.\n\n- one line for each day"
