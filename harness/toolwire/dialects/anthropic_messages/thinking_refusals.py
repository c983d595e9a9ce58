"""What Anthropic refuses in Messages of requests with extended thinking, though the request type
has no word for it.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.anthropic_messages.seal import is_altered
from toolwire.dialects.found_wrong import blocks_of
from toolwire.dialects.known_refusal import KnownRefusal, WrongBody, in_body, of_body
from toolwire.dialects.wrong_body import alone, prepended, put, refused, then
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request
from toolwire.model.topic import Topic

_THINKING: Final = "https://platform.claude.com/docs/en/build-with-claude/extended-thinking"
_INTERLEAVED: Final = "interleaved-thinking"
_FORCED: Final = ("any", "tool")
#: A signature that no model wrote.
NO_SIGNATURE: Final = "bm9ib2R5"
#: What stands in a history has rules of its own.
ALONE: Final = alone(("messages",))


def _thinking(budget: int, **members: Json) -> WrongBody:
    thinking: JsonObject = {"type": "enabled", "budget_tokens": budget}
    return then(ALONE, lambda body: {**body, "max_tokens": 1024, "thinking": thinking, **members})


def _is_thinking(body: JsonObject) -> bool:
    return object_of(body.get("thinking")).get("type") == "enabled"


def is_forced(body: JsonObject) -> bool:
    """Return whether a request demands a call."""
    return object_of(body.get("tool_choice")).get("type") in _FORCED


def _is_over_budget(request: Request) -> bool:
    beta = next((said for name, said in request.headers if name.lower() == "anthropic-beta"), "")

    def over(body: JsonObject) -> bool:
        budget = object_of(body.get("thinking")).get("budget_tokens")
        limit = body.get("max_tokens")
        if not isinstance(budget, int) or not isinstance(limit, int):
            return False
        return _is_thinking(body) and budget >= limit

    return _INTERLEAVED not in beta and in_body(over)(request)


THINKING: Final = (
    refused(
        "forced_thinking",
        "extended thinking and a tool choice that forces a call",
        _thinking(1024, max_tokens=2048, tool_choice={"type": "any"}),
        topic=Topic.TOOLS,
        said="Thinking may not be enabled when tool_choice forces tool use.",
        source="https://github.com/mastra-ai/mastra/issues/7507",
        is_wrong=lambda body: _is_thinking(body) and is_forced(body),
    ),
    KnownRefusal(
        id="thinking_budget",
        what="a thinking budget as large as max_tokens",
        wrong=of_body(_thinking(1024)),
        is_wrong=_is_over_budget,
        said="budget_tokens must be set to a value less than max_tokens",
        source=_THINKING,
    ),
    refused(
        "small_budget",
        "a thinking budget of less than 1024 tokens",
        _thinking(512),
        said="thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
        source="https://github.com/themaximalist/llm.js/issues/30",
    ),
    refused(
        "thinking_temperature",
        "extended thinking and a temperature other than 1",
        _thinking(1024, max_tokens=2048, temperature=0.5),
        said="`temperature` may only be set to 1 when thinking is enabled.",
        source="Dicklesworthstone/pi_agent_rust tests/fixtures/vcr/"
        "anthropic_thinking_with_tool_calls.json@acc7bc810a876631049fd6c01bb4d5f8869c4b51 #0",
    ),
    refused(
        "altered_signature",
        "a thinking block with a signature of nobody's",
        then(
            prepended(
                ("messages", 1, "content"),
                {"type": "thinking", "thinking": "Ask.", "signature": NO_SIGNATURE},
            ),
            put(("thinking",), {"type": "enabled", "budget_tokens": 1024}),
            put(("max_tokens",), 2048),
        ),
        said="messages.1.content.0: Invalid `signature` in `thinking` block",
        source="https://github.com/anthropics/anthropic-sdk-python/issues/1598",
        is_wrong=lambda body: any(
            one.get("signature") == NO_SIGNATURE or is_altered(one) for one in blocks_of(body)
        ),
    ),
)
