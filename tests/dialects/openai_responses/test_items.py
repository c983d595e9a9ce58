"""Items besides functions: what answers what, what brings tools, and what is the server's own."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.dialects.openai_responses.items import ASKING, ITEMS, PAIRS, ItemKind, kind_of
from toolwire.dialects.openai_responses.message import CALLS
from toolwire.dialects.openai_responses.request import read_request
from toolwire.dialects.openai_responses.sent import history
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response

TOOL: JsonObject = {"type": "function", "name": "f", "parameters": {"type": "object"}}


def words(kind: ItemKind) -> set[str]:
    """Return the types of items that are of a kind."""
    return {name for name, held in ITEMS.items() if held is kind}


def test_the_tables_agree() -> None:
    """What asks has what answers it, and calls are those that are decoded as calls."""
    assert words(ItemKind.CALL) == set(CALLS)
    assert words(ItemKind.ANSWERED) == set(PAIRS)
    assert words(ItemKind.ASKED) == set(ASKING)
    assert {f"{name}_output" for name in CALLS} == words(ItemKind.OUTPUT)


@pytest.mark.parametrize("kind", [*sorted(ITEMS.keys() - CALLS.keys()), "of_a_later_version"])
def test_only_functions_and_custom_tools_are_calls(kind: str) -> None:
    """Any other item with a name and arguments is not the client's to run by name."""
    item: Json = {"type": kind, "id": "i", "call_id": "c", "name": "f", "arguments": "{}"}
    body: JsonObject = {"object": "response", "status": "completed", "output": [item]}
    response = Response(200, (("content-type", "application/json"),), dump(body))
    exchange = Exchange(None, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    assert load_dialect("openai-responses").decode(exchange).reply.tool_calls == ()


@pytest.mark.parametrize("kind", [7, None, ["message"]])
def test_a_type_that_is_no_word_is_no_kind(kind: Json) -> None:
    """Hostile types are passed over; no type at all is a message."""
    assert kind_of({"type": kind}) is None
    assert kind_of({}) is ItemKind.MESSAGE


def pairs(*items: JsonObject, **members: Json) -> tuple[list[str | None], list[str | None]]:
    """Return the ids that an input asks by, and those it answers."""
    steps = list(history({"input": [*items], **members}))
    asked = [part.id for step in steps for part in step.asked]
    return asked, [part.id for step in steps for part in step.answered]


def test_what_answers_is_found_by_its_own_member() -> None:
    """A permission by the id of the request, a shell by either of its ids, the rest by call_id."""
    assert pairs(
        {"type": "mcp_approval_request", "id": "mcpr_1", "call_id": "c"},
        {"type": "mcp_approval_response", "approval_request_id": "mcpr_1"},
    ) == (["mcpr_1"], ["mcpr_1"])
    assert pairs(
        {"type": "local_shell_call", "id": "lsh_1", "call_id": "c1"},
        {"type": "local_shell_call_output", "id": "c1"},
    ) == (["c1", "lsh_1"], ["c1"])
    assert pairs(
        {"type": "computer_call", "id": "cu_1", "call_id": "c1"},
        {"type": "computer_call_output", "id": "o", "call_id": "c1"},
    ) == (["c1"], ["c1"])


def test_a_search_of_the_servers_own_answers_nobody() -> None:
    """It has no call_id, on either side."""
    assert pairs(
        {"type": "tool_search_call", "execution": "server", "call_id": None},
        {"type": "tool_search_output", "execution": "server", "call_id": None, "tools": []},
    ) == ([], [])


@pytest.mark.parametrize("member", ["previous_response_id", "conversation"])
def test_what_the_server_keeps_is_not_missed(member: str) -> None:
    """An answer to what an earlier response asked stands alone in the input."""
    answer: JsonObject = {"type": "computer_call_output", "call_id": "c1"}
    assert pairs(answer, **{member: "kept"}) == ([], [])
    assert pairs({"type": "item_reference", "id": "cu_1"}, answer) == ([], [])


@pytest.mark.parametrize("kind", ["additional_tools", "tool_search_output"])
def test_tools_that_come_with_the_input_are_offered(kind: str) -> None:
    """A developer may add tools on the way, and a tool search finds some."""
    item: JsonObject = {"type": kind, "role": "developer", "tools": [TOOL]}
    body: JsonObject = {"model": "m", "input": [{"role": "user", "content": "Hi."}, item]}
    conversation = read_request(Request("POST", "https://x.invalid/responses", (), dump(body)))
    assert conversation is not None
    assert [tool.name for tool in conversation.tools] == ["f"]
