"""Probes of tool definitions: forms of JSON Schema that tools come with and servers trip over.

All tools of a request are refused for one schema, so an MCP server with one unusual tool
switches every tool off. Each probe asks whether such a request is taken; what the model
makes of the schema is not judged.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.observation import Severity
from toolwire.rules.faults import planted
from toolwire.rules.probe_answer import answered, refused, taken, turned_away
from toolwire.rules.probe_edit import first_schema
from toolwire.rules.rule import Rule, Source, Subject
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
)

__all__ = ["RULES"]

_READ: Final = "2026-11-21"
_GUIDE: Final = "https://developers.openai.com/api/docs/guides/function-calling"
#: Formats whose definitions are JSON Schema. Cohere's v1 has a list of its own.
_JSON_SCHEMA: Final = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2, GEMINI, OLLAMA, RESPONSES)
#: Formats that the frameworks named below send such schemas to as they are.
_AS_THEY_ARE: Final = (ANTHROPIC, CHAT, RESPONSES)
#: Formats of which no vendor is known to refuse a list without `items`; OpenAI does.
_WITHOUT_ITEMS: Final = (ANTHROPIC, BEDROCK, GEMINI, OLLAMA)
_WITHOUT_TOOLS: Final = (BEDROCK, CHAT)
_GRADED: Final = {
    **dict.fromkeys(_JSON_SCHEMA, Severity.WARNING),
    **dict.fromkeys(_AS_THEY_ARE, Severity.ERROR),
}
_SPEC: Final = Source(
    "spec",
    "JSON Schema 2020-12; the schema members of openai 3.52.0, anthropic 2.11.0, botocore 1.44.5, "
    "google-genai 3.4.0 (parametersJsonSchema), cohere 7.3.1 and ollama's docs/openapi.yaml",
    "https://json-schema.org/draft/2020-12/json-schema-core",
    _READ,
)


def _keywords(schema: JsonObject) -> None:
    """Add keywords that generators write: `$schema` and one optional argument for each."""
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["additionalProperties"] = False
    object_of(schema["properties"]).update(
        {
            "since": {"type": "string", "format": "date-time"},
            "limit": {"type": "integer", "exclusiveMinimum": 0, "default": 10},
            "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            "labels": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}},
            "kind": {"const": "plain"},
        }
    )


def _references(schema: JsonObject) -> None:
    schema["$defs"] = {"Place": {"type": "object", "properties": {"name": {"type": "string"}}}}
    object_of(schema["properties"])["place"] = {"$ref": "#/$defs/Place"}


def _number_enum(schema: JsonObject) -> None:
    object_of(schema["properties"])["level"] = {"type": "integer", "enum": [1, 2]}


def _without_items(schema: JsonObject) -> None:
    object_of(schema["properties"])["things"] = {"type": "array"}


def _no_tools(body: JsonObject) -> None:
    for member in ("tool_choice", "parallel_tool_calls"):
        body.pop(member, None)
    body["tools"] = []


def _no_aws_tools(body: JsonObject) -> None:
    body["toolConfig"] = {"tools": []}


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC801",
        name="no-param-tool-forms",
        severity=dict.fromkeys((CHAT, RESPONSES), Severity.ERROR),
        statement=(
            "A tool without parameters is taken in both forms: `parameters` left out, and an "
            'object schema with empty properties. ({"type": "object"} alone and {} are refused by '
            "OpenAI and not asked.)"
        ),
        why="Tools of MCP servers often take nothing; refused, they disable the whole request.",
        breaks="langchain-mcp-adapters, dust, everruns, tiny-agents",
        workaround="Send the other form.",
        source=Source(
            "spec",
            "openai 3.52.0, shared_params/function_definition.py: leaving `parameters` out "
            "defines an empty list of parameters",
            _GUIDE,
            _READ,
        ),
        check=taken("A tool without parameters is refused."),
        subject=Subject.PROBE,
        always=True,
        mutations=planted("no_arguments", turned_away(), (CHAT, RESPONSES)),
    ),
    Rule(
        id="TC802",
        name="unknown-keywords",
        severity=_GRADED,
        statement=(
            "Keywords of JSON Schema beyond the core do not fail the request: $schema, "
            "additionalProperties, const, propertyNames, exclusiveMinimum, default, uniqueItems "
            "and format. They are asked in one request, so a finding does not say which failed. "
            "Gemini is asked under `parametersJsonSchema`; its `parameters` is no JSON Schema and "
            "documented to refuse them."
        ),
        why="Generators write them; one such tool disables all tools of the request.",
        breaks="langchain-mcp-adapters and every MCP client that passes schemas on as they came",
        workaround="Strip schemas to type, properties, required, items, enum and description.",
        source=_SPEC,
        check=taken("Schema keywords beyond the core fail the request."),
        subject=Subject.PROBE,
        always=True,
        probing={name: first_schema(name, _keywords) for name in _JSON_SCHEMA},
        mutations=planted("single_call", turned_away(), _JSON_SCHEMA),
    ),
    Rule(
        id="TC803",
        name="refs",
        severity=_GRADED,
        statement="A schema with `$defs` and a local `$ref` to them is taken.",
        why="Schemas that pydantic makes of nested models have them.",
        breaks="pydantic-ai, instructor and openai-python's pydantic_function_tool",
        workaround="Resolve references before the request goes out.",
        source=_SPEC,
        check=taken("A local reference in a schema fails the request."),
        subject=Subject.PROBE,
        always=True,
        probing={name: first_schema(name, _references) for name in _JSON_SCHEMA},
        mutations=planted("single_call", turned_away(), _JSON_SCHEMA),
    ),
    Rule(
        id="TC805",
        name="enum-types",
        severity=dict.fromkeys(_JSON_SCHEMA, Severity.WARNING),
        statement="An enum of integers is taken. (Gemini's `parameters` refuses one: TYPE_STRING.)",
        why="One such tool disables all tools of the request.",
        breaks="cherry-studio",
        workaround="Write the values as strings and convert what comes back.",
        source=_SPEC,
        check=taken("An enum of integers fails the request."),
        subject=Subject.PROBE,
        always=True,
        probing={name: first_schema(name, _number_enum) for name in _JSON_SCHEMA},
        mutations=planted("single_call", turned_away(), _JSON_SCHEMA),
    ),
    Rule(
        id="TC806",
        name="array-items",
        severity=dict.fromkeys(_WITHOUT_ITEMS, Severity.WARNING),
        statement=(
            'A list without `items` is taken. OpenAI refuses one ("array schema missing items"), '
            "so its formats are not asked; Cohere's documentation does not say."
        ),
        why="JSON Schema does not demand `items`, and tools come without.",
        breaks="cline",
        workaround="Add `items: {}` or the type that is meant.",
        source=_SPEC,
        check=taken("A list without `items` fails the request."),
        subject=Subject.PROBE,
        always=True,
        probing={name: first_schema(name, _without_items) for name in _WITHOUT_ITEMS},
        mutations=planted("single_call", turned_away(), _WITHOUT_ITEMS),
    ),
    Rule(
        id="TC813",
        name="empty-tools",
        severity=dict.fromkeys(_WITHOUT_TOOLS, Severity.INFO),
        statement=(
            "An empty list of tools is refused with a status of 400 to 499, as OpenAI "
            "(empty_array), Bedrock and vLLM do. A server that takes it is reported only."
        ),
        why="A client that sends one works with such a server and fails with the vendor.",
        breaks="",
        workaround="Leave `tools` out when there are none.",
        source=Source(
            "observed",
            "vllm-project/vllm#39780 (OpenAI answers 400 empty_array); botocore 1.44.5: "
            "toolConfig.tools has at least one member",
            "https://github.com/vllm-project/vllm/issues/39780",
            _READ,
        ),
        check=refused("An empty list of tools was taken."),
        subject=Subject.PROBE,
        always=True,
        probing={BEDROCK: _no_aws_tools, CHAT: _no_tools},
        mutations=planted("refused", answered(Answer(text="Hello.")), _WITHOUT_TOOLS),
    ),
)
