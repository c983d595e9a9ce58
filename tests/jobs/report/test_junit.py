"""JUnit XML: what Jenkins, GitLab and pytest agree on, and never an unreadable document."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element

import pytest

from toolwire.jobs.report.junit import document
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Observation, Severity, Stale, Verdict

Make = Callable[..., Observation]

#: Element -> (attributes it must have, attributes it may have, children it may have), after
#: Jenkins' junit-10.xsd and pytest's `xunit2` family, read 2026-11-21.
GRAMMAR: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"skipped", "time", "timestamp", "hostname", "id", "package"},
        {"properties", "testcase", "system-out", "system-err"},
    ),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": (
        {"name", "classname", "time"}, set(),
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "skipped": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
    "failure": (set(), {"type", "message"}, set()),
    "system-out": (set(), set(), set()),
}  # fmt: skip
#: `SUREFIRE_TIME` of the same schema.
TIME = re.compile(r"[0-9]*(\.[0-9]{0,3})?")


def checked(element: Element) -> None:
    """Hold an element and all below it against the grammar, and counts against what is there."""
    required, optional, children = GRAMMAR[element.tag]
    assert required <= set(element.attrib) <= required | optional, element.tag
    assert {child.tag for child in element} <= children
    if "time" in element.attrib:
        assert TIME.fullmatch(element.attrib["time"])
    if element.tag == "testcase":
        assert sum(child.tag in {"skipped", "error", "failure"} for child in element) <= 1
    if element.tag == "testsuite":
        cases = element.findall("testcase")
        assert int(element.attrib["tests"]) == len(cases)
        for tag, count in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            found = [case for case in cases if case.find(tag) is not None]
            assert int(element.attrib[count]) == len(found)
    for child in element:
        checked(child)


def parsed(*seen: Observation, fail_on: Severity = Severity.ERROR) -> Element:
    """Return the root of a document that keeps the grammar."""
    text = document(seen, fail_on)
    assert text.startswith(b"<?xml")
    assert text.endswith(b"\n")
    root = ET.fromstring(text)
    checked(root)
    for count in ("tests", "failures", "errors"):
        assert int(root.attrib[count]) == sum(int(s.attrib[count]) for s in root)
    return root


@pytest.mark.parametrize(
    ("verdict", "tag"),
    [
        (Verdict.CONFORMANT, None),
        (Verdict.NON_STRICT, None),
        (Verdict.FAILED, "failure"),
        (Verdict.NOT_RUN, "error"),
        (Verdict.INCONCLUSIVE, "error"),
        (Verdict.UNSUPPORTED, "skipped"),
    ],
)
def test_each_verdict_is_one_element(observe: Make, verdict: Verdict, tag: str | None) -> None:
    """Only a documented absence is skipped; could not look is an error, with its reason."""
    reason = "" if verdict is Verdict.CONFORMANT else "because"
    (case,) = parsed(observe(verdict, reason=reason)).iter("testcase")
    told = [child for child in case if child.tag != "system-out"]
    assert [child.tag for child in told] == ([tag] if tag else [])
    if told:
        assert told[0].attrib == {"type": str(verdict), "message": "because"}
        assert (told[0].text or "").startswith("because")


def test_every_verdict_is_decided() -> None:
    """A verdict added later is not silently a pass."""
    from toolwire.jobs.report import junit

    passing = {Verdict.CONFORMANT, Verdict.NON_STRICT}
    assert set(Verdict) == passing | set(junit._ELEMENTS)


def test_a_suite_is_a_target_and_a_case_its_mode(observe: Make) -> None:
    """Cases of one target stand together, named as pytest and the audit name them."""
    made = [
        observe(level=EvidenceLevel.RECORDED, provider=p, case="one", mode=mode, source="a.yaml")
        for mode in Mode
        for p in ("x", "y")
    ]
    root = parsed(*made)
    assert [s.attrib["name"] for s in root] == [
        "x/some-model (openai-chat)", "y/some-model (openai-chat)",
    ]  # fmt: skip
    for suite in root:
        names = [(c.attrib["classname"], c.attrib["name"]) for c in suite.findall("testcase")]
        target = f"{suite.attrib['name'][0]}/some-model.single_call"
        assert names == [
            (target, "single_call.one[blocking]"), (target, "single_call.one[streaming]"),
        ]  # fmt: skip


def test_imported_exchanges_have_names_of_their_own(observe: Make) -> None:
    """Readers merge test cases of one name, so many exchanges of one case are told apart."""
    root = parsed(observe(source="a.yaml #1"), observe(source="a.yaml #2"))
    names = [case.attrib["name"] for case in root.iter("testcase")]
    assert len(set(names)) == 2
    assert all("a.yaml #" in name for name in names)


@pytest.mark.parametrize(
    ("fail_on", "failures"), [(Severity.ERROR, 0), (Severity.WARNING, 1), (Severity.INFO, 2)]
)
def test_fail_on_decides_what_fails(observe: Make, fail_on: Severity, failures: int) -> None:
    """The document agrees with the exit code of the run."""
    root = parsed(
        observe(Verdict.NON_STRICT, rules=(("TC922", Severity.WARNING),)),
        observe(rules=(("TC007", Severity.INFO),)),
        fail_on=fail_on,
    )
    assert root.attrib["failures"] == str(failures)


def test_findings_and_evidence_are_told(observe: Make) -> None:
    """A failure says rule, place and page; a pass says its warnings; both say how we know."""
    rules = (("TC922", Severity.WARNING),)
    root = parsed(observe(Verdict.FAILED, reason="r", rules=rules), observe(rules=rules))
    bad, mild = root.iter("testcase")
    assert "warning TC922 at /choices/0: It is not so." in (bad.findtext("failure") or "")
    assert "toolwire explain TC922" in (bad.findtext("failure") or "")
    assert "TC922" in (mild.findtext("system-out") or "")
    assert "evidence: imported, 2026-06-08T10:00:00" in (mild.findtext("system-out") or "")


def test_what_xml_cannot_say_is_shown_as_an_escape(observe: Make) -> None:
    """An escape character of a provider is still to be recognised, and harmless."""
    (case,) = parsed(observe(Verdict.FAILED, reason="a\x1b[31m]]>\r\ud800b")).iter("testcase")
    failure = case.find("failure")
    assert failure is not None
    assert failure.attrib["message"] == "a\\u001b[31m]]>\\u000d\\ud800b"


def test_a_known_deviation_fails_nothing(observe: Make) -> None:
    """The test case passes as the audit does, and says what is known."""
    rules = (("TC401", Severity.ERROR),)
    seen = replace(
        observe(Verdict.FAILED, rules=rules), known=("TC401",), otherwise=Verdict.CONFORMANT
    )
    root = parsed(seen, fail_on=Severity.INFO)
    assert root.attrib["failures"] == "0"
    assert "known deviation: error TC401 at" in (next(root.iter("system-out")).text or "")
    worse = replace(seen, otherwise=Verdict.FAILED)
    assert parsed(worse).attrib["failures"] == "1"


@pytest.mark.parametrize(("fail_on", "failures"), [(Severity.ERROR, "0"), (Severity.WARNING, "1")])
def test_a_stale_listing_is_a_test_case(fail_on: Severity, failures: str) -> None:
    """It fails where warnings fail, as the exit code does, and is told everywhere."""
    stale = Stale("mistral", "openai-chat", "TC103")
    root = ET.fromstring(document([], fail_on, [stale]))
    checked(root)
    assert (root.attrib["tests"], root.attrib["failures"]) == ("1", failures)
    (case,) = root.iter("testcase")
    assert (case.attrib["classname"], case.attrib["name"]) == (
        "mistral/openai-chat.deviations", "TC103",
    )  # fmt: skip
    assert stale.text in (case[0].text or "")


def test_old_evidence_says_so(observe: Make) -> None:
    """By the day of the report, evidence older than 45 days is ageing, older than 90 old."""
    for today, word in ((date(2026, 8, 1), "ageing"), (date(2026, 11, 22), "old")):
        root = ET.fromstring(document([observe(date="2026-06-08")], Severity.ERROR, (), today))
        (out,) = root.iter("system-out")
        assert f"2026-06-08, {word} (" in (out.text or "")
