"""What is imported is declared, what is declared is locked, and what is locked has hashes."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.support.root import ROOT

#: Lock -> extras and groups that it holds beside the package's own dependencies.
LOCKS: dict[str, tuple[bool, tuple[str, ...], tuple[str, ...]]] = {
    "runtime": (True, ("bedrock", "compression"), ()),
    "dev": (True, ("bedrock", "compression"), ("test", "lint", "build")),
    "sdks": (False, (), ("sdks",)),
    "browser": (False, (), ("browser",)),
    "docs": (False, (), ("docs",)),
    "build": (False, (), ("build",)),
    "nox": (False, (), ("nox",)),
}


@cache
def project() -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def declared(*extras: str, own: bool = True) -> list[Requirement]:
    """Return the requirements of the package and of some extras."""
    table = project()["project"]
    lines = [*(table["dependencies"] if own else ())]
    lines += [line for extra in extras for line in table["optional-dependencies"][extra]]
    return [Requirement(line) for line in lines]


def group(name: str) -> Iterator[Requirement]:
    """Yield the requirements of a dependency group and of those it includes."""
    for line in project()["dependency-groups"][name]:
        if isinstance(line, dict):
            yield from group(line["include-group"])
        else:
            yield Requirement(line)


def imported() -> set[str]:
    """Return the distributions of everything that `toolwire` imports, at the top or lazily."""
    modules: set[str] = set()
    for path in (ROOT / "harness").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    owners = packages_distributions()
    # `_typeshed` is of type checkers and is never imported.
    third = modules - set(sys.stdlib_module_names) - {"_typeshed", "toolwire"}
    return {canonicalize_name(owners.get(module, [module])[0]) for module in third}


def test_what_is_imported_is_declared() -> None:
    """No module works only because a dependency of a dependency happens to be there."""
    every = declared(*project()["project"]["optional-dependencies"])
    names = {canonicalize_name(one.name) for one in every}
    assert imported() - names == set()
    assert {"yarl", "msgspec", "aiohttp"} <= imported()


def test_what_is_declared_is_imported() -> None:
    """A dependency that nobody needs is not installed for everybody."""
    names = {canonicalize_name(one.name) for one in declared()}
    assert names <= imported()


def pins(name: str) -> dict[str, list[tuple[Version, Requirement, int]]]:
    """Return package -> its pins in a lock: version, line with its marker, number of hashes."""
    text = (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")
    found: dict[str, list[tuple[Version, Requirement, int]]] = {}
    for entry in re.split(r"(?m)^(?=\S)", text.replace("\\\n", "")):
        line, *hashes = re.split(r"\s+--hash=sha256:", entry.strip())
        if not line or line.startswith("#"):
            continue
        wanted = Requirement(line)
        (exact,) = wanted.specifier
        assert exact.operator == "==", line
        assert all(re.fullmatch("[0-9a-f]{64}", one) for one in hashes), line
        pin = (Version(exact.version), wanted, len(hashes))
        found.setdefault(canonicalize_name(wanted.name), []).append(pin)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_fits_what_is_declared(name: str) -> None:
    """Each declared dependency is pinned to a version that its range allows, and has hashes."""
    own, extras, groups = LOCKS[name]
    locked = pins(name)
    assert all(count for versions in locked.values() for _, _, count in versions)
    wanted = [*declared(*extras, own=own), *(one for each in groups for one in group(each))]
    assert wanted
    for one in wanted:
        versions = locked.get(canonicalize_name(one.name), [])
        assert versions, f"{one} is not in locks/{name}.txt: run `nox -s lock`"
        for version, _, _ in versions:
            assert one.specifier.contains(version), f"{version} is not {one}: run `nox -s lock`"


def test_locks_agree() -> None:
    """What is tested is what the container runs, and what SDKs and the browser's driver are
    beside: in one version each."""
    dev, runtime = pins("dev"), pins("runtime")
    pairs = [(held, name) for held in (runtime, pins("sdks"), pins("browser")) for name in held]
    for held, name in pairs:
        if held is runtime or name in dev:
            versions = {one for one, _, _ in held[name]}
            assert versions == {one for one, _, _ in dev[name]}, name


def test_locks_name_no_place() -> None:
    """Neither an index nor an address is in a lock: where packages come from is the user's."""
    for name in LOCKS:
        text = (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")
        assert "://" not in text
        assert "--index" not in text


def test_the_container_installs_by_hash_only() -> None:
    """Every `pip install` of the Containerfile is of a lock, or of the wheel without the rest."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if "pip install" in line and line[0] != "#"]
    assert len(lines) == 3
    assert all("--require-hashes" in line or "--no-deps" in line for line in lines)
    copied = re.findall(r"(?m)^COPY (?!--from)(.+) \S+$", text)
    assert all((ROOT / path).exists() for line in copied for path in line.split())


def test_the_bot_looks_after_every_kind() -> None:
    """Python, actions and the base image are updated by proposals."""
    text = (ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"package-ecosystem: (\S+)", text)) == {"pip", "github-actions", "docker"}


def test_the_noxfile_writes_the_locks_that_are_held_here() -> None:
    """The session `lock` and this test speak of the same files."""
    text = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    table = text.partition("LOCKS = {")[2].partition("\n}")[0]
    assert re.findall(r'^    "([a-z]+)":', table, re.MULTILINE) == list(LOCKS)
    assert {path.stem for path in (ROOT / "locks").iterdir()} == set(LOCKS)
