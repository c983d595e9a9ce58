"""Results and calls of a history: what pairs, what does not, and who takes it all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.model.conversation import Json, JsonObject

Judge = Callable[..., list[tuple[str, str, str]]]

CHAT = "openai-chat"
ANTHROPIC = "anthropic-messages"
GEMINI = "gemini-generate"
RESPONSES = "openai-responses"


def call(identity: str | None = "c1") -> JsonObject:
    """Return a message of the assistant with one call."""
    function: Json = {"name": "f", "arguments": "{}"}
    made: Json = {"id": identity, "type": "function", "function": function}
    return {"role": "assistant", "tool_calls": [made]}


def result(identity: str | None = "c1") -> JsonObject:
    """Return a tool message; without an id where None is given."""
    named: JsonObject = {} if identity is None else {"tool_call_id": identity}
    return {"role": "tool", "content": "18 C", **named}


def said(*blocks: Json, role: str = "user") -> JsonObject:
    """Return a message of Anthropic's."""
    return {"role": role, "content": [*blocks]}


USE: JsonObject = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
OTHER_USE: JsonObject = {**USE, "id": "t2"}
RESULT: JsonObject = {"type": "tool_result", "tool_use_id": "t1", "content": "18 C"}
OTHER_RESULT: JsonObject = {**RESULT, "tool_use_id": "t2"}
TEXT: JsonObject = {"type": "text", "text": "And?"}
ASKED: JsonObject = {"role": "user", "content": "Weather?"}


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([ASKED, call(), result()], []),
        ([ASKED, call(), result(), ASKED], []),
        ([ASKED, call(), result(), call("c2"), result("c2")], []),
        ([ASKED, call()], [("TC742", "request/messages/1/tool_calls/0")]),
        ([ASKED, call(), ASKED], [("TC742", "request/messages/1/tool_calls/0")]),
        ([ASKED, result()], [("TC741", "request/messages/1")]),
        ([ASKED, call(), result("c9")], [("TC741", "request/messages/2")]),
        ([ASKED, call(), result(None)], [("TC741", "request/messages/2")]),
        ([ASKED, call(None), result(None)], []),
        # A result of an earlier turn answers nothing now.
        ([ASKED, call(), result(), call("c2"), result("c2"), result()], [("TC741", "")]),
        # The deprecated lane has no ids to pair by.
        ([ASKED, {"role": "function", "name": "f", "content": "18 C"}], []),
    ],
)
def test_tool_messages_follow_their_calls(
    told: Judge, messages: list[Json], expected: list[tuple[str, str]]
) -> None:
    """Chat Completions pairs by id, inside the tool messages right after the calls."""
    found = told(CHAT, {"model": "m", "messages": messages})
    assert [rule for rule, _, _ in found] == [rule for rule, _ in expected]
    for (_, _, pointer), (_, place) in zip(found, expected, strict=True):
        assert pointer == place or not place


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([ASKED, said(USE, role="assistant"), said(RESULT)], []),
        ([ASKED, said(USE, role="assistant"), said(RESULT, TEXT)], []),
        # Messages of the user in a row are one, so results may come in several, text after.
        ([ASKED, said(USE, OTHER_USE, role="assistant"), said(RESULT), said(OTHER_RESULT)], []),
        ([ASKED, said(USE, role="assistant"), said(RESULT), said(TEXT)], []),
        ([ASKED, said(USE, role="assistant"), said(TEXT, RESULT)], ["TC708"]),
        ([ASKED, said(USE, role="assistant"), said(TEXT), said(RESULT)], ["TC708"]),
        ([ASKED, said(USE, OTHER_USE, role="assistant"), said(RESULT)], ["TC742"]),
        ([ASKED, said(USE, role="assistant"), ASKED], ["TC742"]),
        ([said(RESULT)], ["TC741"]),
        ([ASKED, said(USE, role="assistant"), said(OTHER_RESULT)], ["TC741"]),
    ],
)
def test_results_come_first_in_the_next_turn(
    told: Judge, messages: list[Json], expected: list[str]
) -> None:
    """Anthropic wants all results of a turn before anything else the user says."""
    body: JsonObject = {"model": "claude-sonnet-5", "messages": messages}
    assert [rule for rule, _, _ in told(ANTHROPIC, body)] == expected


@pytest.mark.parametrize(
    ("name", "model", "messages", "severity"),
    [
        (CHAT, "gpt-6-luna", [call(), result(None)], "error"),
        (CHAT, "glm-4.5", [call(), result(None)], "info"),
        (CHAT, "glm-4.5", [call(), result("c9")], "error"),
        (
            ANTHROPIC,
            "claude-3-opus-20240229",
            [said(USE, role="assistant"), said(OTHER_RESULT)],
            "info",
        ),
        (ANTHROPIC, "claude-sonnet-5", [said(USE, role="assistant"), said(OTHER_RESULT)], "error"),
        (
            ANTHROPIC,
            "claude-3-opus-20240229",
            [said(USE, role="assistant"), said(RESULT, OTHER_RESULT)],
            "error",
        ),
    ],
)
def test_servers_that_count_results_are_judged_milder(
    told: Judge, name: str, model: str, messages: list[Json], severity: str
) -> None:
    """Where a wrong id was answered with 200 it is a note, else a warning; of others an error."""
    body: JsonObject = {"model": model, "messages": [ASKED, *messages]}
    assert [(rule, grave) for rule, grave, _ in told(name, body)] == [("TC741", severity)]
    refused = "warning" if severity == "info" else "error"
    assert [(r, grave) for r, grave, _ in told(name, body, status=400)] == [("TC741", refused)]


@pytest.mark.parametrize(
    ("model", "severity"), [("command-a-03-2025", "error"), ("command-r7b-12-2024", "warning")]
)
def test_command_r_answers_without_a_result(told: Judge, model: str, severity: str) -> None:
    """Cohere's older models take a history whose call has no result; Command A does not."""
    found = told("cohere-v2", {"model": model, "messages": [ASKED, call(), ASKED]})
    assert [(rule, grave) for rule, grave, _ in found] == [("TC742", severity)]


def content(role: str, *parts: str) -> JsonObject:
    """Return a content of Gemini's with calls, responses and texts."""
    shapes: dict[str, Json] = {
        "call": {"functionCall": {"name": "f", "args": {}}},
        "response": {"functionResponse": {"name": "f", "response": {"output": "18 C"}}},
        "text": {"text": "Weather?"},
    }
    return {"role": role, "parts": [shapes[part] for part in parts]}


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ([content("model", "call"), content("user", "response")], []),
        ([content("model", "call", "call"), content("user", "response", "response")], []),
        # Over several contents, on either side: streamed events put back one by one.
        (
            [
                content("model", "call"),
                content("model", "call"),
                content("user", "response", "response"),
            ],
            [],
        ),
        (
            [
                content("model", "call", "call"),
                content("user", "response"),
                content("user", "response"),
            ],
            [],
        ),
        ([content("model", "call"), content("model", "text"), content("function", "response")], []),
        ([content("model", "call", "call"), content("user", "response")], ["TC710"]),
        ([content("model", "call"), content("user", "response", "response")], ["TC710"]),
        ([content("model", "call"), content("user", "text")], ["TC710"]),
        ([content("model", "call")], ["TC710"]),
        ([content("user", "response")], ["TC710"]),
    ],
)
def test_gemini_counts_responses(told: Judge, contents: list[Json], expected: list[str]) -> None:
    """A turn of calls is answered by as many responses."""
    body: JsonObject = {"contents": [content("user", "text"), *contents]}
    assert [rule for rule, _, _ in told(GEMINI, body)] == expected


@pytest.mark.parametrize(
    ("contents", "severity"),
    [
        ([content("model", "call"), content("user", "text")], "info"),
        ([content("model", "call", "call"), content("user", "text", "text")], "info"),
        ([content("model", "call"), content("model", "call"), content("user", "text")], "info"),
        ([content("model", "call"), content("model", "text")], "error"),
        ([content("model", "call", "call"), content("user", "text", "response")], "error"),
        ([content("model", "call")], "error"),
        ([content("model", "call"), content("user")], "error"),
    ],
)
def test_gemini_takes_words_in_the_place_of_all_results(
    told: Judge, contents: list[Json], severity: str
) -> None:
    """Google answered such histories; it refuses those in which some results are left."""
    body: JsonObject = {"contents": [content("user", "text"), *contents]}
    assert [(rule, level) for rule, level, _ in told(GEMINI, body)] == [("TC710", severity)]


CALL: JsonObject = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
OUTPUT: JsonObject = {"type": "function_call_output", "call_id": "c1", "output": "18 C"}
CUSTOM: JsonObject = {"type": "custom_tool_call", "call_id": "c1", "name": "f", "input": "x"}
#: A tool that the server runs, and one of the client's.
SERVED: JsonObject = {"type": "x_search"}
OWN: JsonObject = {"type": "custom", "name": "f"}


@pytest.mark.parametrize(
    ("items", "members", "expected"),
    [
        ([CALL, OUTPUT], {}, []),
        ([OUTPUT, CALL], {}, []),
        ([CALL], {}, ["TC718"]),
        ([OUTPUT], {}, ["TC718"]),
        ([OUTPUT], {"previous_response_id": "resp_1"}, []),
        ([OUTPUT], {"conversation": {"id": "conv_1"}}, []),
        ([{"type": "item_reference", "id": "fc_1"}, OUTPUT], {}, []),
        ([{**CALL, "async": True}], {}, []),
        ([{**CALL, "id": "fc_1"}, {**OUTPUT, "call_id": "fc_1"}], {}, ["TC718"]),
        ([CUSTOM], {}, ["TC718"]),
        ([CUSTOM], {"tools": [OWN]}, ["TC718"]),
        ([CUSTOM], {"tools": [SERVED, OWN]}, ["TC718"]),
        ([CUSTOM], {"tools": [SERVED]}, []),
        ([CUSTOM, {**CALL, "call_id": "c2"}], {"tools": [SERVED]}, ["TC718"]),
        # Since 2026 an output may name the tool alone.
        ([CALL, {"type": "function_call_output", "name": "f", "output": "18 C"}], {}, []),
    ],
)
def test_outputs_match_calls(
    told: Judge, items: list[Json], members: JsonObject, expected: list[str]
) -> None:
    """Responses pairs by call_id wherever both stand, and knows what the server keeps."""
    body: JsonObject = {"model": "m", "input": [ASKED, *items], **members}
    assert [rule for rule, _, _ in told(RESPONSES, body)] == expected


def test_an_output_that_names_the_item_says_so(told: Judge) -> None:
    """The mix-up of call_id and item id is told at the output's call_id."""
    items: list[Json] = [{**CALL, "id": "fc_1"}, {**OUTPUT, "call_id": "fc_1"}]
    found = told(RESPONSES, {"model": "m", "input": items})
    assert found == [("TC718", "error", "request/input/1/call_id")]


@pytest.mark.parametrize(
    ("asking", "answering", "known"),
    [
        ("computer_call", "computer_call_output", ("call_id", "call_id")),
        ("shell_call", "shell_call_output", ("call_id", "call_id")),
        ("apply_patch_call", "apply_patch_call_output", ("call_id", "call_id")),
        ("local_shell_call", "local_shell_call_output", ("call_id", "id")),
        ("mcp_approval_request", "mcp_approval_response", ("id", "approval_request_id")),
        ("tool_search_call", "tool_search_output", ("call_id", "call_id")),
    ],
)
def test_answers_to_built_in_tools_pair_too(
    told: Judge, asking: str, answering: str, known: tuple[str, str]
) -> None:
    """What answers a tool without a name names what asked, or what asked is kept elsewhere."""
    asked: JsonObject = {"type": asking, known[0]: "c1"}
    answered: JsonObject = {"type": answering, known[1]: "c1"}
    other: JsonObject = {"type": answering, known[1]: "c9"}

    def found(*items: Json, **members: Json) -> list[tuple[str, str, str]]:
        return told(RESPONSES, {"model": "m", "input": [*items], **members})

    assert found(asked, answered) == []
    assert found(asked, other) == [("TC718", "warning", "request/input/1")]
    assert found(answered) == [("TC718", "warning", "request/input/0")]
    assert found(answered, previous_response_id="resp_1") == []
    assert found({"type": "item_reference", "id": "i"}, answered) == []
