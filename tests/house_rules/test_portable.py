"""What runs on Linux runs on macOS and Windows: encodings, and what only one system has."""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.modules import MODULES, found_in, name_of, tree_of

#: Modules of the standard library that one system has and another has not -> who may import them.
SYSTEMS = frozenset(
    {"fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "resource", "termios", "winreg"}
)
LOCKS = "harness/toolwire/io/locks.py"
#: Calls that read or write text in the system's encoding unless they are told another.
TEXT = frozenset(
    {"open", "fdopen", "read_text", "write_text", "TextIOWrapper", "NamedTemporaryFile"}
)
#: What opens a file with a meaning of its own.
OTHERS = frozenset({"os", "state.items", "tarfile", "zipfile", "webbrowser"})


def unencoded(tree: ast.AST) -> list[str]:
    """Return the calls that leave an encoding to the system, by line."""
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _is_text(node)
    ]


def _is_text(call: ast.Call) -> bool:
    func = call.func
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    if name not in TEXT:
        return False
    holder = ast.unparse(func.value) if isinstance(func, ast.Attribute) else ""
    if holder in OTHERS and name == "open":
        return False
    if name.endswith("_text") and not holder:
        return False
    given = [*call.args, *(one.value for one in call.keywords if one.arg == "mode")]
    parts = [part for one in given for part in ast.walk(one)]
    modes = [one.value for one in parts if isinstance(one, ast.Constant)]
    binary = any(isinstance(one, str) and re.fullmatch("[rwxa+]*b[+]?", one) for one in modes)
    return not binary and not any(one.arg == "encoding" for one in call.keywords)


def imported(tree: ast.AST) -> set[str]:
    """Return the modules that a module imports."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    whole = {one.name for node in imports if isinstance(node, ast.Import) for one in node.names}
    return whole | {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}


def test_every_module_runs_on_every_system() -> None:
    """It says in which encoding it reads and writes, and imports nothing that one system lacks."""
    assert found_in(unencoded) == {}
    of_one_system = {name_of(path) for path in MODULES if SYSTEMS & imported(tree_of(path))}
    assert of_one_system == {LOCKS}


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("open(path)", True),
        ("path.open('w')", True),
        ("path.read_text()", True),
        ("path.write_text(text)", True),
        ("io.TextIOWrapper(raw)", True),
        ("path.open('r+b', buffering=0)", False),
        ("os.fdopen(handle, 'wb')", False),
        ("open(path, mode='rb')", False),
        ("path.read_text(encoding='utf-8')", False),
        ("os.open(path, flags)", False),
        ("read_text(value, 'pointer')", False),
    ],
)
def test_the_rule_about_encodings_can_fail(line: str, *, caught: bool) -> None:
    """It sees text without an encoding, and passes over bytes."""
    assert bool(unencoded(ast.parse(line))) == caught
