"""A dialect's name stands in its folder, in the table of dialects and in rules, nowhere else."""

from __future__ import annotations

import ast

import pytest

from tests.support.root import ROOT
from toolwire.dialects import DIALECTS

PACKAGE = ROOT / "harness" / "toolwire"
TABLE = "dialects/__init__.py"
#: The constants that rules use for the names.
CONSTANTS = "rules/views/dialect_paths.py"
#: Folders of `rules` that hold no rules.
SHARED = {"views", "mutate", "proof"}
#: A dialect -> those whose folders it may import from, and why.
BUILT_ON = {
    "chatml": {"openai-chat": "the same API, whose errors it has"},
    "prompted": {"openai-chat": "the same API, with the tools in the text"},
}


def constants() -> dict[str, str]:
    """Return the constants for names: their own name to the dialect's."""
    tree = ast.parse((PACKAGE / CONSTANTS).read_text(encoding="utf-8"))
    return {
        node.target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Constant)
        and node.value.value in DIALECTS
    }


def named(tree: ast.AST) -> set[str]:
    """Return the dialects that a module names: as a string, or by a constant."""
    known = constants()
    strings = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("views.dialect_paths")
        for alias in node.names
    }
    return strings & set(DIALECTS) | {known[name] for name in imported & set(known)}


def may(path: str) -> set[str]:
    """Return the dialects that a module may name."""
    first, _, rest = path.partition("/")
    folder = rest.partition("/")[0]
    if path in (TABLE, CONSTANTS) or (first == "rules" and "/" in rest and folder not in SHARED):
        return set(DIALECTS)
    return {
        name
        for name, package in DIALECTS.items()
        if path.startswith(package.removeprefix("toolwire.").replace(".", "/") + "/")
    }


def outside() -> dict[str, set[str]]:
    """Return the modules that name a dialect where none should be named, and which."""
    found = {
        path.relative_to(PACKAGE).as_posix(): named(ast.parse(path.read_text(encoding="utf-8")))
        for path in PACKAGE.rglob("*.py")
    }
    return {path: names - may(path) for path, names in found.items() if names - may(path)}


def test_nothing_else_names_a_dialect() -> None:
    """What others need to know of a dialect is read from its `wire`, not from a table of names."""
    assert outside() == {}


def test_a_name_is_found_as_a_string_and_as_a_constant() -> None:
    """The look at a module sees both ways to name a dialect, and no longer text."""
    module = "from toolwire.rules.views.dialect_paths import CHAT\nX = {'cohere-v1': 'in chatml'}"
    assert named(ast.parse(module)) == {"openai-chat", "cohere-v1"}
    assert may("dialects/cohere_v1/wire.py") == {"cohere-v1"}
    assert may("rules/ids/TC201_id.py") == set(DIALECTS)
    assert may("rules/views/native.py") == may("jobs/serve/server.py") == set()


def home(module: str) -> str | None:
    """Return the dialect in whose folder a module stands; None outside of them."""
    return next((d for d, p in DIALECTS.items() if f"{module}.".startswith(f"{p}.")), None)


def imported_by(name: str) -> set[str]:
    """Return the dialects from whose folders modules of a dialect's folder import."""
    folder = PACKAGE / DIALECTS[name].removeprefix("toolwire.").replace(".", "/")
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    modules = {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
    modules |= {alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names}
    return {known for module in modules if (known := home(module)) is not None} - {name}


@pytest.mark.parametrize("name", DIALECTS)
def test_dialects_do_not_know_each_other(name: str) -> None:
    """A folder imports nothing of another dialect's, but for what it is built on."""
    assert imported_by(name) == set(BUILT_ON.get(name, ()))
