"""Whose bytes a recording holds: models whose names a scrubber has damaged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.root import ROOT
from toolwire.jobs.lint.attribution import Attribution, load_attributions, model_of
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.jobs.lint.observed import observations
from toolwire.providers import load_providers
from toolwire.suites import load_suites

NOTE = Attribution("octo/spoon a/", "acme", "its key was a word", "spoon-latest")


@pytest.mark.parametrize(
    "damaged",
    [
        "ministral-3b-la<GPUSTACK_API_KEY>",
        "<MODEL>",
        "[REDACTED]",
        "gpt-***",
        "{{ model }}",
        "REDACTED-model",
    ],
)
def test_a_name_that_was_scrubbed_is_no_name(damaged: str) -> None:
    """The next witness is asked; where there is none, nobody knows the model."""
    assert model_of((damaged, "gpt-4o")) == "gpt-4o"
    assert model_of((damaged, None, "")) == "unknown"
    assert model_of((damaged, damaged)) == "unknown"


def test_an_attribution_says_the_name_that_was_damaged() -> None:
    """It counts for the sources that begin as it says, and for no other."""
    damaged = ("spoon-la<KEY>",)
    assert model_of(damaged, "octo/spoon a/b.yml@1 #0", (NOTE,)) == "spoon-latest"
    assert model_of(damaged, "octo/fork a/b.yml@1 #0", (NOTE,)) == "unknown"
    unnamed = Attribution("octo/spoon a/", "acme", "its key was a word")
    assert model_of(("whole",), "octo/spoon a/b.yml@1 #0", (unnamed,)) == "whole"


def test_no_listed_model_is_taken_for_a_damaged_one() -> None:
    """Every name in the provider files, with slashes, colons and at signs, is whole."""
    ids = {m.id for p in load_providers() for r in p.routes for m in r.models}
    assert len(ids) > 30
    assert {model_of((one,)) for one in ids} == ids


def test_recorded_models_have_their_own_names(shared: Path) -> None:
    """A project whose key was `test` broke `latest`: the committed note mends it."""
    file = shared / "corpus" / "mistral" / "crmne__ruby_llm.jsonl"
    notes = load_attributions(ROOT / "reports" / "attributions.yaml")
    suites = tuple(load_suites())
    judged = [item for item in lint([file]) if isinstance(item, Judged)]
    for known in ((), notes):
        names = {o.model for item in judged for o in observations(item, suites, known)}
        assert not [name for name in names if re.search(r"[<>*{}]", name)]
        assert ("unknown" in names) == (not known)
        assert ("ministral-3b-latest" in names) == bool(known)
