"""Declarative files: what is read, what is refused, and what the user is told."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.support.root import ROOT
from toolwire import results
from toolwire.io.declarative import MAX_BYTES, check, load, misfit, problems, validator
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import (
    FACETS,
    Chance,
    Finding,
    Observation,
    Severity,
    Trials,
    Verdict,
)
from toolwire.model.shard import Looked
from toolwire.model.topic import Topic

SCHEMAS = ("case-line", "provider", "results", "suite", "tools")


def _write(folder: Path, text: str | bytes) -> Path:
    path = folder / "file.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def _refusal(path: Path) -> str:
    with pytest.raises(ToolwireError) as caught:
        load(path)
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(str(path), "FILE")


def test_words_are_read_as_yaml_1_2_reads_them(tmp_path: Path) -> None:
    """Only true and false are booleans; yes, no, dates and odd numbers stay text."""
    document = load(
        _write(
            tmp_path,
            "a: no\nb: on\nc: true\nd: 2026-11-21\ne: 1_000\nf: 0x1F\ng: 12:30\nh: ~\n"
            'i: "1"\nj: -3\nk: 2.50\nl: 1e3\nm: .inf\nn: 010\no: TRUE\np:\nno: 1\n18: x\n',
        )
    )
    assert document.value == {
        "a": "no",
        "b": "on",
        "c": True,
        "d": "2026-11-21",
        "e": "1_000",
        "f": "0x1F",
        "g": "12:30",
        "h": None,
        "i": "1",
        "j": -3,
        "k": 2.5,
        "l": 1000.0,
        "m": ".inf",
        "n": "010",
        "o": "TRUE",
        "p": None,
        "no": 1,
        "18": "x",
    }


def test_every_part_has_its_line_and_column(tmp_path: Path) -> None:
    """Members are marked at their key, list entries where they begin, `/` and `~` escaped."""
    document = load(_write(tmp_path, "# first\na:\n  - x\n  - b/c: 1\n    d~e: {f: 2}\n"))
    assert document.marks == {
        "": (2, 1),
        "/a": (2, 1),
        "/a/0": (3, 5),
        "/a/1": (4, 5),
        "/a/1/b~1c": (4, 5),
        "/a/1/d~0e": (5, 5),
        "/a/1/d~0e/f": (5, 11),
    }
    assert document.where("/a/1/nothing/deeper") == f"{document.path}:4"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a:\n\t- b\n", "FILE:2: not YAML: found character that cannot start any token"),
        ("a: 1\nb: 2\na: 3\n", "FILE:3: key 'a' stands here and on line 1"),
        ("a: &x [1]\nb: [*x, *x]\n", "FILE:2: aliases are not read (write the value out)"),
        ("a: !!python/object:os.system x\n", "FILE:1: YAML tags are not read"),
        ("a: 1\n---\nb: 2\n", "FILE:2: a second YAML document begins here"),
        ("a: 1\n? [b]\n: 2\n", "FILE:2: a key has to be plain text"),
        ("a: [1\nb: 2\n", "FILE:2: not YAML:"),
        ("- a\n", "FILE:1: the file has to be a mapping"),
        ("just words\n", "FILE:1: the file has to be a mapping"),
        ("", "FILE: the file is empty"),
        ("# only a comment\n", "FILE: the file is empty"),
        ("a: 1\nb: \x07\n", "FILE:2: not YAML: a control character"),
        (b"a: 1\nb: caf\xe9\n", "FILE:2: not valid UTF-8: byte 0xe9 (save the file as UTF-8)"),
        ("a: " + "[" * 50 + "]" * 50, "FILE:1: nested deeper than 40"),
    ],
)
def test_what_is_refused_names_file_line_and_remedy(
    tmp_path: Path, text: str | bytes, told: str
) -> None:
    """Each kind of bad input is one line that begins with file and line."""
    assert _refusal(_write(tmp_path, text)).startswith(told)


def test_tabs_are_named_as_the_cause(tmp_path: Path) -> None:
    """Whoever indents with a tab is told to use spaces."""
    assert "spaces, not tabs" in _refusal(_write(tmp_path, "a:\n\tb: 1\n"))


@pytest.mark.parametrize("unit", ["[", "{a: ", "- ", "? ", "[[], "])
def test_a_file_built_to_exhaust_the_parser_ends_quickly(tmp_path: Path, unit: str) -> None:
    """A mebibyte of nesting, which costs libyaml minutes when read whole, is refused early."""
    path = _write(tmp_path, (unit * MAX_BYTES)[:MAX_BYTES])
    begin = time.process_time()
    _refusal(path)
    assert time.process_time() - begin < 5


def test_size_and_number_of_values_are_bounded(tmp_path: Path) -> None:
    """A byte more than the limit, or very many small values, is refused."""
    assert "bigger than 1,048,576 bytes" in _refusal(_write(tmp_path, "#" * (MAX_BYTES + 1)))
    assert "more than 100,000 values" in _refusal(_write(tmp_path, f"a: [{'1,' * 200_000}]"))


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    """What cannot be opened is an error that says why."""
    assert "cannot be read" in _refusal(tmp_path / "nothing.yaml")
    assert "cannot be read" in _refusal(tmp_path)


# libyaml reads no surrogate pairs, which is how JSON escapes what lies beyond U+FFFF.
TEXT = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=("Cs",)), max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXT, JSON, min_size=1, max_size=4))
def test_json_is_read_as_json(tmp_path_factory: pytest.TempPathFactory, value: object) -> None:
    """Any JSON object, written as JSON, comes back as itself: JSON is YAML."""
    path = tmp_path_factory.mktemp("json") / "file.yaml"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert load(path).value == value


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    """No file makes the reader raise anything but its own error."""
    path = tmp_path_factory.mktemp("bytes") / "file.yaml"
    path.write_bytes(data)
    value, told = {}, str(path)
    try:
        value = load(path).value
    except ToolwireError as error:
        told = str(error)
    assert told.startswith(str(path))
    assert json.loads(json.dumps(value)) == value


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas(name: str) -> None:
    """Every shipped schema is itself valid under draft 2020-12, and is built once."""
    checker = validator(name)
    checker.check_schema(checker.schema)
    assert validator(name) is checker


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tols: {}\n", "FILE:1: unknown key 'tols' (did you mean tools?; and 1 more problem"),
        ("tools: [a]\n", "FILE:1: 'tools' has to be a mapping, not ['a']"),
        ("tools: {}\n", "FILE:1: 'tools' is empty"),
        (
            "tools:\n  a:\n    strict: yes\n",
            "FILE:3: 'strict' has to be true or false, not 'yes' (only true and false are",
        ),
        ("tools:\n  a b: {}\n", "FILE:1: 'a b' does not fit: a tool name is letters"),
        ("tools:\n  a:\n    zzz: 1\n", "FILE:3: unknown key 'zzz' (known: description, param"),
    ],
)
def test_schema_problems_name_line_and_remedy(tmp_path: Path, text: str, told: str) -> None:
    """A breach of a schema is told with the line of the part and the nearest known word."""
    document = load(_write(tmp_path, text))
    with pytest.raises(ToolwireError) as caught:
        check(document, "tools")
    assert str(caught.value).replace(str(document.path), "FILE").startswith(told)


def test_problems_come_in_the_order_of_the_lines(tmp_path: Path) -> None:
    """The first problem of the file is told and how many follow, unknown keys before all."""
    text = "tools:\n  a: {strict: 1}\n  b: {strict: 2}\n"
    with pytest.raises(ToolwireError, match=r":2: .*and 1 more problem in"):
        check(load(_write(tmp_path, text)), "tools")
    with pytest.raises(ToolwireError, match=r":4: unknown key 'x'.*2 more problems"):
        check(load(_write(tmp_path, f"{text}x: 1\n")), "tools")


OBSERVATION: dict[str, Any] = {
    "kind": "observation",
    "provider": "p",
    "dialect": "d",
    "model": "m",
    "suite": "s",
    "case": "c",
    "mode": "blocking",
    "verdict": "failed",
    "reason": "error: TC304",
    "findings": [
        {
            "rule": "TC304",
            "severity": "error",
            "pointer": "/id",
            "message": "m",
            "expected": None,
            "actual": [1],
        }
    ],
    "facets": {"arguments": "text"},
    "evidence": {"level": "imported", "recorded_at": None, "source": "x", "sha256": None},
    "timing": {"total": 0.5},
}


def test_results_schema_takes_the_three_kinds_of_line() -> None:
    """Header, observation and footer as the contract spells them have no problems."""
    header = {"kind": "header", "schema": 1, "toolwire": "0", "started_at": "t", "selection": {}}
    listed = [{"provider": "p", "models": ["m"]}, {"provider": "q", "models": [], "reason": "r"}]
    footer = {"kind": "footer", "observations": 3, "finished_at": "t", "models": listed}
    assert [problems(line, "results") for line in (header, OBSERVATION, footer)] == [(), (), ()]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"verdict": "green"}, "/verdict"),
        ({"mode": "both"}, "/mode"),
        ({"facets": {"colour": "red"}}, "/facets/colour"),
        ({"kind": "trailer"}, "/kind"),
        ({"timing": {"total": "fast"}}, "/timing/total"),
        ({"extra": 1}, "/extra"),
        ({"asked": "yes"}, "/asked"),
        ({"run": ""}, "/run"),
        ({"chances": {"TC115": [1, 1]}}, "/chances/TC115"),
        ({"evidence": {"level": "seen"}}, "/evidence"),
    ],
)
def test_results_schema_refuses_other_words(change: dict[str, Any], pointer: str) -> None:
    """An unknown verdict, mode, facet, kind or member is a problem at its place."""
    found = problems({**OBSERVATION, **change}, "results")
    assert pointer in {problem.pointer for problem in found}


def test_results_schema_knows_the_words_of_the_code() -> None:
    """Verdicts, severities, topics and facets of the schema are those of `toolwire.model`."""
    forms = validator("results").schema["$defs"]["observation"]["properties"]
    assert forms["verdict"]["enum"] == [str(verdict) for verdict in Verdict]
    topics = forms["findings"]["items"]["properties"]["topic"]["enum"]
    assert topics == [str(topic) for topic in Topic if topic is not Topic.OTHER]
    severities = forms["findings"]["items"]["properties"]["severity"]["enum"]
    assert severities == [str(severity) for severity in Severity]
    assert list(forms["facets"]["properties"]) == list(FACETS)


def test_results_schema_takes_every_member_that_is_written(tmp_path: Path) -> None:
    """A file with all that a run can say has no member that the schema does not name."""
    said = ("TC115", Severity.WARNING, "/id", "m", None, [1])
    finding = Finding(*said, variance=True, topic=Topic.TOOLS)
    seen = Observation(
        *("p", "d", "m", "s", "c"),
        Mode.BLOCKING,
        Verdict.CONFORMANT,
        Evidence(EvidenceLevel.RECORDED, "x", "2026-11-01", "0" * 64),
        findings=(finding,),
        facets=dict.fromkeys(FACETS, "word"),
        timing={"total": 0.5},
        known=("TC115",),
        otherwise=Verdict.CONFORMANT,
        trials=Trials(5, 5, 0.5, 1.0),
        run="20261122T000000Z-00000000",
        chances={"TC115": Chance(3, 1, 2), "TC947": Chance(3, 1, 2, 7, 1)},
    )
    looked = Looked("p", "d", "TC115", "m", unasked=("a",), unseen=True)
    path = tmp_path / "results.jsonl"
    results.write(path, results.header({}, ["TC115"]), [seen], looked=[looked])
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [problems(line, "results") for line in lines] == [(), (), ()]
    forms = validator("results").schema["$defs"]
    unnamed = {
        line["kind"]: line.keys() - forms[line["kind"]]["properties"].keys() for line in lines
    }
    assert unnamed == {"header": set(), "observation": set(), "footer": set()}
    given = {member.name for member in fields(seen) if getattr(seen, member.name) != member.default}
    assert given | {"asked", "reason"} == {member.name for member in fields(seen)}


def test_the_c_reader_is_there() -> None:
    """PyYAML has libyaml, without which reading is ten times slower."""
    assert yaml.__with_libyaml__


FILES = {
    "suite": [*ROOT.glob("suites/*.yaml")],
    "provider": [*ROOT.glob("harness/toolwire/providers/*.yaml")],
}


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_the_quick_validator_lets_nothing_through(name: str, data: st.DataObject) -> None:
    """Whatever jsonschema finds in a shipped file with one value changed is found, and no more."""
    paths = [path for path in sorted(FILES[name]) if path.name != "tools.yaml"]
    document = load(data.draw(st.sampled_from(paths)))
    pointer = data.draw(st.sampled_from(sorted(document.marks)))
    value = _changed(document.value, pointer.split("/")[1:], data.draw(JSON | WORDS))
    known = validator(name).is_valid(value)
    assert (problems(value, name) == ()) is known


#: What the patterns of our schemas are about, and what is nearly that.
WORDS = st.from_regex(r"[a-zA-Z0-9/:._ -]{0,6}\n?", fullmatch=True)


def _changed(value: Any, path: list[str], new: object) -> Any:
    if not path:
        return new
    key = path[0].replace("~1", "/").replace("~0", "~")
    if isinstance(value, list):
        return [_changed(v, path[1:], new) if str(i) == key else v for i, v in enumerate(value)]
    return {k: _changed(v, path[1:], new) if k == key else v for k, v in value.items()}


def test_shipped_files_need_no_jsonschema() -> None:
    """It takes longer to import than all of them to be checked: it is there to word what is wrong."""
    code = "import sys; from toolwire.jobs.audit.selection import select; select(['openai']); "
    code += "assert 'jsonschema' not in sys.modules, 'imported'"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "object"}, None),
        ({"type": "objekt"}, "/type: not a JSON Schema: 'objekt' is not valid"),
        ({"properties": {"a": {"minimum": "1"}}}, "/properties/a/minimum: not a JSON Schema: '1'"),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": 1}, None),
    ],
)
def test_what_is_no_schema_is_told(schema: Any, told: str | None) -> None:
    """The place and the words are jsonschema's; which draft a schema names changes nothing."""
    found = misfit(schema)
    assert (None if found is None else f"{found.pointer}: {found.what}"[: len(told or "")]) == told
