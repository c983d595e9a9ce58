"""What Cohere refuses in Chat v2 though its request type has no word for it.

Most of it stands in its list of errors, in the words of its API.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.cohere_refusals import (
    CUT_JSON,
    ERRORS,
    NEGATIVE_LIMIT,
    NO_SUCH_MODEL,
    misnamed,
    out_of_range,
    too_many_ends,
)
from toolwire.dialects.found_wrong import messages_of, outside
from toolwire.dialects.wrong_body import appended, changed, dropped, put, refused, then
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.topic import Topic

_UNKNOWN: Final = "unknown field: parameter '{}' is not a valid field."
#: Members that other vendors' chats have, and Cohere's has not.
_FOREIGN: Final = frozenset(
    {"max_completion_tokens", "parallel_tool_calls", "stop", "stream_options", "top_p"}
)
_OF_MESSAGES: Final = frozenset({"tool_content", "tool_name"})
_OF_FUNCTIONS: Final = frozenset({"external_execution", "requires_confirmation"})
_SAFETY: Final = frozenset({"CONTEXTUAL", "NONE", "OFF", "STRICT"})
_REFERENCE: Final = "https://docs.cohere.com/reference/chat"
_STRANGER: Final = "call_of_nobody"


def _has_foreign_function(body: JsonObject) -> bool:
    functions = (object_of(object_of(one).get("function")) for one in items_of(body.get("tools")))
    return any(_OF_FUNCTIONS & one.keys() for one in functions)


def _call_again(body: JsonObject) -> JsonObject | None:
    return changed(("messages", 1, "tool_calls"), lambda calls: items_of(calls) * 2)(body)


def _result_again(body: JsonObject) -> JsonObject | None:
    result = next((one for one in messages_of(body) if one.get("role") == "tool"), {})
    return appended(("messages",), {**result, "tool_call_id": _STRANGER})(body)


def _has_empty_text(body: JsonObject) -> bool:
    return any(one.get("role") == "user" and one.get("content") == "" for one in messages_of(body))


def _has_late_system(body: JsonObject) -> bool:
    roles = [one.get("role") for one in messages_of(body)]
    begun = next((n for n, role in enumerate(roles) if role != "system"), len(roles))
    return "system" in roles[begun:]


def _has_other_safety(body: JsonObject) -> bool:
    mode = body.get("safety_mode")
    return isinstance(mode, str) and mode not in _SAFETY


def _has_format_beside_tools(body: JsonObject) -> bool:
    form = object_of(body.get("response_format")).get("type")
    return form == "json_object" and bool(body.get("tools"))


KNOWN_REFUSALS: Final = (
    CUT_JSON,
    NO_SUCH_MODEL,
    refused(
        "foreign_member",
        "a member that another vendor has (parallel_tool_calls)",
        put(("parallel_tool_calls",), value=True),
        topic=Topic.TOOLS,
        said=_UNKNOWN.format("parallel_tool_calls"),
        source="https://github.com/agno-agi/agno/issues/3503",
        is_wrong=lambda body: bool(_FOREIGN & body.keys()),
        loses=True,
    ),
    refused(
        "foreign_member_of_message",
        "a message with a member that there is not (tool_content)",
        put(("messages", 2, "tool_content"), "18 C and sunny"),
        said=_UNKNOWN.format("tool_content"),
        source="https://github.com/cohere-ai/notebooks/issues/226",
        is_wrong=lambda body: any(_OF_MESSAGES & one.keys() for one in messages_of(body)),
    ),
    refused(
        "foreign_member_of_function",
        "a function with a member that there is not (requires_confirmation)",
        put(("tools", 0, "function", "requires_confirmation"), value=False),
        topic=Topic.TOOLS,
        said=_UNKNOWN.format("requires_confirmation"),
        source="https://github.com/agno-agi/agno/issues/3503",
        is_wrong=_has_foreign_function,
    ),
    refused(
        "result_of_another_call",
        "a result with an id that no call has",
        put(("messages", 2, "tool_call_id"), _STRANGER),
        topic=Topic.ROUND,
        said="tool call id not found in previous tool calls",
        source=ERRORS,
        loses=True,
    ),
    refused(
        "result_too_many",
        "a result with an id that no call has, beside one that is right",
        _result_again,
        topic=Topic.ROUND,
        said="tool call id not found in previous tool calls",
        source=ERRORS,
        loses=True,
    ),
    refused(
        "empty_call_id",
        "a result with an empty id",
        put(("messages", 2, "tool_call_id"), ""),
        topic=Topic.ROUND,
        said="tool call id must be provided with tool message",
        source=ERRORS,
    ),
    refused(
        "id_twice",
        "two calls of one id",
        _call_again,
        topic=Topic.ROUND,
        said="cannot have duplicate tool ids",
        source=ERRORS,
    ),
    refused(
        "empty_text",
        "a user's message without a word",
        put(("messages", 0, "content"), ""),
        said="message must not be empty in a turn",
        source=ERRORS,
        is_wrong=_has_empty_text,
    ),
    refused(
        "late_system",
        "a system message behind others",
        appended(("messages",), {"role": "system", "content": "Be brief."}),
        said="system turn must be the first in the list",
        source=ERRORS,
        is_wrong=_has_late_system,
    ),
    refused(
        "warm_temperature",
        "a temperature above 1",
        put(("temperature",), 1.5),
        said="invalid request: temperature must be between 0 and 1.0 inclusive.",
        source=ERRORS,
        is_wrong=outside("temperature", 0, 1),
    ),
    refused(
        "high_penalty",
        "a presence_penalty above 1",
        put(("presence_penalty",), 1.5),
        said="invalid request: presence_penalty must be between 0 and 1 inclusive.",
        source=ERRORS,
        is_wrong=outside("presence_penalty", 0, 1),
    ),
    NEGATIVE_LIMIT,
    too_many_ends(_REFERENCE),
    refused(
        "unknown_safety",
        "a safety_mode that there is not",
        put(("safety_mode",), "RELAXED"),
        said="unrecognized safety mode 'RELAXED'. For proper usage, please refer to the reference",
        source=_REFERENCE,
        is_wrong=_has_other_safety,
    ),
    *out_of_range(_REFERENCE),
    refused(
        "foreign_choice",
        "a tool_choice that another vendor has (any)",
        put(("tool_choice",), "any"),
        # LangChain's word: the two that there are, are the only ones that are read.
        topic=Topic.TOOLS,
        said="unrecognized tool choice option 'any'. For proper usage, please refer to "
        "https://docs.cohere.com/reference/chat",
        source="https://github.com/langchain-ai/langchain-cohere/issues/161",
        read="2026-11-30",
    ),
    refused(
        "required_without_tools",
        "a tool_choice of REQUIRED and no tools",
        then(put(("tool_choice",), "REQUIRED"), dropped((), "tools")),
        topic=Topic.TOOLS,
        said="When REQUIRED is specified, the model will be forced to use at least one of the user-defined tools, and "
        "the tools parameter must be passed in the request.",
        source=_REFERENCE,
        is_wrong=lambda body: body.get("tool_choice") == "REQUIRED" and not body.get("tools"),
    ),
    refused(
        "format_beside_tools",
        "a response_format of JSON beside tools",
        put(("response_format",), {"type": "json_object"}),
        topic=Topic.TOOLS,
        said="Limitation: The parameter is not supported when used in combinations with the `documents` or `tools` "
        "parameters.",
        source="https://github.com/cohere-ai/cohere-python/blob/247ae6009e3ece8d74bd5c7505b14ecf42b1a2dd/src/cohere/"
        "types/response_format_v2.py",
        is_wrong=_has_format_beside_tools,
        loses=True,
    ),
    *misnamed(("tools", 0, "function", "name")),
)
