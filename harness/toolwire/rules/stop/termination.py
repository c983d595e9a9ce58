"""Rules about how an openai-chat reply says why it ended.

The borders: TC405 has every word outside of the vocabulary; TC401, TC402 and TC404 judge
only words inside of it, against the calls that are there."""

from __future__ import annotations

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import ChoiceMode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.faults import Plant, changed
from toolwire.rules.rule import Source
from toolwire.rules.views.places import Place

ENUM = Source(
    "spec",
    "openai 3.52.0 types, Choice.finish_reason: `tool_calls` if the model called a tool, "
    "`function_call` (deprecated) if the model called a function",
    "https://developers.openai.com/api/docs/guides/function-calling",
    "2026-11-21",
)

ON_CALL = frozenset({"tool_calls", "function_call"})

DONE = ON_CALL | {"stop"}

#: How Gemini ends a reply whose call is of a function that nobody declared, which it may show
#: (epam/ai-dial-adapter-vertexai#325).
UNEXPECTED = "UNEXPECTED_TOOL_CALL"

_STOPS = {False: "tool_calls", True: "function_call"}


def choice_mode(reading: Reading) -> ChoiceMode | None:
    """Return the mode of the tool choice that was asked for."""
    choice = reading.conversation.choice if reading.conversation is not None else None
    return None if choice is None else choice.mode


def stop_words(reading: Reading) -> frozenset[str]:
    """Return the words that go with the calls of a reply.

    Where the calls came in the other API than the request used (TC051), either word will do.
    """
    conversation = reading.conversation
    legacy = conversation is not None and conversation.legacy
    kinds = {legacy, *(call.kind == "legacy" for call in reading.reply.tool_calls)}
    return frozenset(_STOPS[kind] for kind in kinds)


GENAI = Source(
    "spec",
    "google-genai 3.4.0 types.FinishReason; anthropic 2.11.0, openai 3.52.0 and cohere 7.3.1 "
    "types; botocore 1.44.5 StopReason; ollama docs/openapi.yaml",
    "https://ai.google.dev/gemini-api/docs/function-calling",
    "2026-11-21",
)


def ends_in(word: str) -> Plant:
    """Plant another word at the end of every choice, whether calls are members or text."""

    def apply(_dialect: str, where: Place) -> None:
        for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
            for choice in map(object_of, items_of(object_of(document).get("choices"))):
                if choice.get("finish_reason") is not None:
                    choice["finish_reason"] = word

    return changed(apply)
