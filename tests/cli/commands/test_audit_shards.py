"""`--shard I/N`: parts of an audit that together are the audit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolwire.cli import toolwire
from toolwire.jobs.audit.deviations import Watch
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Stale
from toolwire.model.shard import Looked, Shard
from toolwire.results import read

SELECTED = ("-p", "vllm", "-p", "llama-cpp", "-s", "single_call", "-s", "streaming_equals_blocking")
STALE_PARTS = ("openai", "openai-chat", "TC103")
STALE = Stale(*STALE_PARTS)


def run(*arguments: str | Path) -> Result:
    """Run `toolwire` and pass a `ToolwireError` on, as `main` would catch it."""
    result = CliRunner().invoke(toolwire, [*map(str, arguments)], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def audited(folder: Path, *more: str) -> Path:
    """Audit quietly into a folder and return its results."""
    run("audit", *SELECTED, *more, "-q", "-o", folder)
    return folder / "results.jsonl"


def cases(path: Path) -> list[tuple[str, ...]]:
    """Return what was looked at."""
    return [(o.provider, o.suite, o.case, str(o.mode)) for o in read(path)]


def test_the_report_of_all_parts_is_that_of_the_whole_run(tmp_path: Path) -> None:
    """Each case is in one part, and matrix and pages do not tell how the run was divided."""
    whole = audited(tmp_path / "whole")
    parts = [audited(tmp_path / f"part-{n}", "--shard", f"{n}/3") for n in (1, 2, 3)]
    assert sorted(case for part in parts for case in cases(part)) == sorted(cases(whole))
    assert all(cases(part) for part in parts)
    merged = run("report", *reversed(parts), "-o", tmp_path / "merged")
    assert merged.stderr == ""
    run("report", whole, "-o", tmp_path / "again")
    packed = "results.jsonl.gz"
    names = {p.name for p in (tmp_path / "again").iterdir() if p.is_file()} - {packed}
    assert {"matrix.csv", "report.md"} <= names
    for name in names:
        assert (tmp_path / "merged" / name).read_bytes() == (
            tmp_path / "again" / name
        ).read_bytes(), name
    # The observations are those of the whole run, in another order and of another run.
    one, other = (read(tmp_path / name / packed) for name in ("merged", "again"))
    assert sorted(repr(replace(o, run="")) for o in one) == sorted(
        repr(replace(o, run="")) for o in other
    )
    assert one.header.selection == read(whole).header.selection


def test_a_case_is_in_the_same_part_whatever_else_is_selected(tmp_path: Path) -> None:
    """Fewer providers, other suites beside it or the comparison alone move nothing."""
    every = set(cases(audited(tmp_path / "a", "--shard", "2/3")))
    run("audit", "-p", "llama-cpp", "--shard", "2/3", "-q", "-o", tmp_path / "b")
    fewer = set(cases(tmp_path / "b" / "results.jsonl"))
    assert {case for case in every if case[0] == "gemini"} <= fewer
    run("audit", "-p", "llama-cpp", "-s", "streaming_equals_blocking", "--shard", "2/3", "-q",
        "-o", tmp_path / "c")  # fmt: skip
    compared = set(cases(tmp_path / "c" / "results.jsonl"))
    assert compared == {case for case in fewer if case[1] == "streaming_equals_blocking"}


def test_a_part_says_which_it_is(tmp_path: Path) -> None:
    """On the screen and in the header; what other parts look at is not missing."""
    out = tmp_path / "out"
    result = run("audit", *SELECTED, "--shard", "2/3", "-o", out)
    assert result.return_value == 0
    assert "part 2/3, exit 0: " in result.stdout
    assert read(out / "results.jsonl").header.selection["shard"] == "2/3"
    assert read(out / "results.jsonl").shards == (Shard(2, 3),)


def test_the_only_part_is_the_run(tmp_path: Path) -> None:
    """1/1 divides nothing and is not told."""
    assert "shard" not in read(audited(tmp_path / "a", "--shard", "1/1")).header.selection


def test_a_part_may_be_empty(tmp_path: Path) -> None:
    """With more parts than cases some have nothing to do, which is no trouble."""
    one = ("audit", "-p", "vllm", "-s", "no_tool_needed")
    done = [
        run(*one, "--shard", f"{n}/40", "-q", "-o", tmp_path / str(n)).return_value
        for n in range(1, 41)
    ]
    assert done == [0] * 40
    counts = [read(tmp_path / str(n) / "results.jsonl").count for n in range(1, 41)]
    assert 0 in counts
    assert run(*one, "-q", "-o", tmp_path / "whole").return_value == 0
    assert sum(counts) == read(tmp_path / "whole" / "results.jsonl").count > 0


@pytest.mark.parametrize("value", ["0/3", "4/3", "x"])
@pytest.mark.parametrize("command", ["audit", "plan"])
def test_a_bad_part_is_a_usage_error(command: str, value: str) -> None:
    """One line and exit code 3, before anything is looked at."""
    with pytest.raises(ToolwireError, match=r"--shard: .*write 2/3") as caught:
        run(command, "--shard", value)
    assert caught.value.exit_code == 3


def test_a_plan_counts_the_part() -> None:
    """The requests of all parts are those of the whole."""

    def requests(*more: str) -> int:
        lines = run("plan", "-p", "openai", "--json", *more).stdout.splitlines()
        return sum(json.loads(line)["requests"] for line in lines)

    parts = [requests("--shard", f"{n}/2") for n in (1, 2)]
    assert all(parts)
    assert sum(parts) == requests()


def test_missing_parts_are_told(tmp_path: Path) -> None:
    """A report of some parts warns, and its results can still be joined by the others."""
    parts = [audited(tmp_path / str(n), "--shard", f"{n}/3") for n in (1, 2, 3)]
    result = run("report", parts[0], parts[2], "-o", tmp_path / "two")
    assert result.stderr == "warning: parts of a divided run are not here: 2/3\n"
    assert result.return_value == 2
    last = result.stdout.splitlines()[-2]
    assert last.startswith("exit 2: not everything could be looked at: ")
    assert "1 part of a divided run missing" in last
    for page in ("report.md", "report.html"):
        assert "of a divided run, part 2/3 is missing" in (tmp_path / "two" / page).read_text()
    two = tmp_path / "two" / "results.jsonl.gz"
    assert read(two).header.selection["shard"] == ["1/3", "3/3"]
    joined = run("report", two, parts[1], "-o", tmp_path / "all")
    assert joined.stderr == ""
    assert joined.return_value == 0
    assert "is missing" not in (tmp_path / "all" / "report.md").read_text()
    assert "shard" not in read(tmp_path / "all" / "results.jsonl.gz").header.selection


def test_only_all_parts_together_say_what_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part keeps how far it looked, also through a report of its own; the last one decides."""
    parts = []
    for number, unasked in enumerate((("a",), ("b",), ("a", "b")), start=1):
        told = Looked(*STALE_PARTS, "", shown=False, unasked=unasked)
        monkeypatch.setattr(Watch, "looked", lambda _, told=told: iter([told]))
        folder = tmp_path / str(number)
        result = run("audit", *SELECTED, "--shard", f"{number}/3", "--fail-on", "warning",
                     "-o", folder)  # fmt: skip
        assert (result.return_value, "stale" in result.stderr) == (0, False)
        parts.append(folder / "results.jsonl")
        assert read(parts[-1]).stale == ()
        assert read(parts[-1]).looked == (told,)
    two = run("report", *parts[:2], "-o", tmp_path / "two")
    assert "stale" not in two.stderr
    every = run("report", tmp_path / "two" / "results.jsonl.gz", parts[2], "-o", tmp_path / "all")
    assert every.stderr == f"warning: {STALE.text}\n"
    assert read(tmp_path / "all" / "results.jsonl.gz").stale == (STALE,)
    assert "TC103" in (tmp_path / "all" / "report.md").read_text()
