"""results.jsonl: what is written is read again, and nothing half-written passes."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire import __version__, results
from toolwire.jobs.audit.timing import FIRST_BYTE, FIRST_CALL, TOTAL
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
FINDINGS = st.builds(Finding, TEXT, st.sampled_from(Severity), TEXT, TEXT, JSON, JSON)
EVIDENCE = st.builds(Evidence, st.sampled_from(EvidenceLevel), TEXT, st.none() | TEXT)
TIMINGS = (FIRST_BYTE, FIRST_CALL, TOTAL)
OBSERVATIONS = st.builds(
    Observation,
    provider=TEXT,
    dialect=TEXT,
    model=TEXT,
    suite=TEXT,
    case=TEXT,
    mode=st.sampled_from(Mode),
    verdict=st.sampled_from(Verdict),
    evidence=EVIDENCE,
    reason=TEXT,
    findings=st.lists(FINDINGS, max_size=2).map(tuple),
    facets=st.dictionaries(TEXT, TEXT, max_size=2),
    # Names of ours: a number under a header of keys, such as a stranger could write, is masked.
    timing=st.dictionaries(st.sampled_from(TIMINGS), st.floats(0, 9), max_size=2),
)


def seen(case: str = "one") -> Observation:
    """Return a small observation."""
    return Observation(
        "acme",
        "openai-chat",
        "m",
        "single_call",
        case,
        Mode.BLOCKING,
        Verdict.CONFORMANT,
        Evidence(EvidenceLevel.DOCUMENTED, "acme/m/x.yaml"),
    )


@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(OBSERVATIONS, max_size=4))
def test_what_is_written_is_read_again(tmp_path: Path, observations: list[Observation]) -> None:
    """Any observation survives the trip through the file, and then says of which run it is."""
    path = tmp_path / "results.jsonl"
    head = results.header({"p": ["acme"]})
    assert results.write(path, head, observations) == len(observations)
    found = results.read(path)
    of_run = [replace(one, run=one.run or (head.run if one.asked else "")) for one in observations]
    assert list(found) == of_run
    assert found.count == len(observations)


def test_the_lines_are_the_contract(tmp_path: Path) -> None:
    """Header, observation and footer carry the members design.md names, in their order."""
    path = tmp_path / "new" / "results.jsonl"
    head = results.Header(__version__, "2026-11-21T00:00:00+00:00", {"suites": ["a"]})
    results.write(path, head, [seen()], finished_at="2026-11-21T00:00:09+00:00")
    first, middle, last = map(json.loads, path.read_text().splitlines())
    assert first == {
        "kind": "header",
        "schema": 1,
        "toolwire": __version__,
        "started_at": "2026-11-21T00:00:00+00:00",
        "selection": {"suites": ["a"]},
    }
    assert middle == seen().as_json()
    assert last == {
        "kind": "footer",
        "observations": 1,
        "finished_at": "2026-11-21T00:00:09+00:00",
    }


def test_a_run_that_dies_leaves_the_old_file(tmp_path: Path) -> None:
    """When producing observations fails, the file keeps its old content and no scrap stays."""
    path = tmp_path / "results.jsonl"
    results.write(path, results.header({}), [seen()])
    before = path.read_bytes()

    def dying() -> Iterator[Observation]:
        yield seen("two")
        raise RuntimeError("gone")

    with pytest.raises(RuntimeError, match="gone"):
        results.write(path, results.header({}), dying())
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["results.jsonl"]


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_a_file_without_footer_is_an_interrupted_run(tmp_path: Path, cut: int) -> None:
    """A file cut off anywhere after its header is refused with exit code 3 and a way out."""
    path = tmp_path / "results.jsonl"
    results.write(path, results.header({}), [seen(), seen("two")])
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(ToolwireError, match=r"results\.jsonl: an interrupted run.*\(run it") as e:
        results.read(path)
    assert e.value.exit_code == 3


def test_a_footer_that_counts_otherwise_is_refused(tmp_path: Path) -> None:
    """A line taken out of the middle is noticed."""
    path = tmp_path / "results.jsonl"
    results.write(path, results.header({}), [seen(), seen("two")])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:1], *lines[2:]]))
    found = results.read(path)
    with pytest.raises(ToolwireError, match="promises 2 observations, the file has 1"):
        list(found)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "truncated"),
        (b"\xff", "malformed|utf-8|UTF-8"),
        (
            b'{"kind": "observation", "provider": 3}',
            r"Expected `str`, got `int` - at `\$.provider`",
        ),
        (b'{"kind": "observation"}', "missing required field `provider`"),
        (b'{"kind": "guess"}', "Invalid value 'guess'"),
        (b'{"kind":"header","schema":1,"toolwire":"","started_at":"","selection":{}}', "second"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: bytes, why: str) -> None:
    """A line that is not of the contract is told with file, line number and reason."""
    path = tmp_path / "results.jsonl"
    results.write(path, results.header({}), [seen()])
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join([lines[0], line, lines[2]]) + b"\n")
    with pytest.raises(ToolwireError, match=why) as caught:
        list(results.read(path))
    assert str(caught.value).startswith(f"{path}:2: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a line of results"),
        (b"hello\n", "not a line of results"),
        (b'{"kind":"footer","observations":0,"finished_at":""}\n', "does not begin with a header"),
        (
            b'{"kind":"header","schema":2,"toolwire":"9","started_at":"","selection":{}}\n',
            "schema 2, this version reads 1",
        ),
    ],
)
def test_what_is_not_a_results_file_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    """Another kind of file, or another schema, is one line with exit code 3."""
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(ToolwireError, match=why):
        results.read(path)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    """No file is a usage error, not a traceback."""
    with pytest.raises(ToolwireError, match=r"none\.jsonl: cannot read"):
        results.read(tmp_path / "none.jsonl")


def test_runs_merge_when_their_versions_agree(tmp_path: Path) -> None:
    """Two shards become one run with the earlier start and all observations in order."""
    parts = []
    for number, start in enumerate(("2026-11-02", "2026-11-01")):
        path = tmp_path / f"{number}.jsonl"
        results.write(path, results.Header("1.0", start), [seen(str(number))])
        parts.append(results.read(path))
    merged = results.merge(*parts)
    assert [o.case for o in merged] == ["0", "1"]
    assert merged.count == 2
    assert merged.header.started_at == "2026-11-01"


def test_runs_of_different_versions_do_not_merge(tmp_path: Path) -> None:
    """Results that different versions judged are not compared silently."""
    parts = []
    for version in ("1.0", "1.1"):
        path = tmp_path / f"{version}.jsonl"
        results.write(path, results.Header(version, "2026-11-01"), [])
        parts.append(results.read(path))
    with pytest.raises(ToolwireError, match=r"written by toolwire 1\.1 .* by 1\.0"):
        results.merge(*parts)
    with pytest.raises(ToolwireError, match="no results to merge"):
        results.merge()


def _peak(path: Path, count: int) -> int:
    tracemalloc.start()
    results.write(path, results.header({}), (seen(str(n)) for n in range(count)))
    assert sum(1 for _ in results.read(path)) == count
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_memory_stays_flat(tmp_path: Path) -> None:
    """Writing and reading ten times as many observations takes no more memory."""
    path = tmp_path / "results.jsonl"
    _peak(path, 10)
    assert _peak(path, 3_000) < 1.5 * _peak(path, 300) + 65_536


def test_compressed_results_are_read_again_and_have_no_time(tmp_path: Path) -> None:
    """A name that ends in `.gz` compresses; the same lines give the same bytes."""
    head = results.Header(__version__, "2026-11-21T00:00:00+00:00", run="20261121T000000Z-00000001")
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        results.write(tmp_path / name, head, [seen()], finished_at="2026-11-21T00:00:09+00:00")
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    found = results.read(tmp_path / "a.jsonl.gz")
    assert found.header == head
    assert [one.run for one in found] == ["20261121T000000Z-00000001"]


def test_a_folder_stands_for_its_results(tmp_path: Path) -> None:
    """The folder of a run can be named instead of the file in it; one without results is told."""
    results.write(tmp_path / "run" / "results.jsonl", results.header({}), [seen()])
    assert results.read(tmp_path / "run").count == 1
    with pytest.raises(ToolwireError, match="in this folder"):
        results.read(tmp_path)


def test_damaged_compression_is_one_line(tmp_path: Path) -> None:
    """A file that is no gzip, and one that was cut, are refused with what to do."""
    path = tmp_path / "results.jsonl.gz"
    results.write(path, results.header({}), [seen()] * 50)
    for data in (b"not gzip", path.read_bytes()[:-20]):
        path.write_bytes(data)
        with pytest.raises(ToolwireError, match="damaged"):
            results.read(path)


def test_two_accounts_of_one_run_are_refused(tmp_path: Path) -> None:
    """A case of a run that stands in two files must be the same in both."""
    head = results.header({})
    other = replace(seen(), verdict=Verdict.FAILED)
    results.write(tmp_path / "a.jsonl", head, [seen()])
    results.write(tmp_path / "b.jsonl", head, [other])
    same = results.merge(*[results.read(tmp_path / "a.jsonl")] * 2)
    results.refuse_conflicts(same)
    both = results.merge(results.read(tmp_path / "a.jsonl"), results.read(tmp_path / "b.jsonl"))
    with pytest.raises(ToolwireError, match=f"two results claim to be run {head.run}"):
        results.refuse_conflicts(both)
    bytes_differ = replace(seen(), evidence=replace(seen().evidence, sha256="0" * 64))
    results.write(tmp_path / "c.jsonl", head, [bytes_differ])
    both = results.merge(results.read(tmp_path / "a.jsonl"), results.read(tmp_path / "c.jsonl"))
    with pytest.raises(ToolwireError, match="is of other answers"):
        results.refuse_conflicts(both)
