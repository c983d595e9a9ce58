"""TC717: responses-reasoning-item.

A server that wants it back cannot be told from the request alone: the family of the model
that is asked for says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.sent import HistoryStep
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.request_edit import asks, with_model
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import bare_model
from toolwire.rules.views.request_steps import steps

#: Items that may stand behind a reasoning item: what the model said or did.
_NOT_AFTER: Final = frozenset({"", "developer", "system", "user"})

_OUTPUT: Final = "_output"

_REASONERS: Final = ("gpt-5", "gpt-6", "o1", "o3", "o4")

_CHAT_MODELS: Final = ("gpt-5-chat",)


def _reasoning_item(reading: Reading) -> Iterator[Violation]:
    history = steps(reading)
    for number, step in enumerate(history):
        if step.role == "reasoning" and isinstance(step.value.get("id"), str):
            after = history[number + 1].role if number + 1 < len(history) else ""
            if after in _NOT_AFTER or after.endswith(_OUTPUT):
                message = "A reasoning item stands without the item it led to."
                expected = "a call or a message of the assistant after it"
                yield Violation(step.pointer, message, expected, after[:50] or "nothing")
    if _reasons(reading):
        yield from _bare_calls(history)


def _reasons(reading: Reading) -> bool:
    request = object_of(reading.request)
    named = bare_model(reading)
    effort = object_of(request.get("reasoning")).get("effort")
    return (
        named.startswith(_REASONERS)
        and not named.startswith(_CHAT_MODELS)
        and effort not in ("none", "minimal")
        and request.get("previous_response_id") is None
    )


def _bare_calls(history: tuple[HistoryStep, ...]) -> Iterator[Violation]:
    """Yield the first call of each turn that keeps its item's id but not its reasoning."""
    thought = judged = False
    for step in history:
        if step.role in _NOT_AFTER:
            thought = judged = False
        elif step.role in ("reasoning", "item_reference"):
            thought = True
        elif step.calls and not thought and not judged:
            judged = True
            known = string_of(step.value.get("id"))
            if known is not None and known.startswith("fc_"):
                message = "A call keeps the id of its item, but its reasoning item is gone."
                expected = "a reasoning item before it, or no id"
                yield Violation(f"{step.pointer}/id", message, expected, known[:200], Severity.INFO)


def _lonely_reasoning(value: JsonObject) -> None:
    item: Json = {"type": "reasoning", "id": "rs_0123456789abcdef", "summary": []}
    items_of(value["input"]).insert(2, item)


RULE = Rule(
    id="TC717",
    name="responses-reasoning-item",
    severity={"openai-responses": Severity.ERROR},
    statement=(
        "A reasoning item with an id is followed by what it led to: a call, a message of the "
        "assistant or another of the model's items. A call that keeps its item id (fc_...) "
        "has the reasoning of its turn before it (info: whether there was any, one request "
        "does not show); a call without an item id needs none."
    ),
    why="The request is refused; sessions that drop or reorder items never recover.",
    breaks=(
        "The API answers 400: Item of type 'reasoning' was provided without its required "
        "following item; 'function_call' was provided without its required 'reasoning' "
        "item; rig, mastra, continue, vercel/ai met it"
    ),
    workaround="Send all items of a response or, of a call, only call_id, name and arguments.",
    source=Source(
        "api-error",
        "OpenAI Responses API, see the cases. What was seen: all 12 replayed reasoning items "
        "with an id that were answered with 200 have their follower, and no call of a "
        "reasoning model kept its item id without one",
        "https://github.com/continuedev/continue/issues/8933",
        "2026-11-21",
    ),
    check=_reasoning_item,
    mutations=(
        *asks("round_trip", {"openai-responses": _lonely_reasoning}, "no follower"),
        *asks("round_trip", {"openai-responses": with_model("gpt-5-mini")}, "no reasoning"),
    ),
    subject=Subject.REQUEST,
    cases="""
OpenAI Responses | function_call without its reasoning item | https://github.com/0xPlaygrounds/rig/issues/751 | issue closed 2025-08
OpenAI Responses | same on following user message | https://github.com/mastra-ai/mastra/issues/8738 | issue open 2025-10
OpenAI / Azure Responses | replay fc_ id only beside its reasoning | https://github.com/laravel/ai/issues/1052 | PR merged 2026-09
OpenAI Responses | reasoning without its following item | https://github.com/continuedev/continue/issues/8933 | issue closed 2025-11
""",
)
