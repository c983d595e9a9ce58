"""Shipped providers and suites, read once by a process of tests and not by each command in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from toolwire.providers import load as providers
from toolwire.suites import load as suites

__all__ = ["reading_once"]


def reading_once() -> ExitStack:
    """Return what is entered to read the shipped folders once: a user's are read every time.

    A run of the command line is a process of its own and reads them anew. What they hold does not
    change under the tests, and reading it is half of what a small run in this process takes.
    """
    stack = ExitStack()
    for module, shipped in ((providers, providers._shipped()), (suites, suites.shipped_suites())):
        stack.enter_context(patch.object(module, "_in_place", _once(module._in_place, shipped)))
    vouched = _of_the_same(providers._vouched)
    stack.enter_context(patch.object(providers, "_vouched", vouched))
    stack.enter_context(patch.object(providers, "_provider", _made_once(providers._provider)))
    return stack


def _once(read: Callable[[Path], Mapping[str, Any]], shipped: Path) -> Callable[[Path], Any]:
    """Return a reader that keeps what it read of one folder."""
    kept: list[Mapping[str, Any]] = []

    def reading(place: Path) -> Mapping[str, Any]:
        if place != shipped:
            return read(place)
        if not kept:
            kept.append(read(place))
        return dict(kept[0])

    return reading


def _of_the_same(derive: Callable[[Mapping[str, Any]], Any]) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that derives only once from the same documents."""
    kept: dict[tuple[tuple[str, int], ...], tuple[Mapping[str, Any], Any]] = {}

    def deriving(documents: Mapping[str, Any]) -> Any:
        key = tuple((name, id(document)) for name, document in documents.items())
        if key not in kept:
            # Holding the documents keeps their ids from being another's.
            kept[key] = (documents, derive(documents))
        return kept[key][1]

    return deriving


def _made_once(make: Callable[[str, Mapping[str, Any], Any], Any]) -> Callable[..., Any]:
    """Return a function that makes a shipped provider once, where no user's replaces a shipped one.

    What it mirrors is shipped as well, so that it is the same beside whatever a user has.
    """
    kept: dict[tuple[str, bool], Any] = {}
    folder = providers._shipped()

    def making(name: str, documents: Mapping[str, Any], vouched: Any) -> Any:
        if providers._shipped() != folder:  # a test ships others, which nobody keeps
            return make(name, documents, vouched)
        shipped = providers._in_place(folder)
        replaced = any(documents[one] is not document for one, document in shipped.items())
        if name not in shipped or replaced:
            return make(name, documents, vouched)
        key = (name, vouched is None)
        if key not in kept:
            kept[key] = make(name, documents, vouched)
        return kept[key]

    return making
