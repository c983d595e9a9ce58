"""What became of a cell, and whose doing it was, case by case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.compared import asked, head, seen
from tests.support.root import ROOT
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import WHOLE, Observation, Verdict
from toolwire.results.comparison import Cause, Change, ChangeKind, Comparison, compare
from toolwire.results.comparison.decide import COLUMNS, TABLE

PAGE = ROOT / "docs" / "comparing-reports.md"
LATER = "2026-12-22"


def compared(old: list[Observation], new: list[Observation]) -> Comparison:
    """Compare two results of the same version a month apart."""
    return compare(old, head(), new, head(LATER))


def only(found: Comparison) -> Change:
    """Return the only cell that changed."""
    (change,) = found.cells
    return change


def test_the_page_shows_the_table_that_decides() -> None:
    """The verdicts' table of the documentation is the one of the code, cell by cell."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [
        [word.strip() for word in line.strip("|").split("|")]
        for line in lines
        if line.startswith(tuple(f"| {name} |" for name in COLUMNS))
    ]
    told = {
        (row[0], column): kind
        for row in rows
        for column, kind in zip(COLUMNS, row[1:], strict=True)
    }
    assert told == {key: str(kind) for key, kind in TABLE.items()}


def test_the_page_names_every_cause() -> None:
    """Each cause that a change can have is explained on the page."""
    text = PAGE.read_text(encoding="utf-8")
    assert [c for c in Cause if c is not Cause.NONE and f"`{c}`" not in text] == []


def test_other_bytes_that_break_a_rule_broke() -> None:
    """A case that was clean and breaks a rule in new bytes broke, by the provider's doing."""
    found = compared([asked()], [asked("TC301", day=LATER)])
    change = only(found)
    assert (change.kind, change.cause, change.gained) == (ChangeKind.BROKE, Cause.BYTES, ("TC301",))
    assert found.broke
    (rule,) = found.rules
    assert (rule.before, rule.before_of, rule.after, rule.after_of) == (0, 1, 1, 1)
    assert (rule.kind, rule.since, rule.models) == (ChangeKind.BROKE, LATER, ("m1",))


def test_a_further_case_of_a_red_cell_broke() -> None:
    """A suite that failed already hides no case that fails since."""
    old = [asked("TC301"), asked(case="b")]
    new = [asked("TC301", day=LATER), asked("TC301", case="b", day=LATER)]
    found = compared(old, new)
    assert [(c.case, c.kind) for c in found.cells] == [
        ("b", ChangeKind.BROKE),
        ("a", ChangeKind.EVIDENCE),
    ]
    (rule,) = found.rules
    assert (rule.kind, rule.before, rule.after) == (ChangeKind.CHANGED, 1, 2)
    assert found.broke


@pytest.mark.parametrize(
    ("old", "new", "kind", "broke"),
    [
        (("TC301",), ("TC301", "TC401"), ChangeKind.BROKE, True),
        (("TC301", "TC302"), ("TC301",), ChangeKind.MENDED, False),
        (("TC301",), ("TC302",), ChangeKind.CHANGED, True),
        (("TC301", "TC190"), ("TC301",), ChangeKind.EVIDENCE, False),
    ],
)
def test_under_one_verdict_rules_decide(
    old: tuple[str, ...], new: tuple[str, ...], kind: ChangeKind, *, broke: bool
) -> None:
    """A further rule is broken, a rule less is mended, another one both; drift is neither."""
    found = compared([asked(*old)], [asked(*new, day=LATER)])
    assert only(found).kind is kind
    assert found.broke is broke


def test_the_same_bytes_judged_otherwise_are_ours() -> None:
    """A cassette that did not change cannot break: the rule or the expectation did."""
    for more in (asked("TC301", sha="x"), asked(verdict=Verdict.FAILED, sha="x")):
        found = compared([asked(sha="x")], [more])
        change = only(found)
        assert (change.kind, change.cause) == (ChangeKind.JUDGED_DIFFERENTLY, Cause.SAME_BYTES)
        assert not found.broke


def test_a_rule_that_judges_the_same_bytes_otherwise_is_another_rule() -> None:
    """What it says of other bytes is ours too; what another rule says there is not."""
    old = [asked(sha="x"), asked(case="b"), asked(case="c")]
    new = [
        asked("TC301", sha="x", day=LATER),
        asked("TC301", case="b", day=LATER),
        asked("TC302", case="c", day=LATER),
    ]
    told = {c.case: (c.kind, c.cause) for c in compared(old, new).cells}
    assert told == {
        "a": (ChangeKind.JUDGED_DIFFERENTLY, Cause.SAME_BYTES),
        "b": (ChangeKind.JUDGED_DIFFERENTLY, Cause.RULE),
        "c": (ChangeKind.BROKE, Cause.BYTES),
    }


def test_a_new_rule_hides_nothing_that_an_old_one_says() -> None:
    """Where a known rule is broken too, the cell broke, and by that rule only."""
    before, after = head(rules=("TC301",)), head(LATER, rules=("TC301", "TC302"))
    old, new = [asked()], [asked("TC301", "TC302", day=LATER)]
    change = only(compare(old, before, new, after))
    assert (change.kind, change.gained) == (ChangeKind.BROKE, ("TC301",))
    alone = only(compare(old, before, [asked("TC302", day=LATER)], after))
    assert (alone.kind, alone.cause) == (ChangeKind.JUDGED_DIFFERENTLY, Cause.RULE)


def test_a_header_that_names_no_rules_knows_all() -> None:
    """Results from before headers had rules can break as any."""
    found = compare([asked()], head(), [asked("TC301", day=LATER)], head(LATER, rules=("TC301",)))
    assert only(found).kind is ChangeKind.BROKE


def test_what_the_provider_file_lists_breaks_no_build() -> None:
    """A listed deviation that shows broke all the same, but is excused; one beside it is not."""
    found = compared([asked()], [asked("TC301", day=LATER, known=("TC301",))])
    assert (only(found).kind, only(found).excused, found.broke) == (ChangeKind.BROKE, True, False)
    worse = compared([asked()], [asked("TC301", "TC401", day=LATER, known=("TC301",))])
    assert (only(worse).excused, worse.broke) == (False, True)


def test_a_case_that_was_not_run_is_not_broken() -> None:
    """Green that could not be looked at stands in a group of its own; so does one not run yet."""
    away = asked(verdict=Verdict.NOT_RUN, day=LATER)
    found = compared([asked()], [away])
    assert (only(found).kind, found.broke) == (ChangeKind.NOT_LOOKED_AT, False)
    assert only(compared([away], [asked("TC301")])).kind is ChangeKind.LOOKED_AT_AGAIN
    other = asked(verdict=Verdict.NOT_RUN, day=LATER, suite="round_trip")
    assert [c.kind for c in compared([asked()], [asked(), other]).cells] == [
        ChangeKind.NOT_LOOKED_AT
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([seen(number=n) for n in range(4)], [asked("TC301", day=LATER)]),
        ([asked()], [asked("TC301", day=LATER, level=EvidenceLevel.DOCUMENTED)]),
    ],
)
def test_another_basis_is_no_change_of_the_provider(
    old: list[Observation], new: list[Observation]
) -> None:
    """From seen to asked, or from asked to documented, nothing broke and nothing was mended."""
    assert only(compared(old, new)).kind is ChangeKind.BASIS
    assert only(compared(new, old)).kind is ChangeKind.BASIS


def test_documentation_is_ours() -> None:
    """What we compose is neither new nor broken by a provider."""
    one = asked(level=EvidenceLevel.DOCUMENTED)
    other = asked("TC301", level=EvidenceLevel.DOCUMENTED, day=LATER)
    for old, new in (([one], [other]), ([one, asked(suite="s")], [asked(suite="s")])):
        change = only(compared(old, new))
        assert (change.kind, change.cause) == (ChangeKind.JUDGED_DIFFERENTLY, Cause.DOCUMENTATION)


def test_another_model_is_told() -> None:
    """A case asked of another model only is compared, and the model is the cause."""
    change = only(compared([asked()], [asked("TC301", model="m2", day=LATER)]))
    assert (change.kind, change.cause, change.models) == (
        ChangeKind.BROKE,
        Cause.MODEL,
        ("m1", "m2"),
    )


def test_a_further_model_is_new_and_hides_nothing() -> None:
    """A model that is asked beside another one is new; the other one is compared with itself."""
    new = [asked("TC301", day=LATER), asked(model="m2", day=LATER)]
    found = compared([asked()], new)
    told = [(c.models, c.kind, c.cause) for c in found.cells]
    assert told == [
        (("m1",), ChangeKind.BROKE, Cause.BYTES),
        (("m2",), ChangeKind.NEW, Cause.MODEL),
    ]


def test_an_inconclusive_answer_is_unclear() -> None:
    """That a model did not do what the case needs neither breaks nor mends."""
    for old, new in (("TC301", None), (None, "TC301")):
        mine = asked(old) if old else asked(verdict=Verdict.INCONCLUSIVE)
        theirs = asked(*([new] if new else []), day=LATER,
                       verdict=None if new else Verdict.INCONCLUSIVE)  # fmt: skip
        change = only(compared([mine], [theirs]))
        assert (change.kind, change.cause) == (ChangeKind.UNCLEAR, Cause.INCONCLUSIVE)


def test_what_one_answer_of_a_model_explains_breaks_nothing() -> None:
    """A finding of model variance gains no rule, though its severity is that of a breach."""
    clean = asked(day=LATER)
    finding = replace(asked("TC301").findings[0], variance=True)
    found = compared([asked()], [replace(clean, findings=(finding,))])
    assert (only(found).kind, found.rules) == (ChangeKind.EVIDENCE, ())


CLEAN = [seen(number=n, day="2026-10-01") for n in range(4)]


@pytest.mark.parametrize(
    ("old", "more", "kind", "cause"),
    [
        (CLEAN, seen("TC301", number=9, day="2026-10-20"), ChangeKind.BROKE, Cause.BYTES),
        (CLEAN, seen("TC301", number=9, day="2026-09-20"), ChangeKind.UNCLEAR, Cause.DATES),
        (CLEAN, seen("TC301", number=9, day="2026-10-01"), ChangeKind.UNCLEAR, Cause.DATES),
        (CLEAN[:2], seen("TC301", number=9, day="2026-10-20"), ChangeKind.UNCLEAR, Cause.FEW),
        (CLEAN, seen(number=9, day="2026-10-20"), ChangeKind.EVIDENCE, Cause.RERECORDED),
    ],
)
def test_traffic_broke_only_after_what_was_known(
    old: list[Observation], more: Observation, kind: ChangeKind, cause: Cause
) -> None:
    """A breach in traffic breaks a cell only where it is newer than all clean traffic before."""
    change = only(compared(old, [*old, more]))
    assert (change.kind, change.cause) == (kind, cause)
    if kind is ChangeKind.BROKE:
        assert only(compared([*old, more], old)).kind is ChangeKind.MENDED


def test_traffic_of_another_model_tells_nothing_of_the_provider() -> None:
    """A breach that only a model shows which the other side never saw is no regression."""
    other = replace(seen("TC301", number=9, day="2026-10-20"), model="m2")
    for old, new in ((CLEAN, [*CLEAN, other]), ([*CLEAN, other], CLEAN)):
        change = only(compared(old, new))
        assert (change.kind, change.cause) == (ChangeKind.UNCLEAR, Cause.MODEL)
    one = [seen(number=n, fact="string") for n in range(4)]
    more = [replace(seen(number=9, day="2026-10-20", fact="object"), model="m2")]
    (fact,) = compared(one, one + more).facts
    assert (fact.kind, fact.cause, fact.usual) == (ChangeKind.UNCLEAR, Cause.MODEL, False)


def test_traffic_that_concerns_no_suite_counts() -> None:
    """A rule of no suite that new traffic breaks is told, though no cell showed it before."""
    more = seen("TC302", number=9, day="2026-10-20", suite=WHOLE)
    found = compared(CLEAN, [*CLEAN, more])
    assert [(c.suite, c.kind) for c in found.cells] == [(WHOLE, ChangeKind.BROKE)]
    assert [(r.rule, r.before, r.after) for r in found.rules] == [("TC302", 0, 1)]


def test_one_sided_cells_say_whether_anybody_looked() -> None:
    """A provider or suite that only one side has is a matter of selection, told in one note."""
    new = [asked(), asked(case="b"), asked(suite="round_trip"), asked(provider="other")]
    found = compared([asked()], new)
    told = {(c.row.provider, c.suite, c.case): (c.kind, c.cause) for c in found.cells}
    assert told == {
        ("acme", "single_call", "b"): (ChangeKind.NEW, Cause.ADDED),
        ("acme", "round_trip", ""): (ChangeKind.NEW, Cause.SELECTION),
        ("other", "single_call", ""): (ChangeKind.NEW, Cause.SELECTION),
    }
    assert found.notes == ("only NEW looked at other (openai-chat); suites round_trip",)


def test_the_mode_is_part_of_a_case() -> None:
    """What broke in a stream only is told of the stream only."""
    old = [asked(mode=mode) for mode in Mode]
    new = [asked(day=LATER), asked("TC301", mode=Mode.STREAMING, day=LATER)]
    assert [(c.mode, c.kind) for c in compared(old, new).cells] == [
        ("streaming", ChangeKind.BROKE),
        ("blocking", ChangeKind.EVIDENCE),
    ]


def test_a_changed_fact_has_its_cause() -> None:
    """Another word in other bytes changed; in the same bytes, or of few exchanges, it did not."""
    (fact,) = compared([asked(fact="string")], [asked(fact="object", day=LATER)]).facts
    assert (fact.kind, fact.cause, fact.usual) == (ChangeKind.CHANGED, Cause.BYTES, True)
    assert (fact.before, fact.after) == (("string",), ("object",))
    (ours,) = compared([asked(fact="string", sha="x")], [asked(fact="object", sha="x")]).facts
    assert (ours.kind, ours.cause) == (ChangeKind.JUDGED_DIFFERENTLY, Cause.SAME_BYTES)
    (few,) = compared([seen(fact="string")], [seen(fact="object", number=1)]).facts
    assert (few.kind, few.cause) == (ChangeKind.UNCLEAR, Cause.FEW)


def test_facts_of_cases_that_one_side_did_not_ask_do_not_count() -> None:
    """Other questions have other answers: they change no fact."""
    old = [asked(fact="string")]
    assert compared(old, [*old, asked(case="b", fact="object")]).facts == ()
