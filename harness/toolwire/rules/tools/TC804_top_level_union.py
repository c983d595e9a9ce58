"""TC804: top-level-union."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.sent import Definition
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.tools.request_schemas import changed, milder
from toolwire.rules.views.request_definitions import definitions
from toolwire.rules.views.request_steps import request_form


def _offered(reading: Reading) -> Iterator[tuple[Definition, JsonObject]]:
    for tool in definitions(reading):
        if isinstance(tool.schema, dict):
            yield tool, tool.schema


def _top_level_union(reading: Reading) -> Iterator[Violation]:
    for tool, schema in _offered(reading):
        for keyword in request_form(reading.dialect).schemas.top:
            if keyword in schema:
                message = "The schema has a keyword that is not taken at the top level."
                pointer = f"{tool.schema_at}/{keyword}"
                yield Violation(pointer, message, "absent", keyword, milder(reading))
                break


def _either(schema: JsonObject) -> None:
    schema["anyOf"] = [{"required": ["zone"]}, {"required": ["city"]}]


RULE = Rule(
    id="TC804",
    name="top-level-union",
    severity=dict.fromkeys(
        ("anthropic-messages", "openai-chat", "openai-responses"), Severity.ERROR
    ),
    statement=(
        "The schema of a tool has no anyOf, oneOf or allOf at its top level; OpenAI takes no enum "
        "and no not there either. Of other vendors' models behind OpenAI's formats (Qwen, Mistral, "
        "Grok and their like) it is information, and a warning where the request was refused."
    ),
    why="One such tool, often of an MCP server, refuses every request that offers it.",
    breaks=(
        "The API answers 400: input_schema does not support oneOf, allOf, or anyOf at the "
        "top level (Anthropic); schema must have type 'object' and not have 'oneOf'/'anyOf'/"
        "'allOf'/'enum'/'not' at the top level (OpenAI)"
    ),
    workaround="Move the union into a property, or check it when the tool runs.",
    source=Source(
        "api-error",
        "Anthropic (claude-code#5973 and many more, 2025-06 to 2026-07), OpenAI "
        "(langchainjs#9804, google-calendar-mcp#39). The catalogue has a warning and "
        "Anthropic alone; both refuse. What was seen: no recorded tool has one",
        "https://github.com/anthropics/claude-code/issues/5973",
        "2026-11-21",
    ),
    check=_top_level_union,
    mutations=asks(
        "refused", changed(_either, "anthropic-messages", "openai-chat", "openai-responses")
    ),
    subject=Subject.REQUEST,
    cases="""
Anthropic / DeepSeek-Anthropic | input_schema without oneOf/allOf/anyOf at top level | https://github.com/Hmbown/Codewhale/issues/4329 | issue closed 2026-07
""",
)
