"""The marker `exhaustive`: what it names is there, and no claim is made by exhaustive tests alone."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace
from typing import cast

import pytest

from tests.support.exhaustive import SAMPLES, WHOLE, nothing_is_named
from tests.support.fast import place_of
from tests.support.root import ROOT


@pytest.mark.parametrize("entry", [*SAMPLES, *sorted(WHOLE)])
def test_what_is_named_is_there(entry: str) -> None:
    """A test that was moved or renamed is named anew, or struck out."""
    file, _, name = entry.partition("::")
    assert f"def {name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")


def test_every_sample_is_one(request: pytest.FixtureRequest) -> None:
    """Each parametrised test keeps some of its places, all of which are ids that it has."""
    there: dict[str, set[str]] = defaultdict(set)
    for item in request.session.items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            there[f"{place_of(item.path)}::{item.originalname}"].add(item.callspec.id)
    for entry, kept in SAMPLES.items():
        assert kept, entry
        # Where they are left out by a mark or a place there is nothing to compare.
        assert entry not in there or kept <= there[entry], entry


@pytest.mark.parametrize(
    ("mark", "word", "source", "left_out"),
    [
        ("", "", "TESTPATHS", True),
        ("", "", "INVOCATION_DIR", True),
        ("", "", "ARGS", False),
        ("fast", "", "TESTPATHS", False),
        ("", "leak", "TESTPATHS", False),
    ],
)
def test_what_is_asked_for_is_run(mark: str, word: str, source: str, *, left_out: bool) -> None:
    """Exhaustive tests are left out of a run that names no mark, no word and no place."""
    sources = pytest.Config.ArgsSource
    option = SimpleNamespace(markexpr=mark, keyword=word)
    config = SimpleNamespace(option=option, args_source=sources[source], ArgsSource=sources)
    assert nothing_is_named(cast("pytest.Config", config)) is left_out
