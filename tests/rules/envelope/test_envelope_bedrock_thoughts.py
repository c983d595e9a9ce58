"""Thoughts over Converse: whose have a signature, and which may have been cut before it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.probe_answer import answered

NAME = "bedrock-converse"
CLAUDE = "us.anthropic.claude-opus-4-1-20250805-v1%3A0"
TEXT: JsonObject = {"text": "Hello."}
HIDDEN: JsonObject = {"reasoningContent": {"redactedContent": "YQ=="}}


def thought(signature: str | None, text: str = "Hm.") -> JsonObject:
    """Return a block of reasoning."""
    signed = {} if signature is None else {"signature": signature}
    return {"reasoningContent": {"reasoningText": {"text": text, **signed}}}


def asked_of(exchange: Exchange, model: str) -> Exchange:
    """Return an exchange with a model of that name."""
    assert exchange.request is not None
    url = exchange.request.url.replace("reference-model", model)
    return replace(exchange, request=replace(exchange.request, url=url))


def found(exchange: Exchange) -> list[str]:
    """Return where TC178 accuses an exchange."""
    findings = judge(load_dialect(NAME).decode(exchange))
    return [one.pointer for one in findings if one.rule == "TC178"]


@pytest.mark.parametrize(
    ("content", "model", "where"),
    [
        ([thought(None), TEXT], CLAUDE, ["/output/message/content/0/reasoningContent"]),
        ([thought(""), TEXT], CLAUDE, ["/output/message/content/0/reasoningContent"]),
        (
            [thought("a"), thought(None), TEXT],
            CLAUDE,
            ["/output/message/content/1/reasoningContent"],
        ),
        ([thought("a"), TEXT], CLAUDE, []),
        # Of a thought that was left out only the signature comes.
        ([thought("a", ""), TEXT], CLAUDE, []),
        ([HIDDEN, TEXT], CLAUDE, []),
        # The answer was cut in it.
        ([thought(None)], CLAUDE, []),
        ([thought(None), TEXT], "openai.gpt-oss-120b-1%3A0", []),
        ([thought(None), TEXT], "us.deepseek.r1-v1%3A0", []),
    ],
)
def test_a_thought_of_claude_is_signed(content: list[Json], model: str, where: list[str]) -> None:
    """Other models sign nothing, and Converse's type does not require it."""
    plain = clean(load_dialect(NAME), "plain_text", Mode.BLOCKING)

    def change(told: JsonObject) -> None:
        told["output"] = {"message": {"role": "assistant", "content": content}}

    assert found(asked_of(body(change)(plain), model)) == where


def test_a_stream_that_signs_is_not_accused() -> None:
    """Its signature is a piece of its own, behind the thought."""
    plain = clean(load_dialect(NAME), "plain_text", Mode.STREAMING)
    plant = answered(Answer(text="Hello.", reasoning="The user greets me."))
    assert found(asked_of(plant(NAME, Mode.STREAMING)(plain), CLAUDE)) == []
