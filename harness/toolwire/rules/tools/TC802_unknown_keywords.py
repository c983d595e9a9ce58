"""TC802: unknown-keywords."""

from __future__ import annotations

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import first_schema
from toolwire.rules.rule import Rule, Subject
from toolwire.rules.tools.probe_schema import GRADED, SPEC
from toolwire.rules.views.probe_answer import taken, turned_away


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


RULE = Rule(
    id="TC802",
    name="unknown-keywords",
    severity=GRADED,
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
    source=SPEC,
    check=taken("Schema keywords beyond the core fail the request."),
    subject=Subject.PROBE,
    always=True,
    question=first_schema(_keywords),
    mutations=mutations_for("single_call", turned_away()),
    cases="""
Gemini | $schema unknown name at function_declarations | https://github.com/router-for-me/CLIProxyAPI/issues/97 | issue closed 2025-10
Gemini | exclusiveMinimum unknown; one keyword fails whole request | https://github.com/pizza-bot-app/pizza-bot/issues/62 | issue closed 2026-09
Gemini | propertyNames unknown | https://github.com/tailcallhq/forgecode/issues/3426 | PR merged 2026-05
Gemini | uniqueItems unknown | https://github.com/router-for-me/CLIProxyAPI/issues/2142 | PR merged 2026-03
Gemini | propertyNames, patternProperties, const, exclusiveMin/Max, default rejected | https://github.com/zendev-sh/goai/issues/108 | PR merged 2026-06
Gemini | additionalProperties unknown; integer enum value rejected (TYPE_STRING) | https://github.com/CherryHQ/cherry-studio/issues/20939 | issue closed 2026-09 (18 reports)
""",
)
