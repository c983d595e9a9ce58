"""The items there are, what each is to a client, and which answers which.

Source: openai 3.54.0 `types/responses/response_item.py`, `response_input_item_param.py` and those
of `types/beta`, read 2026-11-23. `nox -s vocabularies` compares them. A type that is not here is
of a later version, or of another server: it is passed over, so it is no call.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from toolwire.io.json_text import string_of
from toolwire.model.conversation import JsonObject


class ItemKind(Enum):
    """What an item is to a client."""

    CALL = "asks the client to run a tool that it named"
    OUTPUT = "is the client's answer to such a call"
    ASKED = "asks the client for something that has no name: a built-in tool, a permission"
    ANSWERED = "answers that"
    MESSAGE = "is said"
    REASONING = "is thought"
    SERVED = "is the server's own: a tool that it runs, or a note of its"
    SET = "changes what holds from here on"


#: Type of an item -> what it is.
ITEMS: Final[Mapping[str, ItemKind]] = {
    "message": ItemKind.MESSAGE,
    "reasoning": ItemKind.REASONING,
    **dict.fromkeys(("function_call", "custom_tool_call"), ItemKind.CALL),
    **dict.fromkeys(("function_call_output", "custom_tool_call_output"), ItemKind.OUTPUT),
    **dict.fromkeys(
        (
            "apply_patch_call",
            "computer_call",
            "local_shell_call",
            "mcp_approval_request",
            "shell_call",
            "tool_search_call",
        ),
        ItemKind.ASKED,
    ),
    **dict.fromkeys(
        (
            "apply_patch_call_output",
            "computer_call_output",
            "local_shell_call_output",
            "mcp_approval_response",
            "shell_call_output",
            "tool_search_output",
        ),
        ItemKind.ANSWERED,
    ),
    **dict.fromkeys(
        (
            "agent_message",
            "code_interpreter_call",
            "compaction",
            "file_search_call",
            "image_generation_call",
            "mcp_call",
            "mcp_list_tools",
            "multi_agent_call",
            "multi_agent_call_output",
            "program",
            "program_output",
            "web_search_call",
        ),
        ItemKind.SERVED,
    ),
    **dict.fromkeys(
        ("additional_tools", "compaction_trigger", "configuration_update", "item_reference"),
        ItemKind.SET,
    ),
}


class Pair(NamedTuple):
    """Two types of items of which one answers the other.

    Attributes:
        asked: the type that asks.
        known: its members of which one has the id that is answered.
        named: the members of the answer of which one has that id.
    """

    asked: str
    known: tuple[str, ...]
    named: tuple[str, ...]


#: Type of an item that answers -> what it answers.
PAIRS: Final[Mapping[str, Pair]] = {
    "apply_patch_call_output": Pair("apply_patch_call", ("call_id",), ("call_id",)),
    "computer_call_output": Pair("computer_call", ("call_id",), ("call_id",)),
    # Its type has the id of the call as `id`, the guide as `call_id`.
    "local_shell_call_output": Pair("local_shell_call", ("call_id", "id"), ("call_id", "id")),
    "mcp_approval_response": Pair("mcp_approval_request", ("id",), ("approval_request_id",)),
    "shell_call_output": Pair("shell_call", ("call_id",), ("call_id",)),
    "tool_search_output": Pair("tool_search_call", ("call_id",), ("call_id",)),
}
#: Type of an item that asks -> what answers it.
ASKING: Final[Mapping[str, Pair]] = {pair.asked: pair for pair in PAIRS.values()}


def kind_of(item: JsonObject) -> ItemKind | None:
    """Return what an item is; None for one of a type that is not known.

    An item without a type is a message.
    """
    kind = item.get("type", "message")
    return ITEMS.get(kind) if isinstance(kind, str) else None


def ids_of(item: JsonObject, members: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids that an item has in some of its members."""
    found = (string_of(item.get(member)) for member in members)
    return tuple(known for known in found if known is not None)
