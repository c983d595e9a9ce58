"""What OpenAI refuses in Chat Completions though the request type has no word for it, or `verify` no other question.

Of ../shared/corpus and corpus2 no request that OpenAI or Azure answered has any of it (tests/corpus plays them).
Where no test of a request's own is named, its type or a rule finds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from toolwire.dialects.known_refusal import KnownRefusal, cut_json, in_body, of_body, unknown_model
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

_READ: Final = "2026-11-29"
#: OpenAI takes so many words at which the text ends.
_MOST_STOPS: Final = 4
_MOST_TOOLS: Final = 128
_HOTTEST: Final = 2
#: What a name may have no more.
_NAME: Final = re.compile("[a-zA-Z0-9_-]+", re.ASCII)
#: Mistral wants nine letters and digits.
_OTHER: Final = "required2"
#: The messages of a right request -> of a wrong one; words, a call and its result are the last of them.
_Messages: TypeAlias = "Callable[[list[JsonObject]], list[JsonObject]]"


def _said(wrong: _Messages) -> Callable[[Request], Request | None]:
    def body_of(body: JsonObject) -> JsonObject:
        messages = [object_of(one) for one in items_of(body.get("messages"))]
        return {**body, "messages": [*wrong(messages)]}

    return of_body(body_of)


def _with(**members: Json) -> Callable[[Request], Request | None]:
    return of_body(lambda body: {**body, **members})


def _without_tools(**members: Json) -> Callable[[Request], Request | None]:
    return of_body(lambda body: {**{key: body[key] for key in body if key != "tools"}, **members})


def _number(value: Json) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _asks_nothing(body: JsonObject) -> bool:
    limits = (_number(body.get(key)) for key in ("max_tokens", "max_completion_tokens"))
    return any(limit is not None and limit < 1 for limit in limits)


def _is_hot(body: JsonObject) -> bool:
    heat = _number(body.get("temperature"))
    return heat is not None and heat > _HOTTEST


def _no_word_of_json(body: JsonObject) -> bool:
    wanted = object_of(body.get("response_format")).get("type")
    return wanted == "json_object" and b"json" not in dump(body.get("messages")).lower()


def _misnamed(names: list[Json]) -> bool:
    return any(isinstance(name, str) and _NAME.fullmatch(name) is None for name in names)


def _calls_misnamed(body: JsonObject) -> bool:
    messages = (object_of(one) for one in items_of(body.get("messages")))
    calls = (object_of(call) for one in messages for call in items_of(one.get("tool_calls")))
    return _misnamed([object_of(call.get("function")).get("name") for call in calls])


def _misnames_call(messages: list[JsonObject]) -> list[JsonObject]:
    *before, called, result = messages
    (call,) = map(object_of, items_of(called["tool_calls"]))
    function: JsonObject = {**object_of(call["function"]), "name": "weather/get it"}
    return [*before, {**called, "tool_calls": [{**call, "function": function}]}, result]


def _twice_called(messages: list[JsonObject]) -> tuple[list[JsonObject], JsonObject]:
    """Return messages whose call is there once more under another id, and the result of that."""
    *before, called, result = messages
    (call,) = map(object_of, items_of(called["tool_calls"]))
    both: JsonObject = {**called, "tool_calls": [call, {**call, "id": _OTHER}]}
    return [*before, both, result], {**result, "tool_call_id": _OTHER}


def _interrupted(messages: list[JsonObject]) -> list[JsonObject]:
    called, result = _twice_called(messages)
    return [*called, {"role": "user", "content": "Is it warm?"}, result]


def _open_schema(body: JsonObject) -> JsonObject | None:
    (tool, *_) = map(object_of, items_of(body.get("tools")))
    function = object_of(tool.get("function"))
    parameters = object_of(function.get("parameters"))
    closed: JsonObject = {**parameters, "required": [*object_of(parameters.get("properties"))]}
    closed.pop("additionalProperties", None)
    strict: JsonObject = {**function, "strict": True, "parameters": closed}
    return {**body, "tools": [{**tool, "function": strict}]}


def _tools(count: int) -> list[Json]:
    return [{"type": "function", "function": {"name": f"tool_{n}"}} for n in range(count)]


_OF_BODY: Final = (
    cut_json(
        said="We could not parse the JSON body of your request.",
        source="https://github.com/openai/openai-python/issues/1677",
        read=_READ,
    ),
    unknown_model(
        said="The model `no-such-model` does not exist or you do not have access to it. (model_not_found)",
        source="https://platform.openai.com/docs/guides/error-codes",
        read=_READ,
    ),
    KnownRefusal(
        id="both_limits",
        what="max_tokens beside max_completion_tokens",
        wrong=_with(max_tokens=64, max_completion_tokens=64),
        is_wrong=None,
        said="Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
        source="agentjido/req_llm test/support/fixtures/openai/gpt_5_chat_latest/object_streaming.json"
        "@f722d38fac9656b1d34cf9954ea6c1c98d0670cd #0",
        read=_READ,
    ),
    KnownRefusal(
        id="stream_options_without_stream",
        what="stream_options and no stream",
        wrong=_with(stream_options={"include_usage": True}),
        is_wrong=in_body(
            lambda body: body.get("stream_options") is not None and body.get("stream") is not True
        ),
        said="The 'stream_options' parameter is only allowed when 'stream' is enabled.",
        source="https://github.com/BerriAI/litellm/issues/5803",
        read=_READ,
    ),
    KnownRefusal(
        id="metadata_without_store",
        what="metadata and no store",
        wrong=of_body(lambda body: {**body, "store": False, "metadata": {"run": "1"}}),
        is_wrong=in_body(
            lambda body: bool(object_of(body.get("metadata"))) and body.get("store") is not True
        ),
        said="The 'metadata' parameter is only allowed when 'store' is enabled.",
        source="https://github.com/tmc/langchaingo/issues/1484",
        read=_READ,
    ),
    KnownRefusal(
        id="no_tokens",
        what="max_tokens of 0",
        wrong=_with(max_tokens=0),
        is_wrong=in_body(_asks_nothing),
        said="0 is less than the minimum of 1 - 'max_tokens'",
        source="https://github.com/griptape-ai/griptape/issues/175",
        read=_READ,
    ),
    KnownRefusal(
        id="high_temperature",
        what="a temperature of 3",
        wrong=_with(temperature=3),
        is_wrong=in_body(_is_hot),
        said="3.0 is greater than the maximum of 2 - 'temperature'",
        source="https://github.com/Frrrrrrrrank/auto_job__find__chatgpt__rpa/issues/40",
        read=_READ,
    ),
    KnownRefusal(
        id="five_stops",
        what="a list of five words at which to stop",
        wrong=_with(stop=[f"END{n}" for n in range(_MOST_STOPS + 1)]),
        is_wrong=in_body(lambda body: len(items_of(body.get("stop"))) > _MOST_STOPS),
        said="Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array "
        "with length 5 instead.",
        source="https://github.com/QwenLM/Qwen-Agent/issues/228",
        read=_READ,
    ),
    KnownRefusal(
        id="json_unsaid",
        what="an answer in JSON wanted of messages that do not say so",
        wrong=of_body(
            lambda body: {
                **{key: body[key] for key in body if key not in ("tools", "messages")},
                "messages": [{"role": "user", "content": "Name a river and a town at it."}],
                "response_format": {"type": "json_object"},
            }
        ),
        is_wrong=in_body(_no_word_of_json),
        said="'messages' must contain the word 'json' in some form, to use 'response_format' of type "
        "'json_object'.",
        source="https://github.com/ultimatejimmy/xray.koplugin/issues/33",
        read=_READ,
    ),
)

_OF_TOOLS: Final = (
    KnownRefusal(
        id="choice_without_tools",
        what="a tool_choice and no tools",
        wrong=_without_tools(tool_choice="required"),
        is_wrong=in_body(lambda body: "tools" not in body and body.get("tool_choice") is not None),
        said="Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        source="https://github.com/BerriAI/litellm/issues/6770",
        read=_READ,
    ),
    KnownRefusal(
        id="parallel_without_tools",
        what="parallel_tool_calls and no tools",
        wrong=_without_tools(parallel_tool_calls=False),
        is_wrong=in_body(
            lambda body: "tools" not in body and body.get("parallel_tool_calls") is not None
        ),
        said="Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' "
        "are specified.",
        source="https://github.com/openai/swarm/issues/30",
        read=_READ,
    ),
    KnownRefusal(
        id="too_many_tools",
        what="129 tools",
        wrong=_with(tools=_tools(_MOST_TOOLS + 1)),
        is_wrong=in_body(lambda body: len(items_of(body.get("tools"))) > _MOST_TOOLS),
        said="Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array "
        "with length 150 instead.",
        source="https://github.com/0x4m4/hexstrike-ai/issues/29",
        read=_READ,
    ),
    KnownRefusal(
        id="strict_open_schema",
        what="a strict tool whose schema has no additionalProperties: false",
        wrong=of_body(_open_schema),
        is_wrong=None,
        said="Invalid schema for function 'get_current_weather': In context=(), 'additionalProperties' is "
        "required to be supplied and to be false.",
        source="Mirascope/mirascope typescript/tests/e2e/input/cassettes/strict-tool/openai_completions/"
        "handles-optional-properties-in-strict-mode.har@41d433578653411dbff96c6eaca4fa869aafc931 #0",
        read=_READ,
    ),
)

_OF_HISTORY: Final = (
    KnownRefusal(
        id="misnamed_call",
        what="a call in the history with a blank and a slash in its name",
        wrong=_said(_misnames_call),
        is_wrong=in_body(_calls_misnamed),
        said="Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern. Expected a "
        "string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        source="https://github.com/mcp-use/mcp-use/issues/90",
        read=_READ,
    ),
    KnownRefusal(
        id="fewer_results",
        loses=True,
        what="two calls in the history, and the result of one",
        wrong=_said(lambda messages: _twice_called(messages)[0]),
        is_wrong=None,
        said="An assistant message with 'tool_calls' must be followed by tool messages responding to each "
        "'tool_call_id'. The following tool_call_ids did not have response messages: call_...",
        source="https://github.com/aliasrobotics/cai/issues/111",
        read=_READ,
    ),
    KnownRefusal(
        id="interrupted_results",
        what="words of the user between the results of two calls",
        wrong=_said(_interrupted),
        is_wrong=None,
        said="An assistant message with 'tool_calls' must be followed by tool messages responding to each "
        "'tool_call_id'. The following tool_call_ids did not have response messages",
        source="https://joseferben.com/posts/openai-tool-calls-must-be-followed-by-tool-messages/",
        read=_READ,
    ),
    KnownRefusal(
        id="result_before_call",
        what="a result that stands before its call",
        wrong=_said(lambda messages: [*messages[:-2], messages[-1], messages[-2]]),
        is_wrong=None,
        said="Invalid parameter: messages with role 'tool' must be a response to a preceeding message with "
        "'tool_calls'.",
        source="https://github.com/run-llama/llama_index/issues/10493",
        read=_READ,
    ),
    KnownRefusal(
        id="null_result",
        what="a result whose content is null",
        wrong=_said(lambda messages: [*messages[:-1], {**messages[-1], "content": None}]),
        is_wrong=None,
        said="Invalid value for 'content': expected a string, got null.",
        source="https://github.com/run-llama/llama_index/issues/17555",
        read=_READ,
    ),
    KnownRefusal(
        id="unknown_part",
        loses=True,
        what="a content part of a type that there is not",
        wrong=_said(
            lambda messages: [
                {"role": "user", "content": [{"type": "binary", "binary": "SGVsbG8="}]},
                *messages,
            ]
        ),
        is_wrong=None,
        said="Invalid value: 'binary'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', "
        "and 'audio'.",
        source="https://github.com/icereed/paperless-gpt/issues/46",
        read=_READ,
    ),
)

KNOWN_REFUSALS: Final = (*_OF_BODY, *_OF_TOOLS, *_OF_HISTORY)
