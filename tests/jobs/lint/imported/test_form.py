"""The packed form of observations: nothing is lost, and what has no place is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.jobs.lint.imported.form import pack, unpack
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Trials, Verdict

TEXT = st.text(max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=4,
)
FINDINGS = st.builds(
    Finding,
    rule=st.sampled_from(("TC001", "TC401")),
    severity=st.sampled_from(Severity),
    pointer=TEXT,
    message=TEXT,
    expected=VALUES,
    actual=VALUES,
)
EVIDENCE = st.builds(
    Evidence,
    level=st.just(EvidenceLevel.IMPORTED),
    source=TEXT,
    recorded_at=st.none() | TEXT,
    sha256=st.none() | TEXT,
)
OBSERVATIONS = st.builds(
    Observation,
    provider=st.just("openai"),
    dialect=TEXT,
    model=TEXT,
    suite=TEXT,
    case=TEXT,
    mode=st.sampled_from(Mode),
    verdict=st.sampled_from(Verdict),
    evidence=EVIDENCE,
    reason=TEXT,
    findings=st.lists(FINDINGS, max_size=3).map(tuple),
    facets=st.dictionaries(TEXT, TEXT, max_size=3),
    timing=st.just({}),
    known=st.lists(TEXT, max_size=2).map(tuple),
    otherwise=st.none() | st.sampled_from(Verdict),
    trials=st.none(),
    asked=st.just(False),  # noqa: FBT003 - a value, not a switch
    run=st.just(""),
)


def written(observations: list[Observation]) -> list[object]:
    """Return observations as results files have them, order of members included."""
    return [list(seen.as_json().items()) for seen in observations]


@given(st.lists(OBSERVATIONS, max_size=6), st.lists(st.integers(0, 5), max_size=12))
def test_what_is_packed_comes_back(drawn: list[Observation], picked: list[int]) -> None:
    """Any observations of traffic, repeated or not, come back equal and in their order."""
    several = [drawn[number % len(drawn)] for number in picked] if drawn else []
    unpacked = list(unpack(pack(several), "openai"))
    assert unpacked == several
    assert written(unpacked) == written(several)


def test_an_exchange_is_one_line(make: Callable[..., Observation]) -> None:
    """What observations of one exchange share is written once, findings too."""
    finding = Finding("TC401", Severity.ERROR, "/a", "No.", "tool_calls", "stop")
    suites = ("multi_tool", "single_call", "tool_choice")
    several = [make(suite=suite, findings=(finding,), facets={"a": "b"}) for suite in suites]
    lines = pack([*several, make("octo/spoon c.yml #1")])
    assert lines.count(b"\n") == 2
    assert lines.count(b'"TC401"') == 1
    assert list(unpack(lines, "openai"))[1] == several[1]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"asked": True}, "not an observation of imported traffic"),
        ({"run": "r-1"}, "no place for run"),
        ({"timing": {"total": 1.0}}, "no place for timing"),
        ({"trials": Trials(1, 1, 0.0, 1.0)}, "no place for trials"),
    ],
)
def test_what_a_run_says_is_not_packed(
    make: Callable[..., Observation], changes: dict[str, object], said: str
) -> None:
    """Nothing is dropped in silence: the citation of what cannot be packed is told."""
    with pytest.raises(ToolwireError, match=said) as told:
        pack([make(**changes)])
    assert "octo/spoon" in str(told.value)


def test_evidence_of_ours_is_not_packed(make: Callable[..., Observation]) -> None:
    """Only traffic of others ships; a cassette of ours is evidence by itself."""
    ours = make()
    ours = replace(ours, evidence=replace(ours.evidence, level=EvidenceLevel.RECORDED))
    with pytest.raises(ToolwireError, match="imported"):
        pack([ours])


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[1]\n",
        b'["d","m","blocking","s",null,null,{},[],[["a","b","conformant","",[3],[],null]]]\n',
        b'["d","m","blocking","s",null,null,{},[["TC001","odd","",""]],[]]\n',
        b'["d","m","blocking","s",null,null,{},[["TC001"]],[]]\n',
        b"\xff\n",
    ],
)
def test_a_damaged_line_is_told(line: bytes) -> None:
    """Whatever stands there, one error names the provider."""
    with pytest.raises(ToolwireError, match="openai"):
        list(unpack(line, "openai"))
