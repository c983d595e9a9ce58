"""Requests that are wrong as a whole: two calls of one id, arguments written out."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import load_dialect
from toolwire.dialects.refusal import refusal_of_body
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.wrong_wholes import WRONG_WHOLES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve.wrong_request import wrong_form
from toolwire.model.conversation import JsonObject, UserTurn
from toolwire.model.exchange import Mode, Request
from toolwire.suites import load_suites

ASKED = {
    "anthropic-messages": {"whole_repeated_ids", "whole_written_arguments"},
    "bedrock-converse": {"whole_repeated_ids", "whole_written_arguments"},
    "gemini-generate": {"whole_written_arguments"},
}


def asked(name: str) -> dict[str, Item]:
    """Return what a dialect is asked, by the ids of the cases."""
    return {one.case.id: one for one in WRONG_WHOLES.items([target(name)], load_suites())}


def request(item: Item, *, probing: bool = True) -> Request:
    """Return the request of an item, or the same without its fault."""
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),), probing=probing)


@pytest.mark.parametrize(("name", "wanted"), ASKED.items())
def test_each_is_asked_once_where_the_vendor_refuses_it(name: str, wanted: set[str]) -> None:
    """A server that takes a text hides the client's mistake."""
    items = asked(name)
    assert items.keys() == wanted
    assert {item.mode for item in items.values()} == {Mode.BLOCKING}


@pytest.mark.parametrize("name", ["openai-chat", "openai-responses", "ollama-chat", "prompted"])
def test_nothing_is_asked_of_others(name: str) -> None:
    """OpenAI has arguments as a text."""
    assert asked(name) == {}


@pytest.mark.parametrize("name", ASKED)
def test_a_correct_server_refuses_each_and_takes_it_without_its_fault(name: str) -> None:
    """Else a refusal would say nothing."""
    dialect = load_dialect(name)
    for item in asked(name).values():
        for probing in (True, False):
            sent = request(item, probing=probing)
            body = parse(sent.body)
            refused = refusal_of_body(name, body) or wrong_form(dialect, sent, body)
            assert (refused is not None) is probing


def test_a_definition_of_later_on_replaces_its_namesake() -> None:
    """Anthropic's tools of a message of the system are no second ones."""
    tool: JsonObject = {"name": "get_tide", "input_schema": {"type": "object"}}
    defined: JsonObject = {"type": "tool_definition", "definition": tool}
    added: JsonObject = {"type": "tool_addition", "tool": defined}
    body: JsonObject = {"tools": [tool], "messages": [{"role": "system", "content": [added]}]}
    assert refusal_of_body("anthropic-messages", body) is None
    assert refusal_of_body("anthropic-messages", {**body, "tools": [tool, tool]}) is not None
