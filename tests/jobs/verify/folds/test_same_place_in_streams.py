"""Findings of streams that tell one cause by where they stand: pieces, names of events, signatures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import NAMED_APART
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

STREAMED, WHOLE = ("streaming",), ("blocking",)
MISSING = "A member that the published type requires is missing."
KIND = "The delta is of another kind than its block."
S = Mode.STREAMING
SEEN = (("s.a", S, "event[2]"), ("s.b", S, "event[2]"))


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC157", "A text beside a call is empty."),
        ("TC510", "The answer says nothing, though it was told what to say."),
    ],
)
def test_a_text_whose_pieces_are_of_another_kind_is_none(rule: str, message: str) -> None:
    """Pieces of calls that are of another kind, or those of another answer, leave a text as it is."""
    sides = ("text_delta", "input_json_delta")
    kind = one("TC918", KIND, modes=STREAMED, seen=SEEN, sides=sides)
    silent = one(rule, message, modes=STREAMED, seen=SEEN[:1])
    (left,) = each_cause_once((silent, kind))
    assert (left.rule, left.others) == ("TC918", (message,))
    calls = one("TC918", KIND, modes=STREAMED, seen=SEEN, sides=("input_json_delta", "text_delta"))
    assert rules(silent, calls) == [rule, "TC918"]
    elsewhere = one(rule, message, modes=STREAMED, seen=(("s.c", S, "event[2]"),))
    assert rules(elsewhere, kind) == [rule, "TC918"]


def test_a_name_that_a_blank_line_parts_from_its_data_is_told_once() -> None:
    """A name that stands alone beside events that are named, or another one, is another fault."""
    said = "The event has another name than its type, or none."
    none = one(
        "TC924",
        said,
        modes=STREAMED,
        severity=Severity.ERROR,
        seen=SEEN,
        sides=(None, "message_start"),
    )
    alone = one(
        "TC117",
        "The stream has an event with a name and no data.",
        modes=STREAMED,
        seen=SEEN,
        sides=("data", "event: message_start"),
    )
    (left,) = each_cause_once((none, alone))
    assert (left.rule, left.severity, left.message) == ("TC924", Severity.ERROR, NAMED_APART)
    assert {*left.others} == {said, alone.message}
    other = replace(none, examples=tuple(replace(it, expected="ping") for it in none.examples))
    assert rules(other, alone) == ["TC924", "TC117"]
    ping = replace(
        alone, examples=tuple(replace(it, actual="event: keepalive") for it in alone.examples)
    )
    assert rules(none, ping) == ["TC924", "TC117"]


def test_thoughts_that_nobody_signs_are_told_once() -> None:
    """Another member that is missing says nothing of a signature, nor does another fault of a stream."""
    never = one("TC118", MISSING, modes=WHOLE, pointer="/content/0/signature")
    ends = one("TC918", "The thought ends without a signature.", modes=STREAMED, seen=SEEN)
    (left,) = each_cause_once((never, ends))
    assert (left.rule, left.others) == ("TC118", (ends.message,))
    other = one("TC118", MISSING, modes=WHOLE, pointer="/content/0/thinking")
    assert rules(other, ends) == ["TC118", "TC918"]
    order = one("TC918", KIND, modes=STREAMED, seen=SEEN)
    assert rules(never, order) == ["TC118", "TC918"]
