"""What OpenAI's SDK says of Responses, its beta types included, and Mistral's."""

from __future__ import annotations

from typing import Final

from tests.sdks.vocabulary import Vocabulary, each

__all__ = ["RESPONSES"]

_SPEC: Final = "spec.openai.official"
_ITEMS: Final = "openai.types.responses"
_ITEMS_BETA: Final = "openai.types.beta"
_SERVER_TOOL: Final = "how far a tool of the server's own is: its item says what came of it"
_NO_MEANING: Final = "has no neutral meaning: the answer goes on, or nothing is said"
_EVENT: Final = "schema:/$defs/chunk/allOf"
_ENDED: Final = "then/properties/response/allOf/1/properties/status"
_MISTRAL: Final = "mistralai.client.models"
_OUT: Final = "schema:/$defs/response_item/allOf"
_ITEM: Final = "schema:/$defs/request_item/then/allOf/0/then/properties"
_ITEM_CHOICE: Final = "schema:/$defs/tool_choice/anyOf"

RESPONSES: Final = (
    Vocabulary(
        "openai-responses",
        "items",
        ("dialects.openai_responses.items:ITEMS",),
        (
            f"{_ITEMS}:ResponseItem#type",
            f"{_ITEMS}:ResponseOutputItem#type",
            f"{_ITEMS}:ResponseInputItemParam#type",
            f"{_ITEMS_BETA}:BetaResponseItem#type",
            f"{_ITEMS_BETA}:BetaResponseOutputItem#type",
            f"{_ITEMS_BETA}:BetaResponseInputItemParam#type",
            f"{_SPEC}:OutputItem#type",
            f"{_SPEC}:InputItem#type",
            f"{_SPEC}:ItemResource#type",
        ),
    ),
    Vocabulary(
        "openai-responses",
        "events",
        ("dialects.openai_responses.stream:_EVENTS.handlers",),
        (
            f"{_ITEMS}:ResponseStreamEvent#type",
            f"{_ITEMS_BETA}:BetaResponseStreamEvent#type",
            f"{_ITEMS_BETA}:BetaResponsesServerEvent#type",
            f"{_SPEC}:ResponseStreamEvent#type",
        ),
        unread={
            **each(
                _SERVER_TOOL,
                "response.code_interpreter_call.completed",
                "response.code_interpreter_call.in_progress",
                "response.code_interpreter_call.interpreting",
                "response.code_interpreter_call_code.delta",
                "response.code_interpreter_call_code.done",
                "response.compaction.compacting",
                "response.file_search_call.completed",
                "response.file_search_call.in_progress",
                "response.file_search_call.searching",
                "response.image_generation_call.completed",
                "response.image_generation_call.generating",
                "response.image_generation_call.in_progress",
                "response.image_generation_call.partial_image",
                "response.mcp_call.completed",
                "response.mcp_call.failed",
                "response.mcp_call.in_progress",
                "response.mcp_call_arguments.delta",
                "response.mcp_call_arguments.done",
                "response.mcp_list_tools.completed",
                "response.mcp_list_tools.failed",
                "response.mcp_list_tools.in_progress",
                "response.shell_call_command.added",
                "response.shell_call_command.delta",
                "response.shell_call_command.done",
                "response.shell_call_output_content.delta",
                "response.shell_call_output_content.done",
                "response.web_search_call.completed",
                "response.web_search_call.in_progress",
                "response.web_search_call.searching",
            ),
            **each(
                "sound is no part of a reply",
                "response.audio.delta",
                "response.audio.done",
                "response.audio.transcript.delta",
                "response.audio.transcript.done",
            ),
            **each(
                "the finished item has all parts, and all annotations of one",
                "response.content_part.done",
                "response.output_text.annotation.added",
                "response.reasoning_summary_part.done",
            ),
            **each(
                "of the WebSocket connection, which is not read",
                "response.inject.created response.inject.failed",
                "response.steer.accepted response.steer.failed response.steer.pending",
            ),
        },
    ),
    Vocabulary(
        "openai-responses",
        "status of a response",
        ("wire:stop_words.words", "schema:/$defs/status"),
        (
            f"{_ITEMS}:ResponseStatus",
            f"{_ITEMS_BETA}:BetaResponseStatus",
            f"{_SPEC}:Response.status",
        ),
    ),
    Vocabulary(
        "openai-responses",
        "what a status means",
        ("dialect:stops",),
        (
            f"{_ITEMS}:ResponseStatus",
            f"{_SPEC}:Response.status",
        ),
        unread=each(_NO_MEANING, "in_progress queued"),
    ),
    Vocabulary(
        "openai-responses",
        "status of the last event",
        (" + ".join(f"{_EVENT}/{number}/{_ENDED}" for number in (1, 2, 3)),),
        (f"{_ITEMS}:ResponseStatus",),
        unread={
            **each("a response under way, which no event ends", "in_progress queued"),
            **each("no event tells of it", "cancelled"),
        },
    ),
    Vocabulary(
        "openai-responses",
        "why a response is incomplete",
        ("schema:/$defs/incomplete_details/anyOf/1/properties/reason",),
        (
            f"{_ITEMS}.response:Response.incomplete_details.reason",
            f"{_ITEMS_BETA}.beta_response:BetaResponse.incomplete_details.reason",
            f"{_SPEC}:Response.incomplete_details.reason",
        ),
    ),
    Vocabulary(
        "openai-responses",
        "roles of a history",
        ("wire:request.roles.known", "schema:/$defs/message/properties/role"),
        (
            f"{_ITEMS}:EasyInputMessageParam.role",
            f"{_ITEMS}.response_input_item_param:Message.role",
            f"{_ITEMS}:ResponseOutputMessage.role",
            f"{_ITEMS_BETA}:BetaEasyInputMessageParam.role",
            f"{_MISTRAL}:ResponsesEasyInputMessageRole",
            f"{_SPEC}:EasyInputMessage.role",
            f"{_SPEC}:InputMessage.role",
        ),
    ),
    Vocabulary(
        "openai-responses",
        "role of a reply",
        (f"{_OUT}/0/then/properties/role",),
        (f"{_ITEMS}:ResponseOutputMessage.role",),
    ),
    Vocabulary(
        "openai-responses",
        "status of an item",
        (
            "schema:/$defs/message/properties/status",
            f"{_ITEM}/status",
            f"{_OUT}/0/then/properties/status",
            f"{_OUT}/1/then/properties/status",
            f"{_OUT}/3/then/properties/status",
        ),
        (
            f"{_ITEMS}:ResponseOutputMessage.status",
            f"{_ITEMS}:ResponseFunctionToolCall.status",
            f"{_ITEMS}:ResponseReasoningItem.status",
        ),
    ),
    Vocabulary(
        "openai-responses",
        "objects",
        (
            "schema:/$defs/response/properties/object",
            "schema:/$defs/chunk_response/properties/object",
        ),
        (f"{_ITEMS}:Response.object",),
    ),
    Vocabulary(
        "openai-responses",
        "type of a message",
        ("schema:/$defs/message/properties/type",),
        (f"{_ITEMS}:ResponseOutputMessage.type", f"{_ITEMS}:EasyInputMessageParam.type"),
    ),
    Vocabulary(
        "openai-responses",
        "parts of a message that is sent",
        ("schema:/$defs/content/anyOf/1/items/properties/type",),
        (
            f"{_ITEMS}:ResponseInputContentParam#type",
            f"{_ITEMS}.response_input_item_param:Message.content#type",
            f"{_ITEMS}:EasyInputMessageParam.content#type",
            f"{_SPEC}:InputContent#type",
        ),
        older=each("openai 2.0 to 3.40 ResponseInputAudioParam", "input_audio"),
    ),
    Vocabulary(
        "openai-responses",
        "parts of a message of the assistant's",
        ("schema:/$defs/output_part/properties/type",),
        (
            f"{_ITEMS}:ResponseOutputMessage.content#type",
            f"{_SPEC}:OutputMessage.content#type",
        ),
    ),
    Vocabulary(
        "openai-responses",
        "parts of a message of the assistant's that is sent back",
        ("schema:/$defs/said/anyOf/1/items/properties/type",),
        (f"{_ITEMS}:ResponseOutputMessageParam.content#type",),
        older=each("the endpoint takes the user's parts of an easy message", "input_text"),
    ),
    Vocabulary(
        "openai-responses",
        "parts of a call's output",
        ("schema:/$defs/output/anyOf/1/items/properties/type",),
        (
            f"{_ITEMS}.response_input_item_param:FunctionCallOutput.output#type",
            f"{_ITEMS}:ResponseCustomToolCallOutputParam.output#type",
            f"{_SPEC}:FunctionCallOutputItemParam.output#type",
        ),
    ),
    Vocabulary(
        "openai-responses",
        "words of a tool choice",
        (
            "wire:request.choice_words",
            f"{_ITEM_CHOICE}/0",
            "dialects.openai_responses.request:_WORDS",
        ),
        (
            f"{_ITEMS}:ToolChoiceOptions",
            f"{_MISTRAL}:CreateResponseRequestToolChoiceEnum",
            f"{_SPEC}:ToolChoiceOptions",
        ),
    ),
    Vocabulary(
        "openai-responses",
        "modes of allowed tools",
        (f"{_ITEM_CHOICE}/1/allOf/1/then/properties/mode",),
        (f"{_ITEMS}:ToolChoiceAllowed.mode",),
    ),
    Vocabulary(
        "openai-responses",
        "what becomes of what is too long",
        (
            "schema:/$defs/response/properties/truncation",
            "schema:/$defs/chunk_response/properties/truncation",
        ),
        (f"{_ITEMS}.response:Response.truncation", f"{_SPEC}:Response.truncation"),
    ),
    Vocabulary(
        "openai-responses",
        "how much is said",
        ("schema:/$defs/text/properties/verbosity",),
        (f"{_ITEMS}:ResponseTextConfig.verbosity", f"{_SPEC}:ResponseTextParam.verbosity"),
    ),
    Vocabulary(
        "openai-responses",
        "parts of a summary of thoughts",
        (f"{_OUT}/3/then/properties/summary/items/properties/type",),
        (f"{_ITEMS}.response_reasoning_item:Summary.type",),
    ),
    Vocabulary(
        "openai-responses",
        "parts of thoughts",
        (f"{_OUT}/3/then/properties/content/items/properties/type",),
        (f"{_ITEMS}.response_reasoning_item:Content.type",),
    ),
)
