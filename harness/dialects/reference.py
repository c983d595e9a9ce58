"""The reference responder's mind: a conversation in, what a correct server answers out.

It is deterministic and knows no dialect; each dialect turns its `Answer` into bytes. It
understands the explicit prompts our suites use, because explicit prompts are also what
makes real models predictable:

* a call is written as `tool_name({...})` with a JSON object, as often as calls are wanted;
* words to say first are written as `Say "..."`;
* after tool results it answers with a sentence that repeats each result's content.
"""

from __future__ import annotations

import re

from harness.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolResult,
    UserTurn,
)
from harness.dialects.dialect import Answer, PlannedCall, Refusal
from harness.json_text import JsonError, items_of, object_of, parse

__all__ = ["answer"]

_CALL = re.compile(r"([A-Za-z_][A-Za-z0-9_.:-]{0,127})\((?=\{)")
_SAY = re.compile(r'[Ss]ay "([^"\n]{1,500})"')
_PLAIN = "Hello. I can answer that without a tool."


def answer(conversation: Conversation) -> Answer:
    """Decide what a correct server answers to this conversation."""
    refusal = _refusal(conversation)
    turn = len(conversation.calls())
    if refusal is not None:
        return Answer(refusal=refusal, turn=turn)
    prompt = _last_prompt(conversation)
    said = _SAY.search(prompt)
    text = said.group(1) if said else None
    calls = _limited(conversation, _planned(conversation, prompt))
    if calls:
        return Answer(text=text, calls=calls, turn=turn)
    return Answer(text=text or _closing(conversation) or _PLAIN, turn=turn)


def _last_prompt(conversation: Conversation) -> str:
    last = conversation.turns[-1] if conversation.turns else None
    return last.text if isinstance(last, UserTurn) else ""


def _planned(conversation: Conversation, prompt: str) -> tuple[PlannedCall, ...]:
    choice = conversation.choice
    if choice is not None and choice.mode is ChoiceMode.NONE:
        return ()
    asked = tuple(c for c in _asked_for(prompt) if conversation.tool(c.name) is not None)
    if choice is None or choice.mode is ChoiceMode.AUTO:
        return asked
    wanted = choice.name if choice.mode is ChoiceMode.NAMED else None
    asked = tuple(c for c in asked if wanted in (None, c.name))
    if asked:
        return asked
    tool = conversation.tool(wanted) if wanted else next(iter(conversation.tools), None)
    return (PlannedCall(tool.name, sample_arguments(tool)),) if tool else ()


def _asked_for(prompt: str) -> tuple[PlannedCall, ...]:
    calls = []
    for match in _CALL.finditer(prompt):
        arguments = _object_at(prompt, match.end())
        if arguments is not None:
            calls.append(PlannedCall(match.group(1), arguments))
    return tuple(calls)


def _object_at(text: str, start: int) -> JsonObject | None:
    for end in (m.end() for m in re.finditer(r"\}", text[start:])):
        try:
            value = parse(text[start : start + end])
        except JsonError:
            continue
        return object_of(value)
    return None


def _limited(conversation: Conversation, calls: tuple[PlannedCall, ...]) -> tuple[PlannedCall, ...]:
    return calls[:1] if conversation.parallel is False else calls


def _closing(conversation: Conversation) -> str | None:
    last = conversation.turns[-1] if conversation.turns else None
    if not isinstance(last, ResultsTurn):
        return None
    return "The tools answered: " + "; ".join(_told(result) for result in last.results) + "."


def _told(result: ToolResult) -> str:
    return f"the tool failed with {result.content}" if result.error else result.content


def sample_arguments(tool: Tool) -> JsonObject:
    """Make up arguments that fit a tool's schema (required members only)."""
    schema = object_of(tool.parameters)
    return object_of(_sample(schema))


def _sample(schema: JsonObject) -> Json:
    enum = items_of(schema.get("enum"))
    if enum:
        return enum[0]
    kind = schema.get("type")
    first = items_of(kind)[0] if items_of(kind) else kind
    if isinstance(first, str) and first.lower() in _SAMPLES:
        return _SAMPLES[first.lower()]
    properties = object_of(schema.get("properties"))
    required = [key for key in items_of(schema.get("required")) if isinstance(key, str)]
    if first in {"array", "ARRAY"}:
        return [_sample(object_of(schema.get("items")))]
    return {key: _sample(object_of(properties.get(key))) for key in required}


_SAMPLES: dict[str, Json] = {
    "string": "example",
    "integer": 1,
    "number": 1.5,
    "boolean": True,
    "null": None,
}


def _refusal(conversation: Conversation) -> Refusal | None:
    return _bad_choice(conversation) or _bad_history(conversation)


def _bad_choice(conversation: Conversation) -> Refusal | None:
    choice = conversation.choice
    if choice is None or choice.name is None or conversation.tool(choice.name) is not None:
        return None
    return Refusal(400, "invalid_request", "The tool choice names a tool that is not offered.")


def _bad_history(conversation: Conversation) -> Refusal | None:
    for before, turn in zip((None, *conversation.turns), conversation.turns, strict=False):
        if isinstance(turn, ResultsTurn):
            problem = _mismatch(before if isinstance(before, AssistantTurn) else None, turn)
            if problem:
                return Refusal(400, "invalid_request", problem)
        elif isinstance(before, AssistantTurn) and before.calls:
            return Refusal(400, "invalid_request", "A tool call has no tool result.")
    return None


def _mismatch(asked: AssistantTurn | None, given: ResultsTurn) -> str | None:
    if asked is None or not asked.calls:
        return "A tool result follows no tool call."
    known = {call.id for call in asked.calls}
    if any(result.call_id not in known for result in given.results if result.call_id):
        return "A tool result names an unknown tool call id."
    if len(given.results) < len(asked.calls):
        return "A tool call has no tool result."
    return None
