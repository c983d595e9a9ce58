"""Whatever a run finds, and in whatever order, it is folded alike, and nothing of it is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.jobs.verify.folded import TEXTS, one
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds import one_cause
from toolwire.jobs.verify.folds.folding import CauseFold, told_once
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

FOLDS = one_cause._FOLDS
#: Every rule of the table, and cases that no rule explains.
TOLD = sorted({rule for fold in FOLDS for rule in (*fold.best, *fold.again)})
MODES = (("blocking",), ("streaming",), ("blocking", "streaming"))
SAID = ("", "no 1", "toolChoice: auto is the default")
REFUSED = tuple(f"refused with HTTP 400 ({said})" for said in SAID)
PLACES = ("", "/id", "/content/0/text", "/usage", "event[3]/choices/0/index")
#: Cases that some rows leave out: they ask in another form, or their text is cut.
LEFT_OUT = ("history_forms.form_none_such", "no_tool_needed.limit_16")
SHUFFLES = st.integers(0, 2**32)
#: In none of the table's rows, and with words that no other finding has.
UNRELATED = one("TC999", "What nobody else says.", case="suite.other")


def deviation(rule: str, chance: Random) -> ServerDeviation:
    """Return what may be found of a rule, in words that rules say."""
    message, *others = chance.sample(TEXTS if rule else REFUSED, chance.randint(1, 3))
    found = one(
        rule,
        message,
        modes=chance.choice(MODES),
        severity=chance.choice([Severity.ERROR, Severity.WARNING]),
        step=chance.randint(1, 2),
        said=chance.choice(SAID) if rule else "",
        sides=chance.choice([("an answer", 400), ("stop", "length"), ("", "x"), (2, 1)]),
        case=chance.choice(["suite.case", "error_result.told", "round_trip.one"]),
        pointer=chance.choice(PLACES),
        both=chance.random() < 0.5,
    )
    examples = tuple(replace(it, mode=Mode(found.modes[0])) for it in found.examples)
    return replace(found, others=tuple(others) if rule else (), examples=examples)


def run_of(seed: int) -> list[ServerDeviation]:
    """Return what a run may find: of each rule one thing, of some that the table names together."""
    chance = Random(seed)
    fold = chance.choice(FOLDS)
    near = sorted({*fold.best, *fold.again})
    names = chance.sample(near, min(len(near), chance.randint(1, 4)))
    more = chance.sample(TOLD, chance.randint(0, 4))
    return [deviation(rule, chance) for rule in dict.fromkeys((*names, *more))]


def runs() -> st.SearchStrategy[list[ServerDeviation]]:
    """Return runs of any kind; drawn member by member they would take seconds each."""
    return st.integers(0, 2**64 - 1).map(run_of)


def plain(found: Sequence[ServerDeviation]) -> list[ServerDeviation]:
    """Return deviations without what their order says."""
    return sorted((replace(it, others=tuple(sorted(it.others))) for it in found), key=repr)


@given(runs(), SHUFFLES)
@settings(max_examples=300, deadline=None)
def test_the_order_in_which_it_was_found_changes_no_more_than_the_order(
    found: list[ServerDeviation], seed: int
) -> None:
    """Which case of a run is done first is chance."""
    other = [*found]
    Random(seed).shuffle(other)
    assert plain(each_cause_once(found)) == plain(each_cause_once(other))


@given(runs(), SHUFFLES)
@settings(max_examples=300, deadline=None)
def test_no_pair_of_rows_matters_in_its_order(found: list[ServerDeviation], seed: int) -> None:
    """A row may be added anywhere, and no other one has to stand before it."""
    folds = [*FOLDS]
    Random(seed).shuffle(folds)
    assert told_once(found, folds) == each_cause_once(found)


@given(runs())
@settings(max_examples=300, deadline=None)
def test_what_is_told_once_is_told_once(found: list[ServerDeviation]) -> None:
    """Folding again changes nothing."""
    once = each_cause_once(found)
    assert each_cause_once(once) == once


@given(runs())
@settings(max_examples=300, deadline=None)
def test_nothing_that_a_rule_says_is_lost(found: list[ServerDeviation]) -> None:
    """Nor does anything get lighter, or seen less often."""
    left = each_cause_once(found)
    assert {text for it in found if it.rule for text in it.texts} <= {
        text for it in left for text in it.texts
    }
    assert {it.rule for it in left} <= {it.rule for it in found}
    before = {it.rule: it for it in found if it.rule}
    for it in left:
        if it.rule:
            assert it.severity.rank <= before[it.rule].severity.rank
            assert it.count >= before[it.rule].count
            assert {*it.modes} >= {*before[it.rule].modes}
    gravest = min(it.severity.rank for it in found)
    assert min(it.severity.rank for it in left) == gravest


@given(runs(), st.integers(0, 8))
@settings(max_examples=300, deadline=None)
def test_what_is_of_another_cause_changes_nothing(found: list[ServerDeviation], at: int) -> None:
    """It stands beside the others, where it was found."""
    left = each_cause_once([*found[:at], UNRELATED, *found[at:]])
    assert UNRELATED in left
    assert [it for it in left if it != UNRELATED] == [*each_cause_once(found)]


def test_what_is_told_by_what_is_told_itself_is_told_by_the_first() -> None:
    """A part that is not counted is that of a system prompt which is lost in every form."""
    lost = one("TC777", "The answer has no word of the system prompt.")
    parts = one("TC779", "The answer has no word of a system prompt of several parts.")
    message = "Fewer tokens are counted of the prompt than its words take: a part."
    less = one("TC146", message, case="history_forms.form_in_parts_system")
    for folds in (FOLDS, FOLDS[::-1]):
        (left,) = told_once((less, parts, lost), folds)
        assert left.rule == "TC777"
        assert {*left.others} == {parts.message, message}


def test_what_two_say_together_is_said_first() -> None:
    """Where the first is told by a third, what that says stands first, and nothing is said of the two."""
    found = [one(rule, f"It is {rule}.") for rule in ("TC001", "TC002", "TC003")]
    whole = CauseFold(("TC002",), frozenset({"TC003"}), lambda _best, _other: True, "It is both.")
    third = CauseFold(("TC001",), frozenset({"TC002"}), lambda _best, _other: True)
    (_, left) = told_once(found, (whole,))
    assert (left.message, left.others) == ("It is both.", ("It is TC002.", "It is TC003."))
    (left,) = told_once(found, (whole, third))
    assert (left.message, left.others) == ("It is TC001.", ("It is TC002.", "It is TC003."))


@pytest.mark.parametrize("fold", FOLDS, ids=lambda fold: ",".join(fold.best))
def test_no_row_tells_what_another_says_the_other_way_round(fold: CauseFold) -> None:
    """Where each of two rules may tell the other, their conditions have to part them."""
    both = {
        (best, other)
        for best in fold.best
        for other in fold.again - {best}
        for back in FOLDS
        if other in back.best and best in back.again and back.same is fold.same
    }
    assert both == set()


@pytest.mark.parametrize("fold", FOLDS, ids=lambda fold: ",".join(fold.best))
def test_cases_that_a_row_leaves_out_are_no_proof(fold: CauseFold) -> None:
    """Where nothing but other forms and limits shows the second, other answers must be enough as well."""
    pointer = "/choices/0/message/content"
    rule = min(fold.again - {fold.best[0]}, default=fold.best[0])
    shown = [one(fold.best[0], text, case="suite.shown", pointer=pointer) for text in TEXTS]
    for case in LEFT_OUT:
        for text in TEXTS:
            alone = one(rule, text, case=case, pointer=pointer)
            elsewhere = one(rule, text, case="suite.elsewhere", pointer=pointer)
            for best in shown:
                assert not fold.same(best, alone) or fold.same(best, elsewhere)
