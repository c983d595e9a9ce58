"""The words that a vendor's SDK knows, read out of its types.

A source is written `module:Name`, and after it any of

* `.member`: the type of that member (a field of a model, a key of a typed dictionary);
* `#member`: the words that the alternatives of a union have in that member;
* `{}`: the names of the members themselves, for unions that tell their kind by these.

Words are the strings of literals and of enumerations. `botocore.<service>:Shape` is read the same
way out of botocore's model of that service.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any, Literal, get_args, get_origin

__all__ = ["NoSourceError", "words_of"]

_SOURCE = re.compile(r"(?P<module>[\w.\-]+):(?P<name>\w+)(?P<steps>(?:[.#]\w+|\{\})*)")
_STEP = re.compile(r"[.#]\w+|\{\}")
_BOTOCORE = "botocore."


class NoSourceError(LookupError):
    """A source that the SDK at hand does not have, or that says no word."""


def words_of(source: str) -> frozenset[str]:
    """Return the words of a source.

    Raises:
        NoSourceError: there is none of that name, or it says no word.
        ModuleNotFoundError: the SDK is not installed.
    """
    found = _SOURCE.fullmatch(source)
    if found is None:
        raise NoSourceError(f"no source: {source}")
    module, name, steps = found["module"], found["name"], _STEP.findall(found["steps"])
    if module.startswith(_BOTOCORE):
        words = _of_model(module.removeprefix(_BOTOCORE), name, steps)
    else:
        words = _of_types(module, name, steps)
    if not words:
        raise NoSourceError(f"{source} says no word")
    return words


def _of_types(module: str, name: str, steps: list[str]) -> frozenset[str]:
    found = getattr(import_module(module), name, None)
    if found is None:
        raise NoSourceError(f"no {name} in {module}")
    for step in steps:
        members = [part for part in _parts(found) if isinstance(part, type)]
        if step == "{}":
            return frozenset(word for part in members for word in _fields(part))
        typed = [_fields(part).get(step[1:]) for part in members]
        found = typing.Union[tuple(one for one in typed if one is not None) or (None,)]  # noqa: UP007
    return frozenset(_literals(found))


def _parts(kind: Any) -> Iterator[Any]:
    """Yield what a type is made of: through aliases, annotations, unions and containers."""
    if hasattr(kind, "__value__"):
        yield from _parts(kind.__value__)
    elif get_origin(kind) in (typing.Annotated, typing.Required, typing.NotRequired):
        yield from _parts(get_args(kind)[0])
    elif get_origin(kind) is None or get_origin(kind) is Literal:
        yield kind
    else:
        for argument in get_args(kind):
            yield from _parts(argument)


def _literals(kind: Any) -> Iterator[str]:
    for part in _parts(kind):
        if get_origin(part) is Literal:
            yield from (word for word in get_args(part) if isinstance(word, str))
        elif isinstance(part, type) and issubclass(part, Enum):
            yield from (str(word.value) for word in part)


@cache
def _fields(kind: type) -> dict[str, Any]:
    """Return the members of a model or a typed dictionary with their types."""
    fields = getattr(kind, "model_fields", None)
    if fields is not None:
        return {field.alias or name: field.annotation for name, field in fields.items()}
    if issubclass(kind, Enum) or not hasattr(kind, "__annotations__"):
        return {}
    return typing.get_type_hints(kind, include_extras=True)


@cache
def _shapes(service: str) -> types.MappingProxyType[str, Any]:
    loader = import_module("botocore.loaders").Loader()
    return types.MappingProxyType(loader.load_service_model(service, "service-2")["shapes"])


def _of_model(service: str, name: str, steps: list[str]) -> frozenset[str]:
    shape = _shapes(service).get(name)
    if shape is None:
        raise NoSourceError(f"no shape {name} in {service}")
    for step in steps:
        if step == "{}":
            return frozenset(shape.get("members", ()))
        member = shape.get("members", {}).get(step[1:])
        if member is None:
            raise NoSourceError(f"no {step} in the shape {name} of {service}")
        shape = _shapes(service)[member["shape"]]
    return frozenset(shape.get("enum", ()))
