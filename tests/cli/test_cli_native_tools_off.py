"""Native tools switched off by the environment: exactly as by the key of a provider file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.test_cli_refused_tools import PROVIDER, Bench, at, key, native, words
from tests.support.root import ROOT
from tests.support.stranger import FRONTS, UnknownMember, running
from toolwire.cli import toolwire
from toolwire.model.observation import Verdict
from toolwire.providers.native import VARIABLE

MODEL = "reference-model"
PLUGGED = any(e.value == "toolwire.pytest_plugin" for e in entry_points(group="pytest11"))
OFF = {VARIABLE: f"other-model, {MODEL}"}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Return a folder to audit two suites from."""
    (tmp_path / "providers").mkdir()
    return Bench(tmp_path, ("single_call", "prompt_fallback"))


@pytest.mark.parametrize("named", [MODEL, "other-model,reference-*", f" x , {MODEL} ,"])
def test_no_native_tool_is_sent_and_everything_is_asked_in_words(bench: Bench, named: str) -> None:
    """Ids and patterns with commas between count for audits, of every provider's models."""
    stranger = UnknownMember(FRONTS["serves functions"])
    with running(stranger) as url:
        code, seen = at(bench, url).audit("live", "--live", **{VARIABLE: named})
    assert code == 0
    assert stranger.asked["tools"] == 0
    assert {o.verdict for o in native(seen)} == {Verdict.UNSUPPORTED}
    assert all("switched off" in o.reason for o in native(seen))
    asked = {(o.suite, o.case, o.mode) for o in words(seen)}
    assert asked == {(o.suite, o.case, o.mode) for o in seen if o.dialect == "openai-chat"}
    told = {o.verdict for o in words(seen) if o.case != "native"}
    assert told == {Verdict.CONFORMANT}


def test_the_environment_does_what_the_file_does(bench: Bench) -> None:
    """The same observations come of the variable, of the key, and of neither where nobody is named."""
    path = bench.folder / "providers" / "acme.yaml"
    with running(UnknownMember(FRONTS["serves functions"])) as url:
        _, by_environment = at(bench, url).audit("environment", "--live", **OFF)
        _, untouched = bench.audit("untouched", "--live", **{VARIABLE: "other-model, ,"})
        line = f"disable_native_tools_for_models: [{MODEL}]\n"
        path.write_text(PROVIDER.format(url=url) + line)
        _, by_file = bench.audit("file", "--live")
    assert key(by_environment) == key(by_file)
    assert not words(untouched)
    assert {o.verdict for o in untouched} == {Verdict.CONFORMANT}


def test_plan_counts_the_lane_in_words(bench: Bench) -> None:
    """`plan` tells the native target without requests, and its lane with them."""
    at(bench, "http://127.0.0.1:1")
    args = ["plan", "-p", "acme", "-s", "single_call", "--json"]
    own = ["--providers", str(bench.folder / "providers")]
    done = CliRunner(env=OFF).invoke(toolwire, [*args, *own])
    lines = {line["target"]: line for line in map(json.loads, done.output.splitlines())}
    assert (lines[f"acme/{MODEL}"]["cases"], lines[f"acme/{MODEL}"]["requests"]) == (0, 0)
    assert lines[f"acme.prompted/{MODEL}"]["requests"] > 0


def test_what_was_recorded_in_words_is_replayed_by_audit_and_pytest(bench: Bench) -> None:
    """The lane's cassettes answer its cases in a replay and as items of pytest."""
    cassettes = str(bench.folder / "cassettes")
    with running(UnknownMember(FRONTS["serves functions"])) as url:
        _, recorded = at(bench, url).audit("record", "--record", "--cassettes", cassettes, **OFF)
    code, replayed = bench.audit("replay", "--cassettes", cassettes, **OFF)
    assert code == 0
    assert key(recorded) == key(replayed)
    suite = ROOT / "suites" / "single_call.yaml"
    plugin = [] if PLUGGED else ["-p", "toolwire.pytest_plugin"]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rs", *plugin),
            *("--toolwire-provider", "acme", "--toolwire-cassettes", cassettes),
            *("--toolwire-providers", str(bench.folder / "providers"), str(suite)),
            *("--toolwire-suites", str(suite.parent)),
        ],
        env=os.environ | OFF,
        capture_output=True,
        text=True,
        check=False,
    )
    asked = [o for o in recorded if o.suite == "single_call"]
    good = sum(o.verdict is Verdict.CONFORMANT for o in asked)
    assert f"{good} passed, {len(asked) - good} skipped" in done.stdout, done.stdout
    assert "switched off for reference-model" in done.stdout
    assert done.returncode == 0


def test_verify_sends_none_and_says_why(tmp_path: Path) -> None:
    """A stranger's model that is named is looked for and audited without native tools."""
    stranger = UnknownMember(FRONTS["serves functions"])
    with running(stranger) as url:
        args = ["verify", f"{url}/v1", "--model", MODEL, "--dialect", "openai-chat", "--json"]
        runner = CliRunner(env=OFF)
        done = runner.invoke(toolwire, [*args, "-o", str(tmp_path), "--fail-on", "never"])
    document = json.loads(done.stdout)
    assert stranger.asked["tools"] == 0
    assert stranger.asked["none"] > 0
    found = {one["dialect"]: one for one in document["verdicts"]}
    assert "native tools switched off" in found["openai-chat"]["verdict"]
    assert found["prompted"]["counts"]["conformant"] > 20
    (file,) = (tmp_path / "providers").iterdir()
    assert 'disable_native_tools_for_models: ["other-model", "reference-model"]' in file.read_text()
