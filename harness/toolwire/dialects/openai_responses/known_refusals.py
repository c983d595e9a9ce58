"""What OpenAI refuses in Responses though the request type has no word for it, or `verify` no other question.

Of ../shared/corpus and corpus2 no request that OpenAI or Azure answered has any of it (tests/corpus plays them):
`parallel_tool_calls` without tools, an empty list of tools and a choice without tools are taken here, not as in Chat
Completions. Where no test of a request's own is named, its type or a rule finds it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from toolwire.dialects.known_refusal import KnownRefusal, cut_json, in_body, of_body, unknown_model
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

_READ: Final = "2026-11-29"
#: Of a response that nobody was given.
NO_RESPONSE: Final = f"resp_{'0' * 48}"
#: The fewest tokens that may be asked for.
_LEAST: Final = 16
_OTHER: Final = "required2"
_CALL: Final = "function_call"
#: The items of a right request -> of a wrong one; words, a call and its output are the last of them.
_Items: TypeAlias = "Callable[[list[JsonObject]], list[JsonObject]]"


def _said(wrong: _Items) -> Callable[[Request], Request | None]:
    def body_of(body: JsonObject) -> JsonObject:
        items = [object_of(one) for one in items_of(body.get("input"))]
        return {**body, "input": [*wrong(items)]}

    return of_body(body_of)


def _with(**members: Json) -> Callable[[Request], Request | None]:
    return of_body(lambda body: {**body, **members})


def _call_with(**members: Json) -> Callable[[Request], Request | None]:
    return _said(lambda items: [*items[:-2], {**items[-2], **members}, items[-1]])


def _calls(body: JsonObject) -> list[JsonObject]:
    items = (object_of(item) for item in items_of(body.get("input")))
    return [item for item in items if item.get("type") == _CALL]


def _is_elsewhere_named(call: JsonObject) -> bool:
    own = call.get("id")
    return isinstance(own, str) and bool(own) and not own.startswith("fc")


def _asks_little(body: JsonObject) -> bool:
    most = body.get("max_output_tokens")
    return isinstance(most, int) and not isinstance(most, bool) and most < _LEAST


def _tool(body: JsonObject) -> JsonObject:
    (tool, *_) = map(object_of, items_of(body.get("tools")))
    return tool


def _nested(body: JsonObject) -> JsonObject:
    tool = _tool(body)
    function: JsonObject = {key: tool[key] for key in tool if key != "type"}
    return {**body, "tools": [{"type": "function", "function": function}]}


def _optional_in_strict(body: JsonObject) -> JsonObject:
    tool = _tool(body)
    closed: JsonObject = {**object_of(tool.get("parameters")), "additionalProperties": False}
    return {**body, "tools": [{**tool, "strict": True, "parameters": closed}]}


_OF_BODY: Final = (
    cut_json(
        said="We could not parse the JSON body of your request.",
        source="https://github.com/openai/openai-python/issues/1677",
        read=_READ,
    ),
    unknown_model(
        said="The requested model 'no-such-model' does not exist. (model_not_found)",
        source="https://github.com/BerriAI/litellm/pull/39457",
        read=_READ,
    ),
    KnownRefusal(
        id="unknown_previous_response",
        loses=True,
        what="a previous_response_id that nobody was given",
        wrong=_with(previous_response_id=NO_RESPONSE),
        is_wrong=in_body(lambda body: body.get("previous_response_id") == NO_RESPONSE),
        said="Previous response with id 'resp_...' not found. (previous_response_not_found)",
        source="https://github.com/maximhq/bifrost/issues/2441",
        read=_READ,
    ),
    KnownRefusal(
        id="few_tokens",
        what="max_output_tokens of 1",
        wrong=_with(max_output_tokens=1),
        is_wrong=in_body(_asks_little),
        said="Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 1 "
        "instead.",
        source="https://github.com/earendil-works/pi/issues/6265",
        read=_READ,
    ),
    KnownRefusal(
        id="response_format",
        loses=True,
        what="response_format, which is a member of Chat Completions",
        wrong=_with(response_format={"type": "text"}),
        is_wrong=in_body(lambda body: body.get("response_format") is not None),
        said="Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to "
        "'text.format'.",
        source="https://github.com/mkht/PSOpenAI/issues/44",
        read=_READ,
    ),
)

_OF_TOOLS: Final = (
    KnownRefusal(
        id="nested_tool",
        loses=True,
        what="a tool as Chat Completions has it, with its name in an object of its own",
        wrong=of_body(_nested),
        is_wrong=None,
        said="Missing required parameter: 'tools[0].name'.",
        source="agentjido/req_llm test/support/fixtures/openai/gpt_5_codex/object_streaming.json"
        "@f722d38fac9656b1d34cf9954ea6c1c98d0670cd #0",
        read=_READ,
    ),
    KnownRefusal(
        id="optional_in_strict",
        what="a strict tool with a parameter that is not required",
        wrong=of_body(_optional_in_strict),
        is_wrong=None,
        said="Invalid schema for function 'get_current_weather': In context=(), 'required' is required to be "
        "supplied and to be an array including every key in properties. Missing 'unit'.",
        source="Mirascope/mirascope python/tests/ops/_internal/instrumentation/llm/cassettes/"
        "test_model_call_with_tools.yaml@41d433578653411dbff96c6eaca4fa869aafc931 #1",
        read=_READ,
    ),
)

_OF_HISTORY: Final = (
    KnownRefusal(
        id="foreign_item_id",
        what="the id of a call where the item has its own (call_..., not fc_...)",
        wrong=_call_with(id="call_required1"),
        is_wrong=in_body(lambda body: any(map(_is_elsewhere_named, _calls(body)))),
        said="Invalid 'input[2].id': 'call_...'. Expected an ID that begins with 'fc'.",
        source="https://github.com/oracle/wayflow/pull/100",
        read=_READ,
    ),
    KnownRefusal(
        id="empty_item_id",
        what="a call whose item has an empty id",
        wrong=_call_with(id=""),
        is_wrong=in_body(lambda body: any(call.get("id") == "" for call in _calls(body))),
        said="Invalid 'input[2].id': ''. Expected an ID that contains letters, numbers, underscores, or "
        "dashes, but this value contained additional characters.",
        source="https://github.com/langchain-ai/langchainjs/issues/11044",
        read=_READ,
    ),
    KnownRefusal(
        id="unknown_item_member",
        what="parsed_arguments of a call, which only the SDK's own objects have",
        wrong=_call_with(parsed_arguments={"location": "example"}),
        is_wrong=in_body(
            lambda body: any(call.get("parsed_arguments") is not None for call in _calls(body))
        ),
        said="Unknown parameter: 'input[2].parsed_arguments'.",
        source="https://github.com/openai/openai-python/issues/2720",
        read=_READ,
    ),
    KnownRefusal(
        id="stray_output",
        loses=True,
        what="an output of a call that there is not, beside the right one",
        wrong=_said(lambda items: [*items, {**items[-1], "call_id": _OTHER}]),
        is_wrong=None,
        said="No tool call found for function call output with call_id call_...",
        source="https://github.com/continuedev/continue/issues/10092",
        read=_READ,
    ),
    KnownRefusal(
        id="fewer_outputs",
        loses=True,
        what="two calls in the history, and the output of one",
        wrong=_said(lambda items: [*items[:-1], {**items[-2], "call_id": _OTHER}, items[-1]]),
        is_wrong=None,
        said="No tool output found for function call call_...",
        source="https://github.com/bytedance/trae-agent/issues/245",
        read=_READ,
    ),
    KnownRefusal(
        id="text_part",
        what="a content part of type text, which is one of Chat Completions",
        wrong=_said(
            lambda items: [
                {"role": "user", "content": [{"type": "text", "text": "Hello."}]},
                *items,
            ]
        ),
        is_wrong=None,
        said="Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'input_audio', "
        "'output_text', 'refusal', 'input_file', 'computer_screenshot', 'summary_text', and "
        "'encrypted_content'.",
        source="https://github.com/MervinPraison/PraisonAI/issues/3934",
        read=_READ,
    ),
)

KNOWN_REFUSALS: Final = (*_OF_BODY, *_OF_TOOLS, *_OF_HISTORY)
