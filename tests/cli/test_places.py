"""Where a finding stands: the file, and the line its exchange begins at."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.cli.places import places
from toolwire.jobs.report.location import NOWHERE, Place
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.traffic import read
from toolwire.transport.cassette.file import shipped_cassettes

RUBY = """---
http_interactions:
  - request:
      method: post
      uri: https://api.openai.com/v1/chat/completions
      body:
        encoding: UTF-8
        string: |-
          - request: {}
          - two
    response: {status: {code: 200}, headers: {}, body: {encoding: UTF-8, string: "{}"}}
  # a remark
  - request: {method: post, uri: "https://api.openai.com/v1/chat/completions"}
    response: {status: {code: 200}, headers: {}, body: {encoding: UTF-8, string: "{}"}}
recorded_with: VCR 6.0.0
list:
- no interaction
"""


def seen(source: str) -> Observation:
    """Return an observation of that source."""
    return Observation(
        "p", "d", "m", "s", "c", Mode.BLOCKING, Verdict.FAILED,
        Evidence(EvidenceLevel.IMPORTED, source),
    )  # fmt: skip


def finding(pointer: str) -> Finding:
    """Return a finding at that pointer."""
    return Finding("TC401", Severity.ERROR, pointer, "It is so.")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_interactions_of_a_cassette_are_found_where_they_begin(here: Path) -> None:
    """Each citation the traffic reader makes leads to its line; others lead to the file."""
    (here / "t").mkdir()
    (here / "t" / "ruby.yml").write_text(RUBY)
    sources = [i.evidence.source for i in read(["t/ruby.yml"]) if isinstance(i, Exchange)]
    assert sources == ["t/ruby.yml #1", "t/ruby.yml #2"]
    found = [places()(seen(source), None) for source in sources]
    assert found == [Place("t/ruby.yml", 3), Place("t/ruby.yml", 13)]
    assert places()(seen("t/ruby.yml #3"), None) == Place("t/ruby.yml")
    assert places()(seen("t/ruby.yml"), None) == Place("t/ruby.yml")


def test_lines_of_json_lines_are_lines(here: Path) -> None:
    """`file line N` is line N; entries and items have no line."""
    for name in ("a b.jsonl", "c.har", "d.json"):
        (here / name).write_text("{}\n")
    assert places()(seen("a b.jsonl line 12"), None) == Place("a b.jsonl", 12)
    assert places()(seen("c.har entry 3"), None) == Place("c.har")
    assert places()(seen("d.json #2"), None) == Place("d.json")


@pytest.mark.parametrize("source", ["- line 3", "gone.yaml #1", "x\0y #1", "é" * 5000, ""])
def test_what_is_no_file_has_no_place(source: str) -> None:
    """Stdin, files that are gone and names no file can have are nowhere."""
    assert places()(seen(source), None) == NOWHERE


def test_a_citation_of_a_repository_has_an_address() -> None:
    """Somebody else's recording is linked, as everywhere in the report."""
    place = places()(seen("octo/spoon t/one.yaml@0123456789abcdef #3"), None)
    assert place == Place(url="https://github.com/octo/spoon/blob/0123456789abcdef/t/one.yaml")


def test_a_step_of_an_audit_is_an_exchange_of_its_cassette() -> None:
    """Below a cassette folder the step of a pointer says which interaction it is."""
    folder = shipped_cassettes()
    path = next(folder.glob("vllm/*/round_trip.*.blocking.yaml"))
    source = path.relative_to(folder).as_posix()
    place_of = places(folder)
    lines = path.read_text(encoding="utf-8").split("\n")
    for pointer, number in (("/x", 1), ("step[1]/x", 1), ("step[2]/x", 2)):
        place = place_of(seen(source), finding(pointer))
        assert place.path == path.as_posix()
        assert place.line is not None
        assert lines[place.line - 1].startswith("- request:")
        assert sum(line.startswith("- request:") for line in lines[: place.line]) == number
    assert place_of(seen(source), finding("step[9]/x")) == Place(path.as_posix())
    assert place_of(seen(source), None).line == place_of(seen(source), finding("/x")).line


def test_what_was_answered_live_is_found_before_what_ships(tmp_path: Path) -> None:
    """Of several folders the first that has a source counts; the name is the same in all."""
    source = "acme/m/single_call.auto.blocking.yaml"
    for name in ("one", "two"):
        (tmp_path / name / source).parent.mkdir(parents=True)
        (tmp_path / name / source).write_text("interactions:\n- request:\n")
    place_of = places(tmp_path / "none", tmp_path / "one", tmp_path / "two")
    place = place_of(seen(source), None)
    assert (Path(place.path).resolve(), place.line) == ((tmp_path / "one" / source).resolve(), 2)
