"""What Bedrock refuses in Converse though the request type has no word for it, or `verify` has none for what it has.

Not here: a `cachePoint` among the tools, which Bedrock refuses by the model (Nova does, Claude does not).
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.bedrock_converse.wrong_bodies import (
    answered_half,
    asks_no_model,
    chosen_twice,
    has_blank,
    has_empty_message,
    in_block,
    in_config,
    in_message,
    in_tool,
    is_untold,
    of_spec,
    other_model,
    renamed,
    turned,
    untold,
    unwrapped,
    with_orphan,
)
from toolwire.dialects.known_refusal import (
    KnownRefusal,
    cut_json,
    in_body,
    of_body,
)
from toolwire.io.json_text import object_of

_READ: Final = "2026-11-29"
_REFERENCE: Final = "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_"
_UNION: Final = (
    "This data type is a UNION, so only one of the following members can be specified when "
    "used or returned."
)


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
        wrong=other_model,
        is_wrong=asks_no_model,
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
        wrong=of_body(chosen_twice),
        is_wrong=None,
        said=_UNION,
        source=f"{_REFERENCE}ToolChoice.html",
        read=_READ,
    ),
    KnownRefusal(
        id="call_id",
        what="an id of a call with a bar and a slash in it",
        wrong=of_body(renamed),
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
        wrong=of_body(in_block(1, "toolUse", name="weather.get")),
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
        wrong=of_body(of_spec(name="")),
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
        wrong=of_body(of_spec(description="")),
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
        wrong=of_body(in_tool(unwrapped)),
        is_wrong=None,
        said=f"{_UNION} json: The JSON schema for the tool.",
        source=f"{_REFERENCE}ToolInputSchema.html",
        read=_READ,
    ),
    KnownRefusal(
        id="content_text",
        what="a message whose content is a text and no list of blocks",
        wrong=of_body(in_message(0, lambda blocks: object_of(blocks[0]).get("text"))),
        is_wrong=None,
        said="content: Type: Array of ContentBlock objects. Required: Yes",
        source=f"{_REFERENCE}Message.html",
        read=_READ,
    ),
    KnownRefusal(
        id="result_text",
        what="a result whose content is a text and no list of blocks",
        wrong=of_body(in_block(2, "toolResult", content="18 C and sunny")),
        is_wrong=None,
        said="content: Type: Array of ToolResultContentBlock objects. Required: Yes",
        source=f"{_REFERENCE}ToolResultBlock.html",
        read=_READ,
    ),
    KnownRefusal(
        id="result_list",
        what="a result whose json is a list",
        wrong=of_body(in_block(2, "toolResult", content=[{"json": ["18 C", "sunny"]}])),
        is_wrong=None,
        said="ValidationException: the json of a toolResult has to be an object",
        source="https://github.com/sigoden/aichat/issues/1550",
        read=_READ,
    ),
    KnownRefusal(
        id="result_status",
        what="a result of a status that is neither success nor error",
        wrong=of_body(in_block(2, "toolResult", status="failed")),
        is_wrong=None,
        said="status: Valid Values: success | error",
        source=f"{_REFERENCE}ToolResultBlock.html",
        read=_READ,
    ),
    KnownRefusal(
        id="empty_failure",
        what="a result of status error without content",
        wrong=of_body(in_message(2, untold)),
        is_wrong=in_body(is_untold),
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
        wrong=of_body(in_message(2, with_orphan)),
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
        wrong=of_body(answered_half),
        is_wrong=None,
        said="Expected toolResult blocks at messages.2.content for the following Ids: tooluse_...",
        source="https://github.com/anomalyco/opencode/issues/41780",
        read=_READ,
    ),
    KnownRefusal(
        id="roles_in_a_row",
        what="two messages of the user in a row",
        wrong=of_body(lambda body: turned(body, "user")),
        is_wrong=None,
        said="A conversation must alternate between user and assistant roles.",
        source="https://github.com/langchain-ai/langchain-aws/issues/130",
        read=_READ,
    ),
    KnownRefusal(
        id="assistant_first",
        what="a conversation that the assistant begins",
        wrong=of_body(lambda body: turned(body, "assistant")),
        is_wrong=None,
        said="A conversation must start with a user message.",
        source="https://github.com/langgenius/dify/issues/12340",
        read=_READ,
    ),
    KnownRefusal(
        id="blank_text",
        what="a block of text that is blank",
        wrong=of_body(in_message(0, lambda blocks: [*blocks, {"text": ""}])),
        is_wrong=in_body(has_blank),
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
        wrong=of_body(in_message(0, lambda _: [])),
        is_wrong=in_body(has_empty_message),
        said="The content field in the Message object at messages.3 is empty.",
        source="https://github.com/langchain-ai/langchain/issues/26968",
        read=_READ,
    ),
    KnownRefusal(
        id="image_format",
        what="an image of a format that is none of the four",
        wrong=of_body(
            in_message(
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
        wrong=of_body(in_config(temperature=2)),
        is_wrong=None,
        said="temperature: Valid Range: Minimum value of 0. Maximum value of 1.",
        source=f"{_REFERENCE}InferenceConfiguration.html",
        read=_READ,
    ),
    KnownRefusal(
        id="no_tokens",
        what="maxTokens of 0",
        wrong=of_body(in_config(maxTokens=0)),
        is_wrong=None,
        said="maxTokens: Valid Range: Minimum value of 1.",
        source=f"{_REFERENCE}InferenceConfiguration.html",
        read=_READ,
    ),
)
