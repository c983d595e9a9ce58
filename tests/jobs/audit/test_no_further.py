"""Whether a conversation ends before its next step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.audit.read_answer import read
from toolwire.dialects import Answer, PlannedCall
from toolwire.jobs.audit.no_further import no_further
from toolwire.model.reply import Reading
from toolwire.suites.faults import ALTERED
from toolwire.suites.model import Expectation, Step

pytestmark = pytest.mark.fast
AFTER = Step(Expectation(), user="And then?")


def broken_off() -> Reading:
    """Return an answer whose call has no end, at its limit."""
    calling = Answer(calls=(PlannedCall("f", {"a": "b"}),))
    changes = {b'}"': b'"', b'"finish_reason":"tool_calls"': b'"finish_reason":"length"'}
    return read(calling, changes=changes)


def test_an_answer_that_can_go_back_ends_nothing() -> None:
    """Neither a text nor a whole call."""
    assert no_further(read(Answer(text="Noted.")), AFTER, over=False) is None
    called = read(Answer(calls=(PlannedCall("f", {}),)))
    assert no_further(called, AFTER, over=False) is None


def test_a_call_that_was_broken_off_is_told_whatever_else_was_found() -> None:
    """It is why what follows was not asked."""
    for over in (False, True):
        ended = no_further(broken_off(), AFTER, over=over)
        assert ended is not None
        assert "broken off inside a call" in ended.reason


def test_what_is_over_anyway_is_given_no_other_reason() -> None:
    """An empty reply is one only where the conversation went on."""
    empty = read(Answer(text=""))
    ended = no_further(empty, AFTER, over=False)
    assert ended is not None
    assert "neither text nor a call" in ended.reason
    assert no_further(empty, AFTER, over=True) is None


def test_the_next_step_has_reasons_of_its_own() -> None:
    """Nothing is altered of an answer without a signature."""
    ended = no_further(read(Answer(text="Noted.")), replace(AFTER, fault=ALTERED), over=False)
    assert ended is not None
    assert "no thoughts with a signature" in ended.reason


def test_behind_the_last_step_nothing_ends() -> None:
    """Whatever was answered."""
    for reading in (broken_off(), read(Answer(text=""))):
        assert no_further(reading, None, over=False) is None
