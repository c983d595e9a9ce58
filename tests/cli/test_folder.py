"""What is in a folder already: kept unless told otherwise, and gone as a whole when replaced."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.loopback import loopback
from toolwire.cli import toolwire
from toolwire.cli.folder import (
    claim,
    files_of_earlier_run,
    move_into_place,
    pages,
    remove,
    under_way,
)
from toolwire.model.errors import ToolwireError
from toolwire.results import header, read, write

CASSETTE = b"toolwire:\n  evidence: recorded\n"


def run(*words: str | Path) -> int | ToolwireError:
    """Run `toolwire`; return its exit code, or the error it ends with."""
    result = CliRunner().invoke(toolwire, [*map(str, words)], standalone_mode=False)
    if isinstance(result.exception, ToolwireError):
        return result.exception
    assert result.exception is None, result.exception
    return int(result.return_value)


def audit(out: Path, *words: str | Path) -> int | ToolwireError:
    """Replay one suite of a provider whose cassettes are recordings."""
    return run("audit", "-q", "-o", out, *(words or ("-p", "vllm", "-s", "single_call")))


def names(folder: Path) -> set[str]:
    """Return the files below a folder."""
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize(
    "words",
    [
        ("-p", "transformers", "-s", "single_call"),
        ("-p", "vllm", "-s", "round_trip"),
        ("-p", "vllm"),
        ("-p", "vllm", "--model", "another", "-s", "single_call"),
        ("-p", "vllm", "-s", "single_call", "--shard", "1/2"),
        ("-p", "vllm", "-s", "single_call", "--live", "--max-requests", "0"),
    ],
    ids=["provider", "suite", "more", "model", "shard", "live"],
)
def test_results_of_another_selection_stay(tmp_path: Path, words: tuple[str, ...]) -> None:
    """One line says what is there and what to do; nothing is asked, and nothing is touched."""
    audit(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}
    refused = audit(tmp_path, *words)
    assert isinstance(refused, ToolwireError)
    assert refused.exit_code == 3
    assert str(refused) == (
        f"{tmp_path / 'results.jsonl'}: holds results of another selection: providers vllm, suites "
        "single_call (--overwrite replaces it; or name another -o)"
    )
    assert before == {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}


def test_the_same_selection_again_is_no_other(tmp_path: Path) -> None:
    """A line can be run twice, and how often cases were run is no selection."""
    runs = []
    for _ in range(2):
        assert not isinstance(audit(tmp_path), ToolwireError)
        runs.append(read(tmp_path / "results.jsonl").header.run)
    assert runs[0] != runs[1]
    path = tmp_path / "results.jsonl"
    selection = dict(read(path).header.selection)
    claim(path, selection | {"repeat": 3, "left_out": ["acme"]}, overwrite=False)


def test_what_is_replaced_leaves_nothing_behind(tmp_path: Path) -> None:
    """Passports, documents and exchanges of the earlier run go; what a user put there stays."""
    audit(tmp_path)
    assert "quirks/vllm.json" in names(tmp_path)
    part = under_way(tmp_path) / "vllm" / "m"
    part.mkdir(parents=True)
    (part / "single_call.auto.blocking.yaml").write_bytes(CASSETTE)
    (part / "single_call.auto.blocking.run-2.yaml").write_bytes(CASSETTE)
    move_into_place(tmp_path)
    signed = {"results.sarif": '{"tool":{"name":"toolwire"}}', "junit.xml": "<a name='toolwire'/>"}
    mine = {
        "notes.md": "", "quirks/mine.json": "{}", "exchanges/vllm/m/notes.txt": "",
        "exchanges/vllm/m/other.streaming.yaml": "not: ours\n", "exchanges/x.yaml": "toolwire:\n",
    }  # fmt: skip
    for name, text in (signed | mine).items():
        (tmp_path / name).write_text(text)
    there = audit(tmp_path, "-p", "transformers", "-s", "single_call", "--overwrite")
    assert not isinstance(there, ToolwireError)
    fresh = tmp_path / "fresh"
    audit(fresh, "-p", "transformers", "-s", "single_call")
    new = names(fresh)
    shutil.rmtree(fresh)
    assert "quirks/transformers.json" in new
    assert names(tmp_path) == new | set(mine)


def test_documents_of_others_are_not_ours(tmp_path: Path) -> None:
    """A folder that others write into too keeps what they wrote under the same names."""
    audit(tmp_path)
    (tmp_path / "junit.xml").write_text('<testsuites name="pytest"/>')
    assert not isinstance(audit(tmp_path), ToolwireError)
    assert (tmp_path / "junit.xml").exists()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "report.html").write_text("")
    assert files_of_earlier_run(tmp_path / "elsewhere") == frozenset()


def test_an_index_that_lies_removes_nothing_elsewhere(tmp_path: Path) -> None:
    """What names a passport is a file in a folder: it may name anything."""
    out = tmp_path / "out"
    write(out / "results.jsonl", header({}), [])
    (tmp_path / "mine.json").write_text("{}")
    rows = ["../mine.json", "quirks/../../mine.json", "/etc/passwd", 3, None, "quirks/a.json"]
    index = {"passports": [{"file": row} for row in rows]}
    (out / "quirks.json").write_text(json.dumps(index))
    (out / "quirks").mkdir()
    (out / "quirks" / "a.json").write_text("{}")
    found = files_of_earlier_run(out)
    assert found == {out / "quirks.json", out / "quirks" / "a.json"}
    remove(found)
    assert names(tmp_path) == {"mine.json", "out/results.jsonl"}
    (out / "quirks.json").write_text("[")
    assert files_of_earlier_run(out) == {out / "quirks.json"}


def test_a_file_that_is_no_results_stays(tmp_path: Path) -> None:
    """Lint and audit alike refuse what they cannot read, and say so."""
    path = tmp_path / "results.jsonl"
    path.write_text("my notes\n")
    for refused in (audit(tmp_path), run("lint", tmp_path, "-q", "-o", path)):
        assert isinstance(refused, ToolwireError)
        assert "there is a file that is no results of ours" in str(refused)
    assert path.read_text() == "my notes\n"


def test_lint_replaces_its_own_results_only(tmp_path: Path) -> None:
    """The same paths again may; other paths, and an audit's file, need --overwrite."""
    path, one, two = tmp_path / "r.jsonl", tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    assert [run("lint", one, "-q", "-o", path) for _ in range(2)] == [2, 2]
    refused = run("lint", two, "-q", "-o", path)
    assert isinstance(refused, ToolwireError)
    assert f"holds results of another selection: lint {one}" in str(refused)
    assert run("lint", two, "-q", "-o", path, "--overwrite") == 2
    assert read(path).header.selection == {"lint": [str(two)]}


def test_a_report_replaces_the_same_report_only(tmp_path: Path) -> None:
    """Another run's pages, and results that are among what is reported, need --overwrite."""
    one, two, out = tmp_path / "one", tmp_path / "two", tmp_path / "out"
    audit(one)
    audit(two, "-p", "transformers", "-s", "single_call")
    results = [folder / "results.jsonl" for folder in (one, two)]
    assert [run("report", results[0], "-o", out, "-q") for _ in range(2)] == [0, 0]
    assert run("report", results[0], "-o", one, "-q") == 0
    for words, told in (
        ((results[1], "-o", out), "another selection: providers vllm, suites single_call"),
        ((*results, "-o", one), "is one of the results to be reported"),
    ):
        refused = run("report", *words, "-q")
        assert isinstance(refused, ToolwireError)
        assert told in str(refused)
    assert run("report", results[1], "-o", out, "-q", "--overwrite") == 0
    assert "quirks/vllm.json" not in names(out)
    assert "quirks/transformers.json" in names(out)


def test_a_report_and_the_run_beside_it_are_of_the_same_answers(tmp_path: Path) -> None:
    """Pages of one run beside the results of another, even of the same selection, are refused."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        run("audit", "-p", "vllm", "-s", "single_call", "-o", folder, "-q")
    mine = (one / "results.jsonl").read_bytes()
    refused = run("report", other, "-o", one, "-q")
    assert isinstance(refused, ToolwireError)
    assert "would not be in the report beside it" in str(refused)
    assert run("report", one, "-o", one, "-q") == 0
    assert (one / "results.jsonl").read_bytes() == mine
    assert not (one / "results.jsonl.gz").exists()
    assert run("report", other, "-o", one, "-q", "--overwrite") == 0
    assert not (one / "results.jsonl").exists()
    assert (one / "results.jsonl.gz").exists()


def test_a_report_takes_no_exchanges_away(tmp_path: Path) -> None:
    """A report beside a live run's own files renews the pages and nothing else."""
    out = tmp_path / "out"
    with loopback(tmp_path / "providers") as servers:
        words = ("-p", "acme-chat", "-s", "no_tool_needed", "--live")
        audit(out, *words, "--providers", servers.providers)
        kept = names(out)
        assert "exchanges/acme-chat/reference-model/no_tool_needed.greeting.blocking.yaml" in kept
        run("report", out / "results.jsonl", "-o", out, "-q")
        assert names(out) == kept
        assert not {path.suffix for path in pages(files_of_earlier_run(out))} & {".yaml", ".jsonl"}
        # The same run again: what was answered before is replaced, in one go with the results.
        (out / "exchanges" / "acme-chat" / "gone").mkdir()
        old = out / "exchanges" / "acme-chat" / "gone" / "no_tool_needed.greeting.blocking.yaml"
        old.write_bytes(CASSETTE)
        audit(out, *words, "--providers", servers.providers)
        assert names(out) == kept
        assert not old.parent.exists()


def test_a_run_that_ends_early_leaves_the_one_before_whole(tmp_path: Path) -> None:
    """What is answered goes to its place when the results do."""
    out = tmp_path / "out"
    with loopback(tmp_path / "providers") as servers:
        words = ("-p", "acme-chat", "-s", "no_tool_needed", "--live")
        audit(out, *words, "--providers", servers.providers)
        before = {name: (out / name).read_bytes() for name in names(out) - {"journal.done.jsonl"}}
        journal = out / "journal.jsonl"
        journal.write_text("of a run that was interrupted\n")
        refused = audit(out, *words, "--providers", servers.providers)
        assert isinstance(refused, ToolwireError)
        assert "there is a journal already" in str(refused)
        assert before == {name: (out / name).read_bytes() for name in before}
