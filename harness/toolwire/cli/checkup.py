"""What `toolwire doctor` looks at: whether everything that a run needs is there and can be read."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Final

from toolwire import __version__
from toolwire.cli.config import Config, find
from toolwire.cli.screen.table import many
from toolwire.io.files import probe
from toolwire.io.lists import listed
from toolwire.io.walk import below
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.providers import Provider, load_providers
from toolwire.results.comparison.folders import newest_before
from toolwire.suites import load_suites
from toolwire.transport.cassette.file import load, shipped_cassettes

#: Dependencies whose version explains most troubles.
_TOLD: Final = ("aiohttp", "click", "pandas", "pytest")
#: Module -> what it is for, and how it is installed.
_EXTRAS: Final = {
    "botocore": ("AWS signatures", "bedrock"),
    "brotli": ("answers in `br`", "compression"),
    "zstandard": ("answers in `zstd`", "compression"),
}
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_OUTPUT: Final = Path("toolwire-report")
_MOST_NAMES: Final = 5
#: Cassettes of one's own that are read; reading one takes some milliseconds.
_MOST_READ: Final = 2000
_CASSETTE: Final = re.compile(r".+\.(?:blocking|streaming)\.yaml", re.ASCII)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: what it is.
        text: how it is, in one line.
        remedy: what to do about it; "" where nothing is broken.
    """

    name: str
    text: str
    remedy: str = ""

    @property
    def broken(self) -> bool:
        """Say whether something has to be mended."""
        return bool(self.remedy)

    def as_json(self) -> JsonObject:
        """Return it as `doctor --json` prints it."""
        return {
            "check": self.name,
            "ok": not self.broken,
            "text": self.text,
            "remedy": self.remedy or None,
        }


class Surroundings:
    """The working directory, and what is configured for it."""

    @cached_property
    def found(self) -> Config | ToolwireError | None:
        """Return the configuration, or what is wrong with it; None where there is none."""
        try:
            found = find(Path.cwd())
            for key in found.values if found is not None else ():
                if key != "fail-on" and found is not None:
                    found.folder(key)
        except ToolwireError as error:
            return error
        return found

    def folder(self, key: str) -> Path | None:
        """Return the configured folder of a key; None where there is none, or a mistake."""
        return self.found.folder(key) if isinstance(self.found, Config) else None

    @cached_property
    def providers(self) -> tuple[Provider, ...]:
        """Return all providers.

        Raises:
            ToolwireError: a file is not valid, or the folder is not there.
        """
        own = self.folder("providers")
        return load_providers(() if own is None else (own,))


def checks(around: Surroundings) -> Iterator[Check]:
    """Yield what was looked at, one by one; what raises a `ToolwireError` is broken."""
    for name, look in _CHECKS.items():
        try:
            yield look(around)
        except ToolwireError as error:
            plain = ToolwireError(error.what, where=error.where)
            yield Check(name, str(plain), error.hint or "mend the file that it names")


def _versions(_around: Surroundings) -> Check:
    system = f"{platform.system()} {platform.machine()}"
    return Check("toolwire", f"{__version__}, Python {platform.python_version()}, {system}")


def _dependencies(_around: Surroundings) -> Check:
    try:
        wanted = [line for line in requires("toolwire") or () if "extra ==" not in line]
    except PackageNotFoundError:
        return Check("dependencies", "not installed as a package: nothing is declared")
    names = [name[0] for name in map(_NAME.match, wanted) if name]
    there = {name: found for name in names if (found := _version(name))}
    missing = [name for name in names if name not in there]
    if missing:
        what = f"not installed: {', '.join(missing)}"
        return Check("dependencies", what, f"pip install {' '.join(missing)}")
    told = ", ".join(f"{name} {there[name]}" for name in _TOLD if name in there)
    return Check("dependencies", f"all {len(names)}: {told}")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _config(around: Surroundings) -> Check:
    found = around.found
    if isinstance(found, ToolwireError):
        raise found
    if found is None:
        return Check("configuration", "none (toolwire init writes one)")
    keys = ", ".join(found.values) or "nothing"
    return Check("configuration", f"{found.name} says {keys}")


def _providers(around: Surroundings) -> Check:
    own, text = around.folder("providers"), f"{len(load_providers())} shipped"
    if own is None or not around.providers:
        return Check("providers", text)
    files = len([*own.glob("*.yaml"), *own.glob("*.yml")])
    return Check("providers", f"{text}, {many(files, 'file')} in {own}")


def _suites(around: Surroundings) -> Check:
    own, ships = around.folder("suites"), load_suites()
    text = f"{len(ships)} shipped with {many(sum(len(one.cases) for one in ships), 'case')}"
    if own is None:
        return Check("suites", text)
    mine = load_suites((own,), shipped=False)
    cases = many(sum(len(one.cases) for one in mine), "case")
    return Check("suites", f"{text}, {len(mine)} in {own} with {cases}")


def _cassettes(around: Surroundings) -> Check:
    own, ships = around.folder("cassettes"), shipped_cassettes()
    names = list(_below(ships))
    if not names:
        return Check("cassettes", f"none in {ships}", "pip install --force-reinstall toolwire")
    load(ships, names[0])
    text = f"{len(names):,} shipped"
    if own is None:
        return Check("cassettes", text)
    if not own.is_dir():
        return Check("cassettes", f"{text}, {own} is not there yet")
    mine = list(islice(_below(own), _MOST_READ))
    broken = [str(error) for error in (_trouble(own, name) for name in mine) if error]
    if broken:
        what = f"{len(broken)} of {len(mine):,} in {own} cannot be read: {broken[0]}"
        return Check("cassettes", what, "record them again, or take them out")
    more = " at least" if len(mine) == _MOST_READ else ""
    return Check("cassettes", f"{text},{more} {len(mine):,} in {own}")


def _below(folder: Path) -> Iterator[PurePosixPath]:
    for entry in below(str(folder)):
        path = Path(entry.path)
        if not entry.refused and not entry.link and _CASSETTE.fullmatch(path.name):
            yield PurePosixPath(path.relative_to(folder).as_posix())


def _trouble(folder: Path, name: PurePosixPath) -> ToolwireError | None:
    try:
        load(folder, name)
    except ToolwireError as error:
        return error
    return None


def _baselines(around: Surroundings) -> Check:
    folder = around.folder("baselines")
    if folder is None:
        return Check("baselines", "no folder of dated reports is configured")
    newest = newest_before(folder, date.max)
    return Check("baselines", f"newest: {newest}" if newest else f"no dated report in {folder}")


def _keys(around: Surroundings) -> Check:
    routes = [route for provider in around.providers for route in provider.routes]
    names = {route.key_env: route.foreign for route in routes if route.key_env}
    there = sorted(name for name in names if os.environ.get(name))
    text = f"{len(there)} of {len(names)} set"
    if there:
        told = (f"{name} (needs --key-env)" if names[name] else name for name in there)
        text = f"{text}: {listed(list(told), _MOST_NAMES)}"
    return Check("keys", f"{text}; only names are looked at")


def _extras(_around: Surroundings) -> Check:
    told = []
    for name, (what, extra) in _EXTRAS.items():
        if find_spec(name) is not None or (name == "zstandard" and sys.version_info >= (3, 14)):
            told.append(name)
        else:
            told.append(f'no {name} ({what}: pip install "toolwire[{extra}]")')
    return Check("extras", ", ".join(told))


def _output(around: Surroundings) -> Check:
    folder = around.folder("output") or _OUTPUT
    try:
        probe(folder)
    except ToolwireError as error:
        return Check("output", str(error), error.hint or "mend it, or name another with -o")
    return Check("output", f"{folder} can be written")


#: Name -> what looks.
_CHECKS: Final[dict[str, Callable[[Surroundings], Check]]] = {
    "toolwire": _versions,
    "dependencies": _dependencies,
    "configuration": _config,
    "providers": _providers,
    "suites": _suites,
    "cassettes": _cassettes,
    "baselines": _baselines,
    "keys": _keys,
    "extras": _extras,
    "output": _output,
}
