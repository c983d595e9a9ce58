"""Which targets a selection names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from toolwire.io.nearest import hint_for, unknown
from toolwire.model.errors import ToolwireError
from toolwire.providers.model import Provider, Target

_WILD = frozenset("*?[")


def targets(providers: Iterable[Provider], selection: Iterable[str] = ()) -> tuple[Target, ...]:
    """Return the targets that a selection names.

    Args:
        providers: what there is to choose from.
        selection: words like `openai` (its first dialect and model), `openai/gpt-6-luna`
            (that model, also one its file does not list), `openai/*` (all its models),
            `openai.openai-responses` (a further dialect) or `openai*` (every dialect);
            empty for the first model of every provider that lists one.

    Returns:
        The targets in the order of the selection, each once.

    Raises:
        ToolwireError: a word names no provider, or a provider without a model to take.
    """
    given = tuple(providers)
    words = tuple(selection)
    if not words:
        return tuple(Target(p, p.models[0]) for p in given if p.models)
    known = {route.name: route for provider in given for route in provider.routes}
    chosen = [target for word in words for target in _chosen(word, known)]
    return tuple({target.name: target for target in chosen}.values())


def every_target(providers: Iterable[Provider]) -> tuple[Target, ...]:
    """Return every listed model of every provider in every dialect, first ones first."""
    routes = [route for provider in providers for route in provider.routes]
    return tuple(Target(route, model) for route in routes for model in route.models)


def _chosen(word: str, known: Mapping[str, Provider]) -> Iterator[Target]:
    name, slash, model = word.partition("/")
    if not slash:
        yield from _first(name, known)
        return
    provider = known.get(name)
    if provider is None:
        raise unknown("provider", name, known)
    matching = [one for one in provider.models if fnmatchcase(one.id, model)]
    if matching:
        yield from (Target(provider, one) for one in matching)
    elif model and not set(model) & _WILD:
        yield Target(provider, provider.unlisted(model))
    else:
        ids = [one.id for one in provider.models]
        hint = hint_for(model, ids) or "it lists none"
        raise ToolwireError(f"no model of {name!r} fits {model!r}", hint=hint)


def _first(name: str, known: Mapping[str, Provider]) -> Iterator[Target]:
    """Yield the first model of the providers a name or pattern stands for."""
    named = [known[name]] if name in known else []
    found = named or [p for p in known.values() if set(name) & _WILD and fnmatchcase(p.name, name)]
    if not found:
        raise unknown("provider", name, known)
    for provider in found:
        if provider.models:
            yield Target(provider, provider.models[0])
        elif named:
            hint = f"name one: {name}/MODEL"
            raise ToolwireError(f"provider {name!r} lists no model", hint=hint)
