"""What Bedrock refuses in Converse though the request type has no word for it, or `verify` has none for what it has.

Not here: a `cachePoint` among the tools, which Bedrock refuses by the model (Nova does, Claude does not).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.known_refusal import (
    NO_MODEL,
    KnownRefusal,
    WrongBody,
    cut_json,
    in_body,
    of_body,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

_READ: Final = "2026-11-29"
_REFERENCE: Final = "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_"
_UNION: Final = (
    "This data type is a UNION, so only one of the following members can be specified when "
    "used or returned."
)
_MODEL_IN_URL: Final = "/model/"
#: As some models write the ids of their calls, with a bar and a slash.
_FOREIGN_ID: Final = "call|0/1"


def _other_model(request: Request) -> Request | None:
    before, step, rest = request.url.partition(_MODEL_IN_URL)
    _, slash, operation = rest.partition("/")
    url = f"{before}{step}{NO_MODEL}/{operation}"
    return replace(request, url=url) if slash else None


def _asks_no_model(request: Request) -> bool:
    return f"{_MODEL_IN_URL}{NO_MODEL}/" in request.url


def _in_message(number: int, change: Callable[[list[Json]], Json]) -> WrongBody:
    """Return what changes the content of a message; nothing where it has none."""

    def wrong(body: JsonObject) -> JsonObject | None:
        messages = items_of(body.get("messages"))
        message = object_of(messages[number]) if len(messages) > number else {}
        blocks = items_of(message.get("content"))
        if not blocks:
            return None
        changed = {**message, "content": change(blocks)}
        return {**body, "messages": [*messages[:number], changed, *messages[number + 1 :]]}

    return wrong


def _in_block(number: int, member: str, **members: Json) -> WrongBody:
    """Return what changes the call or the result that a message begins with."""

    def changed(blocks: list[Json]) -> Json:
        first = object_of(blocks[0])
        inner = {**object_of(first.get(member)), **members}
        return [{**first, member: inner}, *blocks[1:]]

    return _in_message(number, changed)


def _renamed(body: JsonObject) -> JsonObject | None:
    changed = _in_block(1, "toolUse", toolUseId=_FOREIGN_ID)(body)
    return None if changed is None else _in_block(2, "toolResult", toolUseId=_FOREIGN_ID)(changed)


def _in_config(**members: Json) -> WrongBody:
    return lambda body: {**body, "inferenceConfig": members}


def _in_tool(change: Callable[[JsonObject], JsonObject]) -> WrongBody:
    """Return what changes the first tool of a request."""

    def wrong(body: JsonObject) -> JsonObject | None:
        config = object_of(body.get("toolConfig"))
        tools = items_of(config.get("tools"))
        if not tools:
            return None
        changed = change(object_of(tools[0]))
        return {**body, "toolConfig": {**config, "tools": [changed, *tools[1:]]}}

    return wrong


def _of_spec(**members: Json) -> WrongBody:
    return _in_tool(lambda tool: {"toolSpec": {**object_of(tool.get("toolSpec")), **members}})


def _unwrapped(tool: JsonObject) -> JsonObject:
    spec = object_of(tool.get("toolSpec"))
    bare = object_of(spec.get("inputSchema")).get("json")
    return {"toolSpec": {**spec, "inputSchema": bare}}


def _chosen_twice(body: JsonObject) -> JsonObject | None:
    config = object_of(body.get("toolConfig"))
    names = [object_of(object_of(one).get("toolSpec")) for one in items_of(config.get("tools"))]
    if not names:
        return None
    choice: JsonObject = {"any": {}, "tool": {"name": names[0].get("name")}}
    return {**body, "toolConfig": {**config, "toolChoice": choice}}


def _turned(body: JsonObject, *roles: str) -> JsonObject | None:
    """Return a request whose messages of words have these roles, before those that it has."""
    messages = items_of(body.get("messages"))
    said: list[Json] = [{"role": role, "content": [{"text": "Hello."}]} for role in roles]
    return {**body, "messages": [*said, *messages]} if messages else None


def _orphan(blocks: list[Json]) -> Json:
    orphan: JsonObject = {"toolUseId": "tooluse_nobody", "content": [{"text": "17 C"}]}
    return [*blocks, {"toolResult": orphan}]


def _answered_half(body: JsonObject) -> JsonObject | None:
    """Return a request whose call is there once more, under an id that no result has."""

    def twice(blocks: list[Json]) -> Json:
        called = object_of(object_of(blocks[-1]).get("toolUse"))
        return [*blocks, {"toolUse": {**called, "toolUseId": "tooluse_unanswered"}}]

    return _in_message(1, twice)(body)


def _untold(blocks: list[Json]) -> Json:
    first = object_of(blocks[0])
    result = object_of(first.get("toolResult"))
    failed = {"toolUseId": result.get("toolUseId"), "content": [], "status": "error"}
    return [{"toolResult": failed}]


def _blocks(body: JsonObject) -> Iterator[JsonObject]:
    for message in items_of(body.get("messages")):
        for block in items_of(object_of(message).get("content")):
            yield object_of(block)


def _has_blank(body: JsonObject) -> bool:
    texts = (one.get("text") for one in _blocks(body))
    return any(isinstance(text, str) and not text.strip() for text in texts)


def _is_untold(body: JsonObject) -> bool:
    results = (object_of(one.get("toolResult")) for one in _blocks(body))
    return any(one.get("status") == "error" and one.get("content") == [] for one in results)


def _has_empty_message(body: JsonObject) -> bool:
    return any(object_of(one).get("content") == [] for one in items_of(body.get("messages")))


KNOWN_REFUSALS: Final = (
    cut_json(
        said="code: 400, x-amzn-errortype: SerializationException (bodies of restJson1 that are no JSON)",
        source=(
            "https://github.com/smithy-lang/smithy/blob/b8295074e7b7af2c259066a8dc219624609c4148/"
            "smithy-aws-protocol-tests/model/restJson1/malformedRequests/malformed-request-body.smithy"
        ),
        read=_READ,
    ),
    KnownRefusal(
        id="unknown_model",
        what="a model that there is not",
        wrong=_other_model,
        is_wrong=_asks_no_model,
        said="The provided model identifier is invalid.",
        source="https://github.com/iOfficeAI/AionCore/pull/377",
        read=_READ,
    ),
    KnownRefusal(
        id="no_tool_config",
        what="calls and results in the history and no toolConfig",
        wrong=of_body(lambda body: {key: body[key] for key in body if key != "toolConfig"}),
        is_wrong=None,
        said=(
            "The toolConfig field must be defined when using toolUse and toolResult content blocks."
        ),
        source="https://github.com/langgenius/dify/issues/17545",
        read=_READ,
    ),
    KnownRefusal(
        id="choice_twice",
        what="a toolChoice of any and a tool at once",
        wrong=of_body(_chosen_twice),
        is_wrong=None,
        said=_UNION,
        source=f"{_REFERENCE}ToolChoice.html",
        read=_READ,
    ),
    KnownRefusal(
        id="call_id",
        what="an id of a call with a bar and a slash in it",
        wrong=of_body(_renamed),
        is_wrong=None,
        said=(
            "Value at 'messages.2.member.content.1.member.toolUse.toolUseId' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+"
        ),
        source="https://github.com/tontinton/maki/issues/38",
        read=_READ,
    ),
    KnownRefusal(
        id="called_name",
        what="a call in the history whose name has a stop in it",
        wrong=of_body(_in_block(1, "toolUse", name="weather.get")),
        is_wrong=None,
        said=(
            "Value at 'messages.73.member.content.2.member.toolUse.name' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+"
        ),
        source="https://github.com/openclaw/openclaw/issues/12892",
        read=_READ,
    ),
    KnownRefusal(
        id="empty_name",
        what="a tool without letters in its name",
        wrong=of_body(_of_spec(name="")),
        is_wrong=None,
        said=(
            "Value '' at 'toolConfig.tools.1.member.toolSpec.name' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1"
        ),
        source="https://github.com/BerriAI/litellm/issues/19384",
        read=_READ,
    ),
    KnownRefusal(
        id="empty_description",
        what="a tool whose description is empty",
        wrong=of_body(_of_spec(description="")),
        is_wrong=None,
        said=(
            "Value '' at 'toolConfig.tools.1.member.toolSpec.description' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1"
        ),
        source="https://github.com/BerriAI/litellm/issues/19384",
        read=_READ,
    ),
    KnownRefusal(
        id="bare_schema",
        what="an inputSchema that is the schema itself, without json around it",
        wrong=of_body(_in_tool(_unwrapped)),
        is_wrong=None,
        said=f"{_UNION} json: The JSON schema for the tool.",
        source=f"{_REFERENCE}ToolInputSchema.html",
        read=_READ,
    ),
    KnownRefusal(
        id="content_text",
        what="a message whose content is a text and no list of blocks",
        wrong=of_body(_in_message(0, lambda blocks: object_of(blocks[0]).get("text"))),
        is_wrong=None,
        said="content: Type: Array of ContentBlock objects. Required: Yes",
        source=f"{_REFERENCE}Message.html",
        read=_READ,
    ),
    KnownRefusal(
        id="result_text",
        what="a result whose content is a text and no list of blocks",
        wrong=of_body(_in_block(2, "toolResult", content="18 C and sunny")),
        is_wrong=None,
        said="content: Type: Array of ToolResultContentBlock objects. Required: Yes",
        source=f"{_REFERENCE}ToolResultBlock.html",
        read=_READ,
    ),
    KnownRefusal(
        id="result_list",
        what="a result whose json is a list",
        wrong=of_body(_in_block(2, "toolResult", content=[{"json": ["18 C", "sunny"]}])),
        is_wrong=None,
        said="ValidationException: the json of a toolResult has to be an object",
        source="https://github.com/sigoden/aichat/issues/1550",
        read=_READ,
    ),
    KnownRefusal(
        id="result_status",
        what="a result of a status that is neither success nor error",
        wrong=of_body(_in_block(2, "toolResult", status="failed")),
        is_wrong=None,
        said="status: Valid Values: success | error",
        source=f"{_REFERENCE}ToolResultBlock.html",
        read=_READ,
    ),
    KnownRefusal(
        id="empty_failure",
        what="a result of status error without content",
        wrong=of_body(_in_message(2, _untold)),
        is_wrong=in_body(_is_untold),
        said=(
            "The content field at messages.<n>.content.0.toolResult cannot be empty when status "
            "value is error."
        ),
        source=(
            "https://github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore"
            "/issues/15"
        ),
        read=_READ,
    ),
    KnownRefusal(
        id="orphan_beside",
        loses=True,
        what="a result that no call has beside one that a call has",
        wrong=of_body(_in_message(2, _orphan)),
        is_wrong=None,
        said=(
            "The number of toolResult blocks at messages.2.content exceeds the number of toolUse "
            "blocks of previous turn."
        ),
        source="https://github.com/Just-Curieous/Curie/issues/16",
        read=_READ,
    ),
    KnownRefusal(
        id="fewer_results",
        loses=True,
        what="two calls in the history, and the result of one",
        wrong=of_body(_answered_half),
        is_wrong=None,
        said="Expected toolResult blocks at messages.2.content for the following Ids: tooluse_...",
        source="https://github.com/anomalyco/opencode/issues/41780",
        read=_READ,
    ),
    KnownRefusal(
        id="roles_in_a_row",
        what="two messages of the user in a row",
        wrong=of_body(lambda body: _turned(body, "user")),
        is_wrong=None,
        said="A conversation must alternate between user and assistant roles.",
        source="https://github.com/langchain-ai/langchain-aws/issues/130",
        read=_READ,
    ),
    KnownRefusal(
        id="assistant_first",
        what="a conversation that the assistant begins",
        wrong=of_body(lambda body: _turned(body, "assistant")),
        is_wrong=None,
        said="A conversation must start with a user message.",
        source="https://github.com/langgenius/dify/issues/12340",
        read=_READ,
    ),
    KnownRefusal(
        id="blank_text",
        what="a block of text that is blank",
        wrong=of_body(_in_message(0, lambda blocks: [*blocks, {"text": ""}])),
        is_wrong=in_body(_has_blank),
        said=(
            "The text field in the ContentBlock object at messages.15.content.0 is blank. Add "
            "text to the text field, and try again."
        ),
        source="https://github.com/aws-samples/bedrock-engineer/issues/8",
        read=_READ,
    ),
    KnownRefusal(
        id="empty_message",
        what="a message without blocks",
        wrong=of_body(_in_message(0, lambda _: [])),
        is_wrong=in_body(_has_empty_message),
        said="The content field in the Message object at messages.3 is empty.",
        source="https://github.com/langchain-ai/langchain/issues/26968",
        read=_READ,
    ),
    KnownRefusal(
        id="image_format",
        what="an image of a format that is none of the four",
        wrong=of_body(
            _in_message(
                0,
                lambda blocks: [
                    *blocks,
                    {"image": {"format": "jpg", "source": {"bytes": "/9j/4AAQ"}}},
                ],
            )
        ),
        is_wrong=None,
        said="format='jpg' -> ValidationException: Value at 'image.format' failed to satisfy constraint",
        source="https://github.com/NousResearch/hermes-agent/issues/55429",
        read=_READ,
    ),
    KnownRefusal(
        id="temperature",
        what="a temperature of 2",
        wrong=of_body(_in_config(temperature=2)),
        is_wrong=None,
        said="temperature: Valid Range: Minimum value of 0. Maximum value of 1.",
        source=f"{_REFERENCE}InferenceConfiguration.html",
        read=_READ,
    ),
    KnownRefusal(
        id="no_tokens",
        what="maxTokens of 0",
        wrong=of_body(_in_config(maxTokens=0)),
        is_wrong=None,
        said="maxTokens: Valid Range: Minimum value of 1.",
        source=f"{_REFERENCE}InferenceConfiguration.html",
        read=_READ,
    ),
)
