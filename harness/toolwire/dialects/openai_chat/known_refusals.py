"""What OpenAI refuses in Chat Completions though the request type has no word for it, or `verify`
no other question.

Of ../shared/corpus and corpus2 no request that OpenAI or Azure answered has any of it (tests/corpus
plays them). Where no test of a request's own is named, its type or a rule finds it.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects.found_wrong import messages_of
from toolwire.dialects.openai_refusals import (
    CUT_JSON,
    NO_SUCH_MODEL,
    strict_and_open,
    strict_and_optional,
)
from toolwire.dialects.wrong_body import (
    again,
    changed,
    dropped,
    prepended,
    put,
    refused,
    then,
)
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.topic import Topic

#: OpenAI takes so many words at which the text ends.
_MOST_STOPS: Final = 4
_MOST_TOOLS: Final = 128
_HOTTEST: Final = 2
#: What a name may have no more.
_NAME: Final = re.compile("[a-zA-Z0-9_-]+", re.ASCII)
#: Mistral wants nine letters and digits.
_OTHER: Final = "required2"
#: The last messages of a right request are words, a call and its result.
_CALLS: Final = ("messages", -2, "tool_calls")
_FUNCTION: Final = ("tools", 0, "function")
_TWICE_CALLED: Final = again(_CALLS, id=_OTHER)


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
    said = messages_of(body)
    calls = (object_of(call) for one in said for call in items_of(one.get("tool_calls")))
    return _misnamed([object_of(call.get("function")).get("name") for call in calls])


def _interrupted(found: Json) -> Json:
    messages = items_of(found)
    words: JsonObject = {"role": "user", "content": "Is it warm?"}
    return [*messages, words, {**object_of(messages[-1]), "tool_call_id": _OTHER}]


def _result_first(found: Json) -> Json:
    *before, call, result = items_of(found)
    return [*before, result, call]


def _tools(count: int) -> list[Json]:
    return [{"type": "function", "function": {"name": f"tool_{n}"}} for n in range(count)]


_OF_BODY: Final = (
    CUT_JSON,
    NO_SUCH_MODEL,
    refused(
        "both_limits",
        "max_tokens beside max_completion_tokens",
        lambda body: {**body, "max_tokens": 64, "max_completion_tokens": 64},
        said="Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
        source="agentjido/req_llm test/support/fixtures/openai/gpt_5_chat_latest/object_streaming.json"
        "@f722d38fac9656b1d34cf9954ea6c1c98d0670cd #0",
    ),
    refused(
        "stream_options_without_stream",
        "stream_options and no stream",
        put(("stream_options",), {"include_usage": True}),
        said="The 'stream_options' parameter is only allowed when 'stream' is enabled.",
        source="https://github.com/BerriAI/litellm/issues/5803",
        is_wrong=lambda body: (
            body.get("stream_options") is not None and body.get("stream") is not True
        ),
    ),
    refused(
        "metadata_without_store",
        "metadata and no store",
        lambda body: {**body, "store": False, "metadata": {"run": "1"}},
        said="The 'metadata' parameter is only allowed when 'store' is enabled.",
        source="https://github.com/tmc/langchaingo/issues/1484",
        is_wrong=lambda body: (
            bool(object_of(body.get("metadata"))) and body.get("store") is not True
        ),
    ),
    refused(
        "no_tokens",
        "max_tokens of 0",
        put(("max_tokens",), 0),
        said="0 is less than the minimum of 1 - 'max_tokens'",
        source="https://github.com/griptape-ai/griptape/issues/175",
        is_wrong=_asks_nothing,
    ),
    refused(
        "high_temperature",
        "a temperature of 3",
        put(("temperature",), 3),
        said="3.0 is greater than the maximum of 2 - 'temperature'",
        source="https://github.com/Frrrrrrrrank/auto_job__find__chatgpt__rpa/issues/40",
        is_wrong=_is_hot,
    ),
    refused(
        "five_stops",
        "a list of five words at which to stop",
        put(("stop",), [f"END{n}" for n in range(_MOST_STOPS + 1)]),
        said="Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array "
        "with length 5 instead.",
        source="https://github.com/QwenLM/Qwen-Agent/issues/228",
        is_wrong=lambda body: len(items_of(body.get("stop"))) > _MOST_STOPS,
    ),
    refused(
        "json_unsaid",
        "an answer in JSON wanted of messages that do not say so",
        then(
            dropped((), "tools", "messages"),
            put(("messages",), [{"role": "user", "content": "Name a river and a town at it."}]),
            put(("response_format",), {"type": "json_object"}),
        ),
        said="'messages' must contain the word 'json' in some form, to use 'response_format' of type "
        "'json_object'.",
        source="https://github.com/ultimatejimmy/xray.koplugin/issues/33",
        is_wrong=_no_word_of_json,
    ),
)

_OF_TOOLS: Final = (
    refused(
        "choice_without_tools",
        "a tool_choice and no tools",
        then(dropped((), "tools"), put(("tool_choice",), "required")),
        topic=Topic.TOOLS,
        said="Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
        source="https://github.com/BerriAI/litellm/issues/6770",
        is_wrong=lambda body: "tools" not in body and body.get("tool_choice") is not None,
    ),
    refused(
        "parallel_without_tools",
        "parallel_tool_calls and no tools",
        then(dropped((), "tools"), put(("parallel_tool_calls",), value=False)),
        topic=Topic.TOOLS,
        said="Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' "
        "are specified.",
        source="https://github.com/openai/swarm/issues/30",
        is_wrong=lambda body: "tools" not in body and body.get("parallel_tool_calls") is not None,
    ),
    refused(
        "too_many_tools",
        "129 tools",
        put(("tools",), _tools(_MOST_TOOLS + 1)),
        topic=Topic.TOOLS,
        said="Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array "
        "with length 150 instead.",
        source="https://github.com/0x4m4/hexstrike-ai/issues/29",
        is_wrong=lambda body: len(items_of(body.get("tools"))) > _MOST_TOOLS,
    ),
    refused(
        "long_name",
        "a tool with a name of 65 characters",
        put((*_FUNCTION, "name"), "get_weather_" + "x" * 53),
        topic=Topic.TOOLS,
        said="Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a "
        "string with length 81 instead. (string_above_max_length)",
        source="https://github.com/ravitemer/mcphub.nvim/pull/243",
    ),
    refused(
        "strict_open_schema",
        "a strict tool whose schema has no additionalProperties: false",
        strict_and_open(_FUNCTION),
        topic=Topic.TOOLS,
        said="Invalid schema for function 'get_current_weather': In context=(), 'additionalProperties' is "
        "required to be supplied and to be false.",
        source="Mirascope/mirascope typescript/tests/e2e/input/cassettes/strict-tool/openai_completions/"
        "handles-optional-properties-in-strict-mode.har@41d433578653411dbff96c6eaca4fa869aafc931 #0",
    ),
    refused(
        "optional_in_strict",
        "a strict tool with a parameter that is not required",
        strict_and_optional(_FUNCTION),
        topic=Topic.TOOLS,
        said="Invalid schema for function 'manage_memory': In context=(), 'required' is required to be supplied "
        "and to be an array including every key in properties. Missing 'content'.",
        source="https://github.com/langchain-ai/langmem/issues/113",
    ),
)

_OF_HISTORY: Final = (
    refused(
        "misnamed_call",
        "a call in the history with a blank and a slash in its name",
        put((*_CALLS, 0, "function", "name"), "weather/get it"),
        topic=Topic.ROUND,
        said="Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern. Expected a "
        "string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        source="https://github.com/mcp-use/mcp-use/issues/90",
        is_wrong=_calls_misnamed,
    ),
    refused(
        "fewer_results",
        "two calls in the history, and the result of one",
        _TWICE_CALLED,
        topic=Topic.ROUND,
        said="An assistant message with 'tool_calls' must be followed by tool messages responding to each "
        "'tool_call_id'. The following tool_call_ids did not have response messages: call_...",
        source="https://github.com/aliasrobotics/cai/issues/111",
        loses=True,
    ),
    refused(
        "interrupted_results",
        "words of the user between the results of two calls",
        then(_TWICE_CALLED, changed(("messages",), _interrupted)),
        topic=Topic.ROUND,
        said="An assistant message with 'tool_calls' must be followed by tool messages responding to each "
        "'tool_call_id'. The following tool_call_ids did not have response messages",
        source="https://joseferben.com/posts/openai-tool-calls-must-be-followed-by-tool-messages/",
    ),
    refused(
        "result_before_call",
        "a result that stands before its call",
        changed(("messages",), _result_first),
        topic=Topic.ROUND,
        said="Invalid parameter: messages with role 'tool' must be a response to a preceeding message with "
        "'tool_calls'.",
        source="https://github.com/run-llama/llama_index/issues/10493",
    ),
    refused(
        "null_result",
        "a result whose content is null",
        put(("messages", -1, "content"), None),
        topic=Topic.ROUND,
        said="Invalid value for 'content': expected a string, got null.",
        source="https://github.com/run-llama/llama_index/issues/17555",
    ),
    refused(
        "unknown_part",
        "a content part of a type that there is not",
        prepended(
            ("messages",), {"role": "user", "content": [{"type": "binary", "binary": "SGVsbG8="}]}
        ),
        said="Invalid value: 'binary'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', "
        "and 'audio'.",
        source="https://github.com/icereed/paperless-gpt/issues/46",
        loses=True,
    ),
)

KNOWN_REFUSALS: Final = (*_OF_BODY, *_OF_TOOLS, *_OF_HISTORY)
