"""The shape of an entry of a request's tools; part of a dialect's `wire`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolShape:
    """How an entry of the tools says what it is.

    Attributes:
        kinds: types of the tools that a client runs, None for one that states no type; others are
            the server's, with members of their own. () where entries have no types.
        typed: whether a type has to be stated.
        nested: whether the definition stands in a member that is called as the type.
        members: of which an entry has one, the definition in the first; () where the entry itself
            is the definition.
        listed: the member of an entry that lists definitions; None where an entry is one tool.
        schema: whether a definition needs a schema.
    """

    kinds: tuple[str | None, ...]
    typed: bool
    nested: bool
    members: tuple[str, ...]
    listed: str | None
    schema: bool


_CLIENTS: Final = ("custom", "function")
#: `{type, function: {name, ...}}`
NESTED: Final = ToolShape(
    kinds=_CLIENTS, typed=True, nested=True, members=(), listed=None, schema=False
)
#: `{type, name, ...}`
FLAT: Final = ToolShape(
    kinds=_CLIENTS, typed=True, nested=False, members=(), listed=None, schema=False
)
