"""What Cohere refuses is told from what it takes."""

from __future__ import annotations

import pytest

from toolwire.dialects.cohere_v2.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.known_refusal import found_in
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request


def found(**members: Json) -> set[str]:
    """Return what is wrong with a request that has some members."""
    body: JsonObject = {"model": "m", **members}
    request = Request("POST", "http://127.0.0.1/v2/chat", (), dump(body))
    return {one.id for one in found_in(request, KNOWN_REFUSALS)}


@pytest.mark.parametrize(
    ("member", "right", "wrong"),
    [
        ("temperature", (0, 0.3, 1), (1.01, -0.1, 2)),
        ("presence_penalty", (0, 1.0), (-1, 2)),
    ],
)
def test_numbers_are_wrong_outside_of_their_bounds(
    member: str, right: tuple[float, ...], wrong: tuple[float, ...]
) -> None:
    """The bounds themselves are taken."""
    assert all(found(**{member: value}) == set() for value in right)
    assert all(len(found(**{member: value})) == 1 for value in wrong)


def test_a_system_message_is_late_behind_another_only() -> None:
    """Several at the beginning are a beginning."""
    system: JsonObject = {"role": "system", "content": "Be brief."}
    user: JsonObject = {"role": "user", "content": "Hello"}
    assert found(messages=[system, system, user]) == set()
    assert found(messages=[system, user, system, user]) == {"late_system"}
    assert found(messages=[system]) == set()


def test_a_user_says_something() -> None:
    """A call or a result without words is something else."""
    assert found(messages=[{"role": "user", "content": ""}]) == {"empty_text"}
    assert found(messages=[{"role": "assistant", "content": ""}]) == set()


def test_a_call_is_demanded_of_tools_only() -> None:
    """NONE without tools asks for nothing that is not there."""
    assert found(tool_choice="REQUIRED") == {"required_without_tools"}
    assert found(tool_choice="REQUIRED", tools=[{}]) == set()
    assert found(tool_choice="NONE") == set()


def test_json_is_refused_beside_tools_only() -> None:
    """The text that is said without a format may be named as one."""
    tools: list[Json] = [{}]
    assert found(response_format={"type": "json_object"}, tools=tools) == {"format_beside_tools"}
    assert found(response_format={"type": "text"}, tools=tools) == set()
    assert found(response_format={"type": "json_object"}, tools=[]) == set()
