"""What Google refuses in generateContent though the request type has no word for it.

What is unknown is refused by its reader of JSON ("Unknown name"), the rest by the API itself.
Not here: a responseMimeType of JSON beside functions, which Google refuses by the model (Gemini 2.5
does, 3 does not).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from toolwire.dialects.found_wrong import is_list_of_nothing
from toolwire.dialects.gemini_generate import wrong_parts as parts
from toolwire.dialects.gemini_generate import wrong_tools as tools
from toolwire.dialects.known_refusal import NO_MODEL, KnownRefusal, cut_json
from toolwire.dialects.wrong_body import NO_BASE64, changed, put, refused
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request
from toolwire.model.topic import Topic

_CONFIG: Final = "https://ai.google.dev/api/generate-content#generationconfig"
_UNKNOWN: Final = 'Invalid JSON payload received. Unknown name "{}"{}: Cannot find field.'
#: Of anything that no message of its types has.
_NOWHERE: Final = (
    _UNKNOWN.format("frequency_penalty", ""),
    "https://github.com/MinLL/SkyrimNet-GamePlugin/issues/77",
)
_COUNTED: Final = (
    (
        "Please ensure that the number of function response parts is equal to the number of function "
        "call parts of the function call turn."
    ),
    "https://github.com/google-gemini/gemini-cli/issues/5443",
)
_NAMES: Final = (
    (
        "Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or "
        "contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64."
    ),
    "https://github.com/kaitranntt/ccs/issues/25",
)
#: The step of a path that names the model.
_MODEL: Final = re.compile(r"(?<=/models/)[^/:?]+(?=:)")
#: Members that other vendors' requests have, and Google's has not.
_FOREIGN: Final = frozenset(
    {
        "extra_body",
        "frequency_penalty",
        "max_tokens",
        "messages",
        "reasoning",
        "tool_choice",
        "top_k",
    }
)
_FOREIGN_OF_CONFIG: Final = frozenset({"max_tokens", "maxTokens", "stop"})
_FUNCTION: Final = ("tools", 0, "functionDeclarations", 0)
_PARAMETERS: Final = (*_FUNCTION, "parameters")
_MOST_ENDS: Final = 5
_WARMEST: Final = 2


def _asks_nobody(request: Request) -> Request | None:
    url, found = _MODEL.subn(NO_MODEL, request.url, count=1)
    return replace(request, url=url) if found else None


def _is_of_nobody(request: Request) -> bool:
    named = _MODEL.search(request.url)
    return named is not None and named[0] == NO_MODEL


def _config(body: JsonObject) -> JsonObject:
    return object_of(body.get("generationConfig", body.get("generation_config")))


def _is_too_warm(body: JsonObject) -> bool:
    value = _config(body).get("temperature")
    return isinstance(value, int | float) and not 0 <= value <= _WARMEST


def _has_many_ends(body: JsonObject) -> bool:
    config = _config(body)
    ends = config.get("stopSequences", config.get("stop_sequences"))
    return isinstance(ends, list) and len(ends) > _MOST_ENDS


KNOWN_REFUSALS: Final = (
    cut_json(
        said="The request body is malformed. (INVALID_ARGUMENT)",
        source="https://ai.google.dev/gemini-api/docs/troubleshooting",
    ),
    KnownRefusal(
        id="unknown_model",
        what="a model that there is not",
        wrong=_asks_nobody,
        is_wrong=_is_of_nobody,
        said="models/gemini-1.5-flash-8b is not found for API version v1beta, or is not supported for generateContent.",
        source=(
            "agentjido/req_llm test/support/fixtures/google/gemini_1_5_flash_8b/multi_tool.json"
            "@f722d38fac9656b1d34cf9954ea6c1c98d0670cd #0"
        ),
        status=404,
    ),
    refused(
        "assistant_role",
        "the role assistant, as other formats call the model",
        put(("contents", 0, "role"), "assistant"),
        said="Please use a valid role: user, model.",
        source="https://github.com/langbot-app/LangBot/issues/1486",
    ),
    refused(
        "foreign_member",
        "a member that another vendor has (tool_choice)",
        put(("tool_choice",), "auto"),
        *_NOWHERE,
        topic=Topic.TOOLS,
        is_wrong=lambda body: bool(_FOREIGN & body.keys()),
        loses=True,
    ),
    refused(
        "foreign_setting",
        "a generationConfig with a member that another vendor has (max_tokens)",
        put(("generationConfig",), {"max_tokens": 512}),
        *_NOWHERE,
        is_wrong=lambda body: bool(_FOREIGN_OF_CONFIG & _config(body).keys()),
        loses=True,
    ),
    refused(
        "typed_part",
        "a part with a type",
        put(("contents", 0, "parts", 0, "type"), "text"),
        said=_UNKNOWN.format("role", " at 'contents[0].parts'"),
        source="https://github.com/gera2ld/ai.nvim/issues/13",
        is_wrong=parts.has_a_type,
    ),
    refused(
        "openai_tool",
        "a tool as OpenAI has it",
        changed(("tools", 0), tools.of_openai),
        *_NOWHERE,
        topic=Topic.TOOLS,
        loses=True,
    ),
    refused(
        "strict_function",
        "a function with a strict",
        put((*_FUNCTION, "strict"), value=True),
        *_NOWHERE,
        topic=Topic.TOOLS,
        is_wrong=tools.has_foreign_member,
    ),
    refused(
        "draft_of_schema",
        "parameters with a $schema",
        put((*_PARAMETERS, "$schema"), "https://json-schema.org/draft/2020-12/schema"),
        topic=Topic.TOOLS,
        said=_UNKNOWN.format("$schema", " at 'tools[0].function_declarations[13].parameters'"),
        source="https://github.com/openswarm-ai/openswarm/issues/24",
        is_wrong=tools.in_schemas(lambda one: "$schema" in one),
    ),
    refused(
        "constant",
        "a property with a const",
        put((*_PARAMETERS, "properties", "unit", "const"), "celsius"),
        topic=Topic.TOOLS,
        said=_UNKNOWN.format(
            "const", " at 'tools[0].function_declarations[5].parameters.properties[8].value'"
        ),
        source="https://github.com/zed-industries/zed/issues/44875",
        is_wrong=tools.in_schemas(tools.is_foreign),
    ),
    refused(
        "several_types",
        "a property whose type is a list",
        put((*_PARAMETERS, "properties", "unit", "type"), ["string", "null"]),
        topic=Topic.TOOLS,
        said='Unknown name "type" at ...: Proto field is not repeating, cannot start list.',
        source="https://github.com/zed-industries/zed/issues/53919",
    ),
    refused(
        "required_undefined",
        "parameters that require what they do not have",
        changed((*_PARAMETERS, "required"), lambda _: ["location", "country"]),
        topic=Topic.TOOLS,
        said="Gemini rejects function declarations when a nested object schema has `required` entries "
        "that are not defined in that same node's `properties`.",
        source="https://github.com/Kilo-Org/kilocode/pull/11955",
        is_wrong=tools.in_schemas(tools.requires_more),
    ),
    refused(
        "properties_of_text",
        "a text with properties",
        put((*_PARAMETERS, "properties", "location", "properties"), {"city": {"type": "string"}}),
        topic=Topic.TOOLS,
        said="parameters.properties[data].properties: only allowed for OBJECT type",
        source="https://github.com/anomalyco/opencode/issues/11889",
        is_wrong=tools.in_schemas(tools.is_divided),
    ),
    refused(
        "list_of_nothing",
        "a list without items",
        put((*_PARAMETERS, "properties", "days"), {"type": "array"}),
        topic=Topic.TOOLS,
        said="GenerateContentRequest.tools[0].function_declarations[16].parameters.properties[includeTags].items: "
        "missing field.",
        source="https://github.com/cline/cline/issues/7339",
        is_wrong=tools.in_schemas(is_list_of_nothing),
    ),
    refused(
        "enum_of_numbers",
        "an enum of numbers",
        put((*_PARAMETERS, "properties", "unit"), {"type": "integer", "enum": [1, 2]}),
        topic=Topic.TOOLS,
        said="Invalid value at 'request.tools[0].function_declarations[23].parameters.properties[16].value.enum[0]' "
        "(TYPE_STRING), 2",
        source="https://github.com/microsoft/azure-devops-mcp/issues/145",
        is_wrong=tools.in_schemas(tools.has_other_enum),
    ),
    refused(
        "digit_first",
        "a function whose name begins with a digit",
        put((*_FUNCTION, "name"), "2nd_weather"),
        *_NAMES,
        topic=Topic.TOOLS,
    ),
    refused(
        "long_name",
        "a function with a name of 200 characters",
        put((*_FUNCTION, "name"), "get_weather_" + "x" * 188),
        *_NAMES,
        topic=Topic.TOOLS,
    ),
    refused(
        "fewer_results",
        "fewer results than calls",
        parts.one_call_more,
        *_COUNTED,
        topic=Topic.ROUND,
        loses=True,
    ),
    refused(
        "more_results",
        "more results than calls",
        parts.one_result_more,
        *_COUNTED,
        topic=Topic.ROUND,
        loses=True,
    ),
    refused(
        "empty_parts",
        "a content whose parts are an empty list",
        put(("contents", 0, "parts"), []),
        said="GenerateContentRequest.contents[1].parts: contents.parts must not be empty.",
        source="https://github.com/egoist/chatwise-releases/issues/250",
        is_wrong=parts.says_nothing,
    ),
    refused(
        "words_between",
        "words of the user between a call and its result",
        parts.words_between,
        topic=Topic.ROUND,
        said="Please ensure that function response turn comes immediately after a function call turn.",
        source="https://github.com/langchain-ai/langchain/issues/27799",
    ),
    refused(
        "begins_with_call",
        "a history that begins with a call",
        changed(("contents",), lambda found: items_of(found)[1:]),
        topic=Topic.ROUND,
        said="Please ensure that function call turn comes immediately after a user turn or after a "
        "function response turn.",
        source="https://github.com/google-gemini/gemini-cli/issues/11814",
    ),
    refused(
        "mode_without_functions",
        "a function calling mode and no functions",
        tools.mode_alone,
        topic=Topic.TOOLS,
        said="Function calling config is set without function_declarations.",
        source="https://github.com/UKGovernmentBEIS/inspect_ai/issues/2462",
        is_wrong=tools.has_mode_alone,
    ),
    refused(
        "names_with_auto",
        "allowedFunctionNames and the mode AUTO",
        put(
            ("toolConfig",),
            {"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": ["get_weather"]}},
        ),
        topic=Topic.TOOLS,
        said="Please set allowed_function_names only when function calling mode is ANY.",
        source="https://ai.google.dev/api/caching#FunctionCallingConfig",
        is_wrong=tools.has_names_with_auto,
    ),
    refused(
        "image_as_address",
        "an image as a data URL",
        parts.with_image(NO_BASE64),
        said="Invalid value at 'contents[0].parts[2].inline_data.data' (TYPE_BYTES), Base64 decoding failed",
        source="https://github.com/danny-avila/LibreChat/issues/6593",
        is_wrong=parts.has_no_base64,
        loses=True,
    ),
    refused(
        "signature_no_base64",
        "a thoughtSignature that is no base64",
        put(("contents", 1, "parts", 0, "thoughtSignature"), "a signature!"),
        said="Invalid value at 'contents[3].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed",
        source="https://github.com/google-gemini/gemini-cli/issues/8003",
    ),
    refused(
        "warm_temperature",
        "a temperature above 2",
        put(("generationConfig",), {"temperature": 3}),
        said="Values can range from [0.0, 2.0].",
        source=_CONFIG,
        is_wrong=_is_too_warm,
    ),
    refused(
        "too_many_ends",
        "more than 5 stopSequences",
        put(
            ("generationConfig",),
            {"stopSequences": ["one", "two", "three", "four", "five", "six"]},
        ),
        said="The set of character sequences (up to 5) that will stop output generation.",
        source=_CONFIG,
        is_wrong=_has_many_ends,
    ),
)
