"""Only `toolwire.io.opening` opens files for reading."""

from __future__ import annotations

import ast

import pytest

from tests.support.modules import found_in

#: Modules that may, and why: what they open is nobody else's.
EXEMPT = {
    "harness/toolwire/cli/screen/standard.py": "opens the null device in the place of a closed stream",
    "harness/toolwire/io/files.py": "opens new files for writing",
    "harness/toolwire/io/opening.py": "is the one",
    "harness/toolwire/transport/journal/file.py": "opens a journal for appending, and its folder",
}
METHODS = frozenset({"read_bytes", "read_text"})
#: Things with a method of that name that opens no file.
OURS = frozenset({"self", "state.items"})
OPENS = frozenset({"open", "open_code", "fdopen", "FileIO", "GzipFile"})
WRITES = frozenset({"w", "wb", "x", "xb", "a", "ab"})


def offences(tree: ast.AST) -> list[str]:
    """Return the calls that open a file for reading, by line."""
    return [
        f"{node.lineno}: {ast.unparse(node.func)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _offends(node)
    ]


def _offends(call: ast.Call) -> bool:
    name = _name(call.func)
    if name not in METHODS | OPENS:
        return False
    receiver = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    if name in METHODS and not receiver:
        return False
    if receiver not in OURS:
        modes = [one.value for one in call.args if isinstance(one, ast.Constant)]
        modes += [one.value.value for one in call.keywords if isinstance(one.value, ast.Constant)]
        return not any(mode in WRITES for mode in modes)
    return False


def _name(func: ast.expr) -> str:
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""


def test_one_module_opens_files_for_reading() -> None:
    """No other module calls `open`, `read_bytes`, `read_text` or what else reads a file."""
    found = found_in(offences)
    assert {name: what for name, what in found.items() if name not in EXEMPT} == {}
    assert EXEMPT.keys() <= found.keys(), "an exemption is needed no more"


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("open(path)", True),
        ("path.open()", True),
        ("Path(path).open('rb', buffering=9)", True),
        ("path.open(mode='r+b')", True),
        ("os.open(path, os.O_RDONLY)", True),
        ("io.open(path)", True),
        ("gzip.open(path, 'rb')", True),
        ("gzip.GzipFile(fileobj=raw)", True),
        ("path.read_bytes()", True),
        ("(path / 'x').read_text('utf-8')", True),
        ("io.FileIO(handle)", True),
        ("path.open('xb')", False),
        ("gzip.GzipFile(filename='', mode='wb')", False),
        ("opened(path)", False),
        ("self.open(item)", False),
    ],
)
def test_every_way_to_open_is_known(line: str, *, caught: bool) -> None:
    """The rule sees each of the ways that Python has, and lets writing pass."""
    assert bool(offences(ast.parse(line))) == caught
