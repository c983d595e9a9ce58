"""What a value is: frozen, compared by its members, and quickly made.

A msgspec struct, because a frozen dataclass takes three to four times as long to make, and judging
an exchange makes some twenty values. To `dataclasses` it is one of its own, so that `replace`,
`asdict` and `fields` serve values of both kinds.
"""

from __future__ import annotations

from dataclasses import Field, fields, make_dataclass
from functools import cache
from typing import Any, ClassVar

import msgspec


@cache
def _named(kind: type[msgspec.Struct]) -> dict[str, Field[Any]]:
    """Return the members of a kind of value as `dataclasses` looks for them."""
    shape = make_dataclass("Shape", kind.__struct_fields__, init=False, repr=False, eq=False)
    return {one.name: one for one in fields(shape)}


class _Fields:
    """Tells `dataclasses` the members of a value, which are known once its class is made."""

    def __get__(self, value: object, kind: type[Value]) -> dict[str, Field[Any]]:
        return _named(kind)


class Value(msgspec.Struct, frozen=True, gc=False):
    """Base of values; a subclass says `frozen=True` once more, for the type checker.

    The garbage collector passes values over: none can stand in itself, for what it holds was
    there before it.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]] = _Fields()  # type: ignore[assignment]
