"""What a command looks at when nobody names it, and that the rest is told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.tapes import tape
from toolwire import results
from toolwire.cli.commands.audit import command
from toolwire.jobs.audit.selection import (
    documented_absences,
    documented_only,
    select,
    select_targets,
)
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Verdict
from toolwire.providers import load_providers
from toolwire.suites.model import PAIRS

LEFT_OUT = "not asked, no cassette"
TWO = """\
provider: two
title: Two
mirrors: openai
base_url: https://two.example/v1
models:
  - {id: m, source: "https://two.example", read: 2026-11-21}
  - {id: n, source: "https://two.example", read: 2026-11-21}
speaks:
  - {dialect: anthropic-messages, mirrors: anthropic}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with a provider file and cassettes of its second model."""
    (tmp_path / "providers").mkdir()
    (tmp_path / "providers" / "two.yaml").write_text(TWO, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    suites = ["single_call", "legacy_function_call"]
    named = select(["two/n"], suites, providers_dir=tmp_path / "providers")
    tape(named.items, tmp_path / "tapes")
    return tmp_path


def audit(project: Path, *arguments: str, cassettes: str = "tapes") -> Result:
    """Run `toolwire audit` over the project's own files."""
    own = ("--providers", str(project / "providers"), "--cassettes", str(project / cassettes))
    everything = (*own, "-s", "single_call", "-o", str(project / "out"), *arguments)
    done = CliRunner().invoke(command, everything, standalone_mode=False)
    assert done.exception is None, done.exception
    return done


def test_targets_with_a_cassette_are_taken_and_the_others_told(project: Path) -> None:
    """Without -p the run is clean, names in one line what it left out, and keeps the names.

    What others document stands beside what was asked, with the page, and every case once.
    """
    done = audit(project, "-s", "legacy_function_call")
    assert done.return_value == 0, done.output
    told = [line for line in done.stdout.splitlines() if line.startswith(LEFT_OUT)]
    assert len(told) == 1
    words = told[0].partition(": ")[2].split(", ")
    assert {"mistral", "openai", "two.anthropic-messages"} <= set(words)
    assert "two" not in words
    assert set(words) == {p.id for p in load_providers()} | {"two.anthropic-messages"}
    read = results.read(project / "out" / "results.jsonl")
    assert read.header.selection["left_out"] == words
    seen = [one for one in read if one.suite != PAIRS]
    assert {o.model for o in seen if o.provider == "two"} == {"n"}
    others = [o for o in seen if o.provider != "two"]
    assert {o.evidence.level for o in others} == {EvidenceLevel.DOCUMENTED}
    assert all(o.evidence.source.startswith("https://") for o in others)
    told_of = Counter((o.provider, o.dialect, o.suite, o.case, o.mode) for o in seen)
    assert set(told_of.values()) == {1}


def test_a_named_provider_without_cassettes_is_loud(project: Path) -> None:
    """`-p mistral` was asked for, and nobody asked Mistral: exit code 2 and a line that says so.

    What its own file documents is shown, hollow, with the page and the day; nothing is recorded.
    """
    done = audit(project, "-p", "mistral", "-p", "two/n")
    assert done.return_value == 2
    assert LEFT_OUT not in done.output
    (told,) = (line for line in done.stderr.splitlines() if "nothing but documentation" in line)
    assert told == (
        "mistral/ministral-3b-latest: nothing but documentation; record it with --record"
    )
    every = [o for o in results.read(project / "out" / "results.jsonl") if o.suite != PAIRS]
    seen = [o for o in every if o.provider == "mistral"]
    assert {o.verdict for o in seen} == {Verdict.CONFORMANT}
    assert {o.evidence.level for o in seen} == {EvidenceLevel.DOCUMENTED}
    page = "https://github.com/mistralai/platform-docs-public/tree/222f4ba9"
    assert {(o.evidence.source, o.evidence.recorded_at) for o in seen} == {(page, "2026-11-21")}
    assert {o.facets.get("id_pattern") for o in seen} == {"[A-Za-z0-9]{9}", None}
    assert len([o for o in every if o.provider == "two"]) == 10
    assert not (project / "tapes" / "mistral").exists()


def test_what_a_folder_lacks_of_a_recorded_target_is_not_run(project: Path) -> None:
    """Documentation does not stand in for a cassette that has gone: the case was not looked at."""
    next((project / "tapes").rglob("single_call.auto.blocking.yaml")).unlink()
    done = audit(project, "-p", "two/n")
    assert done.return_value == 2
    assert "nothing but documentation" not in done.stderr
    seen = [o.verdict for o in results.read(project / "out" / "results.jsonl")]
    assert seen.count(Verdict.NOT_RUN) == 1


def test_a_live_run_has_nobody_unasked() -> None:
    """Without a folder of cassettes, as `plan` selects, nobody is told to be recorded."""
    assert select(["mistral"]).unasked == ()


def test_the_unasked_are_the_named_targets_without_bytes(project: Path) -> None:
    """Targets are told by their own names, in the order in which they were named."""
    own = {"providers_dir": project / "providers", "cassettes": project / "tapes"}
    chosen = select(["two", "two/n", "gemini"], ["single_call"], **own)
    assert chosen.unasked == ("two/m", "gemini/gemini-3.5-flash-lite")
    assert select([], ["single_call"], **own).unasked == ()


def test_documentation_alone_speaks_for_whom_nobody_knows(project: Path) -> None:
    """Who is known from cassettes or traffic is not composed; without a look nobody is."""
    own = {"providers_dir": project / "providers", "cassettes": project / "tapes"}
    chosen = select([], ["single_call"], **own)
    assert documented_only(chosen) == ()
    alone = [target.name for target in documented_only(chosen, {"openai", "gemini"})]
    assert "mistral/ministral-3b-latest" in alone
    assert not {name.split("/")[0] for name in alone} & {"openai", "gemini", "two"}
    assert len(alone) == len({name.split("/")[0] for name in alone})


def test_documented_absences_need_no_exchange(project: Path) -> None:
    """What the first targets of the others lack is told as `unsupported`, each with its page.

    What only the mirrored provider documents as absent is not told of the one that mirrors it.
    """
    own = {"providers_dir": project / "providers", "cassettes": project / "tapes"}
    seen = list(documented_absences(select([], ["legacy_function_call"], **own)))
    assert {(o.verdict, o.evidence.level) for o in seen} == {
        (Verdict.UNSUPPORTED, EvidenceLevel.DOCUMENTED)
    }
    assert {o.suite for o in seen} == {"legacy_function_call"}
    page = "https://github.com/huggingface/text-generation-inference/tree/db931fcf"
    assert {o.evidence.source for o in seen if o.provider == "tgi"} == {page}
    providers = {o.provider for o in seen}
    assert {"anthropic", "gemini", "tgi", "vllm"} <= providers
    assert not {"openai", "gpustack", "two"} & providers
    assert all(len({o.model for o in seen if o.provider == name}) == 1 for name in providers)


def test_an_empty_folder_is_no_clean_run(project: Path) -> None:
    """With no cassette at all nothing is left out: all is not-run, exit code 2."""
    done = audit(project, cassettes="empty")
    assert done.return_value == 2
    assert LEFT_OUT not in done.output
    seen = {(o.provider, o.verdict) for o in results.read(project / "out" / "results.jsonl")}
    assert {("openai", Verdict.NOT_RUN), ("two", Verdict.NOT_RUN)} <= seen


def test_what_is_left_out_can_be_named(project: Path) -> None:
    """Each word of the line selects a target."""
    folder = project / "providers"
    choice = select_targets(providers_dir=folder, cassettes=project / "tapes")
    assert [target.name for target in choice.targets] == ["two/n"]
    named = select_targets(choice.left_out, providers_dir=folder)
    assert [target.provider.name for target in named.targets] == list(choice.left_out)
    assert select_targets(["two*"], providers_dir=folder).left_out == ()


def test_quiet_says_nothing_of_what_is_left_out(project: Path) -> None:
    """--quiet keeps a clean run silent."""
    done = audit(project, "--quiet")
    assert (done.return_value, done.output) == (0, "")


def test_the_comparison_alone_needs_every_case_and_shows_itself_only(tmp_path: Path) -> None:
    """`-s streaming_equals_blocking` runs the cases of all suites and shows none of them."""
    every, pairs = select(["vllm"]), select(["vllm"], [PAIRS])
    assert pairs.suites == (PAIRS,)
    assert len(pairs.items) == len(every.items) > 100
    one = select(["vllm"], ["single_call", PAIRS])
    assert {item.suite.id for item in one.items} == {"single_call"}
    shown = {}
    for names in (("single_call",), ("single_call", PAIRS)):
        chosen = [word for name in names for word in ("-s", name)]
        arguments = ["-p", "vllm", *chosen, "-q", "-o", str(tmp_path), "--overwrite"]
        done = CliRunner().invoke(command, arguments, standalone_mode=False)
        assert done.exception is None, done.exception
        shown[names] = {o.suite for o in results.read(tmp_path / "results.jsonl")}
    assert shown == {names: set(names) for names in shown}
