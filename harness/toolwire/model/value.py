"""What a value is: frozen, compared by its members, and quickly made.

A msgspec struct, because a frozen dataclass takes 10 to 25 times as long to make (four kinds of
this package, Python 3.11, 2026-11-24), and judging an exchange makes some twenty values. To
`dataclasses` it is one of its own, so that `replace`, `asdict` and `fields` serve values of both
kinds.
"""

from __future__ import annotations

from dataclasses import Field, field, fields, make_dataclass
from functools import cache
from typing import Any, ClassVar

import msgspec


@cache
def _named(kind: type[msgspec.Struct]) -> dict[str, Field[Any]]:
    """Return the members of a kind of value, with their defaults, as `dataclasses` has them."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    given = (msgspec.NODEFAULT,) * (len(names) - len(defaults)) + defaults
    members = [(name, Any, _field(default)) for name, default in zip(names, given, strict=True)]
    shape = make_dataclass("Shape", members, init=False, repr=False, eq=False)
    return {one.name: one for one in fields(shape)}


def _field(default: object) -> Any:
    if default is msgspec.NODEFAULT:
        return field()
    factory = getattr(default, "factory", None)  # what a struct keeps of `default_factory`
    return field(default=default) if factory is None else field(default_factory=factory)


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
