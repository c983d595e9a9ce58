"""The target in words of another: the same endpoint, asked with tools in the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from toolwire.providers.model import Target

#: Dialect -> the one that asks over the same endpoint in words, or None.
InWords: TypeAlias = Callable[[str], str | None]


def prompted_target(target: Target, in_words: InWords) -> Target | None:
    """Return the target that asks the same model in words; None where no dialect does.

    A provider file may have a route for it; else it is made, and nothing is documented of it.
    """
    provider = target.provider
    words = in_words(provider.dialect)
    if words is None:
        return None
    route = next((route for route in provider.also if route.dialect == words), None)
    if route is None:
        name = f"{provider.route}-{words}" if provider.route else words
        made = replace(provider, dialect=words, route=name, documented={}, deviations=(), also=())
        return Target(made, target.model)
    return Target(route, target.model)


def with_prompted(targets: Iterable[Target], in_words: InWords) -> tuple[Target, ...]:
    """Return targets, each with its target in words behind it where it gets no native tools."""
    found = {target.name: target for target in _each(targets, in_words)}
    return tuple(found.values())


def _each(targets: Iterable[Target], in_words: InWords) -> Iterator[Target]:
    for target in targets:
        yield target
        prompted = prompted_target(target, in_words)
        if prompted is not None and not target.provider.native_tools(target.model.id):
            yield prompted
