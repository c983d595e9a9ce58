"""Observations as JUnit XML, the form that pytest writes and Jenkins and GitLab read.

One `testsuite` per target, one `testcase` per case and mode (for somebody else's traffic, per
exchange and suite). Elements and attributes are those of Jenkins' junit-10.xsd as pytest's
`xunit2` writes them (read 2026-11-21):

* `failed` is a `failure`, and so is a finding at or above `fail_on`; what the provider's file
  lists as a known deviation counts for neither, as in the exit code, and is told in `system-out`;
* `not-run` is an `error`, never `skipped`: could not look is loud;
* `inconclusive` is an `error` too. It is no pass and says nothing against the provider, but a
  skip reads as green, and the audit's exit code and the pytest plugin treat it the same way;
* `unsupported` is `skipped` with its reason: a documented absence is a result;
* `non-strict` passes; its findings are in `system-out`;
* a listed deviation that no longer shows is a test case of its own, which fails where warnings do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from toolwire import __version__
from toolwire.io.shown import block
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.finding_text import case_name, finding_lines, target_name
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.results.cells.age import day
from toolwire.results.cells.marks import age_text

_ELEMENTS: Mapping[Verdict, str] = {
    Verdict.FAILED: "failure",
    Verdict.NOT_RUN: "error",
    Verdict.INCONCLUSIVE: "error",
    Verdict.UNSUPPORTED: "skipped",
}
#: The suite of what is wrongly listed as known.
_LISTED = "listed deviations"
#: Element of a test case -> attribute of its suite that counts it.
_COUNTS: Mapping[str, str] = {"failure": "failures", "error": "errors", "skipped": "skipped"}


def document(
    observations: Iterable[Observation],
    fail_on: Severity = Severity.ERROR,
    stale: Iterable[Stale] = (),
    today: date | None = None,
) -> bytes:
    """Return the whole document, UTF-8, ending with a newline.

    Args:
        observations: in any order; a target's suite holds its cases in the order they come.
        fail_on: the mildest finding that fails a test case.
        stale: listed deviations that no longer show.
        today: day by which evidence is ageing or old; None to leave that out.
    """
    root = Element("testsuites", name="toolwire")
    suites: dict[str, Element] = {}
    for seen in observations:
        name = target_name(seen)
        if name not in suites:
            suites[name] = _suite(root, name, seen)
        _case(suites[name], seen, fail_on, today)
    for passed in stale:
        if _LISTED not in suites:
            suites[_LISTED] = SubElement(root, "testsuite", name=_LISTED)
        _passed(suites[_LISTED], passed, fail_on)
    for suite in suites.values():
        _count(suite)
    for total in ("tests", "failures", "errors"):
        root.set(total, str(sum(int(suite.get(total, "0")) for suite in suites.values())))
    indent(root)
    text: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _suite(root: Element, name: str, seen: Observation) -> Element:
    suite = SubElement(root, "testsuite", name=_legal(name))
    properties = SubElement(suite, "properties")
    facts = (
        ("provider", seen.provider),
        ("model", seen.model),
        ("dialect", seen.dialect),
        ("toolwire", __version__),
    )
    for key, value in facts:
        SubElement(properties, "property", name=key, value=_legal(value))
    return suite


def _case(suite: Element, seen: Observation, fail_on: Severity, today: date | None) -> None:
    case = SubElement(
        suite,
        "testcase",
        # Jenkins takes what is before the last dot for the package.
        classname=_legal(f"{seen.provider}/{seen.model}.{seen.suite}"),
        name=_legal(_name(seen)),
        time=f"{max(seen.timing.values(), default=0):.3f}",
    )
    lines = [line for finding in seen.findings for line in _finding_lines(seen, finding)]
    kind = _element(seen, fail_on)
    if kind:
        word = str(seen.counted)
        reported = SubElement(case, kind, type=word, message=_legal(seen.reason or word))
        reported.text = _legal("\n".join([seen.reason or word, *lines]))
    out = SubElement(case, "system-out")
    out.text = _legal("\n".join([_evidence(seen, today), *([] if kind else lines)]))


def _passed(suite: Element, stale: Stale, fail_on: Severity) -> None:
    case = SubElement(
        suite,
        "testcase",
        classname=_legal(f"{stale.provider}/{stale.dialect}.deviations"),
        name=_legal(stale.rule),
        time="0.000",
    )
    if Severity.WARNING.rank <= fail_on.rank:
        SubElement(case, "failure", type="stale", message=_legal(stale.text)).text = _legal(
            stale.text
        )
    else:
        SubElement(case, "system-out").text = _legal(f"warning: {stale.text}")


def _name(seen: Observation) -> str:
    """Return a name that is unique in its suite: many exchanges of others show one case."""
    name = case_name(seen)
    imported = seen.evidence.level is EvidenceLevel.IMPORTED
    return f"{name} {seen.evidence.source}" if imported else name


def _element(seen: Observation, fail_on: Severity) -> str | None:
    kind = _ELEMENTS.get(seen.counted)
    grave = any(
        finding.counted.rank <= fail_on.rank
        for finding in seen.findings
        if finding.rule not in seen.known
    )
    return "failure" if kind is None and grave else kind


def _finding_lines(seen: Observation, finding: Finding) -> list[str]:
    head, *more = finding_lines(finding)
    return [f"known deviation: {head}" if finding.rule in seen.known else head, *more]


def _evidence(seen: Observation, today: date | None) -> str:
    evidence = seen.evidence
    newest = day(evidence.recorded_at)
    old = age_text(newest, today) if newest and today else ""
    when = "".join(f", {word}" for word in (evidence.recorded_at, old) if word)
    return f"{seen.verdict}; evidence: {evidence.level}{when}, {evidence.source}"


def _count(suite: Element) -> None:
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    for kind, attribute in _COUNTS.items():
        suite.set(attribute, str(sum(case.find(kind) is not None for case in cases)))
    suite.set("time", f"{sum(float(case.get('time', '0')) for case in cases):.3f}")


def _legal(text: str) -> str:
    """Return text that XML can carry, and whoever prints it can bear.

    What XML 1.0 cannot say (its production `Char`) is among what `block` escapes, and so is CR,
    which a parser turns into LF.
    """
    return block(text)
