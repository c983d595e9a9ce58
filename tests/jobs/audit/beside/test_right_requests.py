"""What right requests are made of a target, and which are asked again of kept answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside.right_requests import RIGHT_REQUESTS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.rules.mutate.addition import LONG, NAMES, OF_MANY, RESULT, UNNUMBERED
from toolwire.rules.mutate.tool_names import LONGER_NAME
from toolwire.suites import load_suites

#: No format is asked more requests where all is taken.
MOST = 33


def asked(name: str) -> dict[str, Item]:
    """Return what is asked of a dialect, by its cases."""
    return {item.case.id: item for item in RIGHT_REQUESTS.items([target(name)], load_suites())}


@pytest.mark.parametrize("name", DIALECTS)
def test_members_forms_and_names_are_asked(name: str) -> None:
    """Few requests, each of another case and with something besides the plainest."""
    found = asked(name)
    assert {
        "right_members",
        "right_members_streamed",
        "right_tools",
        "right_results",
        "right_history",
    } <= set(found)
    assert {f"right_{key}" for key in NAMES} & set(found)
    assert {f"right_{key}" for key in LONG} <= set(found)
    assert {f"right_{key}" for key in OF_MANY} <= set(found)
    assert len(found) <= MOST
    more = {"right_longer_name"} & set(found)
    assert all(item.case.steps[0].additions for id_, item in found.items() if id_ not in more)


def test_what_stands_alone_and_what_a_server_may_pass_over_have_their_own() -> None:
    """An empty list has no tool; a tool whose type is named is demanded, so that it has to be there."""
    found = asked("anthropic-messages")
    assert found["right_alone_tools"].case.steps[0].additions == ("/tools as an empty list",)
    (step,) = found["right_called_type"].case.steps
    assert step.additions == ("/tools/*/type",)
    assert step.choice is not None
    assert step.choice.name == found["right_called_type"].case.tools[0].name
    loading = asked("ollama-chat")["right_alone_messages"].case.steps[0]
    assert loading.additions == ("/messages as an empty list",)
    assert not any("_alone_" in one or "_called_" in one for one in asked("openai-chat"))


def test_marks_of_a_call_and_its_result_stand_beside_one() -> None:
    """In one request, whose history they are of; no format but Anthropic's has any."""
    (step,) = asked("anthropic-messages")["right_members_returned"].case.steps
    first, *marks = step.additions
    assert first == RESULT
    assert marks == [
        f"/messages/*/content of a {kind} with cache_control"
        for kind in ("tool_result", "tool_use")
    ]
    asking = [name for name in DIALECTS if "right_members_returned" in asked(name)]
    assert asking == ["anthropic-messages"]


@pytest.mark.parametrize(
    ("name", "asks"),
    [("anthropic-messages", True), ("gemini-generate", True), ("openai-chat", False)],
)
def test_a_longer_name_is_asked_where_the_format_takes_it(name: str, *, asks: bool) -> None:
    """It may be refused, and is demanded: what else comes is another tool."""
    found = asked(name).get("right_longer_name")
    assert (found is not None) == asks
    if found is not None:
        (step,) = found.case.steps
        assert step.expect.may_refuse
        assert step.choice is not None
        assert [tool.name for tool in found.case.tools] == [step.choice.name] == [LONGER_NAME]
        assert LONGER_NAME in (step.user or "")


def test_the_last_of_many_tools_is_demanded() -> None:
    """And so is the first."""
    assert all(asked("openai-chat")[f"right_{key}"].case.steps[0].choice for key in OF_MANY)


def test_calls_without_ids_are_asked_where_a_result_may_go_by_its_tool() -> None:
    """Ollama's page on tools has them so, and Google's SDK; elsewhere the id is what pairs the two."""
    for name in DIALECTS:
        found = asked(name).get("right_history")
        if found is not None:
            added = found.case.steps[0].additions
            assert (UNNUMBERED in added) == (name in {"gemini-generate", "ollama-chat"}), name


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of forms."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(RIGHT_REQUESTS.items([target("openai-chat")], others))


def test_what_was_asked_before_is_asked_of_its_cassettes(tmp_path: Path) -> None:
    """Those whose answers a folder keeps, and no others."""
    suites, first = load_suites(), asked("openai-chat")["right_members"]
    assert not list(RIGHT_REQUESTS.kept([target("openai-chat")], suites, tmp_path))
    kept = tmp_path / first.cassette
    kept.parent.mkdir(parents=True)
    kept.write_bytes(dump({}))
    found = list(RIGHT_REQUESTS.kept([target("openai-chat")], suites, tmp_path))
    assert [item.case.id for item in found] == [first.case.id]
