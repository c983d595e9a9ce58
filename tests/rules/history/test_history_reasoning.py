"""Reasoning that has to go back: which models, which turns, which members."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.model.conversation import Json, JsonObject

Judge = Callable[..., list[tuple[str, str, str]]]
ASKED: JsonObject = {"role": "user", "content": "Weather?"}
GOOGLE = "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions"
SIGNED: JsonObject = {"extra_content": {"google": {"thought_signature": "c2ln"}}}


def turn(
    known: str, message: JsonObject | None = None, call: JsonObject | None = None
) -> list[Json]:
    """Return one call and its result, with further members of the message or of the call."""
    made: Json = {
        "id": known,
        "type": "function",
        "function": {"name": "f", "arguments": "{}"},
        **(call or {}),
    }
    said: Json = {"role": "assistant", "tool_calls": [made], **(message or {})}
    return [said, {"role": "tool", "tool_call_id": known, "content": "18 C"}]


@pytest.mark.parametrize(
    ("model", "kept", "members", "severities"),
    [
        ("deepseek-v4-flash", {}, {}, ["error"]),
        ("deepseek-v4-flash", {"reasoning_content": ""}, {}, []),
        ("deepseek-v4-flash", {}, {"thinking": {"type": "disabled"}}, []),
        ("deepseek-v4-flash", {}, {"reasoning_effort": "none"}, []),
        ("kimi-k2.5", {}, {}, ["error"]),
        ("deepseek/deepseek-v4-flash", {}, {}, ["info"]),
        ("deepseek/deepseek-v4-flash", {"reasoning_details": []}, {}, []),
        ("deepseek-chat", {}, {}, []),
        ("gpt-6-luna", {}, {}, []),
    ],
)
def test_models_that_think_get_their_reasoning_back(
    told: Judge, model: str, kept: JsonObject, members: JsonObject, severities: list[str]
) -> None:
    """DeepSeek since V4 and Kimi want it, unless thinking is off; a gateway that answered did not."""
    body: JsonObject = {"model": model, "messages": [ASKED, *turn("a", kept)], **members}
    assert [(r, s) for r, s, _ in told("openai-chat", body)] == [("TC712", s) for s in severities]


@pytest.mark.parametrize(
    ("history", "found"),
    [
        ([*turn("a", call=SIGNED)], []),
        ([*turn("a")], ["TC716"]),
        ([*turn("a", call=SIGNED), *turn("b")], ["TC716"]),
        # Only the current turn is validated.
        ([*turn("a"), ASKED, *turn("b", call=SIGNED)], []),
    ],
)
def test_googles_route_wants_signatures(told: Judge, history: list[Json], found: list[str]) -> None:
    """The first call of each step of the current turn carries its signature there."""
    body: JsonObject = {"model": "gemini-3-flash-preview", "messages": [ASKED, *history]}
    assert [rule for rule, _, _ in told("openai-chat", body, GOOGLE)] == found


@pytest.mark.parametrize(
    ("model", "url", "history", "found"),
    [
        ("gemini-3-flash-preview", "https://api.example.com/chat/completions", turn("a"), []),
        ("gemini-2.5-flash", GOOGLE, turn("a"), []),
        ("gemini-2.5-flash", GOOGLE, [*turn("a", call=SIGNED), *turn("b")], []),
        ("models/gemini-3.5-flash", GOOGLE, turn("a"), ["TC716"]),
        ("google/gemini-3-pro-preview", GOOGLE, turn("a"), ["TC716"]),
        # The same model through another gateway: TC723's matter.
        ("google/gemini-3-pro-preview", "", turn("a"), ["TC723"]),
        ("google/gemini-3-pro-preview", "", turn("a", {"reasoning_details": []}), []),
        ("google/gemini-2.5-pro", "", turn("a"), []),
    ],
)
def test_the_route_decides(
    told: Judge, model: str, url: str, history: list[Json], found: list[str]
) -> None:
    """A gateway may keep signatures itself, so the model's name alone says nothing."""
    body: JsonObject = {"model": model, "messages": [ASKED, *history]}
    assert [rule for rule, _, _ in told("openai-chat", body, url)] == found


@pytest.mark.parametrize(("status", "severity"), [(200, "info"), (400, "warning")])
def test_a_gateway_that_answers_without_details_wanted_none(
    told: Judge, status: int, severity: str
) -> None:
    """Vercel's gives no details with a call of Gemini 3, and so no client can send them back."""
    body: JsonObject = {"model": "google/gemini-3-pro-preview", "messages": [ASKED, *turn("a")]}
    found = [(r, s) for r, s, _ in told("openai-chat", body, status=status)]
    assert found == [("TC723", severity)]


@pytest.mark.parametrize(
    ("details", "found"),
    [
        ([{"type": "reasoning.text", "text": "Look."}], 0),
        (None, 0),
        ("Look.", 1),
        ([{"text": "Look."}], 1),
        (["Look."], 1),
    ],
)
def test_details_keep_their_form(told: Judge, details: Json, found: int) -> None:
    """Replayed details are the list of typed objects they came as."""
    history = turn("a", {"reasoning_details": details})
    body: JsonObject = {"model": "minimax/minimax-m2", "messages": [ASKED, *history]}
    assert [rule for rule, _, _ in told("openai-chat", body)] == ["TC723"] * found


CALL: JsonObject = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
OUTPUT: JsonObject = {"type": "function_call_output", "call_id": "c", "output": "18 C"}
THOUGHT: JsonObject = {"type": "reasoning", "id": "rs_1", "summary": []}
KEPT: JsonObject = {**CALL, "id": "fc_1"}
SEARCH: JsonObject = {"type": "web_search_call", "id": "ws_1"}


@pytest.mark.parametrize(
    ("items", "severities"),
    [
        ([THOUGHT, CALL, OUTPUT], []),
        ([THOUGHT, SEARCH, KEPT, OUTPUT], []),
        ([CALL, OUTPUT], []),
        ([THOUGHT, OUTPUT, CALL], ["error"]),
        ([CALL, OUTPUT, THOUGHT], ["error"]),
        ([THOUGHT, ASKED], ["error"]),
        ([KEPT, OUTPUT], ["info"]),
        # A later call of the turn need not be reasoned about once more.
        (
            [
                THOUGHT,
                KEPT,
                OUTPUT,
                {**KEPT, "id": "fc_2", "call_id": "d"},
                {**OUTPUT, "call_id": "d"},
            ],
            [],
        ),
        # Without an id it is an encrypted copy, which was never seen to be refused.
        ([{"type": "reasoning", "encrypted_content": "x", "summary": []}], []),
    ],
)
def test_reasoning_items_stay_with_what_they_led_to(
    told: Judge, items: list[Json], severities: list[str]
) -> None:
    """A reasoning item has a follower, and a call that kept its id has its reasoning."""
    found = told("openai-responses", {"model": "gpt-5-mini", "input": [ASKED, *items]})
    assert [(r, s) for r, s, _ in found] == [("TC717", s) for s in severities]


@pytest.mark.parametrize(
    "members",
    [
        {"model": "gpt-4o"},
        {"model": "gpt-5-chat-latest"},
        {"model": "gpt-5-mini", "reasoning": {"effort": "minimal"}},
        {"model": "gpt-5-mini", "previous_response_id": "resp_1"},
    ],
)
def test_a_model_that_did_not_reason_has_nothing_to_lose(told: Judge, members: JsonObject) -> None:
    """Calls with their item ids are right where there was no reasoning."""
    assert told("openai-responses", {"input": [ASKED, KEPT, OUTPUT], **members}) == []


USE: JsonObject = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
SAID: JsonObject = {"type": "thinking", "thinking": "Look.", "signature": "c2ln"}
RESULT: JsonObject = {
    "role": "user",
    "content": [{"type": "tool_result", "tool_use_id": "t", "content": "18 C"}],
}
ON: JsonObject = {"thinking": {"type": "enabled", "budget_tokens": 1024}}


def loop(*blocks: Json) -> list[Json]:
    """Return a tool loop whose assistant message has these blocks."""
    return [ASKED, {"role": "assistant", "content": [*blocks]}, RESULT]


@pytest.mark.parametrize(
    ("messages", "members", "severities"),
    [
        (loop(SAID, USE), ON, []),
        (loop({"type": "redacted_thinking", "data": "x"}, USE), ON, []),
        (loop(USE), {}, []),
        (loop(USE), ON, ["info"]),
        (loop({"type": "text", "text": "I look."}, USE), ON, ["info"]),
        (loop({"type": "thinking", "thinking": "Look."}, USE), ON, ["error"]),
        (loop(USE), {"thinking": {"type": "adaptive"}}, []),
        (loop(SAID, USE), {}, ["info"]),
        (loop(SAID, USE), {"thinking": {"type": "disabled"}}, ["info"]),
        # The loop is over: what was thought in it no longer has to be there.
        ([*loop(USE), {"role": "assistant", "content": "18 C."}, ASKED], ON, []),
    ],
)
def test_thinking_starts_the_loop(
    told: Judge, messages: list[Json], members: JsonObject, severities: list[str]
) -> None:
    """With thinking enabled an open loop starts with thinking; without, it ends without."""
    body: JsonObject = {"model": "claude-sonnet-4-5", "messages": messages, **members}
    found = told("anthropic-messages", body)
    assert [(r, s) for r, s, _ in found] == [("TC713", s) for s in severities]


def test_thinking_with_thinking_off_is_graver_where_it_was_refused(told: Judge) -> None:
    """Who answers it does not refuse it; the other finding of the rule does not ask."""
    body: JsonObject = {"model": "claude-sonnet-4-5", "messages": loop(SAID, USE)}
    assert [s for _, s, _ in told("anthropic-messages", body, status=400)] == ["warning"]
    assert [s for _, s, _ in told("anthropic-messages", {**body, **ON}, status=400)] == []


@pytest.mark.parametrize(
    ("model", "members", "found"),
    [
        ("claude-sonnet-5", {}, 0),
        ("anthropic/claude-opus-5-5", {}, 0),
        ("claude-fable-5-1", {}, 0),
        ("claude-sonnet-5", {"thinking": {"type": "between_tools"}}, 0),
        ("claude-sonnet-5", {"thinking": {"type": "disabled"}}, 1),
        # Nobody knows what stands behind another name, unless thinking is disabled.
        ("my-model", {}, 0),
        ("my-model", {"thinking": {"type": "disabled"}}, 1),
        ("claude-opus-4-6", {}, 1),
        ("claude-3-7-sonnet-latest", {}, 1),
        ("us.anthropic.claude-haiku-4-5-20251001-v1:0", {}, 1),
    ],
)
def test_thinking_that_nobody_asked_for(
    told: Judge, model: str, members: JsonObject, found: int
) -> None:
    """Since Claude 5 a model thinks where the request says nothing, and its blocks go back."""
    body: JsonObject = {"model": model, "messages": loop(SAID, USE), **members}
    assert [rule for rule, _, _ in told("anthropic-messages", body)] == ["TC713"] * found


def test_only_the_first_message_of_a_loop_has_to_think(told: Judge) -> None:
    """Without interleaved thinking the model thinks once, before its first call."""
    second: JsonObject = {**USE, "id": "u"}
    answer: Json = {"type": "tool_result", "tool_use_id": "u", "content": "23 C"}
    messages: list[Json] = [
        *loop(SAID, USE),
        {"role": "assistant", "content": [second]},
        {"role": "user", "content": [answer]},
    ]
    body: JsonObject = {"model": "claude-sonnet-4-5", "messages": messages, **ON}
    assert told("anthropic-messages", body) == []


@pytest.mark.parametrize(
    ("model", "blocks", "members", "severities"),
    [
        ("deepseek-v4-flash", (USE,), {}, ["error"]),
        ("deepseek-v4-flash", ({"type": "thinking", "thinking": ""}, USE), {}, []),
        ("deepseek-v4-flash", ({"type": "thinking"}, USE), {}, ["error"]),
        ("deepseek-v4-flash", (USE,), {"thinking": {"type": "disabled"}}, []),
        ("kimi-k2-thinking", (USE,), {}, ["error"]),
        ("MiniMax-M2.1", (USE,), ON, ["info"]),
    ],
)
def test_endpoints_of_others_want_their_own_thinking(
    told: Judge, model: str, blocks: tuple[Json, ...], members: JsonObject, severities: list[str]
) -> None:
    """DeepSeek's and Kimi's refuse, MiniMax's thinks less, and Claude's rule is another."""
    body: JsonObject = {"model": model, "messages": loop(*blocks), **members}
    found = told("anthropic-messages", body)
    assert [(r, s) for r, s, _ in found] == [("TC714", s) for s in severities]


def part(signature: str | None = None) -> JsonObject:
    """Return a functionCall part, signed or not."""
    call: JsonObject = {"functionCall": {"name": "f", "args": {}}}
    return call if signature is None else {**call, "thoughtSignature": signature}


RESPONSE: JsonObject = {"functionResponse": {"name": "f", "response": {"output": "18 C"}}}
PROMPT: JsonObject = {"role": "user", "parts": [{"text": "Weather?"}]}


def step(*parts: Json) -> list[Json]:
    """Return a step: calls, and as many responses."""
    answers: list[Json] = [RESPONSE] * len(parts)
    return [{"role": "model", "parts": [*parts]}, {"role": "user", "parts": answers}]


@pytest.mark.parametrize(
    ("contents", "found"),
    [
        ([PROMPT, *step(part("c2ln"))], 0),
        ([PROMPT, *step(part("c2ln"), part())], 0),
        ([PROMPT, *step(part())], 1),
        ([PROMPT, *step(part(""))], 1),
        ([PROMPT, *step(part(), part("c2ln"))], 1),
        ([PROMPT, *step(part("c2ln")), *step(part())], 1),
        ([PROMPT, *step(part()), PROMPT, *step(part("c2ln"))], 0),
        ([PROMPT, *step(part("skip_thought_signature_validator"))], 0),
    ],
)
def test_gemini_3_wants_its_signatures(told: Judge, contents: list[Json], found: int) -> None:
    """The first call of each step of the current turn is signed; no other has to be."""
    url = "https://api.example.invalid/v1beta/models/gemini-3-pro-preview:generateContent"
    told_of = told("gemini-generate", {"contents": contents}, url)
    assert [rule for rule, _, _ in told_of] == ["TC715"] * found


@pytest.mark.parametrize(
    ("model", "found"),
    [
        ("gemini-2.5-flash", 0),
        ("gemini-flash-latest", 0),
        ("gemini-3-pro", 1),
        ("gemini-3.5-flash", 1),
        ("gemini-10-pro", 1),
        ("gemini-", 0),
        ("gemini-³-pro", 0),
        ("gemini-20260101", 0),
    ],
)
def test_the_version_is_read_from_the_name(told: Judge, model: str, found: int) -> None:
    """Signatures became a duty with Gemini 3; an alias does not say which version it is."""
    url = f"https://api.example.invalid/v1beta/models/{model}:generateContent"
    assert len(told("gemini-generate", {"contents": [PROMPT, *step(part())]}, url)) == found
