"""Probes of tool definitions: forms of JSON Schema that tools come with and servers trip over.

All tools of a request are refused for one schema, so an MCP server with one unusual tool
switches every tool off. Each probe asks whether such a request is taken; what the model
makes of the schema is not judged."""

from __future__ import annotations

from typing import Final

from toolwire.model.observation import Severity
from toolwire.rules.rule import Source

READ: Final = "2026-11-21"

#: Formats whose definitions are JSON Schema. Cohere's v1 has a list of its own.
JSON_SCHEMA: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "openai-chat",
    "cohere-v2",
    "gemini-generate",
    "ollama-chat",
    "openai-responses",
)

#: Formats that the frameworks named below send such schemas to as they are.
AS_THEY_ARE: Final = ("anthropic-messages", "openai-chat", "openai-responses")

GRADED: Final = {
    **dict.fromkeys(JSON_SCHEMA, Severity.WARNING),
    **dict.fromkeys(AS_THEY_ARE, Severity.ERROR),
}

SPEC: Final = Source(
    "spec",
    "JSON Schema 2020-12; the schema members of openai 3.52.0, anthropic 2.11.0, botocore 1.44.5, "
    "google-genai 3.4.0 (parametersJsonSchema), cohere 7.3.1 and ollama's docs/openapi.yaml",
    "https://json-schema.org/draft/2020-12/json-schema-core",
    READ,
)
