"""Ids of a history: unique where a server wants it, and repeated where one gave them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.model.conversation import Json, JsonObject

Judge = Callable[..., list[tuple[str, str, str]]]
ASKED: JsonObject = {"role": "user", "content": "Weather?"}


def turn(*ids: str) -> list[Json]:
    """Return calls with these ids and their results, in OpenAI's form."""
    calls: list[Json] = [
        {"id": known, "type": "function", "function": {"name": "f", "arguments": "{}"}}
        for known in ids
    ]
    answers: list[Json] = [
        {"role": "tool", "tool_call_id": known, "content": "18 C"} for known in ids
    ]
    return [{"role": "assistant", "tool_calls": calls}, *answers]


def blocks(*ids: str) -> list[Json]:
    """Return calls with these ids and their results, in Anthropic's form."""
    uses: list[Json] = [
        {"type": "tool_use", "id": known, "name": "f", "input": {}} for known in ids
    ]
    answers: list[Json] = [
        {"type": "tool_result", "tool_use_id": known, "content": "18 C"} for known in ids
    ]
    return [{"role": "assistant", "content": uses}, {"role": "user", "content": answers}]


@pytest.mark.parametrize(
    ("name", "messages", "severities"),
    [
        ("openai-chat", [*turn("a", "b"), *turn("c")], []),
        ("openai-chat", turn("a", "a"), ["error", "error"]),
        ("openai-chat", [*turn("a"), *turn("a")], ["info"]),
        ("openai-chat", [*turn(""), *turn("")], []),
        ("anthropic-messages", blocks("a", "b"), []),
        ("anthropic-messages", blocks("a", "a"), ["error", "error"]),
        ("anthropic-messages", [*blocks("a"), *blocks("a")], ["error"]),
    ],
)
def test_calls_have_ids_of_their_own(
    told: Judge, name: str, messages: list[Json], severities: list[str]
) -> None:
    """Inside a turn everywhere, over the history where Anthropic reads it."""
    found = told(name, {"model": "m", "messages": [ASKED, *messages]})
    assert [(rule, grave) for rule, grave, _ in found] == [("TC743", s) for s in severities]


def test_items_without_ids_are_no_duplicates(told: Judge) -> None:
    """Only items of calls have to differ, and only where they have ids."""
    reasoning: Json = {"type": "reasoning", "id": "rs_1", "summary": []}
    call: JsonObject = {"type": "function_call", "name": "f", "arguments": "{}"}
    items: list[Json] = [
        ASKED,
        reasoning,
        reasoning,
        {**call, "call_id": "a"},
        {**call, "call_id": "b"},
        {"type": "function_call_output", "call_id": "a", "output": "18 C"},
        {"type": "function_call_output", "call_id": "b", "output": "23 C"},
    ]
    assert told("openai-responses", {"model": "m", "input": items}) == []


@pytest.mark.parametrize(
    ("given", "echoed", "found"),
    [
        (None, None, 0),
        ("x1", "x1", 0),
        ("x1", None, 1),
        ("x1", "x2", 1),
        (None, "x2", 0),
    ],
)
def test_gemini_ids_come_back(
    told: Judge, given: str | None, echoed: str | None, found: int
) -> None:
    """An id that came with a call goes back with its response; without one nothing has to."""
    call: JsonObject = {"name": "f", "args": {}, **({} if given is None else {"id": given})}
    response: JsonObject = {"name": "f", "response": {"output": "18 C"}}
    response |= {} if echoed is None else {"id": echoed}
    contents: Json = [
        {"role": "user", "parts": [{"text": "Weather?"}]},
        {"role": "model", "parts": [{"functionCall": call}]},
        {"role": "user", "parts": [{"functionResponse": response}]},
    ]
    told_of = told("gemini-generate", {"contents": contents})
    assert [rule for rule, _, _ in told_of] == ["TC745"] * found


@pytest.mark.parametrize(
    ("names", "severities"), [("fg", ["info", "info"]), ("ff", ["warning", "warning"])]
)
def test_results_without_ids_are_told_apart_by_their_names(
    told: Judge, names: str, severities: list[str]
) -> None:
    """Of two calls of one function, nobody knows which of them a result is of."""
    calls: list[Json] = [
        {"functionCall": {"name": name, "args": {}, "id": f"x{n}"}} for n, name in enumerate(names)
    ]
    results: list[Json] = [
        {"functionResponse": {"name": name, "response": {"output": "18 C"}}} for name in names
    ]
    contents: Json = [
        {"role": "user", "parts": [{"text": "Weather?"}]},
        {"role": "model", "parts": calls},
        {"role": "user", "parts": results},
    ]
    told_of = told("gemini-generate", {"contents": contents})
    assert [(rule, how) for rule, how, _ in told_of] == [("TC745", how) for how in severities]


@pytest.mark.parametrize(
    ("model", "known", "severities"),
    [
        ("gpt-6-luna", "a" * 40, []),
        ("gpt-6-luna", "a" * 41, ["warning"]),
        ("gpt-6-luna", "a" * 65, ["error"]),
        # DeepSeek gives 42 characters and takes them back; a gateway may rewrite ids.
        ("deepseek-chat", "call_0_" + "a" * 35, []),
        ("openai/gpt-6-luna", "a" * 65, []),
        ("mistral-small-latest", "abc123XYZ", []),
        ("mistral-small-latest", "call_abc123", ["error"]),
        ("mistralai/mistral-small", "call_abc123", []),
    ],
)
def test_ids_are_of_the_form_the_model_s_api_takes(
    told: Judge, model: str, known: str, severities: list[str]
) -> None:
    """OpenAI bounds the length, Mistral wants nine characters, others take what they gave."""
    found = told("openai-chat", {"model": model, "messages": [ASKED, *turn(known)]})
    assert [(rule, grave) for rule, grave, _ in found] == [("TC746", s) for s in severities]


@pytest.mark.parametrize(
    ("model", "known", "found"),
    [
        ("claude-sonnet-5", "toolu_01", 0),
        ("claude-sonnet-5", "functions.Bash:0", 1),
        ("claude-sonnet-5", "", 1),
    ],
)
def test_anthropic_takes_letters_digits_and_two_marks(
    told: Judge, model: str, known: str, found: int
) -> None:
    """Ids that came from another provider often have dots and colons."""
    body: JsonObject = {"model": model, "messages": [ASKED, *blocks(known)]}
    assert [rule for rule, _, _ in told("anthropic-messages", body)] == ["TC746"] * found
