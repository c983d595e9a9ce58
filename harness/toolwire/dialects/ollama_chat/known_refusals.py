"""What Ollama refuses though its request type, as it is published, has no word for it.

It reads a body into the types of its api/types.go and refuses what does not fit, in the words of Go's
encoding/json; the rest stands in server/routes.go (both read at 00188139 and 2026-11).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.found_wrong import messages_of
from toolwire.dialects.known_refusal import KnownRefusal, cut_json, unknown_model
from toolwire.dialects.wrong_body import NO_BASE64, changed, put, refused
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.topic import Topic

_ROUTES: Final = "https://github.com/ollama/ollama/blob/00188139f12f1dff0920b6be98a4e7097232cf9f/server/routes.go"
_ARGUMENTS: Final = ("messages", 1, "tool_calls", 0, "function", "arguments")
_PARAMETERS: Final = ("tools", 0, "function", "parameters")
#: What Go's time.ParseDuration takes.
_DURATION: Final = re.compile(
    r"[-+]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)", re.ASCII
)
#: What Go's encoding/json takes as bytes: the standard alphabet, filled up; ends of lines are passed over.
_BASE64: Final = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_MOST_LOGPROBS: Final = 20


def _parameters(body: JsonObject) -> Iterator[JsonObject]:
    for tool in items_of(body.get("tools")):
        function = object_of(object_of(tool).get("function"))
        yield object_of(function.get("parameters"))


def _images(body: JsonObject) -> Iterator[str]:
    images = (one for message in messages_of(body) for one in items_of(message.get("images")))
    return (one for one in images if isinstance(one, str))


def _is_address(image: str) -> bool:
    return image.startswith("data:")


def _is_no_image(body: JsonObject) -> bool:
    return any(not _is_base64(one) and not _is_address(one) for one in _images(body))


def _is_base64(text: str) -> bool:
    return _BASE64.fullmatch(text.replace("\r", "").replace("\n", "")) is not None


def _is_no_duration(body: JsonObject) -> bool:
    lasting = body.get("keep_alive")
    return isinstance(lasting, str) and _DURATION.fullmatch(lasting) is None


def _has_many_logprobs(body: JsonObject) -> bool:
    many = body.get("top_logprobs")
    return isinstance(many, int) and not 0 <= many <= _MOST_LOGPROBS


def _parts(text: Json) -> Json:
    return [{"type": "text", "text": text}]


KNOWN_REFUSALS: Final = (
    cut_json(said="unexpected EOF", source=_ROUTES),
    KnownRefusal(
        id="empty_body",
        what="no body",
        wrong=lambda request: replace(request, body=b""),
        is_wrong=None,
        said="missing request body",
        source=_ROUTES,
    ),
    KnownRefusal(
        id="body_as_list",
        what="a list in the place of the body",
        wrong=lambda request: replace(request, body=b"[" + request.body + b"]"),
        is_wrong=None,
        said="var req api.ChatRequest; c.ShouldBindJSON(&req)",
        source=_ROUTES,
    ),
    unknown_model(said="model 'no-such-model' not found", source=_ROUTES),
    refused(
        "arguments_as_text",
        "arguments that are the JSON text of an object",
        changed(_ARGUMENTS, lambda found: dump(found).decode()),
        topic=Topic.ROUND,
        said="json: cannot unmarshal string into Go struct field "
        "ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments",
        source="https://github.com/aliasrobotics/cai/issues/76",
    ),
    refused(
        "arguments_as_list",
        "arguments that are an empty list",
        changed(_ARGUMENTS, lambda _: []),
        topic=Topic.ROUND,
        said="json: cannot unmarshal string into Go struct field ChatRequest.messages of type "
        "api.ToolCallFunctionArguments",
        source="https://github.com/neuron-core/neuron-ai/issues/219",
    ),
    refused(
        "content_as_parts",
        "a content that is a list of parts",
        changed(("messages", 0, "content"), _parts),
        said="json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
        source="https://github.com/ollama/ollama/issues/10255",
    ),
    refused(
        "result_as_object",
        "a result whose content is an object",
        changed(("messages", 2, "content"), lambda _: {"answer": "18 C and sunny"}),
        topic=Topic.ROUND,
        said="json: cannot unmarshal object into Go struct field ChatRequest.messages of type string",
        source="https://github.com/lennartpollvogt/ollama-instructor/issues/11",
    ),
    refused(
        "image_as_address",
        "an image as a data URL",
        put(("messages", 0, "images"), [NO_BASE64]),
        said="illegal base64 data at input byte 4",
        source="https://github.com/ollama/ollama-js/issues/68",
        is_wrong=lambda body: any(map(_is_address, _images(body))),
    ),
    refused(
        "image_by_link",
        "an image by its address",
        put(("messages", 0, "images"), ["https://example.com/harbour.png"]),
        said="illegal base64 data at input byte 5",
        source="https://github.com/BerriAI/litellm/issues/30313",
        is_wrong=_is_no_image,
    ),
    refused(
        "think_as_text",
        "a think that is a text with the word true",
        put(("think",), "true"),
        said='invalid think value: "true" (must be "high", "medium", "low", "max", true, or false)',
        source="https://github.com/ollama/ollama/blob/main/api/types.go",
    ),
    refused(
        "keep_alive_without_unit",
        "a keep_alive that is a text without a unit",
        put(("keep_alive",), "300"),
        said='time: missing unit in duration "300"',
        source="https://github.com/open-webui/open-webui/issues/753",
        is_wrong=_is_no_duration,
    ),
    refused(
        "too_many_logprobs",
        "more than 20 top_logprobs",
        lambda body: {**body, "logprobs": True, "top_logprobs": 21},
        said="top_logprobs must be between 0 and 20",
        source=_ROUTES,
        is_wrong=_has_many_logprobs,
    ),
    refused(
        "options_as_list",
        "options that are a list",
        put(("options",), []),
        said='Options map[string]any `json:"options"`',
        source="https://github.com/ollama/ollama/blob/main/api/types.go",
    ),
    refused(
        "properties_as_list",
        "properties of a tool that are a list",
        changed((*_PARAMETERS, "properties"), lambda _: []),
        topic=Topic.TOOLS,
        said="json: cannot unmarshal array into Go struct field .tools.function.parameters.properties",
        source="https://github.com/ollama/ollama/issues/10328",
        is_wrong=lambda body: any(
            isinstance(one.get("properties"), list) for one in _parameters(body)
        ),
    ),
    refused(
        "required_as_text",
        "a required of a tool that is a text",
        changed((*_PARAMETERS, "required"), lambda _: "location"),
        topic=Topic.TOOLS,
        said='Required []string `json:"required,omitempty"`',
        source="https://github.com/ollama/ollama/blob/main/api/types.go",
        is_wrong=lambda body: any(
            isinstance(one.get("required"), str) for one in _parameters(body)
        ),
    ),
    refused(
        "parameters_as_text",
        "parameters of a tool that are JSON text",
        changed(_PARAMETERS, lambda found: dump(found).decode()),
        topic=Topic.TOOLS,
        said='Parameters ToolFunctionParameters `json:"parameters"`',
        source="https://github.com/ollama/ollama/blob/main/api/types.go",
    ),
)
