"""What Bedrock refuses in Converse though the request type has no word for it, or `verify` has none
for what it has.

Not here: a `cachePoint` among the tools, which Bedrock refuses by the model (Nova does, Claude does
not).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from toolwire.dialects.found_wrong import blocks_of, messages_of
from toolwire.dialects.known_refusal import NO_MODEL, KnownRefusal, WrongBody, cut_json
from toolwire.dialects.wrong_body import (
    again,
    appended,
    changed,
    dropped,
    prepended,
    put,
    refused,
    then,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.io.pointer import at
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request
from toolwire.model.reply import Absent
from toolwire.model.topic import Topic

_REFERENCE: Final = "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_"
_UNION: Final = (
    "This data type is a UNION, so only one of the following members can be specified when "
    "used or returned."
)
#: Of documents; the lower line is taken, too, though no page has it.
_NAME: Final = re.compile(r"[A-Za-z0-9_\s()\[\]-]+")
_MODEL_IN_URL: Final = "/model/"
#: As some models write the ids of their calls, with a bar and a slash.
_FOREIGN_ID: Final = "call|0/1"
_ORPHAN: Final[JsonObject] = {"toolUseId": "tooluse_nobody", "content": [{"text": "17 C"}]}
#: Words, a call and its result are what a right request has.
_WORDS: Final = ("messages", 0, "content")
_CALLS: Final = ("messages", 1, "content")
_CALL: Final = (*_CALLS, 0, "toolUse")
_RESULTS: Final = ("messages", 2, "content")
_RESULT: Final = (*_RESULTS, 0, "toolResult")
_SPEC: Final = ("toolConfig", "tools", 0, "toolSpec")


def _other_model(request: Request) -> Request | None:
    before, step, rest = request.url.partition(_MODEL_IN_URL)
    _, slash, operation = rest.partition("/")
    url = f"{before}{step}{NO_MODEL}/{operation}"
    return replace(request, url=url) if slash else None


def _asks_no_model(request: Request) -> bool:
    return f"{_MODEL_IN_URL}{NO_MODEL}/" in request.url


def _chosen_twice(body: JsonObject) -> JsonObject | None:
    name = at(body, (*_SPEC, "name"))
    if isinstance(name, Absent):
        return None
    return put(("toolConfig", "toolChoice"), {"any": {}, "tool": {"name": name}})(body)


def _text_alone(found: Json) -> Json:
    return next(map(object_of, items_of(found)), {}).get("text")


def _untold(found: Json) -> Json:
    first = next(map(object_of, items_of(found)), {})
    ident = object_of(first.get("toolResult")).get("toolUseId")
    return [{"toolResult": {"toolUseId": ident, "content": [], "status": "error"}}]


def _has_blank(body: JsonObject) -> bool:
    texts = (one.get("text") for one in blocks_of(body))
    return any(isinstance(text, str) and not text.strip() for text in texts)


def _is_untold(body: JsonObject) -> bool:
    results = (object_of(one.get("toolResult")) for one in blocks_of(body))
    return any(one.get("status") == "error" and one.get("content") == [] for one in results)


def _has_empty_message(body: JsonObject) -> bool:
    return any(one.get("content") == [] for one in messages_of(body))


def _has_foreign_document(body: JsonObject) -> bool:
    names = (object_of(one.get("document")).get("name") for one in blocks_of(body))
    return any(isinstance(name, str) and _NAME.fullmatch(name) is None for name in names)


def _is_outside_nucleus(body: JsonObject) -> bool:
    value = object_of(body.get("inferenceConfig")).get("topP")
    return isinstance(value, int | float) and not 0 <= value <= 1


def _has_system_twice(body: JsonObject) -> bool:
    return "system" in body and "system" in object_of(body.get("additionalModelRequestFields"))


def _greeted_by(role: str) -> WrongBody:
    return prepended(("messages",), {"role": role, "content": [{"text": "Hello."}]})


KNOWN_REFUSALS: Final = (
    cut_json(
        said="code: 400, x-amzn-errortype: SerializationException (bodies of restJson1 that are no JSON)",
        source=(
            "https://github.com/smithy-lang/smithy/blob/b8295074e7b7af2c259066a8dc219624609c4148/"
            "smithy-aws-protocol-tests/model/restJson1/malformedRequests/malformed-request-body.smithy"
        ),
    ),
    KnownRefusal(
        id="unknown_model",
        what="a model that there is not",
        wrong=_other_model,
        is_wrong=_asks_no_model,
        said="The provided model identifier is invalid.",
        source="https://github.com/iOfficeAI/AionCore/pull/377",
    ),
    refused(
        "no_tool_config",
        "calls and results in the history and no toolConfig",
        dropped((), "toolConfig"),
        topic=Topic.ROUND,
        said="The toolConfig field must be defined when using toolUse and toolResult content blocks.",
        source="https://github.com/langgenius/dify/issues/17545",
    ),
    refused(
        "choice_twice",
        "a toolChoice of any and a tool at once",
        _chosen_twice,
        topic=Topic.TOOLS,
        said=_UNION,
        source=f"{_REFERENCE}ToolChoice.html",
    ),
    refused(
        "additional_system",
        "a system prompt among the additionalModelRequestFields, beside one of the request",
        then(
            put(("system",), [{"text": "Do as you are told."}]),
            put(("additionalModelRequestFields",), {"system": "Do as you are told."}),
        ),
        said="The additional field system conflicts with an existing field.",
        source="https://github.com/danny-avila/LibreChat/pull/14246",
        is_wrong=_has_system_twice,
        loses=True,
    ),
    refused(
        "call_id",
        "an id of a call with a bar and a slash in it",
        then(put((*_CALL, "toolUseId"), _FOREIGN_ID), put((*_RESULT, "toolUseId"), _FOREIGN_ID)),
        topic=Topic.ROUND,
        said="Value at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy "
        "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+",
        source="https://github.com/tontinton/maki/issues/38",
    ),
    refused(
        "called_name",
        "a call in the history whose name has a stop in it",
        put((*_CALL, "name"), "weather.get"),
        topic=Topic.ROUND,
        said="Value at 'messages.73.member.content.2.member.toolUse.name' failed to satisfy "
        "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
        source="https://github.com/openclaw/openclaw/issues/12892",
    ),
    refused(
        "empty_name",
        "a tool without letters in its name",
        put((*_SPEC, "name"), ""),
        topic=Topic.TOOLS,
        said="Value '' at 'toolConfig.tools.1.member.toolSpec.name' failed to satisfy constraint: "
        "Member must have length greater than or equal to 1",
        source="https://github.com/BerriAI/litellm/issues/19384",
    ),
    refused(
        "empty_description",
        "a tool whose description is empty",
        put((*_SPEC, "description"), ""),
        topic=Topic.TOOLS,
        said="Value '' at 'toolConfig.tools.1.member.toolSpec.description' failed to satisfy "
        "constraint: Member must have length greater than or equal to 1",
        source="https://github.com/BerriAI/litellm/issues/19384",
    ),
    refused(
        "bare_schema",
        "an inputSchema that is the schema itself, without json around it",
        changed((*_SPEC, "inputSchema"), lambda schema: object_of(schema).get("json")),
        topic=Topic.TOOLS,
        said=f"{_UNION} json: The JSON schema for the tool.",
        source=f"{_REFERENCE}ToolInputSchema.html",
    ),
    refused(
        "content_text",
        "a message whose content is a text and no list of blocks",
        changed(_WORDS, _text_alone),
        said="content: Type: Array of ContentBlock objects. Required: Yes",
        source=f"{_REFERENCE}Message.html",
    ),
    refused(
        "result_text",
        "a result whose content is a text and no list of blocks",
        put((*_RESULT, "content"), "18 C and sunny"),
        topic=Topic.ROUND,
        said="content: Type: Array of ToolResultContentBlock objects. Required: Yes",
        source=f"{_REFERENCE}ToolResultBlock.html",
    ),
    refused(
        "result_list",
        "a result whose json is a list",
        put((*_RESULT, "content"), [{"json": ["18 C", "sunny"]}]),
        topic=Topic.ROUND,
        said="ValidationException: the json of a toolResult has to be an object",
        source="https://github.com/sigoden/aichat/issues/1550",
    ),
    refused(
        "result_status",
        "a result of a status that is neither success nor error",
        put((*_RESULT, "status"), "failed"),
        topic=Topic.ROUND,
        said="status: Valid Values: success | error",
        source=f"{_REFERENCE}ToolResultBlock.html",
    ),
    refused(
        "empty_failure",
        "a result of status error without content",
        changed(_RESULTS, _untold),
        topic=Topic.ROUND,
        said="The content field at messages.<n>.content.0.toolResult cannot be empty when status "
        "value is error.",
        source="https://github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore"
        "/issues/15",
        is_wrong=_is_untold,
    ),
    refused(
        "orphan_beside",
        "a result that no call has beside one that a call has",
        appended(_RESULTS, {"toolResult": _ORPHAN}),
        topic=Topic.ROUND,
        said="The number of toolResult blocks at messages.2.content exceeds the number of toolUse "
        "blocks of previous turn.",
        source="https://github.com/Just-Curieous/Curie/issues/16",
        loses=True,
    ),
    refused(
        "fewer_results",
        "two calls in the history, and the result of one",
        then(again(_CALLS), put((*_CALLS, -1, "toolUse", "toolUseId"), "tooluse_unanswered")),
        topic=Topic.ROUND,
        said="Expected toolResult blocks at messages.2.content for the following Ids: tooluse_...",
        source="https://github.com/anomalyco/opencode/issues/41780",
        loses=True,
    ),
    refused(
        "roles_in_a_row",
        "two messages of the user in a row",
        _greeted_by("user"),
        said="A conversation must alternate between user and assistant roles.",
        source="https://github.com/langchain-ai/langchain-aws/issues/130",
    ),
    refused(
        "assistant_first",
        "a conversation that the assistant begins",
        _greeted_by("assistant"),
        said="A conversation must start with a user message.",
        source="https://github.com/langgenius/dify/issues/12340",
    ),
    refused(
        "blank_text",
        "a block of text that is blank",
        appended(_WORDS, {"text": ""}),
        said="The text field in the ContentBlock object at messages.15.content.0 is blank. Add "
        "text to the text field, and try again.",
        source="https://github.com/aws-samples/bedrock-engineer/issues/8",
        is_wrong=_has_blank,
    ),
    refused(
        "empty_message",
        "a message without blocks",
        changed(_WORDS, lambda _: []),
        said="The content field in the Message object at messages.3 is empty.",
        source="https://github.com/langchain-ai/langchain/issues/26968",
        is_wrong=_has_empty_message,
    ),
    refused(
        "image_format",
        "an image of a format that is none of the four",
        appended(_WORDS, {"image": {"format": "jpg", "source": {"bytes": "/9j/4AAQ"}}}),
        said="format='jpg' -> ValidationException: Value at 'image.format' failed to satisfy constraint",
        source="https://github.com/NousResearch/hermes-agent/issues/55429",
    ),
    refused(
        "document_name",
        "a document whose name has a stop in it",
        appended(
            _WORDS,
            {"document": {"format": "txt", "name": "note.txt", "source": {"bytes": "SGVsbG8="}}},
        ),
        said="The document file name can only contain alphanumeric characters, whitespace characters, hyphens, "
        "parentheses, and square brackets.",
        source="https://github.com/simonw/llm-bedrock/issues/8",
        is_wrong=_has_foreign_document,
    ),
    refused(
        "two_in_a_block",
        "a block with a text and a call at once",
        put((*_CALLS, 0, "text"), "Let me see."),
        topic=Topic.ROUND,
        said=_UNION,
        source=f"{_REFERENCE}ContentBlock.html",
    ),
    refused(
        "nucleus",
        "a topP of 2",
        put(("inferenceConfig",), {"topP": 2}),
        said="topP: Valid Range: Minimum value of 0. Maximum value of 1.",
        source=f"{_REFERENCE}InferenceConfiguration.html",
        is_wrong=_is_outside_nucleus,
    ),
    refused(
        "temperature",
        "a temperature of 2",
        put(("inferenceConfig",), {"temperature": 2}),
        said="temperature: Valid Range: Minimum value of 0. Maximum value of 1.",
        source=f"{_REFERENCE}InferenceConfiguration.html",
    ),
    refused(
        "no_tokens",
        "maxTokens of 0",
        put(("inferenceConfig",), {"maxTokens": 0}),
        said="maxTokens: Valid Range: Minimum value of 1.",
        source=f"{_REFERENCE}InferenceConfiguration.html",
    ),
)
