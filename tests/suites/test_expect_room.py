"""A call that its request has no room for."""

from __future__ import annotations

from dataclasses import replace

from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.model.reply import Reply
from toolwire.suites import Expectation, Step
from toolwire.suites.expect import check
from toolwire.suites.model import LIMITED_CALL


def test_a_call_that_has_no_room_is_no_promise_of_a_choice() -> None:
    """Where the limit cuts it, the probe's own rule tells whether the stop reason says so."""
    one = Step(Expectation(), "Call it.", choice=ToolChoice(ChoiceMode.NAMED, "get_weather"))
    assert [unmet.wire for unmet in check(one, Reply(), "end")] == [True]
    assert check(replace(one, probe=LIMITED_CALL), Reply(), "end") == ()
