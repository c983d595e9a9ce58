"""Paths and modules that pages and comments name are there."""

from __future__ import annotations

import ast
import re
from importlib.util import find_spec
from pathlib import Path
from token import COMMENT
from tokenize import tokenize

import pytest

import toolwire

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(toolwire.__file__).parent
#: Pages that a command writes, of runs.
MADE = {
    *("hostile.md", "reported-faults.md", "unnoticed-faults.md", "verify-rules.md"),
    *("who-breaks.md", "wrong-requests.md"),
}
PAGES = [
    *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name not in MADE),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
]
SOURCES = [
    *sorted(PACKAGE.rglob("*.py")),
    *(path for top in ("benchmarks", "fuzz", "servers", "tests") for path in (ROOT / top).rglob("*.py")),
]  # fmt: skip
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: A path in a folder of the repository; where a name of the reader's own follows, the folder.
PATH = re.compile(
    r"(?<![\w./-])((?:benchmarks|docs|fuzz|harness|servers|suites|tests)/[\w./-]*[\w/])(?![\w*<{])"
)
IN_PACKAGE = re.compile(r"(?<![\w./-])harness/toolwire/[\w./-]*[\w/](?![\w*<{])")
MODULE = re.compile(r"(?<![\w./@-])toolwire((?:\.[a-zA-Z_]\w*)+)(?![\w.]*[(/])")
#: Files that a command writes, a host, or what begins with the word by chance.
ELSEWHERE = {"toolwire.internal", "toolwire.jsonl", "toolwire.toml", "toolwire.yaml"}
#: What the lines of a guide make.
MADE_THERE = {
    "docs/_build/html", "harness/toolwire/dialects/acme_chat", "suites/first_suite.yaml",
}  # fmt: skip
MODULES_MADE_THERE = {"toolwire.dialects.acme_chat"}


def missing_paths(text: str, pattern: re.Pattern[str]) -> list[str]:
    """Return the paths that a text names and the repository does not have."""
    named = {found if isinstance(found, str) else found[0] for found in pattern.findall(text)}
    return sorted(name for name in named - MADE_THERE if not (ROOT / name).exists())


def is_there(dotted: str) -> bool:
    """Say whether a module is there, or a module with that name in it."""
    words = dotted.split(".")
    for count in range(len(words), 1, -1):
        place = PACKAGE.joinpath(*words[1:count])
        if place.is_dir() or place.with_suffix(".py").exists():
            break
    else:
        return hasattr(toolwire, words[1])
    left = words[count:]
    return not left or (len(left) < 3 and left[0] in source_of(place))


def source_of(place: Path) -> str:
    """Return the text of a module or of a package's own file."""
    file = place.with_suffix(".py")
    return (file if file.exists() else place / "__init__.py").read_text(encoding="utf-8")


def missing_modules(text: str) -> list[str]:
    """Return the modules below toolwire that a text names and that are not there."""
    named = {f"toolwire{rest}" for rest in MODULE.findall(text)} - ELSEWHERE - MODULES_MADE_THERE
    return sorted(name for name in named if not is_there(name))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    """A reader finds each file and each module that a page sends them to."""
    text = page.read_text(encoding="utf-8")
    written = set(re.findall(r"^```\w+\n# (\S+)$", text, re.MULTILINE))
    assert set(missing_paths(text, PATH)) <= written
    assert missing_modules(text) == []


def remarks(path: Path) -> str:
    """Return the comments and docstrings of a Python file."""
    with path.open("rb") as file:
        said = [token.string for token in tokenize(file.readline) if token.type == COMMENT]
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    documented = [node for node in tree if isinstance(node, DOCUMENTED)]
    return "\n".join([*said, *(ast.get_docstring(node) or "" for node in documented)])


def missing(text: str) -> list[str]:
    """Return the files and modules of the package that a text names and that are not there."""
    return [*missing_paths(text, IN_PACKAGE), *missing_modules(text)]


def test_what_comments_name_is_there() -> None:
    """The same holds for comments and docstrings, where they name a file or module of the package."""
    found = {}
    for path in SOURCES:
        # To tell remarks from code takes long, and few modules name in either what is not there.
        if missing(path.read_text(encoding="utf-8")) and (wrong := missing(remarks(path))):
            found[str(path.relative_to(ROOT))] = wrong
    assert found == {}


def test_a_path_that_is_not_there_is_noticed() -> None:
    """The patterns see paths and modules as pages write them, and pass over readers' own names."""
    text = (
        "See `harness/toolwire/nowhere.py`, toolwire.jobs.nowhere and harness/toolwire/io/files.py."
    )
    assert missing_paths(text, PATH) == ["harness/toolwire/nowhere.py"]
    assert missing_paths(text, IN_PACKAGE) == ["harness/toolwire/nowhere.py"]
    assert missing_modules(text) == ["toolwire.jobs.nowhere"]
    assert missing_paths("`harness/toolwire/providers/<id>.yaml`, tests/*/x", PATH) == []
    assert find_spec("toolwire.jobs.nowhere") is None
