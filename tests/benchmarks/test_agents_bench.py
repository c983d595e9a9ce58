"""The parts of the agents' bench that need no agent."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.loaded import loaded
from tests.support.root import ROOT
from toolwire.dialects import DIALECTS

FOLDER = ROOT / "benchmarks" / "agents"


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    """Return the bench, which is no package, and forget it afterwards."""
    with loaded(FOLDER / "__main__.py", "agents_bench") as module:
        yield module


def test_every_agent_can_be_installed_and_asked(bench: ModuleType) -> None:
    """Each has a package, dialects that there are, the server's address, and what it says."""
    recipes = bench.recipes()
    assert len({recipe.name for recipe in recipes}) == len(recipes) >= 8
    for recipe in recipes:
        assert bool(recipe.npm) != bool(recipe.pip), recipe.name
        assert set(recipe.dialects) <= set(DIALECTS), recipe.name
        told = " ".join((*recipe.command, *recipe.env.values()))
        assert "{url}" in told, recipe.name
        assert recipe.says not in recipe.command[-1], recipe.name
        for part in recipe.command:
            if part.startswith("{here}/"):
                assert (FOLDER / part.removeprefix("{here}/")).is_file(), part
        assert all(len(reason) > 20 for reason in recipe.refused.values()), recipe.name


def test_a_run_is_measured(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program that asks the server stands for an agent; its requests are counted."""
    script = tmp_path / "agent.py"
    script.write_text(
        "import pathlib, sys, urllib.request\n"
        "print(urllib.request.urlopen(sys.argv[1] + '/v1/models').status)\n"
        "print(pathlib.Path('note.txt').read_text())\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(bench, "programs", lambda _recipe, into: into)
    first = bench.recipes()[0]
    command = (sys.executable, str(script), "{url}")
    recipe = replace(first, dialects=("openai-chat",), command=command, env={}, says="hello")
    printed, answered = bench.run(recipe, tmp_path)
    assert printed.split() == ["200", "hello"]
    assert answered == Counter({"GET /v1/models 200": 1})
    assert bench.amiss(recipe, printed, answered) == []
    wrong = bench.amiss(recipe, "", Counter(["POST /v1/x 404", *recipe.refused]))
    assert [line.partition(" ")[0] for line in wrong] == ["answered", "does"]
