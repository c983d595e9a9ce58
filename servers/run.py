"""One server after the other: install, start, audit, stop."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from servers.auditing import Seen, audit, drift, replay
from servers.cache import Cache, MissingError
from servers.process import free_port, running, wait_until_ready
from servers.recipe import Recipe

#: How names of variables end that hold what opens something.
_KEYS = ("_KEY", "_KEY_ID", "_PASSWORD", "_SECRET", "_TOKEN")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one server.

    Attributes:
        name: of the server; routes: how many it was asked in.
        version: as it says.
        seen: what was observed, of every case.
        seconds: that the audit took, without installation and start.
        missing: why the server is not there; "" when it is.
        drifted: verdicts that are not those of the cassettes it was compared with.
    """

    name: str
    routes: int
    version: str = ""
    seen: Seen = field(default_factory=dict)
    seconds: float = 0.0
    missing: str = ""
    drifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """How servers are run.

    Attributes:
        table: all recipes there are.
        cache: where they are installed.
        cassettes: folder that is recorded into.
        against: folder of cassettes whose verdicts are to come again; None for none.
        suites: the only ones that are asked; () for all.
    """

    table: tuple[Recipe, ...]
    cache: Cache
    cassettes: Path
    against: Path | None = None
    suites: tuple[str, ...] = ()

    def __call__(self, names: Iterable[str]) -> Iterator[Outcome]:
        """Yield what came of each server, in the order of the names."""
        chosen = [self._recipe(name) for name in names]
        broken = self._installed({r.name: r for one in chosen for r in self._with_upstream(one)})
        for recipe in chosen:
            reasons = [
                broken[one.name] for one in self._with_upstream(recipe) if one.name in broken
            ]
            yield Outcome(recipe.name, 0, missing=reasons[0]) if reasons else self._outcome(recipe)

    def started(self, names: Iterable[str]) -> Iterator[tuple[Recipe, str, Mapping[str, str]]]:
        """Yield each server while it runs, with its address and the environment of who asks it.

        Raises:
            MissingError: one cannot be had or started.
        """
        chosen = [self._recipe(name) for name in names]
        broken = self._installed({r.name: r for one in chosen for r in self._with_upstream(one)})
        if broken:
            raise MissingError("; ".join(broken.values()))
        for recipe in chosen:
            environ = _environment(recipe)
            with self._serving(recipe, environ) as url:
                yield recipe, url, environ

    def _recipe(self, name: str) -> Recipe:
        return next(recipe for recipe in self.table if recipe.name == name)

    def _with_upstream(self, recipe: Recipe) -> tuple[Recipe, ...]:
        return (self._recipe(recipe.behind), recipe) if recipe.behind else (recipe,)

    def _installed(self, needed: Mapping[str, Recipe]) -> dict[str, str]:
        """Install what is needed, build the model, and return what is missing and why."""
        broken: dict[str, str] = {}
        for name, recipe in needed.items():
            try:
                self.cache.install(recipe)
            except MissingError as error:
                broken[name] = f"{name}: {error}"
        llama = needed.get("llama-cpp") if "llama-cpp" not in broken else None
        try:
            self.cache.build_model(llama)
        except MissingError as error:
            broken.update(dict.fromkeys(needed, f"the scripted model: {error}"))
        return broken

    def _outcome(self, recipe: Recipe) -> Outcome:
        try:
            return self._audited(recipe)
        except MissingError as error:
            return Outcome(recipe.name, 0, missing=str(error))

    def _audited(self, recipe: Recipe) -> Outcome:
        version = self.cache.version(recipe)
        print(f"{recipe.name}: {version} is started and asked", flush=True)
        environ = _environment(recipe)
        results = self.cache.folder / "results" / recipe.name
        with self._serving(recipe, environ) as url:
            begun = time.monotonic()
            seen = audit(recipe, url, self.cassettes, results, environ, suites=self.suites)
            seconds = time.monotonic() - begun
        drifted: tuple[str, ...] = ()
        if self.against is not None:
            before = replay(recipe, self.against, results / "before", environ, suites=self.suites)
            drifted = tuple(drift(before, seen))
        return Outcome(recipe.name, len(recipe.routes), version, seen, seconds, drifted=drifted)

    @contextmanager
    def _serving(self, recipe: Recipe, environ: Mapping[str, str]) -> Iterator[str]:
        if not recipe.behind:
            with self._started(recipe, environ, 0) as port:
                yield f"http://127.0.0.1:{port}"
            return
        with (
            self._started(self._recipe(recipe.behind), environ, 0) as upstream,
            self._started(recipe, environ, upstream) as port,
        ):
            yield f"http://127.0.0.1:{port}"

    @contextmanager
    def _started(self, recipe: Recipe, environ: Mapping[str, str], upstream: int) -> Iterator[int]:
        folder, port, log = self.cache.folder, free_port(), self.cache.log(recipe.name)
        words = {
            "home": str(self.cache.home(recipe)),
            "cache": str(folder),
            "config": str(folder / f"{recipe.name}.yaml"),
            "port": str(port),
            "upstream": str(upstream),
        }
        if recipe.config:
            Path(words["config"]).write_text(recipe.config.format(**words), encoding="utf-8")
        command = [word.format(**words) for word in recipe.command]
        own = {name: value.format(**words) for name, value in recipe.environment.items()}
        with running(command, folder, {**environ, **own}, log) as process:
            wait_until_ready(
                process, f"http://127.0.0.1:{port}{recipe.ready}", recipe.patience, log
            )
            yield port


def _environment(recipe: Recipe) -> dict[str, str]:
    """Return the environment of a server and of who asks it, with one random key of the run."""
    key = f"sk-{secrets.token_hex(32)}"
    return {**_without_keys(os.environ), **dict.fromkeys(recipe.keys, key)}


def _without_keys(environ: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which no server finds a key for a service of somebody else."""
    kept = {name: value for name, value in environ.items() if not name.endswith(_KEYS)}
    return {**kept, "NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost"}
