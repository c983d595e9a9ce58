"""Whatever is written or printed goes through the guard."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.support.modules import found_in

#: Modules that write without the guard, and why nothing secret passes there.
EXEMPT = {
    "harness/toolwire/cli/screen/standard.py": "opens the null device, and says that nothing can be printed",
    "harness/toolwire/io/files.py": "asks the guard itself",
    "harness/toolwire/jobs/lint/importing.py": "is no command of users; its errors are ours",
    "harness/toolwire/results/file.py": "puts the guard before what compresses",
    "harness/toolwire/transport/journal/file.py": "takes exchanges that were scrubbed, and hides what quotes them",
}
METHODS = frozenset({"write_bytes", "write_text", "replacing"})
MODES = frozenset({"w", "wb", "x", "xb", "a", "ab", "r+b"})
STREAMS = frozenset({"sys.stdout", "sys.stderr", "sys.stdout.buffer", "sys.__stdout__"})


def offences(tree: ast.AST) -> list[str]:
    """Return the calls that write to a file or a stream themselves, by line."""
    return list(_offences(tree))


def _offences(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = _name(node.func)
            values = [one.value for one in node.args if isinstance(one, ast.Constant)]
            opens = name in {"open", "fdopen"} and any(value in MODES for value in values)
            prints = name.startswith("write") and _receiver(node.func) in STREAMS
            if opens or name in METHODS or prints:
                yield f"{node.lineno}: {ast.unparse(node.func)}"


def _name(func: ast.expr) -> str:
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""


def _receiver(func: ast.expr) -> str:
    return ast.unparse(func.value) if isinstance(func, ast.Attribute) else ""


def test_nobody_writes_past_the_guard() -> None:
    """No module opens a file for writing or writes to a standard stream but those that say why."""
    found = found_in(offences)
    assert {name: what for name, what in found.items() if name not in EXEMPT} == {}
    assert EXEMPT.keys() <= found.keys(), "an exemption is needed no more"


@pytest.mark.parametrize(
    "line",
    [
        'Path("a").write_text("b")',
        'open("a", "w")',
        'Path("a").open("ab")',
        'sys.stderr.write("b")',
        "with replacing(path) as file: pass",
    ],
)
def test_what_writes_is_seen(line: str) -> None:
    """Each way of writing a file is an offence."""
    assert offences(ast.parse(line))
