"""What a shell completes: names of providers, suites, models, rules and dialects.

A shell asks at every press of Tab, so names are read off the files' names where these are the ids.
What cannot be listed is not completed; nothing is said of it in the middle of somebody's line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

import click
from click.shell_completion import CompletionItem

from toolwire.io.shipped import shipped
from toolwire.model.errors import ToolwireError

_FILES: Final = frozenset({".yaml", ".yml"})
#: Beside the suites, and none.
_TOOLS: Final = "tools"


def providers(
    context: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete `openai`, and behind a slash its models."""
    name, slash, _ = incomplete.partition("/")
    if slash:
        found: Iterable[str] = (f"{name}/{model}" for model in _models(context, {name}))
    else:
        found = (*_own(context, "providers_dir"), *_shipped_providers())
    return _fitting(found, incomplete)


def models(
    context: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete models of the providers that are named already."""
    named = context.params.get("providers") or ()
    return _fitting(_models(context, set(named)), incomplete)


def suites(
    context: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete ids of suites."""
    from toolwire.suites.load import shipped_suites  # noqa: PLC0415 - lazy: only shells ask

    found = (*_own(context, "suites_dir"), *_stems(shipped_suites()))
    return _fitting((name for name in found if name != _TOOLS), incomplete)


def rules(
    _context: click.Context, _option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete ids of rules, in capitals or not."""
    every = Path(str(files("toolwire").joinpath("rules"))).glob("*/T[CX][0-9]*_*.py")
    known = sorted(path.stem.partition("_")[::2] for path in every)
    return [
        CompletionItem(name, help=about.replace("_", " "))
        for name, _, about in ((name, "", about) for name, about in known)
        if name.startswith(incomplete.upper())
    ]


def _shipped_providers() -> Iterator[str]:
    return _stems(shipped("providers"))


def _own(context: click.Context, option: str) -> Iterator[str]:
    """Yield what the user's own folder holds, where it was named before."""
    place = context.params.get(option)
    return _stems(Path(place)) if place else iter(())


def _stems(folder: Path) -> Iterator[str]:
    try:
        found = sorted(path.stem for path in folder.iterdir() if path.suffix in _FILES)
    except OSError:
        return
    yield from found


def _models(context: click.Context, names: set[str]) -> Iterator[str]:
    from toolwire.providers import load_providers  # noqa: PLC0415 - lazy, as above

    place = context.params.get("providers_dir")
    try:
        known = load_providers((Path(place),) if place else ())
    except ToolwireError:
        return
    routes = (route for provider in known for route in provider.routes)
    for route in routes:
        if {route.name, route.id} & names:
            yield from (model.id for model in route.models)


def _fitting(found: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(one) for one in dict.fromkeys(found) if one.startswith(incomplete)]
