"""Recording while tests run: who is asked, within which limit, and what is kept."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.pytest_project import Project
from toolwire.api.serve import serve
from toolwire.model.exchange import EvidenceLevel
from toolwire.transport.cassette.file import load

pytest_plugins = ["pytester"]

PROVIDER = """
provider: acme
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: openai-chat
base_url: {url}/v1
models:
  - {{id: m-1, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}}
"""
ONCE, ALL = "--toolwire-record-mode=once", "--toolwire-record-mode=all"
LIMIT = "--toolwire-max-requests=9"


@pytest.fixture
def url() -> Iterator[str]:
    """Return the address of a server that does as documented."""
    with serve("openai-chat") as at:
        yield at


@pytest.fixture
def fresh(project: Project, url: str) -> Project:
    """Return a project without a cassette whose provider is that server."""
    shutil.rmtree(project.path / "cassettes")
    project.write("providers/acme.yaml", PROVIDER.format(url=url))
    return project


def kept(project: Project) -> dict[str, int]:
    """Return cassette -> when it was written, in nanoseconds."""
    found = (project.path / "cassettes").rglob("*.yaml")
    return {path.name: path.stat().st_mtime_ns for path in found}


NAMES = {
    f"greeting.{case}.{mode}.yaml" for case in ("one", "two") for mode in ("blocking", "streaming")
}


def test_once_asks_where_there_is_no_cassette(fresh: Project) -> None:
    """What is missing is asked and kept as evidence; a later run replays it, asking nobody."""
    done = fresh.run("suites", ONCE, LIMIT)
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout
    first = kept(fresh)
    assert set(first) == NAMES
    item = fresh.planned()[0]
    cassette = load(fresh.path / "cassettes", item.cassette)
    assert cassette.provenance.evidence is EvidenceLevel.RECORDED
    assert "4 passed" in fresh.run("suites", ONCE, "--toolwire-max-requests=0").stdout
    assert "4 passed" in fresh.run("suites").stdout
    (fresh.path / "cassettes" / item.cassette).unlink()
    assert "4 passed" in fresh.run("suites", ONCE, "--toolwire-max-requests=1").stdout
    again = kept(fresh)
    assert {name for name in NAMES if first[name] != again[name]} == {item.cassette.name}


def test_all_asks_anew(fresh: Project) -> None:
    """Every cassette of what is run is written again, and of nothing else."""
    fresh.run("suites", ONCE, LIMIT)
    first = kept(fresh)
    done = fresh.run("suites", ALL, LIMIT, "-k", "two")
    assert "2 passed, 2 deselected" in done.stdout
    changed = {name for name, when in kept(fresh).items() if first[name] != when}
    assert changed == {name for name in NAMES if ".two." in name}


def test_a_pair_is_asked_once(fresh: Project) -> None:
    """The suite that compares both modes replays what the suites beside it have just recorded."""
    pairs = "suite: streaming_equals_blocking\ntitle: Both modes\nwhy: To see.\npairs: true\n"
    fresh.write("suites/pairs.yaml", pairs)
    done = fresh.run("suites", ALL, "--toolwire-max-requests=4")
    assert "6 passed" in done.stdout, done.stdout
    shutil.rmtree(fresh.path / "cassettes")
    alone = fresh.run("suites/pairs.yaml", ONCE, "--toolwire-max-requests=4")
    assert "2 passed" in alone.stdout, alone.stdout


def test_the_limit_holds(fresh: Project) -> None:
    """What it does not allow is not sent: those cases are errors that say so, and leave nothing."""
    done = fresh.run("suites", ONCE, "--toolwire-max-requests=1")
    assert done.returncode == 1
    assert "1 passed, 3 errors" in done.stdout
    assert "could not look: not-run: budget: --max-requests 1 is used up" in done.stdout
    assert len(kept(fresh)) == 1
    assert "1 passed, 3 errors" in fresh.run("suites/", ONCE, "--toolwire-max-requests=0").stdout


def test_a_limit_in_money_needs_a_price(fresh: Project, url: str) -> None:
    """As for an audit: without one nothing is asked; with one it holds."""
    refused = fresh.run("suites", ONCE, "--toolwire-max-usd=1")
    assert refused.returncode == 4
    assert (
        "--toolwire-max-usd 1 cannot be kept to: the price of acme/m-1 is not known"
        in refused.stderr
    )
    assert not (fresh.path / "cassettes").exists()
    nothing = fresh.run("suites", ONCE, "--toolwire-max-usd=nan")
    assert nothing.returncode == 4
    assert "toolwire: --toolwire-max-usd: that is no limit" in nothing.stderr
    dear = PROVIDER.format(url=url).replace(
        ", tools: yes", ", tools: yes, price: {input: 9, output: 9, note: x}"
    )
    fresh.write("providers/acme.yaml", dear)
    stopped = fresh.run("suites", ONCE, "--toolwire-max-usd=0.0001")
    assert "4 errors" in stopped.stdout
    assert "of --max-usd 0.0001 are spent or set aside" in stopped.stdout
    assert "4 passed" in fresh.run("suites", ONCE, "--toolwire-max-usd=1").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "give a limit: --toolwire-max-usd or --toolwire-max-requests"),
        ((LIMIT, "-n", "2"), "leave -n out"),
        ((LIMIT, "--block-network"), "leave --block-network out"),
    ],
)
def test_what_is_missing_is_told(fresh: Project, words: tuple[str, ...], told: str) -> None:
    """Nobody is asked without a limit, in several processes, or where the network is forbidden."""
    done = fresh.run("suites", ONCE, *words)
    assert done.returncode == 4
    assert told in done.stdout + done.stderr
    assert not (fresh.path / "cassettes").exists()


def test_who_is_asked_and_where_it_is_kept_has_to_be_named(fresh: Project) -> None:
    """Nobody is asked by default, and what ships with toolwire is never written."""
    own = ("--toolwire-suites=suites", ONCE, LIMIT)
    assert "name who is asked with --toolwire-provider" in fresh.bare(*own).stderr
    named = fresh.bare(*own, "--toolwire-provider=vllm").stderr
    assert "name a folder of your own with --toolwire-cassettes" in named


def test_another_plugins_mode_asks_nobody(fresh: Project) -> None:
    """`--record-mode` is pytest-recording's, whose users re-record their own tests with it."""
    done = fresh.run("suites", "--record-mode=all")
    assert "no such folder of cassettes" in done.stderr
    (fresh.path / "cassettes").mkdir()
    assert "4 errors" in fresh.run("suites", "--record-mode=all").stdout
    assert not kept(fresh)


def test_both_options_are_there(project: Project) -> None:
    """Neither plugin takes the other's option, in whichever order they are loaded."""
    for order in ((), ("-p", "recording")):
        told = project.bare(*order, "--help").stdout
        assert "--record-mode" in told
        assert "--toolwire-record-mode" in told


def test_collecting_asks_nobody(fresh: Project) -> None:
    """`--collect-only` looks at no key and no price."""
    done = fresh.run("suites", ONCE, "--toolwire-max-usd=1", "--collect-only", "-q")
    assert done.returncode == 0
    assert "4 tests collected" in done.stdout


def test_a_key_goes_where_it_was_allowed(
    fresh: Project, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A provider file of one's own reads the variable that was named, and it is told where it goes."""
    monkeypatch.delenv("TOOLWIRE_KEY_ENV", raising=False)
    monkeypatch.setenv("ACME_KEY", "very-secret-value")
    fresh.write("providers/acme.yaml", PROVIDER.format(url=url) + "key_env: ACME_KEY\n")
    refused = fresh.run("suites", ONCE, LIMIT)
    assert refused.returncode == 4
    assert "--toolwire-key-env ACME_KEY" in refused.stderr
    assert not (fresh.path / "cassettes").exists()
    done = fresh.run("suites", ONCE, LIMIT, "--toolwire-key-env=ACME_KEY")
    assert f"toolwire: key ACME_KEY goes to {url}" in done.stdout
    assert "4 passed" in done.stdout
    for path in (fresh.path / "cassettes").rglob("*.yaml"):
        assert b"very-secret-value" not in path.read_bytes()
    monkeypatch.setenv("TOOLWIRE_KEY_ENV", "ACME_KEY")
    assert "4 passed" in fresh.run("suites", ALL, LIMIT).stdout
    wrong = fresh.run("suites", ONCE, LIMIT, "--toolwire-key-env=very-secret-value")
    assert wrong.returncode == 4
    assert "that is no name of a variable" in wrong.stderr
    assert "very-secret-value" not in wrong.stderr


def test_a_server_that_is_gone_is_an_error(fresh: Project, tmp_path: Path) -> None:
    """What could not be asked is no pass, and the old cassette stays as it was."""
    fresh.run("suites", ONCE, LIMIT)
    first = kept(fresh)
    fresh.write("providers/acme.yaml", PROVIDER.format(url="http://127.0.0.1:9"))
    done = fresh.run("suites", ALL, LIMIT, "-k", "one and blocking")
    assert done.returncode == 1
    assert "1 error" in done.stdout
    assert "could not look: not-run" in done.stdout
    assert kept(fresh) == first


def test_nothing_else_is_left(
    fresh: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal of a run goes with it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    fresh.run("suites", ONCE, LIMIT)
    assert list(tmp_path.glob("toolwire-*")) == []
