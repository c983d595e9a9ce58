"""Lines of a results file that nobody wrote like this: refused with their place."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from toolwire.io.json_text import dump
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Chance, Finding, Observation, Severity, Verdict
from toolwire.model.topic import Topic
from toolwire.results.lines import line, observation

SEEN = Observation(
    "acme", "openai-chat", "m", "single_call", "auto", Mode.BLOCKING, Verdict.FAILED,
    Evidence(EvidenceLevel.LIVE, "acme"),
    findings=(Finding("TC304", Severity.ERROR, "/a", "It is wrong.", None, "x"),),
    chances={"TC115": Chance(5, 2, 1)},
)  # fmt: skip


def changed(**members: object) -> bytes:
    """Return the line of an observation with other members."""
    return dump({**SEEN.as_json(), **members})


def nested(levels: int) -> object:
    """Return a number of twenty digits, as text, in as many arrays."""
    value: object = "1" * 20
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("counts", [[1, 5, 0], [1, -1, 0], [-1, -2, 0], [3, 1, -1]])
def test_counts_that_cannot_be_are_refused(counts: list[int]) -> None:
    """More hits than replies would end a report: the square root of a rate above one."""
    assert observation(changed()) == SEEN
    with pytest.raises(ToolwireError, match="chances that no replies can have"):
        observation(changed(chances={"TC115": counts}))


@pytest.mark.parametrize("member", ["expected", "actual"])
def test_a_value_nested_too_deeply_is_refused(member: str) -> None:
    """What is read is written again, by functions that recurse."""
    finding = SEEN.findings[0].as_json()
    kept = observation(changed(findings=[{**finding, member: nested(90)}]))
    assert dump(kept.as_json())
    for levels in (101, 300, 900):
        deep = b"[" * levels + b'"11111111111111111111"' + b"]" * levels
        text = changed(findings=[finding, {**finding, member: "@"}]).replace(b'"@"', deep)
        with pytest.raises(ToolwireError, match=r"100 levels deep - at `\$\.findings\[1\]`"):
            observation(text)


def test_a_selection_nested_too_deeply_is_refused() -> None:
    """The header of a report repeats the selection."""
    head = {"kind": "header", "schema": 1, "toolwire": "0", "started_at": "2026-11-21"}
    text = json.dumps({**head, "selection": {"a": nested(500)}}).encode()
    with pytest.raises(ToolwireError, match="nested more than 100 levels deep"):
        line(text, "r.jsonl:1")


def test_a_finding_says_what_was_wrong_in_a_request_and_older_ones_do_not() -> None:
    """Results of before topics were told are read as they are; a topic is kept as it was written."""
    finding = replace(SEEN.findings[0], topic=Topic.ROUND)
    told = replace(SEEN, findings=(finding,))
    assert observation(dump(told.as_json())) == told
    assert "topic" not in SEEN.findings[0].as_json()
    assert observation(changed()).findings[0].topic is Topic.OTHER
