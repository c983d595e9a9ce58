"""TC809: valid-schema."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from jsonschema_rs import Draft202012Validator, ValidationError

from toolwire.dialects.found_wrong import is_list_of_nothing
from toolwire.dialects.sent import Definition
from toolwire.io.json_text import JsonError, canonical, object_of, parse
from toolwire.io.pointer import escaped
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.tools.request_schemas import UNIONS, changed, milder
from toolwire.rules.views.excerpt import excerpt, kind_of
from toolwire.rules.views.request_definitions import definitions
from toolwire.rules.views.request_nodes import nodes
from toolwire.rules.views.request_steps import request_form

#: Schemas whose soundness is remembered, and the length of the longest of them in bytes.
_REMEMBERED: Final = 512

_LONGEST: Final = 8_192


def _valid_schema(reading: Reading) -> Iterator[Violation]:
    for tool in definitions(reading):
        if isinstance(tool.schema, dict):
            yield from _violations(tool, tool.schema, reading)
        elif isinstance(tool.schema, list | str | int | float):
            message = "The schema is not an object."
            yield Violation(tool.schema_at, message, "object", kind_of(tool.schema))


def _violations(tool: Definition, schema: JsonObject, reading: Reading) -> Iterator[Violation]:
    # Where a union makes up for the type, TC804 tells of it.
    if schema.get("type") != "object" and not any(word in schema for word in UNIONS):
        message = "The schema is not one of an object."
        kind = schema.get("type")
        actual = "absent" if "type" not in schema else excerpt(kind)
        yield Violation(f"{tool.schema_at}/type", message, "object", actual)
        return
    with_items = request_form(reading.dialect).schemas.items
    if _is_sound(schema, with_items=with_items):
        return
    if not _is_schema(schema):
        path, actual = _first_breach(schema)
        message = "The schema is not valid JSON Schema (draft 2020-12)."
        yield Violation(tool.schema_at + path, message, "draft 2020-12", actual)
        return
    for path in _without_items(schema) if with_items else ():
        message = "The schema of an array has no items."
        pointer = f"{tool.schema_at}{path}/items"
        yield Violation(pointer, message, "a schema", "absent", milder(reading))
        return


def _without_items(schema: JsonObject) -> Iterator[str]:
    for path, node in nodes(schema):
        if is_list_of_nothing(node):
            yield path


def _is_sound(schema: JsonObject, *, with_items: bool) -> bool:
    """Return whether nothing is wrong with a schema; the same tools are offered again and again.

    A long one is looked at afresh, so that what is remembered stays small.
    """
    try:
        text = canonical(schema)
        return len(text) <= _LONGEST and _sound(text, with_items=with_items)
    except (JsonError, UnicodeError):
        return False


@lru_cache(maxsize=_REMEMBERED)
def _sound(text: bytes, *, with_items: bool) -> bool:
    schema = object_of(parse(text))
    bare = next(_without_items(schema), None) if with_items else None
    return bare is None and _is_schema(schema)


@cache
def _metaschema() -> Draft202012Validator:
    return Draft202012Validator({"$ref": "https://json-schema.org/draft/2020-12/schema"})


def _is_schema(schema: JsonObject) -> bool:
    try:
        return _metaschema().is_valid(schema)
    except ValueError:
        # Deeper than the validator goes: nothing can be said.
        return True


def _first_breach(schema: JsonObject) -> tuple[str, Json]:
    """Return where a schema is wrong and what stands there; the whole where that is too deep."""
    try:
        return _located_breach(schema)
    except ValueError:
        # The library cannot hand out what is nested deeper than some 250 levels
        # (jsonschema-rs 0.60.3), though it can tell that it does not fit.
        return "", "object"


def _located_breach(schema: JsonObject) -> tuple[str, Json]:
    try:
        _metaschema().validate(schema)
    except ValidationError as error:
        steps = (escaped(step)[:200] for step in error.instance_path)
        return "".join(f"/{step}" for step in steps), kind_of(error.instance)
    return "", "object"


def _no_type(schema: JsonObject) -> None:
    schema.pop("type")


def _php_array(schema: JsonObject) -> None:
    schema["properties"] = []


def _no_items(schema: JsonObject) -> None:
    schema["properties"] = {"zones": {"type": "array"}}


RULE = Rule(
    id="TC809",
    name="valid-schema",
    severity=dict.fromkeys(
        ("anthropic-messages", "bedrock-converse", "openai-chat", "openai-responses"),
        Severity.ERROR,
    ),
    statement=(
        "The schema of a tool is valid JSON Schema (draft 2020-12) of type object, its properties "
        "an object and never []; OpenAI wants the items of every array (of other vendors' models "
        "information, and a warning where the request was refused). Mistral, whose requests have "
        "OpenAI's form, takes an empty schema, and wants it to be there."
    ),
    why="One wrong schema refuses the whole request; a PHP array without keys is enough.",
    breaks=(
        "The API answers 400: JSON schema is invalid, must match draft 2020-12 (Anthropic); "
        "Invalid schema for function, array schema missing items (OpenAI); "
        "inputSchema.json.type must be object (Bedrock)"
    ),
    workaround="Check the schemas of MCP servers before they are offered.",
    source=Source(
        "api-error",
        "Anthropic (claude-code#86664), OpenAI (streamnative-mcp-server#26, "
        "mcp-openapi-proxy#16), see the cases. What was seen: all recorded schemas of these "
        "formats are valid and of type object, but for nine to Mistral with `parameters: {}`, all "
        "answered (mistral-small-2506, 2026-05 and 2026-07); without `parameters` Mistral answers 422 "
        "(drupal.org ai_provider_mistral #3567467)",
        "https://github.com/anthropics/claude-code/issues/86664",
        "2026-11-21",
    ),
    check=_valid_schema,
    mutations=(
        *asks(
            "refused",
            changed(
                _no_type,
                "anthropic-messages",
                "bedrock-converse",
                "openai-chat",
                "openai-responses",
            ),
            "no type",
        ),
        *asks(
            "refused",
            changed(
                _php_array,
                "anthropic-messages",
                "bedrock-converse",
                "openai-chat",
                "openai-responses",
            ),
            "properties []",
        ),
        *asks("refused", changed(_no_items, "openai-chat", "openai-responses"), "no items"),
    ),
    subject=Subject.REQUEST,
    cases="""
Gemini / OpenAI | properties sent as [] (PHP empty array) | https://github.com/cbdb-project/cbdb-online-main-server/issues/879 | closed 2026-03
Bedrock (strict) | strict true + maxItems -> 400 | https://github.com/BerriAI/litellm/issues/39115 | PR open 2026-09
Anthropic | JSON Schema draft 2020-12 violated -> whole request fails | https://github.com/anthropics/claude-code/issues/86664 | issue open (stale) 2026-08
""",
)
