"""Roles of a history: what each format knows, and the order two of them demand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.model.conversation import Json, JsonObject

Judge = Callable[..., list[tuple[str, str, str]]]


def messages(*roles: str) -> JsonObject:
    """Return a body whose messages have these roles and a text each."""
    said: list[Json] = [{"role": role, "content": [{"text": "Hello."}]} for role in roles]
    return {"model": "m", "messages": said}


@pytest.mark.parametrize(
    ("roles", "pointers"),
    [
        (("user",), []),
        (("user", "assistant", "user"), []),
        (("system", "user", "assistant", "system", "user"), []),
        (("assistant", "user"), ["request/messages/0/role"]),
        (("user", "user"), ["request/messages/1/role"]),
        (("user", "assistant", "assistant", "user"), ["request/messages/2/role"]),
    ],
)
def test_bedrock_alternates(told: Judge, roles: tuple[str, ...], pointers: list[str]) -> None:
    """On Converse the user begins and the two sides take turns, the system aside."""
    found = told("bedrock-converse", messages(*roles))
    assert [pointer for _, _, pointer in found] == pointers


def test_two_of_the_assistant_in_a_row_are_an_info(told: Judge) -> None:
    """Bedrock has answered to them; it has not been seen to answer to two of the user."""
    roles = ("user", "assistant", "assistant", "user", "user")
    assert [grave for _, grave, _ in told("bedrock-converse", messages(*roles))] == ["info"]
    assert [grave for _, grave, _ in told("bedrock-converse", messages(*roles[3:]))] == ["error"]


@pytest.mark.parametrize(
    ("name", "role", "rules"),
    [
        ("openai-chat", "developer", []),
        ("openai-chat", "model", ["TC744"]),
        ("anthropic-messages", "system", []),
        ("anthropic-messages", "tool", ["TC744"]),
        ("cohere-v2", "developer", ["TC744"]),
    ],
)
def test_each_format_has_its_own_roles(told: Judge, name: str, role: str, rules: list[str]) -> None:
    """A role of another format is no role here."""
    body: JsonObject = {"model": "m", "messages": [{"role": role, "content": "Hello."}]}
    assert [rule for rule, _, _ in told(name, body)] == rules


def test_a_user_after_results_is_no_fault_of_the_format(told: Judge) -> None:
    """That Mistral refuses it is a fact about Mistral, which no rule about the dialect knows."""
    call: Json = {
        "id": "abc123XYZ",
        "type": "function",
        "function": {"name": "f", "arguments": "{}"},
    }
    history: Json = [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "abc123XYZ", "content": "18 C"},
        {"role": "user", "content": "And tomorrow?"},
    ]
    assert told("openai-chat", {"model": "mistral-small-latest", "messages": history}) == []


@pytest.mark.parametrize(("kind", "found"), [(None, 1), ("message", 1), ("web_search_call", 0)])
def test_only_messages_of_responses_have_roles(told: Judge, kind: str | None, found: int) -> None:
    """Items that are no messages have no role, and need none."""
    item: JsonObject = {"role": "tool", "content": "18 C"} if found else {"id": "ws_1"}
    item |= {} if kind is None else {"type": kind}
    assert len(told("openai-responses", {"model": "m", "input": [item]})) == found


def test_gemini_takes_contents_without_a_role(told: Judge) -> None:
    """A single content may say nothing of its role."""
    assert told("gemini-generate", {"contents": {"parts": [{"text": "Hello."}]}}) == []


def test_an_item_with_a_type_of_its_own_may_have_a_role(told: Judge) -> None:
    """`additional_tools` of the developer is no message, and `additional_tools` no role."""
    tool: Json = {"type": "function", "name": "f", "parameters": {"type": "object"}}
    added: Json = {"type": "additional_tools", "role": "developer", "tools": [tool]}
    body: JsonObject = {"model": "m", "input": [{"role": "user", "content": "Hello."}, added]}
    assert told("openai-responses", body) == []


@pytest.mark.parametrize("role", ["tool", 7])
def test_a_role_of_a_message_that_is_none_is_told(told: Judge, role: Json) -> None:
    """A message of Responses has one of four roles, or a fault."""
    body: JsonObject = {"model": "m", "input": [{"role": role, "content": "Hello."}]}
    assert [rule for rule, _, _ in told("openai-responses", body)] == ["TC744"]
