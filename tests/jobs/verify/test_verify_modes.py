"""`verify` against servers that lose every call, or all but one, in one mode: told by the run, not by one answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.jobs.verify.bench import tried
from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.io.finish import finish
from toolwire.model.conversation import Conversation
from toolwire.model.observation import Severity


def losing(*, stream: bool) -> Callable[[Conversation], Answer]:
    """Return what answers in words wherever a call is due in one of the modes."""

    def plan(conversation: Conversation) -> Answer:
        planned = answer(conversation)
        if planned.calls and conversation.stream is stream:
            return replace(planned, calls=(), text="One moment.")
        return planned

    return plan


@pytest.mark.parametrize("name", ["anthropic-messages", "openai-chat", "ollama-chat"])
@pytest.mark.parametrize(("stream", "rule"), [(True, "TC947"), (False, "TC948")])
def test_calls_in_one_mode_only_are_an_error(name: str, rule: str, *, stream: bool) -> None:
    """Every pair of a run has a call in one mode and none in the other: no model explains it."""
    (verdict,) = finish(tried(name, mind=losing(stream=stream))).done.verdicts
    (found,) = [one for one in verdict.deviations if one.rule == rule]
    assert found.severity is Severity.ERROR
    assert found.count > 30
    others = {"TC947", "TC948"} - {rule}
    assert not others & {one.rule for one in verdict.deviations}


def keeping_one(*, stream: bool) -> Callable[[Conversation], Answer]:
    """Return what makes one of several calls in one of the modes."""

    def plan(conversation: Conversation) -> Answer:
        planned = answer(conversation)
        kept = planned.calls[-1:] if conversation.stream is stream else planned.calls
        return replace(planned, calls=kept)

    return plan


@pytest.mark.parametrize("name", ["openai-chat", "cohere-v2", "ollama-chat"])
@pytest.mark.parametrize(("stream", "rule"), [(True, "TC950"), (False, "TC951")])
def test_one_call_of_several_in_one_mode_is_a_warning(
    name: str, rule: str, *, stream: bool
) -> None:
    """No pair of a run has several calls in both modes."""
    (verdict,) = finish(tried(name, mind=keeping_one(stream=stream))).done.verdicts
    (found,) = [one for one in verdict.deviations if one.rule == rule]
    assert found.severity is Severity.WARNING
    others = {"TC950", "TC951", "TC947", "TC948"} - {rule}
    assert not others & {one.rule for one in verdict.deviations}


def emptying(*, stream: bool) -> Callable[[Conversation], Answer]:
    """Return what leaves the arguments of calls out in one of the modes."""

    def plan(conversation: Conversation) -> Answer:
        planned = answer(conversation)
        bare = tuple(replace(one, arguments={}) for one in planned.calls)
        return replace(planned, calls=bare) if conversation.stream is stream else planned

    return plan


@pytest.mark.parametrize(("stream", "rule"), [(True, "TC948"), (False, "TC947")])
def test_a_history_that_one_mode_changed_says_nothing_of_its_later_answers(
    rule: str, *, stream: bool
) -> None:
    """A call without arguments is answered with an error and made again, in that mode alone."""
    trial = finish(tried("openai-chat", mind=emptying(stream=stream)))
    found = trial.found("openai-chat")
    assert found["TC314"] > 1
    assert rule not in found
