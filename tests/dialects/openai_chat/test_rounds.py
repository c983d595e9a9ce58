"""Choices whose message is several: what a server's own tools were called for."""

from __future__ import annotations

from toolwire.dialects.openai_chat import DIALECT
from toolwire.dialects.openai_chat.rounds import calls_for_clients, messages_of
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.rules import judge

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
URL = "https://gateway.invalid/v1/chat/completions"

LAST: JsonObject = {"role": "assistant", "content": "One port: Oban.", "refusal": None}


def call(identity: str, name: str) -> JsonObject:
    """Write a call of a message."""
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": "{}"}}


def ran(*more: JsonObject) -> JsonObject:
    """Write a choice whose first call the server has run itself, and calls that it has not."""
    first: JsonObject = {
        "role": "assistant",
        "content": "",
        "tool_calls": [call("a", "list_ports")],
    }
    result: JsonObject = {"role": "tool", "tool_call_id": "a", "content": "Oban"}
    last: JsonObject = {"role": "assistant", "content": "One port: Oban."}
    if more:
        last["tool_calls"] = list(more)
    messages: list[Json] = [first, result, last]
    return {"index": 0, "finish_reason": "tool_calls" if more else "stop", "messages": messages}


def test_a_call_with_its_result_is_the_servers_own() -> None:
    """Only a call without a result is left for the client, with its place."""
    assert not list(calls_for_clients(ran(), ""))
    (left,) = calls_for_clients(ran(call("b", "get_tide")), "/choices/0")
    whole = dump({"choices": [ran(call("b", "get_tide"))]})
    reply = DIALECT.decode(Exchange(None, Response(200, (), whole), EVIDENCE)).reply
    assert (reply.tool_calls, reply.echo) == ((left,), None)
    assert (left.name, left.pointer) == ("get_tide", "/choices/0/messages/2/tool_calls/0")


def test_a_message_is_read_where_it_stands() -> None:
    """Only where there is no message are several looked for."""
    alone: JsonObject = {"message": {"content": "hi"}, "messages": ran()["messages"]}
    assert list(messages_of(alone, "/c")) == [({"content": "hi"}, "/c/message")]
    assert [where for _, where in messages_of(ran(), "/c")] == ["/c/messages/0", "/c/messages/2"]
    assert list(messages_of({}, "/c")) == [({}, "/c/message")]


def test_the_answer_is_read_and_accused_of_nothing() -> None:
    """Its text is that of the model's messages, and the form is a vendor's own: no rule speaks."""
    body: JsonObject = {
        "id": "cmpl-1",
        "object": "chat.multi_completion",
        "created": 1779444349,
        "model": "m",
        "choices": [ran()],
        "usage": {"prompt_tokens": 90, "completion_tokens": 20, "total_tokens": 110},
    }
    asked: JsonObject = {
        "model": "m",
        "messages": [{"role": "user", "content": "Which ports are there?"}],
        "tools": [{"type": "connector", "connector_id": "ports"}],
    }
    kind = (("Content-Type", "application/json"),)
    request = Request("POST", URL, kind, dump(asked))
    reading = DIALECT.decode(Exchange(request, Response(200, kind, dump(body)), EVIDENCE))
    alone = Exchange(None, Response(200, kind, dump(body)), EVIDENCE)
    assert DIALECT.recognise(alone).confidence == 0.95
    assert (reading.mode, reading.reply.text) == (Mode.BLOCKING, "One port: Oban.")
    assert not reading.reply.tool_calls
    assert not [found for found in judge(reading) if found.severity.name != "INFO"]
    told = dump({**body, "choices": [{"index": 0, "finish_reason": "stop", "message": LAST}]})
    (found,) = [
        found
        for found in judge(DIALECT.decode(Exchange(request, Response(200, kind, told), EVIDENCE)))
        if found.severity.name != "INFO"
    ]
    assert (found.rule, found.pointer) == ("TC101", "/object")
