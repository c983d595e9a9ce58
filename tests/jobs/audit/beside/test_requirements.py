"""Asking for each requirement of a request type, not kept once."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.beside.requirements import REQUIREMENTS
from toolwire.model.exchange import Mode
from toolwire.model.topic import Topic
from toolwire.results.variance.interval import wilson
from toolwire.results.variance.statement import LEAST_RATE_OF_MODE
from toolwire.suites import load_suites


@pytest.mark.parametrize("name", DIALECTS)
def test_as_many_streams_are_asked_as_show_what_befalls_streams_alone(name: str) -> None:
    """Each is asked without a stream as well, and nothing is asked twice."""
    items = [*REQUIREMENTS.items([target(name)], load_suites())]
    asked = Counter((item.case.id, item.mode) for item in items)
    assert set(asked.values()) == {1}
    streamed = {case for case, mode in asked if mode is Mode.STREAMING}
    assert wilson(len(streamed), len(streamed)).low > LEAST_RATE_OF_MODE
    assert streamed <= {case for case, mode in asked if mode is Mode.BLOCKING}


@pytest.mark.parametrize(
    ("name", "case", "topic"),
    [
        ("openai-chat", "retype_tools_itself", Topic.TOOLS),
        ("openai-chat", "retype_parallel_tool_calls_itself", Topic.TOOLS),
        ("openai-chat", "known_long_name", Topic.TOOLS),
        ("openai-chat", "retype_messages_tool_calls", Topic.ROUND),
        ("openai-chat", "known_fewer_results", Topic.ROUND),
        ("openai-responses", "drop_input_call_id", Topic.ROUND),
        ("bedrock-converse", "duplicate_messages_content", Topic.ROUND),
        ("cohere-v1", "retype_tool_results_itself", Topic.ROUND),
        ("openai-chat", "drop_messages_itself", Topic.OTHER),
        ("openai-chat", "enum_messages_role", Topic.OTHER),
        ("openai-chat", "known_high_temperature", Topic.OTHER),
    ],
)
def test_what_is_wrong_in_a_request_is_told_with_its_requirement(
    name: str, case: str, topic: Topic
) -> None:
    """Tools and their choice, a call of the history or its result, or anything else."""
    items = REQUIREMENTS.items([target(name)], load_suites())
    (step,) = next(item.case.steps for item in items if item.case.id == case)
    assert step.requirement is not None
    assert step.requirement.topic is topic
