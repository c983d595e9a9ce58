"""A dialect's name stands in its folder, in the table of dialects and in rules, nowhere else."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.support.modules import MODULES, tree_of
from tests.support.root import ROOT
from toolwire.dialects import DIALECTS

PACKAGE = ROOT / "harness" / "toolwire"
TABLE = "dialects/__init__.py"
#: What rules call several of them.
GROUPS = "rules/groups.py"
#: Folders of `rules` that hold no rules.
SHARED = {"views", "mutate", "proof"}
#: A dialect -> those whose folders it may import from, and why.
BUILT_ON = {
    "chatml": {"openai-chat": "the same API, whose errors it has"},
    "prompted": {"openai-chat": "the same API, with the tools in the text"},
}
#: What of a rule's record is stated by dialect.
BY_DIALECT = {"severity", "mutations", "probing", "variance"}


def named(tree: ast.AST) -> set[str]:
    """Return the dialects that a module names, and the groups of them that it imports."""
    nodes = list(ast.walk(tree))
    strings = {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    grouped = [node for node in imports if (node.module or "").endswith("rules.groups")]
    return strings & set(DIALECTS) | {alias.name for node in grouped for alias in node.names}


def judging(path: Path) -> set[str]:
    """Return the dialects that a rule's judging names, or that a helper of rules does."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = {name: node for node in tree.body for name in _defined(node)}
    reached: list[ast.AST] = [parts.pop("RULE")] if "RULE" in parts else _functions(tree)
    names = named(tree)
    found: set[str] = set()
    while reached:
        node = reached.pop()
        if isinstance(node, ast.keyword) and node.arg in BY_DIALECT:
            continue
        reached += ast.iter_child_nodes(node)
        name = node.value if isinstance(node, ast.Constant) else getattr(node, "id", None)
        if isinstance(name, str) and name in names:
            found.add(name)
        elif isinstance(node, ast.Name) and node.id in parts:
            reached.append(parts.pop(node.id))
    return found


def _functions(tree: ast.Module) -> list[ast.AST]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def _defined(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def judged_by_name() -> dict[str, set[str]]:
    """Return the rules, by id, and the helpers of rules that judge by a dialect's name."""
    areas = [path for path in (PACKAGE / "rules").iterdir() if path.name not in SHARED]
    found = {path: judging(path) for area in areas for path in area.glob("*.py")}
    return {
        path.stem[:5] if path.stem[:1] == "T" else path.stem: names
        for path, names in found.items()
        if names
    }


def may(path: str) -> set[str]:
    """Return the dialects that a module may name."""
    first, _, rest = path.partition("/")
    folder = rest.partition("/")[0]
    if path in (TABLE, GROUPS) or (first == "rules" and "/" in rest and folder not in SHARED):
        groups = (
            "EVERYWHERE",
            "EVERY_FORMAT",
            "CHAT_ENVELOPES",
            "WITH_IDS",
            "COUNTING",
            "COUNTING_IN_WORDS",
            "IN_WORDS",
        )
        return {*DIALECTS, *groups}
    return {
        name
        for name, package in DIALECTS.items()
        if path.startswith(package.removeprefix("toolwire.").replace(".", "/") + "/")
    }


@cache
def outside() -> dict[str, set[str]]:
    """Return the modules that name a dialect where none should be named, and which."""
    found = {path.relative_to(PACKAGE).as_posix(): named(tree_of(path)) for path in MODULES}
    return {path: names - may(path) for path, names in found.items() if names - may(path)}


def test_nothing_else_names_a_dialect() -> None:
    """What others need to know of a dialect is read from its `wire`, not from a table of names."""
    assert outside() == {}


def test_no_rule_judges_by_a_dialects_name() -> None:
    """A name says how grave a breach is and where a fault is planted; what is judged, `wire` says."""
    assert judged_by_name() == {}


def test_judging_by_name_is_found(tmp_path: Path) -> None:
    """A table and a function that a check reaches are seen, those of a mutation are none."""
    rule = tmp_path / "TC999_x.py"
    rule.write_text(
        "_TABLE = {'openai-chat': 1}\n"
        "def _check(reading):\n    return _TABLE[reading.dialect]\n"
        "def _fault(value):\n    return 'ollama-chat'\n"
        "RULE = Rule(severity={'chatml': 1}, check=_check, mutations=asks(_fault))\n",
        encoding="utf-8",
    )
    assert judging(rule) == {"openai-chat"}


def test_a_name_is_found_as_a_string_and_in_a_group() -> None:
    """The look at a module sees both ways to name a dialect, and no longer text."""
    module = "from toolwire.rules.groups import WITH_IDS\nX = {'cohere-v1': 'in chatml'}"
    assert named(ast.parse(module)) == {"WITH_IDS", "cohere-v1"}
    assert may("dialects/cohere_v1/wire.py") == {"cohere-v1"}
    assert may("rules/ids/TC201_id.py") >= set(DIALECTS)
    assert may("rules/views/native.py") == may("jobs/serve/server.py") == set()


def home(module: str) -> str | None:
    """Return the dialect in whose folder a module stands; None outside of them."""
    return next((d for d, p in DIALECTS.items() if f"{module}.".startswith(f"{p}.")), None)


def imported_by(name: str) -> set[str]:
    """Return the dialects from whose folders modules of a dialect's folder import."""
    folder = PACKAGE / DIALECTS[name].removeprefix("toolwire.").replace(".", "/")
    nodes = [node for path in folder.rglob("*.py") for node in ast.walk(tree_of(path))]
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    modules = {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
    modules |= {alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names}
    return {known for module in modules if (known := home(module)) is not None} - {name}


@pytest.mark.parametrize("name", DIALECTS)
def test_dialects_do_not_know_each_other(name: str) -> None:
    """A folder imports nothing of another dialect's, but for what it is built on."""
    assert imported_by(name) == set(BUILT_ON.get(name, ()))
