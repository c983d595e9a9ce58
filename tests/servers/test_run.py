"""A whole run: a server that is there is audited and recorded, one that is not is told."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from servers.__main__ import table, well
from servers.auditing import Place, drift
from servers.cache import Cache
from servers.recipe import MODEL, Recipe, Shell
from servers.run import Outcome, Run
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict
from toolwire.transport.cassette.file import load

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="commands of the table are POSIX's")


def nothing(_: Path, __: Shell) -> None:
    """Install nothing: the reference server is in this very environment."""


#: toolwire's own server in the place of a real one.
FAKE = Recipe(
    name="fake",
    release="1",
    install=nothing,
    command=(sys.executable, "-m", "toolwire", "serve", "-d", "openai-chat", "--port", "{port}"),
    version=(sys.executable, "-c", "print('1.2.3')"),
    ready="/v1/models",
    routes=("transformers",),
    patience=60.0,
    together=8,
)


def seen(case: str, verdict: Verdict, otherwise: Verdict | None = None) -> dict[Place, Observation]:
    """Return what was observed of one case."""
    place = Place("acme", "openai-chat", MODEL, "suite", case, "blocking")
    evidence = Evidence(EvidenceLevel.LIVE, "http://127.0.0.1:1")
    told = ("acme", "openai-chat", MODEL, "suite", case, Mode.BLOCKING, verdict, evidence)
    return {place: Observation(*told, otherwise=otherwise)}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """Return a cache in which no model is built."""
    monkeypatch.setattr(Cache, "build_model", lambda *_: None)
    return Cache(tmp_path / "cache")


def test_a_server_is_audited_and_recorded(cache: Cache, tmp_path: Path) -> None:
    """Its cassettes are `recorded`, its verdicts counted, and they come again from the cassettes."""
    run = Run((FAKE,), cache, tmp_path / "cassettes", tmp_path / "cassettes")
    (outcome,) = run(["fake"])
    assert (outcome.missing, outcome.version, outcome.routes) == ("", "1.2.3", 1)
    assert outcome.drifted == ()
    assert Verdict.CONFORMANT in {seen.verdict for seen in outcome.seen.values()}
    paths = [path.relative_to(tmp_path / "cassettes") for path in tmp_path.rglob("*.auto.*.yaml")]
    assert paths
    for path in paths:
        head = load(tmp_path / "cassettes", path).provenance  # type: ignore[arg-type]
        assert (str(head.evidence), head.endpoint) == ("recorded", "127.0.0.1")
    assert "fake" in table([outcome])[1]


def test_a_server_that_cannot_be_had_is_told_and_the_others_are_run(cache: Cache) -> None:
    """Installation, upstream, start: each has its reason, and none is passed over."""

    def broken(_: Path, shell: Shell) -> None:
        shell("sh", "-c", "echo no such distribution; exit 1")

    never = replace(FAKE, name="never", install=broken)
    front = replace(FAKE, name="front", behind="never")
    dead = replace(FAKE, name="dead", command=("sh", "-c", "echo out of memory; exit 9"))
    outcomes = list(Run((never, front, dead), cache, cache.folder)(["never", "front", "dead"]))
    assert not any(map(well, outcomes))
    lines = [line for line in table(outcomes) if line.startswith("MISSING: ")]
    assert len(lines) == 3
    assert "MISSING: never: never: `sh -c" in lines[0]
    assert "MISSING: front: never: " in lines[1]
    assert "MISSING: dead: ended with code 9: out of memory" in lines[2]


def test_servers_see_no_keys_of_the_user(
    cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server with a key could ask somebody else's service; its own key is made for the run."""
    monkeypatch.setenv("OPENAI_API_KEY", "made-up-key-of-the-user")
    monkeypatch.setenv("HF_TOKEN", "made-up-token-of-the-user")
    script = "import os; print(*sorted(map('='.join, os.environ.items())), sep='; ')"
    dead = replace(FAKE, command=(sys.executable, "-c", script), keys=("ACME_MASTER_KEY",))
    (outcome,) = Run((dead,), cache, tmp_path)(["fake"])
    log = cache.log("fake").read_text()
    assert outcome.missing
    assert "of-the-user" not in log
    assert "ACME_MASTER_KEY=sk-" in log


def test_a_verdict_that_is_not_what_it_was_is_told() -> None:
    """One line for each that changed, came or went."""
    before = seen("a", Verdict.CONFORMANT)
    after = seen("a", Verdict.FAILED) | seen("b", Verdict.CONFORMANT)
    assert list(drift(before, before)) == []
    assert list(drift(before, after)) == [
        "acme (openai-chat) suite.a[blocking]: was conformant, is failed",
        "acme (openai-chat) suite.b[blocking]: was not there, is conformant",
    ]
    changed = Outcome("acme", 1, seen=after, drifted=tuple(drift(before, after)))
    assert not well(changed)
    assert sum(line.startswith("DRIFT: ") for line in table([changed])) == 2


def test_a_case_that_was_not_run_is_not_well() -> None:
    """Could not look is loud."""
    assert well(Outcome("acme", 1, seen=seen("a", Verdict.FAILED)))
    assert not well(Outcome("acme", 1, seen=seen("a", Verdict.NOT_RUN)))


def test_a_known_deviation_that_shows_now_and_then_is_no_drift() -> None:
    """What counts is the verdict without it."""
    now = seen("a", Verdict.NON_STRICT, otherwise=Verdict.CONFORMANT)
    assert list(drift(seen("a", Verdict.CONFORMANT), now)) == []
