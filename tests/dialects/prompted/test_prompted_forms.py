"""What the prompted dialect reads of strangers, and what it leaves to others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect, openai_chat
from toolwire.dialects.dialect import Answer, PlannedCall, Refusal
from toolwire.dialects.prompted import DIALECT
from toolwire.io.json_text import dump
from toolwire.jobs.lint.detect import detect
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Request, Response

URL = "https://llm.example.invalid/v1/chat/completions"
ENDPOINT = Endpoint("https://llm.example.invalid/v1", "m1")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
ASK = Conversation((UserTurn("Weather?"),), (Tool("w", "Weather.", {"type": "object"}),))
CALL = PlannedCall("w", {"city": "Rome"})
CALL_FORM: Json = {"tool_name": "bash", "arguments": {"command": "ls"}}
#: A prompt in the manner of seed 002, in other words.
STRANGER = """
You can reach some tools.

Available Tools:

find_page:
  Description: Find a page
  Parameters:
    - query (string): What to look for
    - limit (integer, required): How many
    - strange (any):

plain:
  Description: "quoted" and done

IMPORTANT: For a tool, reply with ONLY a JSON object in this exact format:
{"tool_name": "find_page", "arguments": {"query": "what you look for"}}
"""


def request_of(*messages: tuple[str, str | None], **more: Json) -> Request:
    """Write a stranger's request."""
    listed: Json = [{"role": role, "content": content} for role, content in messages]
    return Request("POST", URL, (), dump({"model": "m", "messages": listed, **more}))


def exchange(request: Request | None, answer: Answer) -> Exchange:
    """Let Chat Completions' own responder answer."""
    asked = request or request_of(("user", "?"))
    return Exchange(request, openai_chat.DIALECT.respond(asked, answer), EVIDENCE)


def test_the_seeds_prompt_is_read() -> None:
    """Tools listed as the seed lists them are read with types, descriptions and requirement."""
    found = DIALECT.read_request(request_of(("system", STRANGER), ("user", "Hi")))
    assert found is not None
    assert found.system == "\nYou can reach some tools."
    listed = {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What to look for"},
            "limit": {"type": "integer", "description": "How many"},
            "strange": {},
        },
        "required": ["limit"],
    }
    assert found.tools == (
        Tool("find_page", "Find a page", listed),
        Tool("plain", '"quoted" and done'),
    )
    assert (found.choice, found.parallel) == (None, None)


@pytest.mark.parametrize("head", ["Tool result: ", "Tool execution result:\n"])
def test_the_seeds_results_are_read_after_a_call(head: str) -> None:
    """The user's text is a result only behind the one call it answers."""
    call = '{"tool_name": "w", "arguments": {}}'
    messages = [("user", "?"), ("assistant", call), ("user", f"{head}18 C")]
    found = DIALECT.read_request(request_of(*messages))
    assert found is not None
    assert found.turns[2] == ResultsTurn((ToolResult(None, "w", "18 C"),))
    other = DIALECT.read_request(request_of(("assistant", "Yes."), ("user", f"{head}18 C")))
    assert other is not None
    assert other.turns[1] == UserTurn(f"{head}18 C")


def test_words_that_only_begin_like_results_are_the_users() -> None:
    """A text whose lines are not all results is what the user said."""
    for text in ("Tool results:\nfine", 'Tool results:\n{"result": 1}', "Tool results:\n"):
        found = DIALECT.read_request(request_of(("user", text)))
        assert found is not None
        assert found.turns == (UserTurn(text),)


def test_a_request_with_native_tools_is_not_ours() -> None:
    """A prompt that describes tools beside native ones stays Chat Completions'."""
    tool: Json = {"type": "function", "function": {"name": "w"}}
    native = request_of(("system", STRANGER), ("user", "Hi"), tools=[tool])
    both = exchange(native, Answer(text="Hi."))
    assert DIALECT.recognise(both).confidence == 0.0
    assert detect(both).dialect == "openai-chat"
    found = DIALECT.read_request(native)
    assert found is not None
    assert [tool.name for tool in found.tools] == ["w"]


@pytest.mark.parametrize(
    "request_body",
    [
        None,
        request_of(("user", "Hi")),
        request_of(("system", "Available Tools: none"), ("user", '{"tool_name": 1, "arguments"')),
        request_of(("user", "Hi"), note='Available Tools: "tool_name" "arguments"'),
        Request("POST", URL, (), b'{"messages": "Available Tools: tool_name'),
        Request("POST", URL, (), b'["Available Tools: tool_name"]'),
        Request("POST", URL, (), b'{"messages": [1], "Available Tools:": "tool_name"}'),
    ],
    ids=range(7),
)
def test_ordinary_chat_is_not_ours(request_body: Request | None) -> None:
    """Without a system prompt of our form nothing is claimed."""
    assert DIALECT.recognise(exchange(request_body, Answer(text="Hi."))).confidence == 0.0


#: How agents speak of tools whose calls are of another form.
AGENTS = (
    f"Use XML. Available Tools: bash, edit.\nNever write {dump(CALL_FORM).decode()}.",
    f"Available Tools:\n- bash: runs a command\n\nReply with {dump(CALL_FORM).decode()}",
    f"Available Tools:\n\nRules:\nNever write {dump(CALL_FORM).decode()}",
)


@pytest.mark.parametrize("prompt", AGENTS, ids=range(len(AGENTS)))
def test_a_prompt_that_speaks_of_tools_in_another_form_is_not_ours(prompt: str) -> None:
    """The words alone do not make a call of the JSON that an agent writes."""
    asked = request_of(("system", prompt), ("user", "Hi"))
    assert detect(exchange(asked, Answer(text=dump(CALL_FORM).decode()))).dialect == "openai-chat"


def test_what_the_user_quotes_is_not_our_prompt() -> None:
    """Only the system prompt describes tools."""
    asked = request_of(("user", STRANGER))
    assert detect(exchange(asked, Answer(text="Hi."))).dialect == "openai-chat"


@pytest.mark.parametrize("name", ["anthropic-messages", "openai-responses", "ollama-chat"])
def test_path_and_answer_outrank_the_prompt(name: str) -> None:
    """At the path of another format, with its answer or an error, a prompt says nothing."""
    native = load_dialect(name)
    wanted = native.encode(Conversation((UserTurn("Hi"),)), ENDPOINT)
    asked = Request("POST", wanted.url, (), request_of(("system", STRANGER), ("user", "Hi")).body)
    answered = native.respond(wanted, Answer(text="Hi."))
    for response in (answered, Response(500, (), b'{"error": {"message": "down"}}')):
        assert detect(Exchange(asked, response, EVIDENCE)).dialect == name
    by_answer = Exchange(Request("POST", "", (), asked.body), answered, EVIDENCE)
    assert detect(by_answer).dialect == name


def test_structured_calls_outrank_the_prompt() -> None:
    """A server that answers in tool_calls was asked for them, whatever the prompt says."""
    asked = request_of(("system", STRANGER), ("user", "Hi"))
    assert detect(exchange(asked, Answer(calls=(CALL,)))).dialect == "openai-chat"
    quoted = exchange(asked, Answer(text='It says "tool_calls": [] there.'))
    assert detect(quoted).dialect == "prompted"


def test_our_own_traffic_is_ours() -> None:
    """The seed's prompt and ours are told from plain Chat Completions."""
    ours = DIALECT.encode(ASK, ENDPOINT)
    for request in (ours, request_of(("system", STRANGER), ("user", "Hi"))):
        assert detect(exchange(request, Answer(text="Hi."))).dialect == "prompted"


@pytest.mark.parametrize(
    ("content", "text", "calls"),
    [
        ('```json\n{"tool_name": "w", "arguments": {"a": 1}}\n```', None, 1),
        ('I look.\n{"tool_name": "w", "arguments": {"a": 1}}', "I look.", 1),
        ('{"tool_name": "w", "arguments": "a"}', None, 1),
        ('{"tool_name": "w"}', '{"tool_name": "w"}', 0),
        ('{"answer": 42}', '{"answer": 42}', 0),
        ("", "", 0),
        (None, None, 0),
    ],
)
def test_what_is_a_call(content: str | None, text: str | None, calls: int) -> None:
    """One object with a name and arguments is a call, fenced or in prose; other text is text."""
    message: Json = {"role": "assistant", "content": content}
    choice: Json = {"index": 0, "message": message, "finish_reason": "stop"}
    reading = DIALECT.decode(
        Exchange(None, Response(200, (), dump({"choices": [choice]})), EVIDENCE)
    )
    assert (reading.reply.text, len(reading.reply.tool_calls)) == (text, calls)
    assert reading.reply.unread == ()


def test_two_calls_outside_an_array_are_reported() -> None:
    """Two objects are no call; they stay in the text and are named."""
    one = '{"tool_name": "w", "arguments": {}}'
    request = DIALECT.encode(ASK, ENDPOINT)
    reply = DIALECT.decode(exchange(request, Answer(text=f"{one}\n{one}"))).reply
    assert (reply.text, reply.tool_calls) == (f"{one}\n{one}", ())
    assert len(reply.unread) == 2


def test_structured_calls_are_kept() -> None:
    """A server that sends structured calls all the same is observed, not overruled."""
    request = DIALECT.encode(ASK, ENDPOINT)
    reply = DIALECT.decode(exchange(request, Answer(calls=(CALL,)))).reply
    assert [(call.name, call.id is None) for call in reply.tool_calls] == [("w", False)]
    assert reply.echo is not None


@pytest.mark.parametrize("stream", [False, True])
def test_a_refusal_is_chat_completions_own(*, stream: bool) -> None:
    """Errors have status and body of the envelope, in both modes."""
    request = DIALECT.encode(replace(ASK, stream=stream), ENDPOINT)
    response = DIALECT.respond(request, Answer(refusal=Refusal(422, "invalid_request", "No.")))
    reading = DIALECT.decode(Exchange(request, response, EVIDENCE))
    assert response.status == 422
    assert reading.reply.error is not None
    assert reading.reply.error.message == "No."
    assert DIALECT.facets(reading)["error_field"] == "error{message,type,param,code}"


def test_what_cannot_be_carried_is_left_out() -> None:
    """Ids, `strict`, the deprecated lane and a choice without tools do not reach the wire."""
    calls = (ToolCall("w", "call_1", {}, "{}"),)
    results = ResultsTurn((ToolResult("call_1", "w", "18 C"),))
    rich = Conversation(
        (UserTurn("?"), AssistantTurn(None, calls), results),
        (Tool("w", None, None, strict=True),),
        legacy=True,
    )
    request = DIALECT.encode(rich, ENDPOINT)
    assert b"call_1" not in request.body
    assert b"strict" not in request.body
    assert b"functions" not in request.body
    bare = Conversation((UserTurn("?"),), choice=ToolChoice(ChoiceMode.REQUIRED), parallel=True)
    found = DIALECT.read_request(DIALECT.encode(bare, ENDPOINT))
    assert found == Conversation((UserTurn("?"),))


def test_facets_show_where_things_are() -> None:
    """Call, definition and result are shown in the text, framing and stop in the envelope."""
    history = (
        UserTurn("?"),
        AssistantTurn("So.", (ToolCall("w", None, {}),)),
        ResultsTurn((ToolResult(None, "w", "18 C"),)),
    )
    request = DIALECT.encode(replace(ASK, turns=history, stream=True), ENDPOINT)
    response = DIALECT.respond(request, Answer(text="So.", calls=(PlannedCall("w", {}),)))
    assert DIALECT.facets(DIALECT.decode(Exchange(request, response, EVIDENCE))) == {
        "call_field": "choices[].message.content",
        "arguments": "object",
        "no_arguments": "{}",
        "id_field": "absent",
        "stop_field": "choices[].finish_reason",
        "stop_on_call": "stop",
        "text_beside_call": "text",
        "definition_field": "system prompt",
        "schema_field": "Parameters",
        "result_field": "role: user",
        "result_id_field": "absent",
        "framing": "SSE, data only, [DONE]",
    }
    plain = DIALECT.decode(exchange(request_of(("user", "Hi")), Answer(text="Hi.")))
    assert DIALECT.facets(plain) == {"stop_field": "choices[].finish_reason"}
