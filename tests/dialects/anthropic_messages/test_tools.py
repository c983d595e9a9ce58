"""Tools of a request, in its list and in messages of the system."""

from __future__ import annotations

from toolwire.dialects.anthropic_messages.tools import definitions, has_toolset, offered
from toolwire.model.conversation import Json, JsonObject

WEATHER: JsonObject = {"name": "get_weather", "input_schema": {"type": "object"}}
OTHER: JsonObject = {"name": "other", "input_schema": {"type": "object"}}


def added(tool: Json) -> JsonObject:
    """Return a message of the system that adds a tool."""
    return {"role": "system", "content": [{"type": "tool_addition", "tool": tool}]}


def defined(definition: Json) -> JsonObject:
    """Return a message of the system that defines a tool."""
    return added({"type": "tool_definition", "definition": definition})


def test_a_definition_in_a_message_is_a_tool_at_its_place() -> None:
    """One by reference is in the list already, and only a message of the system defines any."""
    by_reference = added({"type": "tool_reference", "tool_name": "other"})
    of_the_user: JsonObject = {**defined(OTHER), "role": "user"}
    request: JsonObject = {
        "tools": [OTHER],
        "messages": [by_reference, of_the_user, defined(WEATHER)],
    }
    assert [(one.pointer, one.name) for one in definitions(request)] == [
        ("request/tools/0", "other"),
        ("request/messages/2/content/0/tool/definition", "get_weather"),
    ]


def test_a_later_definition_replaces_its_namesake() -> None:
    """Two of one name in the list stay two, as whoever judges the list has to see them."""
    newer: JsonObject = {"name": "other", "description": "New.", "input_schema": {}}
    server: JsonObject = {"type": "web_search_20260209", "name": "web_search"}
    request: JsonObject = {
        "tools": [OTHER, OTHER, WEATHER],
        "messages": [defined(OTHER), defined(newer), defined(server), defined(None)],
    }
    assert offered(request) == [WEATHER, newer, server, None]
    assert offered({"tools": [OTHER, OTHER]}) == [OTHER, OTHER]


def test_a_toolset_of_the_clients_says_no_names() -> None:
    """A server's own set, and a tool with a name, are none."""
    computer: JsonObject = {"type": "computer_toolset_20260801", "configs": {}}
    assert has_toolset({"tools": [WEATHER, computer]})
    assert has_toolset({"messages": [defined(computer)]})
    assert not has_toolset({"tools": [{"type": "mcp_toolset", "mcp_server_name": "d"}, WEATHER]})
    assert not has_toolset({"tools": [{**computer, "name": "computer"}, {"type": 1}, None]})
