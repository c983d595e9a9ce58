"""What a correct server refuses: requests that cannot be answered as they are.

The closed list is what the suites ask to see refused: a tool choice that names a tool nobody
offers, a result to no call, a call without a result, a schema whose root is no object, and a
tool name with characters no provider takes. Two more have no neutral terms and are read off
the body: a word of the tool choice that the format does not have, and an empty list of tools
where the vendor refuses one. Everything else is answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from toolwire.dialects.dialect import Refusal
from toolwire.io.json_text import object_of
from toolwire.model.conversation import AssistantTurn, Conversation, Json, ResultsTurn

#: What the most lenient of the documented providers takes (Gemini, PROVIDERS.md section 6).
_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,128}", re.ASCII)


def refusal(conversation: Conversation) -> Refusal | None:
    """Return how a correct server refuses a conversation; None when it answers it."""
    for problem in _problems(conversation):
        return Refusal(400, "invalid_request", problem)
    return None


def _problems(conversation: Conversation) -> Iterator[str]:
    yield from _tools(conversation)
    choice = conversation.choice
    if choice is not None and choice.name is not None and not conversation.tool(choice.name):
        yield "The tool choice names a tool that is not offered."
    yield from _history(conversation)


def _tools(conversation: Conversation) -> Iterator[str]:
    for tool in conversation.tools:
        if _NAME.fullmatch(tool.name) is None:
            yield "A tool name has characters other than letters, digits, _, ., : and -."
        kind = (tool.parameters or {}).get("type", "object")
        if kind not in ("object", "OBJECT"):
            yield "The parameters of a tool have to be a JSON Schema of type object."


def _history(conversation: Conversation) -> Iterator[str]:
    for before, turn in pairwise((None, *conversation.turns)):
        if isinstance(turn, ResultsTurn):
            yield from _mismatch(before if isinstance(before, AssistantTurn) else None, turn)
        elif isinstance(before, AssistantTurn) and before.calls:
            yield "A tool call has no tool result."


def _mismatch(asked: AssistantTurn | None, given: ResultsTurn) -> Iterator[str]:
    if asked is None or not asked.calls:
        yield "A tool result follows no tool call."
        return
    known = {call.id for call in asked.calls}
    if any(result.call_id not in known for result in given.results if result.call_id):
        yield "A tool result names an unknown tool call id."
    if len(given.results) < len(asked.calls):
        yield "A tool call has no tool result."


def refusal_of_body(dialect: str, body: Json) -> Refusal | None:
    """Return how a correct server refuses what only the body shows; None when it does not."""
    sent = object_of(body)
    word = _WORD_AT[dialect](sent) if dialect in _WORD_AT else None
    if isinstance(word, str) and word not in _WORDS[dialect]:
        problem = "The tool choice is none of those that there are."
        return Refusal(400, "invalid_request", problem)
    if dialect in _TOOLS_AT and _TOOLS_AT[dialect](sent) == []:
        return Refusal(400, "invalid_request", "The list of tools is empty: leave it out.")
    return None


def _mode(body: Mapping[str, Json]) -> Json:
    config = object_of(object_of(body.get("toolConfig")).get("functionCallingConfig"))
    return config.get("mode")


#: Dialect -> the word of a body's tool choice. A choice that is an object says more than a
#: word in OpenAI's formats; it is the neutral list's.
_WORD_AT: Mapping[str, Callable[[Mapping[str, Json]], Json]] = {
    "anthropic-messages": lambda body: object_of(body.get("tool_choice")).get("type"),
    "bedrock-converse": lambda body: next(
        iter(object_of(object_of(body.get("toolConfig")).get("toolChoice"))), None
    ),
    "cohere-v2": lambda body: body.get("tool_choice"),
    "gemini-generate": _mode,
    "openai-chat": lambda body: body.get("tool_choice"),
    "openai-responses": lambda body: body.get("tool_choice"),
}
#: The words there are, after the SDKs that each dialect's `encode` names, read 2026-11-21;
#: `any` is Mistral's in OpenAI's form.
_WORDS: Mapping[str, frozenset[str]] = {
    "anthropic-messages": frozenset({"any", "auto", "none", "tool"}),
    "bedrock-converse": frozenset({"any", "auto", "tool"}),
    "cohere-v2": frozenset({"NONE", "REQUIRED"}),
    "gemini-generate": frozenset({"ANY", "AUTO", "NONE", "VALIDATED", "MODE_UNSPECIFIED"}),
    "openai-chat": frozenset({"any", "auto", "none", "required"}),
    "openai-responses": frozenset({"auto", "none", "required"}),
}
#: Dialect -> the list of tools, where an empty one is refused: OpenAI's `empty_array`
#: (vllm-project/vllm#39780), and Bedrock's service model, whose list has at least one.
_TOOLS_AT: Mapping[str, Callable[[Mapping[str, Json]], Json]] = {
    "bedrock-converse": lambda body: object_of(body.get("toolConfig")).get("tools"),
    "openai-chat": lambda body: body.get("tools"),
}
