"""What a request has left in its text, or asks for otherwise, and where that ends."""

from __future__ import annotations

import json

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.rules import judge

CHAT = "https://example.com/v1/chat/completions"
ASKS: JsonObject = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}
TOOLS: Json = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]
CALL: JsonObject = {"id": "a1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
LONG = " ".join(f"and then there were {number} of them in the house" for number in range(10))


def told(
    rule: str, asked: JsonObject, answer: bytes, status: int = 200, dialect: str = "openai-chat"
) -> list[str]:
    """Return the severities at which a rule speaks of an answer."""
    body = json.dumps({**ASKS, **asked}).encode()
    kind = "text/event-stream" if asked.get("stream") else "application/json"
    exchange = Exchange(
        Request("POST", CHAT, (("content-type", "application/json"),), body),
        Response(status, (("content-type", kind),), answer),
        Evidence(EvidenceLevel.RECORDED, "test"),
    )
    findings = judge(load_dialect(dialect).decode(exchange))
    return [str(one.severity) for one in findings if one.rule == rule]


def said(text: str, end: str = "stop", count: int = 8, **members: Json) -> bytes:
    """Return an answer of Chat Completions."""
    message = {"role": "assistant", "content": text, **members}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": end}
    usage = {"prompt_tokens": 10, "completion_tokens": count, "total_tokens": 10 + count}
    return json.dumps(
        {
            "id": "c",
            "object": "chat.completion",
            "created": 1763683200,
            "model": "m",
            "choices": [choice],
            "usage": usage,
        }
    ).encode()


@pytest.mark.parametrize(
    ("rule", "member", "asks", "refuses", "text", "calls"),
    [
        ("TC415", "include_stop_str_in_output", True, False, "One END", False),
        ("TC415", "no_stop_trim", True, False, "One END", False),
        ("TC506", "skip_special_tokens", False, True, "One<|im_end|>", False),
        ("TC508", "reasoning_format", "none", "deepseek", "<think>a</think>", True),
        ("TC508", "separate_reasoning", False, True, "<think>a</think>", True),
    ],
)
def test_what_was_asked_for_is_no_fault(
    rule: str, member: str, asks: Json, refuses: Json, text: str, *, calls: bool
) -> None:
    """Of the same answer to another value, and to none, the rule speaks as ever."""
    asked: JsonObject = {"stop": ["END"], **({"tools": TOOLS} if calls else {})}
    answer = said(text, "tool_calls", tool_calls=[CALL]) if calls else said(text)
    assert told(rule, {**asked, member: asks}, answer) == []
    assert told(rule, {**asked, member: refuses}, answer)
    assert told(rule, asked, answer)


@pytest.mark.parametrize("rule", ["TC165", "TC421"])
def test_words_that_an_answer_went_on_with_were_not_generated(rule: str) -> None:
    """Only where the request ends with them, and the answer begins so."""
    user: JsonObject = {"role": "user", "content": "Hi"}
    prefix: JsonObject = {"role": "assistant", "content": LONG}
    asked: JsonObject = {"max_tokens": 8, "messages": [user, prefix]}
    assert told(rule, asked, said(f"{LONG} which stood on a hill", "length")) == []
    assert told(rule, asked, said(f"{LONG} {LONG}", "length"))
    assert told(rule, asked, said(f"Well, {LONG}", "length"))
    assert told(rule, {**asked, "messages": [user]}, said(LONG, "length"))


def chunks(*counts: int | None) -> bytes:
    """Return a stream that tells so many tokens in each chunk, the last of which has no choices."""
    lines = []
    for number, count in enumerate(counts):
        last = number == len(counts) - 1
        delta: JsonObject = {"content": "a"} if number else {"role": "assistant", "content": ""}
        end = "stop" if number == len(counts) - 2 else None
        choice: JsonObject = {"index": 0, "delta": delta, "finish_reason": end}
        usage: JsonObject = {
            "prompt_tokens": 1,
            "completion_tokens": count,
            "total_tokens": 1 + (count or 0),
        }
        chunk: JsonObject = {
            "id": "c",
            "object": "chat.completion.chunk",
            "created": 1763683200,
            "model": "m",
            "choices": [] if last else [choice],
            "usage": None if count is None else usage,
        }
        lines.append(f"data: {json.dumps(chunk)}\n\n")
    return ("".join(lines) + "data: [DONE]\n\n").encode()


def test_counts_in_every_chunk_may_be_asked_for() -> None:
    """The last chunk has them all the same."""
    asked: JsonObject = {"stream": True, "stream_options": {"include_usage": True}}
    running: JsonObject = {
        "stream": True,
        "stream_options": {"include_usage": True, "continuous_usage_stats": True},
    }
    assert told("TC911", running, chunks(0, 1, 2, 2)) == []
    assert told("TC911", asked, chunks(0, 1, 2, 2))
    assert told("TC911", running, chunks(0, 1, 2, None))
    assert told("TC911", running, chunks(None, None, None, None))


def test_an_answer_that_is_put_off_is_told_and_no_more() -> None:
    """202 without a body is none; with one it is an answer under another status."""
    assert told("TC117", {}, b"", 202) == ["info"]
    assert told("TC009", {}, b"", 202) == []
    assert told("TC009", {}, said("Hi"), 202) == ["warning"]
    assert told("TC117", {}, b"", 200) == ["error"]
    assert told("TC003", {"stream": True}, b"", 202, "openai-responses") == []
    assert told("TC003", {"stream": True}, b"", 200, "openai-responses") == ["error"]


SCHEMA: JsonObject = {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}
WANT: JsonObject = {
    "input": "Do",
    "text": {"format": {"type": "json_schema", "name": "x", "strict": True, "schema": SCHEMA}},
}


def messages(*parts: tuple[str | None, str]) -> bytes:
    """Return an answer of Responses, a message for each phase and text."""
    output = [
        {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "phase": phase,
            "content": [{"type": "output_text", "text": text, "annotations": []}],
        }
        for number, (phase, text) in enumerate(parts)
    ]
    return json.dumps(
        {"id": "r", "object": "response", "status": "completed", "output": output}
    ).encode()


@pytest.mark.parametrize(
    ("parts", "severity"),
    [
        ([("commentary", "Look {here}."), ("final_answer", '{"a": "b"}')], []),
        ([("commentary", '{"b": 1}'), ("final_answer", '{"a": "b"}')], []),
        ([("commentary", "Look {here}.")], []),
        ([("commentary", "Look."), ("final_answer", 'So: {"a": "b"}')], ["warning"]),
        ([("commentary", "Look."), ("final_answer", '{"b": 1}')], ["warning"]),
        ([(None, "Look {here}."), ("final_answer", '{"a": "b"}')], ["warning"]),
    ],
)
def test_a_remark_need_not_fit_the_schema(
    parts: list[tuple[str | None, str]], severity: list[str]
) -> None:
    """A message that is marked as said on the way to the answer; the answer itself does."""
    assert told("TC520", WANT, messages(*parts), dialect="openai-responses") == severity


SHOWN = '{"name": "f", "arguments": {}}'


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (f"So:\n```json\n{SHOWN}\n```\nand the server runs it.", ["info"]),
        (f"It is `<tool_call>{SHOWN}</tool_call>` in Qwen.", ["info"]),
        (f"So:\n```json\n{SHOWN}\n```", ["error"]),
        (f"```json\n{SHOWN}\n```\nand the server runs it.", ["error"]),
        (f"So:\n```json\n{SHOWN}\n```\n```json\n{SHOWN}\n```", ["error"]),
        (f"So:\n<tool_call>\n{SHOWN}\n</tool_call>\nand on.", ["error"]),
    ],
)
def test_a_call_that_is_shown_amid_words_is_told_and_no_more(
    text: str, severity: list[str]
) -> None:
    """A model that is asked how a call is written says so; one that means it ends with it."""
    assert told("TC502", {"tools": TOOLS}, said(text)) == severity


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The `<think>` tag marks thoughts.", False),
        ('They write "</think>" behind them.', False),
        ("So:\n```\n<think>\nhm\n</think>\n```\nNow I call f.", False),
        ("<think>hm</think> The `<think>` tag", True),
        ("The `<think>` tag.\nhm\n</think>", True),
    ],
)
def test_marks_of_thoughts_may_be_spoken_of(text: str, *, found: bool) -> None:
    """Quoted ones are; one that is not quoted is a leak, whatever stands beside it."""
    answer = said(text, "tool_calls", tool_calls=[CALL])
    assert bool(told("TC508", {"tools": TOOLS}, answer)) is found


def test_a_schema_binds_where_the_request_says_so() -> None:
    """OpenAI: with strict the model follows the schema always, and it is off unless asked for."""
    for strict, severity in ((True, "warning"), (False, "info"), (None, "info")):
        form: JsonObject = {"name": "x", "schema": SCHEMA, "strict": strict}
        asked: JsonObject = {"response_format": {"type": "json_schema", "json_schema": form}}
        assert told("TC520", asked, said('{"b": 1}')) == [severity]
        assert told("TC520", asked, said('So: {"a": "b"}')) == ["warning"]


@pytest.mark.parametrize(
    ("item", "severity"),
    [
        ({"id": "r_1", "type": "mcp_approval_request", "name": "f", "arguments": "{}"}, ["info"]),
        ({"id": "sh_1", "type": "shell_call", "call_id": "c", "action": {}}, ["info"]),
        ({"id": "rs_1", "type": "reasoning", "summary": []}, ["warning"]),
    ],
)
def test_beside_the_use_of_a_tool_a_text_may_be_said_on_the_way(
    item: JsonObject, severity: list[str]
) -> None:
    """A question for approval is no answer, and what stands before it need not fit."""
    body = json.loads(messages((None, "I look at {it}.")))
    body["output"].append({**item, "status": "completed"})
    assert told("TC520", WANT, json.dumps(body).encode(), dialect="openai-responses") == severity


def test_a_reply_that_says_it_ends_in_calls_answers_in_no_text() -> None:
    """What is lost is a call, which another rule tells; the text was to be its arguments."""
    form: JsonObject = {"name": "x", "schema": SCHEMA, "strict": True}
    asked: JsonObject = {"response_format": {"type": "json_schema", "json_schema": form}}
    body = json.loads(said('{"b": 1}'))
    assert told("TC520", asked, json.dumps(body).encode()) == ["warning"]
    body["choices"][0]["finish_reason"] = "tool_calls"
    assert told("TC520", asked, json.dumps(body).encode()) == []
    assert told("TC404", asked, json.dumps(body).encode()) == ["error"]


def test_a_refusal_fits_no_schema() -> None:
    """Also one that comes behind the beginning of an answer."""
    body = json.loads(messages((None, '{"a":')))
    body["output"][0]["content"].append({"type": "refusal", "refusal": "No."})
    assert told("TC520", WANT, json.dumps(body).encode(), dialect="openai-responses") == []


@pytest.mark.parametrize(
    ("text", "severities"),
    [
        ("Moss: green Reed: brown", ["warning"]),
        ("Moss: greenReed: brown", ["warning"]),
        ("Moss: green\nReed: brown", []),
        ("Moss: green and Reed: brown", []),
        ("They are:\nMoss: green Reed: brown", []),
    ],
)
def test_lines_come_with_their_breaks(text: str, severities: list[str]) -> None:
    """One blank is none, unless a break elsewhere shows that they come."""
    question = 'Reed: brown\nRepeat the line that begins with "Moss:" and the line that begins with "Reed:".'
    asked: list[Json] = [
        {"role": "user", "content": "Please keep this line.\nMoss: green"},
        {"role": "assistant", "content": "Noted."},
        {"role": "user", "content": question},
    ]
    assert told("TC594", {"messages": asked}, said(text)) == severities
