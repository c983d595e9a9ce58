"""Tools and tool configs of generateContent as Google refuses them: how they are made, and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects.gemini_generate.sent import definitions
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject

#: Keywords of JSON Schema that say something of a value, and that Google's own schema has not
#: (google-genai 3.4.0 `types.Schema`), of those that its errors name.
_FOREIGN: Final = frozenset({"const", "exclusiveMaximum", "exclusiveMinimum"})
#: Members of other vendors' tools.
_OF_FUNCTIONS: Final = frozenset({"input_schema", "strict"})
#: Nodes of a tool's schema that are looked at.
_MOST: Final = 1000


def of_openai(tool: Json) -> Json:
    """Return a tool in the form that OpenAI's chat has."""
    function = next(map(object_of, items_of(object_of(tool).get("functionDeclarations"))), {})
    return {"type": "function", "function": function}


def has_foreign_member(body: JsonObject) -> bool:
    """Return whether a function has a member that another vendor's have."""
    return any(_OF_FUNCTIONS & one.keys() for one in _functions(body))


def in_schemas(is_wrong: Callable[[JsonObject], bool]) -> Callable[[JsonObject], bool]:
    """Return what tells whether something is true of any schema of Google's own in a request."""
    return lambda body: any(map(is_wrong, _schemas(body)))


def is_foreign(schema: JsonObject) -> bool:
    """Return whether a schema has a keyword that Google's schemas have not."""
    return bool(_FOREIGN & schema.keys())


def requires_more(schema: JsonObject) -> bool:
    """Return whether a schema requires a property that it has not."""
    defined = object_of(schema.get("properties"))
    names = (one for one in items_of(schema.get("required")) if isinstance(one, str))
    return any(name not in defined for name in names)


def is_divided(schema: JsonObject) -> bool:
    """Return whether a schema of a text or a number has properties."""
    kind = schema.get("type")
    plain = isinstance(kind, str) and kind.lower() in ("string", "number", "integer", "boolean")
    return plain and bool(object_of(schema.get("properties")))


def has_other_enum(schema: JsonObject) -> bool:
    """Return whether a schema lists values that are no texts."""
    return any(not isinstance(one, str) for one in items_of(schema.get("enum")))


def mode_alone(body: JsonObject) -> JsonObject:
    """Return a request with a function calling mode, and without its tools."""
    rest = {key: value for key, value in body.items() if key != "tools"}
    return {**rest, "toolConfig": {"functionCallingConfig": {"mode": "ANY"}}}


def has_mode_alone(body: JsonObject) -> bool:
    """Return whether a request has a mode, and neither tools nor contents that are kept with some."""
    mode = _calling(body).get("mode")
    kept = "tools" in body or body.keys() & {"cachedContent", "cached_content"}
    return isinstance(mode, str) and mode.upper() == "ANY" and not kept


def has_names_with_auto(body: JsonObject) -> bool:
    """Return whether a request allows some functions in a mode that cannot be limited to them."""
    config = _calling(body)
    names = config.get("allowedFunctionNames", config.get("allowed_function_names"))
    mode = config.get("mode")
    return bool(names) and isinstance(mode, str) and mode.upper() == "AUTO"


def _calling(body: JsonObject) -> JsonObject:
    config = object_of(body.get("toolConfig", body.get("tool_config")))
    return object_of(config.get("functionCallingConfig", config.get("function_calling_config")))


def _functions(body: JsonObject) -> Iterator[JsonObject]:
    return (object_of(one.entry) for one in definitions(body))


def _schemas(body: JsonObject) -> Iterator[JsonObject]:
    left = [object_of(one.get("parameters")) for one in _functions(body)]
    for _ in range(_MOST):
        if not left:
            return
        schema = left.pop()
        yield schema
        inner = [*object_of(schema.get("properties")).values(), schema.get("items")]
        inner += items_of(schema.get("anyOf", schema.get("any_of")))
        left += [one for one in map(object_of, inner) if one]
