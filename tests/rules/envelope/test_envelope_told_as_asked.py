"""What a response tells of its request: what is another question, and what only looks like one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.scenarios import clean

NAME = "openai-responses"
F: JsonObject = {"type": "function", "name": "f", "parameters": {}}
CITY: JsonObject = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["city"],
}
G: JsonObject = {**F, "parameters": CITY}
#: The same as OpenAI makes a strict schema of it.
STRICT: JsonObject = {**CITY, "required": ["city", "days"], "additionalProperties": False}
RENAMED: JsonObject = {"type": "object", "properties": {"place": {"type": "string"}}}
OPTIONAL: JsonObject = {**CITY, "required": []}
#: A function that is loaded by a search, and how it is told then.
LATER: JsonObject = {**G, "defer_loading": True}
LOADED: JsonObject = {"type": "namespace", "name": "f", "description": "", "tools": [G]}
SEARCH: JsonObject = {"type": "web_search"}


def told(asked: JsonObject, answer: JsonObject) -> list[str]:
    """Return where TC133 says that an answer with these members told of another request."""
    spoken = load_dialect(NAME)
    exchange = body(lambda value: value.update(answer))(clean(spoken, "plain_text", Mode.BLOCKING))
    assert exchange.request is not None
    sent = {**object_of(parse(exchange.request.body)), **asked}
    exchange = replace(exchange, request=replace(exchange.request, body=dump(sent)))
    findings = judge(spoken.decode(exchange))
    return [finding.pointer for finding in findings if finding.rule == "TC133"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"tools": [F]}, {"tools": [{**F, "strict": True, "description": None}]}),
        ({"tools": [F, SEARCH]}, {"tools": [{"type": "web_search_preview"}, F]}),
        ({"tools": []}, {"tools": [F]}),
        ({"tools": [SEARCH]}, {"tools": []}),
        ({"tools": [F]}, {"tools": None}),
        ({"tools": [F]}, {"tools": [F], "tool_choice": "auto"}),
        (
            {"tools": [F], "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [F]}},
            {"tools": [F], "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": []}},
        ),
        ({"tools": [F], "parallel_tool_calls": None}, {"tools": [F]}),
        ({"tools": [G]}, {"tools": [{**G, "parameters": STRICT, "strict": True}]}),
        ({"tools": [F]}, {"tools": [{**F, "parameters": CITY}]}),
        ({"tools": [F, F]}, {"tools": [F, F]}),
        ({"tools": [LATER]}, {"tools": [LATER]}),
        ({"tools": [LATER]}, {"tools": [LOADED]}),
        ({"tools": [LATER, SEARCH]}, {"tools": [SEARCH, LATER, LOADED]}),
        ({"metadata": {"who": "me"}}, {"metadata": {"who": "me", "region": "eu"}}),
        ({"tools": [F]}, {"tools": [F], "metadata": {"region": "eu"}}),
        ({"instructions": ""}, {"instructions": None}),
        ({"instructions": "Be brief."}, {"instructions": "Be brief."}),
        ({"temperature": 0}, {"temperature": 0.0}),
        ({"temperature": 0.7}, {"temperature": 0.699999988079071}),
        ({"temperature": 0, "top_p": 0.1}, {"temperature": None, "top_p": None}),
        ({"temperature": None}, {"temperature": 0.6}),
    ],
)
def test_what_was_asked_may_be_told_in_other_words(asked: JsonObject, answer: JsonObject) -> None:
    """Defaults that are filled in, tools of a prompt and tools of the server are no other request."""
    assert told(asked, answer) == []


@pytest.mark.parametrize(
    ("asked", "answer", "where"),
    [
        ({"tools": [F]}, {"tools": [SEARCH]}, "/tools"),
        ({"tools": [F]}, {"tools": [{"type": "function", "function": F}]}, "/tools"),
        ({"tool_choice": "none"}, {"tool_choice": "auto"}, "/tool_choice"),
        (
            {"tool_choice": {"type": "function", "name": "f"}},
            {"tool_choice": {"type": "function", "name": "g"}},
            "/tool_choice",
        ),
        ({"tools": [{**F, "description": "d"}]}, {"tools": [F]}, "/tools"),
        ({"tools": [G]}, {"tools": [{**G, "parameters": RENAMED}]}, "/tools"),
        ({"tools": [G]}, {"tools": [{**G, "parameters": OPTIONAL}]}, "/tools"),
        ({"tools": [G]}, {"tools": [{**G, "parameters": '{"type": "object"}'}]}, "/tools"),
        ({"tools": [F]}, {"tools": [F, F]}, "/tools"),
        ({"tools": [LATER]}, {"tools": [SEARCH]}, "/tools"),
        ({"tools": [LATER]}, {"tools": [{**LOADED, "name": "g"}]}, "/tools"),
        ({"tools": [LATER]}, {"tools": [{**LOADED, "tools": [F]}]}, "/tools"),
        ({"tools": [G]}, {"tools": [LOADED]}, "/tools"),
        (
            {"tools": [LATER, {**F, "name": "h"}]},
            {"tools": [LOADED, {**F, "name": "h"}, {**F, "name": "h"}]},
            "/tools",
        ),
        ({}, {"instructions": "Be a pirate."}, "/instructions"),
        ({"instructions": "Be brief."}, {"instructions": None}, "/instructions"),
        ({"metadata": {"who": "me"}}, {"metadata": {}}, "/metadata"),
        ({}, {"previous_response_id": "resp_1"}, "/previous_response_id"),
        ({"temperature": 0}, {"temperature": 1.0}, "/temperature"),
        ({"top_p": 0.1}, {"top_p": 1}, "/top_p"),
        ({"parallel_tool_calls": False}, {"parallel_tool_calls": True}, "/parallel_tool_calls"),
    ],
)
def test_another_request_is_told_of(asked: JsonObject, answer: JsonObject, where: str) -> None:
    """Tools that are gone and another choice are found where they stand."""
    assert told(asked, answer) == [where]
