"""Asking for a line of the instructions that the request before had, and what a run says of servers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.audit.going_on import INNOCENT, Between, GoingOn, untouched
from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.io.json_text import items_of
from toolwire.jobs.audit.beside.old_instructions import OLD_INSTRUCTIONS
from toolwire.model.conversation import Conversation, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict

OLD = GoingOn(OLD_INSTRUCTIONS, "TC783")
MESSAGE = "The answer knows the instructions of the request before, which had its own."


def leaking(body: JsonObject) -> None:
    """Keep the system message with the conversation."""
    if "instructions" in body:
        said: JsonObject = {"role": "user", "content": body.pop("instructions")}
        body["input"] = [said, *items_of(body["input"])]


def talkative(conversation: Conversation) -> Answer:
    """Say the instructions at once."""
    planned = answer(conversation)
    said = f"{conversation.system or ''}\n{planned.text or ''}"
    return replace(planned, text=said) if planned.refusal is None else planned


@pytest.mark.parametrize("mode", Mode)
def test_only_the_first_request_is_instructed(mode: Mode) -> None:
    """The line goes once, and is asked for by the id of the answer."""
    (item,) = (one for one in OLD.items() if one.mode is mode)
    first, second, *_ = OLD.sent(item)
    assert first["store"] is second["store"] is True
    assert "Gate: iron" in str(first["instructions"])
    assert "instructions" not in second
    assert "Gate: iron" not in str(second)
    assert second["previous_response_id"]


@pytest.mark.parametrize("change", INNOCENT)
def test_who_carries_nothing_over_is_not_told_of(change: Between) -> None:
    """Nor who keeps nothing, however it says so."""
    assert OLD.told(change) == ({Verdict.CONFORMANT}, set())


def test_who_carries_instructions_over_is_told_of() -> None:
    """In both modes."""
    assert OLD.told(leaking)[1] == {MESSAGE}


def test_what_the_model_said_itself_is_known_by_right() -> None:
    """Then no more is asked."""
    assert OLD.told(untouched, talkative) == ({Verdict.INCONCLUSIVE}, set())
