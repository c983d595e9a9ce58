"""`--model`: several models of a provider in one run, listed by its file or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.loopback import loopback
from toolwire.cli import toolwire
from toolwire.model.errors import ToolwireError
from toolwire.results import read

MODELS = ("reference-model", "not/listed:1")


def run(*words: str | Path) -> Result:
    """Run `toolwire`."""
    return CliRunner().invoke(toolwire, [*map(str, words)], standalone_mode=False)


def test_models_are_asked_recorded_and_replayed_apart(tmp_path: Path) -> None:
    """Each has observations and cassettes of its own, in each way of running."""
    named = [word for model in MODELS for word in ("--model", model)]
    with loopback(tmp_path / "providers") as servers:
        words = ("audit", "-p", "acme-chat", "-s", "single_call", *named, "-q")
        words = (*words, "--providers", str(servers.providers))
        kept = ("--cassettes", str(tmp_path / "cassettes"))
        found = {}
        for name, how in (("live", ("--live",)), ("record", ("--record", *kept)), ("replay", kept)):
            done = run(*words, *how, "-o", tmp_path / name)
            assert done.return_value == 0, done.output
            results = read(tmp_path / name / "results.jsonl")
            found[name] = sorted((o.model, o.case, o.mode, o.evidence.source) for o in results)
            assert results.header.selection["models"] == [f"acme-chat/{model}" for model in MODELS]
    assert found["live"] == found["record"] == found["replay"]
    assert {model for model, *_ in found["live"]} == set(MODELS)
    sources = [source for *_, source in found["live"]]
    assert len(set(sources)) == len(sources)
    folders = {path.name for path in (tmp_path / "cassettes" / "acme-chat").iterdir()}
    assert len(folders) == 2
    assert "reference-model" in folders


def test_a_plan_counts_every_model() -> None:
    """The same words name the same targets, of every route of a pattern too."""
    done = run(
        "plan", "-p", "cohere*", "--model", "a", "--model", "b", "-s", "single_call", "--json"
    )
    names = [json.loads(line)["target"] for line in done.stdout.splitlines()]
    routes = ("cohere", "cohere.cohere-v1", "cohere.openai-chat")
    assert names == [f"{route}/{model}" for route in routes for model in "ab"]


@pytest.mark.parametrize("command", ["audit", "plan"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "--model needs a provider (name whose model it is with -p)"),
        (("-p", "openai/gpt-6-luna"), "-p openai/gpt-6-luna names a model, and so does --model"),
        (("-p", "opnai"), "no provider 'opnai'; did you mean openai?"),
    ],
)
def test_a_model_of_nobody_is_refused(command: str, words: tuple[str, ...], told: str) -> None:
    """One line that says what to do; nothing is guessed."""
    error = run(command, *words, "--model", "m").exception
    assert isinstance(error, ToolwireError)
    assert error.exit_code == 3
    assert told in str(error)
