"""The house rules that a machine can check."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.kept import kept
from tests.support.modules import MODULES, found_in, name_of
from tests.support.root import ROOT

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: A decision by a provider's name belongs into its provider file or its dialect.
LADDER = re.compile(
    r"(provider|provider_id|name)\s*(==|in)\s*[\[({\"'].*"
    r"(openai|anthropic|gemini|mistral|cohere|bedrock|ollama|deepseek|xai)"
)


def long_functions(tree: ast.AST) -> list[str]:
    """Return the functions of 50 lines and more."""
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, DEFINITIONS) and (node.end_lineno or 0) - node.lineno >= 50
    ]


def test_every_module_is_a_small_room() -> None:
    """Modules stay under 400 lines, functions under 50, and no provider is decided in code."""
    assert found_in(long_functions) == {}
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") < 400, path
        assert [line for line in text.splitlines() if LADDER.search(line)] == [], path


def test_every_test_says_what_it_proves() -> None:
    """Each test function has a docstring."""
    silent = [
        f"{name_of(path)}::{node.name}"
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, DEFINITIONS)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    ]
    assert silent == []


def test_no_recorded_body_of_strangers_is_committed(shared: Path) -> None:
    """No call id of the recorded traffic stands in any file of the repository."""
    token = re.compile(rb"[A-Za-z0-9_-]{16,80}")
    expected = (shared / "corpus" / "expected.jsonl").read_bytes()
    recorded = set(re.findall(rb'"id": "([A-Za-z0-9_-]{16,80})"', expected))
    assert len(recorded) > 1000
    for name in kept():
        path = ROOT / name
        if path.is_file():
            assert recorded.isdisjoint(token.findall(path.read_bytes())), path
