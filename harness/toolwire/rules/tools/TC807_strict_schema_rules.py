"""TC807: strict-schema-rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import at
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.tools.request_schemas import changed_tool, milder
from toolwire.rules.views.request_definitions import definitions
from toolwire.rules.views.request_nodes import nodes, typed
from toolwire.rules.views.request_steps import request_form


def _strict_schema(reading: Reading) -> Iterator[Violation]:
    for tool in definitions(reading):
        # Responses tries a tool that says nothing strictly, and falls back by itself.
        if tool.strict is not True or not isinstance(tool.schema, dict):
            continue
        violation = next(_breaches(tool.schema, reading.dialect), None)
        if violation is not None:
            path, message, expected, actual = violation
            yield Violation(
                tool.schema_at + path, message, expected, actual, milder(reading, strict=True)
            )


_Breach = tuple[str, str, str, str]


def _breaches(schema: JsonObject, dialect: str) -> Iterator[_Breach]:
    limits = request_form(dialect).schemas
    for path, node in nodes(schema):
        if typed(node, "object") or "properties" in node:
            yield from _closed(path, node, whole=limits.whole)
        for keyword in sorted(node.keys() & (limits.strict or ())):
            message = "A strict schema has a keyword that strict mode does not take."
            yield f"{path}/{keyword}", message, "absent", keyword


def _closed(path: str, node: JsonObject, *, whole: bool) -> Iterator[_Breach]:
    if node.get("additionalProperties") is not False:
        message = "A strict schema leaves an object open."
        actual = "other" if "additionalProperties" in node else "absent"
        yield f"{path}/additionalProperties", message, "false", actual
    if whole:
        required = {name for name in items_of(node.get("required")) if isinstance(name, str)}
        left = object_of(node.get("properties")).keys() - required
        if left:
            message = "A strict schema has properties that are not required."
            yield f"{path}/required", message, "every property", f"{len(left)} left out"


_Change = Callable[[JsonObject], None]


def _strictly(change: _Change, *dialects: str) -> Mapping[str, _Change]:
    """Make the first tool strict, and change its schema, in each of the dialects."""

    def strict(tool: JsonObject, schema: JsonObject) -> None:
        tool["strict"] = True
        schema["required"] = [*object_of(schema["properties"])]
        change(schema)

    return changed_tool(strict, 0, *dialects)


def _open(schema: JsonObject) -> None:
    schema.pop("additionalProperties")


def _optional(schema: JsonObject) -> None:
    schema["required"] = ["location"]


def _bounded(schema: JsonObject) -> None:
    object_of(at(schema, ("properties", "days")))["maximum"] = 14


def _excluded(schema: JsonObject) -> None:
    object_of(at(schema, ("properties", "days")))["not"] = {"const": 0}


RULE = Rule(
    id="TC807",
    name="strict-schema-rules",
    severity=dict.fromkeys(
        ("anthropic-messages", "bedrock-converse", "openai-chat", "openai-responses"),
        Severity.ERROR,
    ),
    statement=(
        "Every object in the schema of a strict tool has additionalProperties: false. OpenAI wants "
        "every property in required (an optional one allows null) and takes no allOf, oneOf, not, "
        "if or dependencies; Anthropic and Bedrock take no bounds on numbers, lengths or array "
        "sizes. Of other vendors' models behind OpenAI's formats, but for DeepSeek's, it is "
        "information, and a warning where the request was refused."
    ),
    why=(
        "OpenAI answered 400 to 2 of 2 recorded requests that break it; schemas of MCP servers "
        "are seldom so."
    ),
    breaks=(
        "The API answers 400: 'additionalProperties' is required to be supplied and to be "
        "false, 'required' is required to be supplied and to be an array including every "
        "key in properties (OpenAI); 'additionalProperties' must be explicitly set to false "
        "(Anthropic, Bedrock)"
    ),
    workaround="Close and complete the schema, or leave strict out for this tool.",
    source=Source(
        "api-error",
        "what was seen: OpenAI answered 417 strict "
        "tools that keep to it; Anthropic answered 47, all closed; xAI answered 5 of 5 and "
        "Cerebras 6 of 6 requests with optional properties. vercel/ai#20681 (Bedrock, nested objects "
        "too), litellm#39115 (maxItems), notion-mcp-server#102 (allOf)",
        "https://github.com/vercel/ai/issues/20681",
        "2026-11-21",
    ),
    check=_strict_schema,
    mutations=(
        *asks(
            "refused",
            _strictly(
                _open, "anthropic-messages", "bedrock-converse", "openai-chat", "openai-responses"
            ),
            "open",
        ),
        *asks("refused", _strictly(_optional, "openai-chat", "openai-responses"), "optional"),
        *asks("refused", _strictly(_bounded, "anthropic-messages", "bedrock-converse"), "bound"),
        *asks("refused", _strictly(_excluded, "openai-chat", "openai-responses"), "not"),
    ),
    subject=Subject.REQUEST,
    cases="""
Bedrock (strict) | strict true + maxItems -> 400 | https://github.com/BerriAI/litellm/issues/39115 | PR open 2026-09
OpenAI strict | additionalProperties:false and full required needed | https://github.com/spring-projects/spring-ai/issues/6865 | PR closed 2026-08
OpenAI strict | optional args in strict schema | https://github.com/langchain-ai/langchain/issues/34599 | PR merged 2026-01 (#34596)
OpenAI strict | strict needs additionalProperties false and non-empty required | https://github.com/Lambdua/openai4j/issues/74 | PR merged 2024-11
""",
)
