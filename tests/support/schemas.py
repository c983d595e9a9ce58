"""Parameters of tools for dialects that do not take just any JSON Schema."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from tests.support.drawn import ARGUMENTS, NAMES, TEXT, Objects
from toolwire.model.conversation import JsonObject

__all__ = ["COHERE_SCHEMAS", "GEMINI_NAMES", "GEMINI_SCHEMAS", "OBJECT_SCHEMAS"]

#: Properties that Cohere v1's parameter definitions can say.
_COHERE: Final[list[JsonObject]] = [
    {},
    {"type": "string", "description": "Where."},
    {"type": "integer", "minimum": 0},
    {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
    {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
]
#: Properties on both sides of what Gemini's own schema language can say.
_GEMINI: Final[list[JsonObject]] = [
    {"type": "string"},
    {"type": "string", "enum": ["a", "b"]},
    {"type": "integer", "minimum": 1},
    {"type": "integer", "enum": [1, 2]},
    {"type": ["string", "null"]},
    {"type": "string", "nullable": True},
    {"type": "string", "minLength": 2},
    {"type": "array"},
    {"type": "object"},
    {"const": 3},
    {},
]

#: Objects with properties of any kind.
OBJECT_SCHEMAS: Final[Objects] = st.builds(dict, type=st.just("object"), properties=ARGUMENTS)
GEMINI_NAMES: Final = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.:-]{0,20}", fullmatch=True)
COHERE_SCHEMAS: Final[Objects] = st.fixed_dictionaries(
    {
        "type": st.just("object"),
        "properties": st.dictionaries(NAMES, st.sampled_from(_COHERE), max_size=3),
    }
)
GEMINI_SCHEMAS: Final[Objects] = st.fixed_dictionaries(
    {
        "type": st.just("object"),
        "properties": st.dictionaries(GEMINI_NAMES, st.sampled_from(_GEMINI), max_size=3),
    },
    optional={"additionalProperties": st.just(value=False), "description": TEXT},
)
