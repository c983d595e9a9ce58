"""Asking a running server by `toolwire audit`, and what came of it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from servers.cache import MissingError
from servers.recipe import Recipe
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation, Verdict
from toolwire.results import read

_ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a verdict stands."""

    provider: str
    dialect: str
    model: str
    suite: str
    case: str
    mode: str

    def __str__(self) -> str:
        """Return it on one line."""
        return f"{self.provider} ({self.dialect}) {self.suite}.{self.case}[{self.mode}]"


Seen: TypeAlias = Mapping[Place, Observation]


def audit(
    recipe: Recipe,
    url: str,
    folder: Path,
    out: Path,
    environ: Mapping[str, str],
    *,
    suites: tuple[str, ...] = (),
) -> Seen:
    """Ask a server everything, in all its routes, and record it.

    Args:
        recipe: which server it is.
        url: where it is.
        folder: of cassettes.
        out: of results.
        environ: with the server's key, if it has one.
        suites: the only ones to ask; () for all.

    Raises:
        MissingError: the audit itself could not be done.
    """
    words = ("--record", "--at", url, "--concurrency", str(recipe.together), *_named(suites))
    return _audited(recipe.routes, folder, out, environ, *words)


def replay(
    recipe: Recipe,
    folder: Path,
    out: Path,
    environ: Mapping[str, str],
    *,
    suites: tuple[str, ...] = (),
) -> Seen:
    """Judge what was recorded before, of these suites or of all.

    Raises:
        MissingError: it cannot be read.
    """
    return _audited(recipe.routes, folder, out, environ, *_named(suites))


def _named(suites: tuple[str, ...]) -> list[str]:
    return [word for suite in suites for word in ("-s", suite)]


def _audited(
    routes: tuple[str, ...], folder: Path, out: Path, environ: Mapping[str, str], *more: str
) -> Seen:
    shutil.rmtree(out, ignore_errors=True)
    chosen = [word for route in routes for word in ("-p", route)]
    places = ("--cassettes", str(folder), "-o", str(out))
    words = [sys.executable, "-m", "toolwire", "audit", *chosen, *places, *more]
    words += ["--fail-on", "never", "--quiet"]
    done = subprocess.run(words, cwd=_ROOT, env=environ, check=False)
    try:
        seen = list(read(out / "results.jsonl"))
    except ToolwireError as error:
        raise MissingError(f"not audited: exit code {done.returncode}, {error}") from error
    return {_place(one): one for one in seen}


def _place(seen: Observation) -> Place:
    return Place(seen.provider, seen.dialect, seen.model, seen.suite, seen.case, str(seen.mode))


def drift(before: Seen, after: Seen) -> Iterator[str]:
    """Yield a line for each verdict that is not what it was.

    Without known deviations: some of them show only when a second ends while a stream is sent.
    """
    for place in sorted(before.keys() | after.keys()):
        was, is_ = (
            str(seen[place].counted if place in seen else "not there") for seen in (before, after)
        )
        if was != is_:
            yield f"{place}: was {was}, is {is_}"


def counts(seen: Seen) -> Counter[Verdict]:
    """Return how many there are of each verdict."""
    return Counter(one.verdict for one in seen.values())
