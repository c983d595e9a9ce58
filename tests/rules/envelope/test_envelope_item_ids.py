"""Ids of the items of an answer: which are two of one, and which may be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.scenarios import clean

NAME = "openai-responses"
CALL: JsonObject = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "get_time"}
THOUGHT: JsonObject = {"type": "reasoning", "id": "rs_1", "summary": []}
SAID: JsonObject = {"type": "message", "id": "msg_1", "role": "assistant", "content": []}
TOLD: JsonObject = {"type": "summary_text", "text": "The user greets me."}


def found(output: list[Json], sent: list[Json]) -> list[str]:
    """Return where TC154 accuses an answer of these items, to a request with those."""
    spoken = load_dialect(NAME)
    exchange = clean(spoken, "plain_text", Mode.BLOCKING)
    exchange = body(lambda told: told.update(output=output))(exchange)
    assert exchange.request is not None
    asked = {**object_of(parse(exchange.request.body)), "input": sent}
    exchange = replace(exchange, request=replace(exchange.request, body=dump(asked)))
    findings = judge(spoken.decode(exchange))
    return [one.pointer for one in findings if one.rule == "TC154"]


@pytest.mark.parametrize(
    ("output", "sent", "where"),
    [
        ([CALL, {**CALL, "call_id": "call_2"}], [], ["/output/1/id"]),
        ([THOUGHT, THOUGHT, CALL], [], ["/output/1/id"]),
        ([SAID, CALL], [THOUGHT, CALL], ["/output/1/id"]),
        ([SAID, CALL], [{"role": "user", "content": "Hi."}], []),
        ([THOUGHT, CALL, {**THOUGHT, "summary": [TOLD]}], [], []),
        ([{**CALL, "id": None}, {**CALL, "id": None}], [], []),
        ([{**CALL, "id": ""}, {**CALL, "id": ""}], [], []),
        ([SAID], [{"type": "item_reference", "id": "msg_1"}], []),
        ([{"type": "web_search_call", "id": "ws_1"}] * 2, [], []),
        ([{**CALL, "type": ["function_call"]}] * 2, [], []),
    ],
)
def test_two_items_of_one_id_are_found(
    output: list[Json], sent: list[Json], where: list[str]
) -> None:
    """A thought that goes on, items without an id and items of the server's tools are let be."""
    assert found(output, sent) == where
