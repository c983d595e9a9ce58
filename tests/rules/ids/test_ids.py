"""Borders of the rules about call ids."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Request,
    Response,
)
from toolwire.model.observation import Severity
from toolwire.rules import judge

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
SIGNATURE = "QmFzZTY0" * 4


def reply(*ids: object, model: str = "m", fidelity: Fidelity = Fidelity.WIRE) -> Exchange:
    """Compose an openai-chat answer with one call for each id."""
    calls = [
        {"id": i, "type": "function", "function": {"name": "f", "arguments": "{}"}} for i in ids
    ]
    message = {"role": "assistant", "content": None, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    named = {"id": "1", "object": "chat.completion", "created": 1, "model": model}
    body = {**named, "choices": [choice]}
    return Exchange(None, Response(200, (), dump(body)), EVIDENCE, fidelity)


def found(exchange: Exchange) -> dict[str, Severity]:
    """Return rule -> severity of the findings."""
    return {f.rule: f.severity for f in judge(load_dialect("openai-chat").decode(exchange))}


@pytest.mark.parametrize(
    ("identity", "expected"),
    [
        ("call_" + "a" * 35, {}),
        ("call_" + "a" * 36, {"TC204": Severity.INFO}),
        ("call_" + "a" * 59, {"TC204": Severity.INFO}),
        ("call_" + "a" * 60, {"TC204": Severity.ERROR}),
        ("", {"TC201": Severity.ERROR}),
        (None, {"TC201": Severity.ERROR}),
        (0, {"TC201": Severity.ERROR}),
        ("functions.f:0", {"TC205": Severity.WARNING}),
        ("call_Ā", {"TC205": Severity.WARNING}),
        ("call_1\n", {"TC205": Severity.WARNING}),
        ("mcp__server__list_all_of_the_things", {}),
        (f"call_1__thought__{SIGNATURE}", {"TC212": Severity.WARNING}),
        (f"call_1__thought__{SIGNATURE * 20}", {"TC212": Severity.WARNING}),
        ('{"id":1}', {"TC212": Severity.WARNING}),
    ],
)
def test_one_id_is_judged_by_one_rule(identity: object, expected: dict[str, Severity]) -> None:
    """Length, alphabet, payload and absence do not overlap."""
    assert found(reply(identity)) == expected


@pytest.mark.parametrize(
    ("identity", "message", "actual"),
    [
        ("", "The call has no id.", ""),
        (None, "The call has no id.", None),
        (7, "The id of the call is not a text.", 7),
        (0, "The id of the call is not a text.", 0),
        (["a"], "The id of the call is not a text.", ["a"]),
    ],
)
def test_an_id_that_is_there_is_not_called_missing(
    identity: object, message: str, actual: object
) -> None:
    """One of another type is shown as it came."""
    (one,) = judge(load_dialect("openai-chat").decode(reply(identity)))
    assert (one.message, one.actual) == (message, actual)


@pytest.mark.parametrize(
    ("model", "identity", "expected"),
    [
        ("mistral-small-latest", "aB3dE6gH9", set()),
        ("mistralai/devstral-small", "aB3dE6gH9", set()),
        ("mistral-small-latest", "aB3dE6gH", {"TC206"}),
        ("mistral-small-latest", "call.1:0", {"TC206"}),
        ("open-mixtral-8x7b", "call_1234", {"TC206"}),
        ("not-mistral", "call_1234", set()),
        ("moonshotai/kimi-k2", "functions.f:0", set()),
        ("kimi-k2.5", "f:0", set()),
        ("kimi-k2.5", ":0", {"TC208"}),
        ("moonshotai/kimi-k2", "call_1234", {"TC208"}),
        ("kimi-k2-instruct", "functionsf0", {"TC208"}),
        ("kimi-k2-instruct", "functions.f:²", {"TC208"}),
        ("kimi-latest", "call_1234", set()),
    ],
)
def test_the_form_follows_the_model_that_answered(
    model: str, identity: str, expected: set[str]
) -> None:
    """Mistral's and Kimi's forms replace the portable one, whoever serves them."""
    assert set(found(reply(identity, model=model))) == expected


def test_kimi_counts_the_calls_of_one_reply_too() -> None:
    """The number is checked against the history only where the request is known."""
    ids = ("functions.f:4", "functions.f:5")
    assert found(reply(*ids, model="kimi-k2")) == {}


def test_redacted_ids_are_not_compared() -> None:
    """A recording that replaced ids cannot show that two were the same."""
    assert "TC202" in found(reply("call_1", "call_1"))
    assert found(reply("call_1", "call_1", fidelity=Fidelity.NORMALISED)) == {}


def test_two_empty_ids_are_missing_and_not_shared() -> None:
    """An absent id is one fault, not two."""
    assert set(found(reply("", ""))) == {"TC201"}


def test_ids_that_are_names_of_tools_are_told_as_such() -> None:
    """Other ids that two calls share are told without a reason."""
    messages = {
        shared: [
            one.message
            for one in judge(load_dialect("openai-chat").decode(reply(shared, shared)))
            if one.rule == "TC202"
        ]
        for shared in ("f", "call_7")
    }
    assert messages == {
        "f": ["Two calls share one id, which is their tool's name."],
        "call_7": ["Two calls share one id."],
    }


@pytest.mark.parametrize(
    ("earlier", "message"),
    [
        (
            "f",
            "The id was used by an earlier call of the conversation, and the call is one that was made before.",
        ),
        ("g", "The id was used by an earlier call of the conversation."),
    ],
)
def test_an_id_that_comes_again_with_its_call_is_told_of_as_such(
    earlier: str, message: str
) -> None:
    """A server that lost the result of a call makes it again, and may make ids of their calls."""
    call = {
        "id": "call_1",
        "type": "function",
        "function": {"name": earlier, "arguments": "{}"},
    }
    turns = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "1"},
    ]
    body = dump({"model": "m", "messages": turns})
    request = Request("POST", "http://x/v1/chat/completions", (), body)
    findings = judge(load_dialect("openai-chat").decode(replace(reply("call_1"), request=request)))
    assert [one.message for one in findings if one.rule == "TC203"] == [message]
