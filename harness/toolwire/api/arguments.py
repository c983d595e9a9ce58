"""Arguments of the public API, held to what the command line holds its options to."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, TypeVar

from toolwire.io.nearest import unknown
from toolwire.model.errors import ToolwireError

#: What the mildest finding can be that ends with exit code 1.
FAIL_ON: Final = ("error", "warning", "never")
_OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*(?![\w-])", re.ASCII)
#: Options whose arguments have another name.
_OTHERWISE: Final = {"-p": "providers", "--model": "models"}

Done = TypeVar("Done")


def names(value: str | Iterable[str]) -> tuple[str, ...]:
    """Return several words; one may be given as it is."""
    return (value,) if isinstance(value, str) else tuple(value)


def of_kind(name: str, value: object, kind: type) -> None:
    """Refuse an argument that is something else altogether.

    Raises:
        ToolwireError: it is.
    """
    if not isinstance(value, kind):
        what = f"is {type(value).__name__}, and no {kind.__name__}"
        raise ToolwireError(f"{name} {what}", where=name)


def one_of(name: str, value: str, known: Iterable[str]) -> None:
    """Refuse a word that is not among those known.

    Raises:
        ToolwireError: it is not; with the nearest.
    """
    known = tuple(known)
    if value not in known:
        raise unknown(name, str(value), known, where=name)


def between(name: str, value: int, low: int, high: int) -> None:
    """Refuse a number out of its bounds.

    Raises:
        ToolwireError: it is.
    """
    if not isinstance(value, int) or not low <= value <= high:
        raise ToolwireError(f"{value!r} is not from {low} to {high}", where=name)


@contextmanager
def as_arguments() -> Iterator[None]:
    """Call options by the names of arguments in what is raised: `open_to_others`."""
    try:
        yield
    except ToolwireError as error:
        error.what, error.where, error.hint = map(_named, (error.what, error.where, error.hint))
        raise


def _named(text: str) -> str:
    return _OPTION.sub(lambda found: _argument(found[0]), text)


def _argument(option: str) -> str:
    if option in _OTHERWISE:
        return _OTHERWISE[option]
    return option[2:].replace("-", "_") if option.startswith("--") else option


def outside_of_loops(work: Callable[[], Done]) -> Done:
    """Return what work comes to that runs an event loop, also where one is running already.

    A notebook has one running, in which no other can.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(1, "toolwire") as threads:
        return threads.submit(work).result()
