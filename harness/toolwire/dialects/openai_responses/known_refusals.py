"""What OpenAI refuses in Responses though the request type has no word for it, or `verify` no other
question.

Of ../shared/corpus and corpus2 no request that OpenAI or Azure answered has any of it (tests/corpus
plays them): `parallel_tool_calls` without tools, an empty list of tools and a choice without tools
are taken here, not as in Chat Completions. Where no test of a request's own is named, its type or a
rule finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects.found_wrong import is_list_of_nothing
from toolwire.dialects.known_refusal import unknown_model
from toolwire.dialects.openai_refusals import CUT_JSON, strict_and_open, strict_and_optional
from toolwire.dialects.wrong_body import (
    again,
    alone,
    changed,
    dropped,
    prepended,
    put,
    refused,
    then,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.topic import Topic

#: Of a response that nobody was given.
NO_RESPONSE: Final = f"resp_{'0' * 48}"
#: Letters of a call's id.
_LONGEST: Final = 64
_LONG_ID: Final = "call_" + "x" * _LONGEST
#: Members of Chat Completions that have others here: their values, and how these are called.
_MOVED: Final[tuple[tuple[str, Json, str], ...]] = (
    ("response_format", {"type": "text"}, "text.format"),
    ("messages", [{"role": "user", "content": "Hello."}], "input"),
    ("reasoning_effort", "low", "reasoning.effort"),
)
_MOVED_SOURCES: Final = (
    "https://github.com/mkht/PSOpenAI/issues/44",
    "https://github.com/madox2/vim-ai/issues/162",
    "https://github.com/lobehub/lobehub/pull/8163",
)
#: The fewest tokens that may be asked for.
_LEAST: Final = 16
_OTHER: Final = "required2"
_CALL: Final = "function_call"
#: The last items of a right request are words, a call and its output.
_LAST_CALL: Final = ("input", -2)
_TOOL: Final = ("tools", 0)


def _has(name: str) -> Callable[[JsonObject], bool]:
    return lambda body: body.get(name) is not None


def _calls(body: JsonObject) -> list[JsonObject]:
    items = (object_of(item) for item in items_of(body.get("input")))
    return [item for item in items if item.get("type") == _CALL]


def _is_elsewhere_named(call: JsonObject) -> bool:
    own = call.get("id")
    return isinstance(own, str) and bool(own) and not own.startswith("fc")


def _asks_little(body: JsonObject) -> bool:
    most = body.get("max_output_tokens")
    return isinstance(most, int) and not isinstance(most, bool) and most < _LEAST


def _one_call_more(found: Json) -> Json:
    *before, call, output = items_of(found)
    return [*before, call, {**object_of(call), "call_id": _OTHER}, output]


def _as_message(output: Json) -> Json:
    told = object_of(output)
    return {"role": "tool", "tool_call_id": told.get("call_id"), "content": told.get("output")}


def _has_input_of_assistant(body: JsonObject) -> bool:
    said = (
        one for one in map(object_of, items_of(body.get("input"))) if one.get("role") == "assistant"
    )
    parts = (object_of(part) for one in said for part in items_of(one.get("content")))
    return any(part.get("type") == "input_text" for part in parts)


def _has_long_id(body: JsonObject) -> bool:
    ids = (object_of(item).get("call_id") for item in items_of(body.get("input")))
    return any(isinstance(one, str) and len(one) > _LONGEST for one in ids)


def _has_item_twice(body: JsonObject) -> bool:
    ids = [call["id"] for call in _calls(body) if isinstance(call.get("id"), str) and call["id"]]
    return len(ids) > len(set(ids))


def _item_twice(found: Json) -> Json:
    *before, call, output = items_of(found)
    one = {**object_of(call), "id": "fc_required1"}
    second = {**one, "call_id": _OTHER}
    return [*before, one, output, second, {**object_of(output), "call_id": _OTHER}]


def _schemas(body: JsonObject) -> Iterator[JsonObject]:
    tools = (object_of(one) for one in items_of(body.get("tools")))
    return (object_of(one.get("parameters")) for one in tools if one.get("type") == "function")


def _has_list_of_nothing(body: JsonObject) -> bool:
    properties = (object_of(one.get("properties")).values() for one in _schemas(body))
    each = (object_of(one) for values in properties for one in values)
    return any(map(is_list_of_nothing, each))


_OF_BODY: Final = (
    CUT_JSON,
    unknown_model(
        said="The requested model 'no-such-model' does not exist. (model_not_found)",
        source="https://github.com/BerriAI/litellm/pull/39457",
    ),
    refused(
        "unknown_previous_response",
        "a previous_response_id that nobody was given",
        put(("previous_response_id",), NO_RESPONSE),
        said="Previous response with id 'resp_...' not found. (previous_response_not_found)",
        source="https://github.com/maximhq/bifrost/issues/2441",
        is_wrong=lambda body: body.get("previous_response_id") == NO_RESPONSE,
        loses=True,
    ),
    refused(
        "few_tokens",
        "max_output_tokens of 1",
        put(("max_output_tokens",), 1),
        said="Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 1 "
        "instead.",
        source="https://github.com/earendil-works/pi/issues/6265",
        is_wrong=_asks_little,
    ),
    *(
        refused(
            name,
            f"{name}, which is a member of Chat Completions",
            put((name,), value),
            said=f"Unsupported parameter: '{name}'. In the Responses API, this parameter has moved to '{here}'.",
            source=source,
            is_wrong=_has(name),
            loses=True,
        )
        for (name, value, here), source in zip(_MOVED, _MOVED_SOURCES, strict=True)
    ),
)

_OF_TOOLS: Final = (
    refused(
        "nested_tool",
        "a tool as Chat Completions has it, with its name in an object of its own",
        then(
            alone(("tools",)),
            changed(_TOOL, lambda tool: {"type": "function", "function": tool}),
            dropped((*_TOOL, "function"), "type"),
        ),
        topic=Topic.TOOLS,
        said="Missing required parameter: 'tools[0].name'.",
        source="agentjido/req_llm test/support/fixtures/openai/gpt_5_codex/object_streaming.json"
        "@f722d38fac9656b1d34cf9954ea6c1c98d0670cd #0",
        loses=True,
    ),
    refused(
        "strict_open_schema",
        "a strict tool whose schema has no additionalProperties: false",
        strict_and_open(_TOOL),
        topic=Topic.TOOLS,
        said="Invalid schema for function 'my_tool': In context=('properties', 'fields'), 'additionalProperties' "
        "is required to be supplied and to be false.",
        source="https://github.com/letta-ai/letta/issues/3137",
    ),
    refused(
        "optional_in_strict",
        "a strict tool with a parameter that is not required",
        strict_and_optional(_TOOL),
        topic=Topic.TOOLS,
        said="Invalid schema for function 'get_current_weather': In context=(), 'required' is required to be "
        "supplied and to be an array including every key in properties. Missing 'unit'.",
        source="Mirascope/mirascope python/tests/ops/_internal/instrumentation/llm/cassettes/"
        "test_model_call_with_tools.yaml@41d433578653411dbff96c6eaca4fa869aafc931 #1",
    ),
    refused(
        "schema_of_text",
        "a tool whose parameters are no object",
        put((*_TOOL, "parameters"), {"type": "string"}),
        topic=Topic.TOOLS,
        said="Invalid schema for function 'GMAIL_CREATE_EMAIL_DRAFT': schema must be a JSON Schema of "
        "'type: \"object\"', got 'type: \"None\"'.",
        source="https://github.com/ComposioHQ/composio/issues/1829",
        is_wrong=lambda body: any(one.get("type") == "string" for one in _schemas(body)),
    ),
    refused(
        "list_of_nothing",
        "a list without items",
        put((*_TOOL, "parameters", "properties", "days"), {"type": "array"}),
        topic=Topic.TOOLS,
        said="Invalid schema for function 'search_catalog': In context=('properties', 'select'), array schema missing "
        "items.",
        source="https://github.com/flanksource/mission-control/pull/2634",
        is_wrong=_has_list_of_nothing,
    ),
)

_OF_HISTORY: Final = (
    refused(
        "foreign_item_id",
        "the id of a call where the item has its own (call_..., not fc_...)",
        put((*_LAST_CALL, "id"), "call_required1"),
        topic=Topic.ROUND,
        said="Invalid 'input[2].id': 'call_...'. Expected an ID that begins with 'fc'.",
        source="https://github.com/oracle/wayflow/pull/100",
        is_wrong=lambda body: any(map(_is_elsewhere_named, _calls(body))),
    ),
    refused(
        "empty_item_id",
        "a call whose item has an empty id",
        put((*_LAST_CALL, "id"), ""),
        topic=Topic.ROUND,
        said="Invalid 'input[2].id': ''. Expected an ID that contains letters, numbers, underscores, or "
        "dashes, but this value contained additional characters.",
        source="https://github.com/langchain-ai/langchainjs/issues/11044",
        is_wrong=lambda body: any(call.get("id") == "" for call in _calls(body)),
    ),
    refused(
        "long_call_id",
        "an id of a call of more than 64 characters",
        then(
            put((*_LAST_CALL, "call_id"), _LONG_ID),
            put(("input", -1, "call_id"), _LONG_ID),
        ),
        topic=Topic.ROUND,
        said="Invalid 'input[15].call_id': string too long. Expected a string with maximum length 64",
        source="https://github.com/HKUDS/nanobot/issues/1623",
        is_wrong=_has_long_id,
    ),
    refused(
        "item_twice",
        "two calls of one item id",
        changed(("input",), _item_twice),
        topic=Topic.ROUND,
        said="Duplicate item found with id fc_call_... Remove duplicate items from your input and try again.",
        source="https://github.com/github/app/issues/540",
        is_wrong=_has_item_twice,
    ),
    refused(
        "unknown_item_member",
        "parsed_arguments of a call, which only the SDK's own objects have",
        put((*_LAST_CALL, "parsed_arguments"), {"location": "example"}),
        topic=Topic.ROUND,
        said="Unknown parameter: 'input[2].parsed_arguments'.",
        source="https://github.com/openai/openai-python/issues/2720",
        is_wrong=lambda body: any(
            call.get("parsed_arguments") is not None for call in _calls(body)
        ),
    ),
    refused(
        "stray_output",
        "an output of a call that there is not, beside the right one",
        again(("input",), call_id=_OTHER),
        topic=Topic.ROUND,
        said="No tool call found for function call output with call_id call_...",
        source="https://github.com/continuedev/continue/issues/10092",
        loses=True,
    ),
    refused(
        "fewer_outputs",
        "two calls in the history, and the output of one",
        changed(("input",), _one_call_more),
        topic=Topic.ROUND,
        said="No tool output found for function call call_...",
        source="https://github.com/bytedance/trae-agent/issues/245",
        loses=True,
    ),
    refused(
        "text_part",
        "a content part of type text, which is one of Chat Completions",
        prepended(("input",), {"role": "user", "content": [{"type": "text", "text": "Hello."}]}),
        said="Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'input_audio', "
        "'output_text', 'refusal', 'input_file', 'computer_screenshot', 'summary_text', and "
        "'encrypted_content'.",
        source="https://github.com/MervinPraison/PraisonAI/issues/3934",
    ),
    refused(
        "input_of_assistant",
        "a message of the assistant with an input_text",
        prepended(
            ("input",), {"role": "assistant", "content": [{"type": "input_text", "text": "Hello."}]}
        ),
        said="Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
        source="https://github.com/epam/ai-dial-adapter-openai/issues/511",
        is_wrong=_has_input_of_assistant,
    ),
    refused(
        "tool_role",
        "a result as Chat Completions has it, a message of the role tool",
        changed(("input", -1), _as_message),
        topic=Topic.ROUND,
        said="role: One of user, assistant, system, or developer (EasyInputMessage); a message of the role tool is "
        "answered with 400.",
        source="https://github.com/openai/openai-python/issues/2677",
        loses=True,
    ),
)

KNOWN_REFUSALS: Final = (*_OF_BODY, *_OF_TOOLS, *_OF_HISTORY)
