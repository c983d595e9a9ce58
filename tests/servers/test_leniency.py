"""The table of who answers wrong requests: asked of a running server, merged, compared and written."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from servers import leniency
from servers.cache import Cache
from servers.leniency import REFUSES, TAKES, answers_of, differences, merged, text_of
from servers.run import Run
from servers.table import RECIPES
from tests.servers.test_run import FAKE
from toolwire.jobs.audit.beside.known_servers import ENGINES, TABLE
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.suites.model import REFUSED

posix = pytest.mark.skipif(sys.platform == "win32", reason="commands of the table are POSIX's")
BEFORE = {"openai-chat": {"drop_model_itself": {TAKES: ["acme"], REFUSES: ["vllm"]}}}


@posix
def test_a_strict_server_refuses_every_wrong_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reference is asked each wrong request of its dialect, and answers none."""
    monkeypatch.setattr(Cache, "build_model", lambda *_: None)
    run = Run((FAKE,), Cache(tmp_path / "cache"), tmp_path)
    told = [answers_of(recipe, url, environ) for recipe, url, environ in run.started(["fake"])]
    (cases,) = [one["openai-chat"] for one in told]
    assert len(cases) > 30
    assert set(cases.values()) == {REFUSES}


@posix
@pytest.mark.parametrize(("status", "word"), [(200, TAKES), (500, None)])
def test_a_server_that_answers_a_wrong_request_takes_it_unless_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int, word: str | None
) -> None:
    """What is told of the answer has its status, and who fails over a request says nothing of it."""
    monkeypatch.setattr(Cache, "build_model", lambda *_: None)
    run = Run((FAKE,), Cache(tmp_path / "cache"), tmp_path)
    seen = leniency.verify

    async def answered(*args: object, **more: object) -> object:
        done = await seen(*args, **more)  # type: ignore[arg-type]
        return replace(done, observations=tuple(_taken(one, status) for one in done.observations))

    monkeypatch.setattr(leniency, "verify", answered)
    told = [answers_of(recipe, url, environ) for recipe, url, environ in run.started(["fake"])]
    (cases,) = [one["openai-chat"] for one in told]
    assert set(cases.values()) == ({word} if word else set())


def _taken(seen: Observation, status: int) -> Observation:
    found = Finding(REFUSED, Severity.WARNING, "status", "Answered.", "400 to 499", status)
    return replace(seen, findings=(found,), verdict=Verdict.NON_STRICT)


def test_what_others_answered_stays() -> None:
    """A server that is asked again has its new answers only; the others keep theirs."""
    after = merged(BEFORE, {"vllm": {"openai-chat": {"drop_model_itself": TAKES}}})
    assert json.loads(text_of(after)) == {
        "openai-chat": {"drop_model_itself": {TAKES: ["acme", "vllm"]}}
    }


def test_each_other_answer_is_told() -> None:
    """One line for what is no longer so, and one for what is so now; none where nothing changed."""
    after = merged(BEFORE, {"vllm": {"openai-chat": {"drop_model_itself": TAKES}}})
    assert list(differences(BEFORE, after)) == [
        "vllm: refuses openai-chat drop_model_itself: no longer",
        "vllm: takes openai-chat drop_model_itself: new",
    ]
    assert list(differences(BEFORE, merged(BEFORE, {}))) == []


def test_the_shipped_table_is_as_the_command_writes_it() -> None:
    """Everything in the order of its letters, so that a change shows as a change."""
    text = TABLE.read_text(encoding="utf-8")
    assert text_of(merged(json.loads(text), {})) == text
    assert leniency.TABLE == TABLE


def test_the_engines_are_those_that_are_asked() -> None:
    """Whoever else stands in the table is a vendor, whose answer weighs more."""
    assert {recipe.name for recipe in RECIPES} == ENGINES
