"""Statements about a run: what counts, what it means, and that order and parts do not matter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.io.json_text import dump, object_of
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Chance, Finding, Observation, Severity, Verdict
from toolwire.results import observation
from toolwire.results.variance import Statement, settled, statements
from toolwire.results.variance.reasoning import NO_STATE
from toolwire.results.variance.statement import LEAST_RATE

RULE = "TC651"
LIVE = Evidence(EvidenceLevel.LIVE, "here")


def seen(
    chance: Chance,
    case: str = "two_tools",
    severity: Severity = Severity.WARNING,
    **more: object,
) -> Observation:
    """Return an observation that counts so much for one rule."""
    found = (Finding(RULE, severity, "/", "Fewer.", variance=True),) if chance.hits else ()
    made = Observation(
        provider="acme",
        dialect="openai-chat",
        model="m",
        suite="parallel_calls",
        case=case,
        mode=Mode.BLOCKING,
        verdict=Verdict.INCONCLUSIVE if chance.hits else Verdict.CONFORMANT,
        evidence=LIVE,
        reason="why" if chance.hits else "",
        findings=found,
        chances={RULE: chance},
        run="one",
        facets={"call_field": "tool_calls"},
    )
    return replace(made, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        # bits of the parts that the replies of two cases show, and of none
        ((5, 5), Verdict.NON_STRICT),  # never the middle
        ((4, 1), Verdict.NON_STRICT),
        ((8, 8), Verdict.NON_STRICT),  # nothing at all
        ((5, 3), Verdict.INCONCLUSIVE),  # each in some reply
        ((5, 8), Verdict.INCONCLUSIVE),  # nothing in one, both ends in another
    ],
)
def test_the_part_that_a_server_loses_is_always_the_same(
    parts: tuple[int, int], verdict: Verdict
) -> None:
    """Asked for several, a model that leaves out what it likes shows each in some reply, or nothing in one."""
    first, second = (Chance(2, 2, 0, one) for one in parts)
    found = only(seen(first), seen(second, "another"))
    assert found.verdict is verdict
    assert only(seen(second, "another"), seen(first)) == found


def test_parts_are_written_only_where_there_are_any() -> None:
    """Most rules ask for one thing."""
    chances = object_of(seen(Chance(1, 1, 0, 5)).as_json()["chances"])
    assert chances == {RULE: [1, 1, 0, 5]}
    assert object_of(seen(Chance(1, 1, 0)).as_json()["chances"]) == {RULE: [1, 1, 0]}
    assert observation(dump(seen(Chance(1, 1, 0, 5)).as_json())).chances[RULE].parts == 5


def only(*observations: Observation) -> Statement:
    """Return the one statement of a run."""
    (statement,) = statements(observations)
    return statement


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        # hits of replies, in two cases, and replies that clear the server
        (Chance(2, 2, 0), Chance(2, 2, 0), Verdict.NON_STRICT),
        (Chance(2, 2, 0), Chance(1, 1, 0), Verdict.INCONCLUSIVE),  # too few to say
        (Chance(5, 5, 0), Chance(5, 5, 1), Verdict.INCONCLUSIVE),  # it can do it
        (Chance(5, 5, 0), Chance(5, 4, 1), Verdict.INCONCLUSIVE),
        (Chance(50, 1, 49), Chance(50, 0, 50), Verdict.CONFORMANT),  # as rare as with any model
        (Chance(3, 0, 3), Chance(0, 0, 1), Verdict.CONFORMANT),
    ],
)
def test_only_what_no_reply_contradicts_is_the_servers(
    first: Chance, second: Chance, verdict: Verdict
) -> None:
    """Always broken, in two cases and often enough, is a fault; anything between is open."""
    assert only(seen(first), seen(second, "three_calls")).verdict is verdict


def test_one_prompt_proves_nothing_however_often_it_was_asked() -> None:
    """A model may take one prompt amiss each time."""
    assert only(seen(Chance(50, 50, 0))).verdict is Verdict.INCONCLUSIVE


def test_the_fewest_replies_that_can_convict_are_four() -> None:
    """The constant says so, and the interval of three of three is below it."""
    three, four = only(seen(Chance(3, 3))), only(seen(Chance(4, 4)))
    assert three.low < LEAST_RATE < four.low


@pytest.mark.parametrize(
    ("severity", "verdict"),
    [
        (Severity.ERROR, Verdict.FAILED),
        (Severity.WARNING, Verdict.NON_STRICT),
        (Severity.INFO, Verdict.CONFORMANT),
    ],
)
def test_a_known_answer_needs_no_rate(severity: Severity, verdict: Verdict) -> None:
    """What the scripted model says is known: one breach is the server's, as grave as the rule."""
    found = only(seen(Chance(9, 1, 8), severity=severity, model="scripted"))
    assert (found.verdict, found.hits) == (verdict, 1)
    assert "answer is known" in found.words


def _in_modes(streamed: Chance, whole: Chance, **more: object) -> tuple[Observation, ...]:
    """Return a run of two cases in both modes, each of which counts the same."""
    return tuple(
        seen(chance, case, mode=mode, **more)  # type: ignore[arg-type]
        for case in ("two_tools", "three_calls")
        for mode, chance in ((Mode.STREAMING, streamed), (Mode.BLOCKING, whole))
    )


@pytest.mark.parametrize(
    ("streamed", "whole", "mode"),
    [
        (Chance(3, 3, 0), Chance(3, 0, 3), Mode.STREAMING),
        (Chance(3, 0, 3), Chance(3, 3, 0), Mode.BLOCKING),
        (Chance(2, 2, 0), Chance(9, 0, 9), None),  # too few to say
        (Chance(9, 9, 1), Chance(9, 0, 9), None),  # streams can do it
        (Chance(9, 8, 1), Chance(9, 0, 9), None),
        (Chance(3, 3, 0), Chance(3, 2, 1), None),  # both modes are often amiss: a model's way
        (Chance(3, 3, 0), Chance(0, 0, 1), None),  # the other mode was not asked
    ],
)
def test_what_one_mode_never_does_and_the_other_does_is_the_servers(
    streamed: Chance, whole: Chance, mode: Mode | None
) -> None:
    """A model knows of no modes; whose intervals do not meet are told apart by the server."""
    run = _in_modes(streamed, whole)
    found = only(*run)
    assert found.mode is mode
    assert found.colours is (mode is not None)
    coloured = {one.mode for one in settled(run) if one.verdict is Verdict.NON_STRICT}
    assert coloured == ({mode} - {None})


def _in_pairs(hits: int, reverse: int | None, severity: Severity) -> tuple[Observation, ...]:
    """Return a run of two cases, in each of which so many pairs of forty differ one way, or the other."""
    made = seen(Chance(40, hits, 40 - hits, 0, reverse), severity=severity, mode=Mode.STREAMING)
    return made, replace(made, case="three_calls")


@pytest.mark.parametrize(
    ("hits", "reverse", "verdict"),
    [
        (6, 0, Verdict.FAILED),
        (15, 1, Verdict.FAILED),
        (5, 0, Verdict.INCONCLUSIVE),  # too few to say
        (9, 2, Verdict.INCONCLUSIVE),  # a model's way
        (20, 20, Verdict.INCONCLUSIVE),
        (15, None, Verdict.INCONCLUSIVE),  # the rule knows no other way
    ],
)
def test_pairs_that_differ_one_way_are_the_servers(
    hits: int, reverse: int | None, verdict: Verdict
) -> None:
    """A model that calls now and then does so in both modes."""
    assert only(*_in_pairs(hits, reverse, Severity.ERROR)).verdict is verdict


def test_pairs_of_one_case_show_no_server() -> None:
    """One prompt may lead a model into it."""
    alone, _ = _in_pairs(12, 0, Severity.ERROR)
    assert only(alone).verdict is Verdict.INCONCLUSIVE


def test_words_about_one_way_tell_of_the_other() -> None:
    """An information colours nothing."""
    one = only(*_in_pairs(7, 0, Severity.WARNING))
    assert one.words == "14 of 80, in 2 cases, and 0 the other way round: no model explains it"
    assert not only(*_in_pairs(7, 0, Severity.INFO)).colours


def test_words_about_one_mode_tell_of_the_other() -> None:
    """Who disputes it sees both counts."""
    found = only(*_in_modes(Chance(3, 3), Chance(4, 1, 3)))
    words = "6 of 6 streaming replies, in 2 cases, and 2 of 8 others: no model explains it"
    assert (found.words, found.hits, found.replies) == (words, 6, 6)


def test_an_information_of_one_mode_colours_nothing() -> None:
    """It would not where both modes showed it either."""
    run = _in_modes(Chance(6, 6), Chance(6, 0, 6), severity=Severity.INFO)
    assert settled(run) == run


def test_words_tell_rate_interval_and_meaning() -> None:
    """What stands on a screen has everything that is needed to believe it, or not."""
    always = only(seen(Chance(3, 3)), seen(Chance(3, 3), "three_calls"))
    assert always.words == (
        "6 of 6 (95 % interval 61 % to 100 %), in 2 cases, and never otherwise in the run: "
        "the server does it, or a model that never does otherwise"
    )
    assert always.cases == ("parallel_calls.three_calls", "parallel_calls.two_tools")
    never = only(seen(Chance(5, 0, 5)))
    assert never.words == "0 of 5; not enough to exclude 45 % (95 %)"


@pytest.mark.parametrize(
    "change",
    [
        {"asked": False},
        {"evidence": Evidence(EvidenceLevel.DOCUMENTED, "composed")},
        {"chances": {}},
    ],
)
def test_what_no_model_chose_for_this_run_counts_for_nothing(change: dict[str, object]) -> None:
    """Traffic, composed answers and cases that were not run leave a run as it was."""
    run = (seen(Chance(3, 1, 2)), seen(Chance(2, 0, 2), "three_calls"))
    assert statements((*run, seen(Chance(9, 9), "more", **change))) == statements(run)


def test_targets_are_kept_apart() -> None:
    """One model's answers say nothing of another's."""
    found = statements((seen(Chance(3, 3)), seen(Chance(3, 0, 3), "three_calls", model="n")))
    assert [(one.model, one.hits, one.replies) for one in found] == [("m", 3, 3), ("n", 0, 3)]


def test_a_listed_deviation_is_told_as_known() -> None:
    """What the provider file lists does not count for an exit code, and the statement says so."""
    assert only(seen(Chance(2, 1, 1), known=(RULE,))).known
    assert not only(seen(Chance(2, 1, 1))).known


def test_a_fault_of_the_server_gets_its_colour_back() -> None:
    """Each observation that shows it is graver, the others stay, and inconclusive is explained."""
    clean = seen(Chance(0, 0, 0), "switched_off")
    broken, other = seen(Chance(3, 3)), seen(Chance(3, 3), "three_calls")
    first, second, third = settled((broken, clean, other))
    assert (first.verdict, second, third.verdict) == (Verdict.NON_STRICT, clean, first.verdict)
    assert not first.findings[0].variance
    assert first.reason == f"warning: TC651 in {only(broken, other).words}; why"


@pytest.mark.parametrize(
    ("severity", "model", "verdict"),
    [
        (Severity.WARNING, "m", Verdict.INCONCLUSIVE),
        (Severity.ERROR, "m", Verdict.FAILED),
        # Its answer is known: who sends none has lost it.
        (Severity.WARNING, "scripted", Verdict.NON_STRICT),
    ],
)
def test_without_any_call_a_warning_explains_nothing(
    severity: Severity, model: str, verdict: Verdict
) -> None:
    """Whether server or model cannot call stays open, though the finding counts."""
    none = {"facets": {}, "severity": severity, "model": model}
    first, second = settled((seen(Chance(3, 3), **none), seen(Chance(3, 3), "three_calls", **none)))
    assert first.verdict is second.verdict is verdict
    assert not first.findings[0].variance
    assert first.reason.startswith(f"{severity}: TC651 in ")


def test_a_known_fault_keeps_its_excuse() -> None:
    """What is listed colours the cell and still does not fail the run."""
    known = {"known": (RULE,), "otherwise": Verdict.CONFORMANT}
    first, _ = settled((seen(Chance(3, 3), **known), seen(Chance(3, 3), "three_calls", **known)))
    assert (first.verdict, first.counted) == (Verdict.NON_STRICT, Verdict.CONFORMANT)


def test_what_is_open_stays_as_it_was() -> None:
    """Without a fault that no model explains nothing is touched."""
    run = (seen(Chance(3, 1, 2)), seen(Chance(3, 3), "three_calls"))
    assert settled(run) == run


def test_counts_survive_results() -> None:
    """The results file has the counts and the mark, and gives them back."""
    made = seen(Chance(3, 1, 2))
    again = observation(dump(made.as_json()))
    assert (again.chances, again.findings) == (made.chances, made.findings)
    assert again.findings[0].variance


CHANCES = st.builds(
    lambda kept, hits, cleared, reverse: Chance(kept + hits, hits, cleared, 0, reverse),
    *(st.integers(0, 9), st.integers(0, 9), st.integers(0, 6)),
    st.one_of(st.none(), st.integers(0, 4)),
)
OBSERVATIONS = st.builds(
    seen,
    CHANCES,
    st.sampled_from(["two_tools", "three_calls", "same_tool_twice"]),
    st.sampled_from(Severity),
    model=st.sampled_from(["m", "scripted"]),
    mode=st.sampled_from(Mode),
    run=st.sampled_from(["one", "two", "three"]),
    asked=st.booleans(),
    facets=st.sampled_from([{}, {"call_field": "tool_calls"}]),
)
#: Of a suite of its own: `settled` says more of what has no reasoning.
UNREASONING = st.builds(
    seen,
    st.builds(Chance),
    st.sampled_from(["one_round", "two_rounds", "three_rounds"]),
    suite=st.just("reasoning_state"),
    model=st.sampled_from(["m", "n"]),
    mode=st.sampled_from(Mode),
    verdict=st.sampled_from([Verdict.INCONCLUSIVE, Verdict.CONFORMANT, Verdict.NOT_RUN]),
    reason=st.sampled_from([f"step 1: {NO_STATE}", "why"]),
)
RUNS = st.lists(
    st.one_of(OBSERVATIONS, UNREASONING),
    max_size=10,
    unique_by=lambda o: (o.suite, o.run, o.model, o.case, o.mode, o.asked),
)


@given(RUNS.flatmap(lambda run: st.tuples(st.just(run), st.permutations(run))))
def test_order_does_not_matter(drawn: tuple[list[Observation], list[Observation]]) -> None:
    """However the observations come, what is said of the run is the same."""
    run, other = drawn
    assert statements(run) == statements(other)
    assert sorted(map(repr, settled(run))) == sorted(map(repr, settled(other)))


@given(RUNS, st.integers(0, 10))
def test_parts_and_repetitions_do_not_matter(run: list[Observation], cut: int) -> None:
    """Parts that are put together are the run, and what is read twice counts once."""
    assert statements((*run[cut:], *run[:cut])) == statements(run)
    assert statements((*run, *run)) == statements(run)


@given(RUNS)
def test_settling_again_changes_nothing(run: list[Observation]) -> None:
    """It rests on counts, which it does not touch."""
    once = settled(run)
    assert settled(once) == once
    assert statements(once) == statements(run)


@given(RUNS)
def test_settling_makes_nothing_milder(run: list[Observation]) -> None:
    """No red becomes green: only what was inconclusive may be explained."""
    order = [
        Verdict.CONFORMANT,
        Verdict.INCONCLUSIVE,
        Verdict.UNSUPPORTED,
        Verdict.NOT_RUN,
        Verdict.NON_STRICT,
        Verdict.FAILED,
    ]
    for before, after in zip(run, settled(run), strict=True):
        assert order.index(after.verdict) >= order.index(before.verdict)


@given(RUNS)
def test_another_case_that_was_not_run_adds_nothing(run: list[Observation]) -> None:
    """Could not look is no reply."""
    lost = seen(Chance(), "lost", verdict=Verdict.NOT_RUN, chances={}, findings=())
    assert statements((*run, lost)) == statements(run)


@given(CHANCES.filter(lambda chance: chance.replies > 0), st.integers(1, 5))
def test_more_runs_of_the_same_narrow_the_interval(chance: Chance, runs: int) -> None:
    """The same rate is known better with every run."""
    few = [seen(chance, run=str(n)) for n in range(runs)]
    before, after = only(*few), only(*few, seen(chance, run="more"))
    assert after.high - after.low < before.high - before.low
    assert after.replies == before.replies + chance.replies
