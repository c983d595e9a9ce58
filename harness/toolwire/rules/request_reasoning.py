"""Rules about the reasoning that has to go back with the calls it led to.

A server that wants it back cannot be told from the request alone: the family of the model
that is asked for says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import at
from toolwire.rules.excerpt import kind_of
from toolwire.rules.request_edit import ask, asks, with_model
from toolwire.rules.request_model import asked_model, at_google, bare_model, is_gemini_3
from toolwire.rules.request_steps import Step, current, signature_of, steps
from toolwire.rules.rule import Flaw, Mutation, Rule, Source, Subject
from toolwire.rules.wires import CHAT, RESPONSES

__all__ = ["RULES"]

_READ = "2026-11-21"
#: Families of models that think unless told not to, and whose servers want it back.
_THINKING: Final = (
    "deepseek-flash",
    "deepseek-reasoner",
    "deepseek-v4",
    "kimi-k2-thinking",
    "kimi-k2.5",
    "kimi-k2.6",
)
#: Members under which servers give reasoning out; gateways take any of them back.
_MEMBERS: Final = ("reasoning_content", "reasoning", "reasoning_details", "reasoning_opaque")


def _reasoning_content(reading: Reading) -> Iterator[Flaw]:
    if not bare_model(reading).startswith(_THINKING) or _switched_off(reading.request):
        return
    for step in steps(reading):
        if step.calls and not any(member in step.value for member in _MEMBERS):
            message = "A message with calls goes back without its reasoning."
            pointer = f"{step.pointer}/reasoning_content"
            # Behind a gateway (`vendor/model`) the history may be kept another way.
            milder = Severity.WARNING if "/" in asked_model(reading) else None
            yield Flaw(pointer, message, "reasoning_content", "absent", milder)


def _switched_off(request: Json) -> bool:
    asked = object_of(request)
    kind = object_of(asked.get("thinking")).get("type")
    effort = asked.get("reasoning_effort", object_of(asked.get("reasoning")).get("effort"))
    enabled = object_of(asked.get("reasoning")).get("enabled", asked.get("enable_thinking"))
    return kind == "disabled" or effort == "none" or enabled is False


def _details(reading: Reading) -> Iterator[Flaw]:
    history = steps(reading)
    if not any(step.calls for step in history):
        return
    for step in history:
        if "reasoning_details" in step.value:
            yield from _malformed(step)
    by_gateway = "/" in asked_model(reading) and not at_google(reading)
    if by_gateway and is_gemini_3(bare_model(reading)):
        for step in current(history):
            if step.calls and not _replayed(step):
                message = "A message with calls goes back without its reasoning_details."
                pointer = f"{step.pointer}/reasoning_details"
                yield Flaw(pointer, message, "reasoning_details", "absent")


def _replayed(step: Step) -> bool:
    return "reasoning_details" in step.value or signature_of(step.calls[0].value) is not None


def _malformed(step: Step) -> Iterator[Flaw]:
    details, pointer = step.value["reasoning_details"], f"{step.pointer}/reasoning_details"
    if details is None:
        return
    if not isinstance(details, list):
        message = "The reasoning_details are not the list they came as."
        yield Flaw(pointer, message, "array", kind_of(details))
        return
    for place, item in enumerate(details):
        if not isinstance(object_of(item).get("type"), str):
            message = "A detail has lost its type."
            yield Flaw(f"{pointer}/{place}/type", message, "string", kind_of(item))
            return


#: Items that may stand behind a reasoning item: what the model said or did.
_NOT_AFTER: Final = frozenset({"", "developer", "system", "user"})
_OUTPUT: Final = "_output"
_REASONERS: Final = ("gpt-5", "gpt-6", "o1", "o3", "o4")
_CHAT_MODELS: Final = ("gpt-5-chat",)


def _reasoning_item(reading: Reading) -> Iterator[Flaw]:
    history = steps(reading)
    for number, step in enumerate(history):
        if step.role == "reasoning" and isinstance(step.value.get("id"), str):
            after = history[number + 1].role if number + 1 < len(history) else ""
            if after in _NOT_AFTER or after.endswith(_OUTPUT):
                message = "A reasoning item stands without the item it led to."
                expected = "a call or a message of the assistant after it"
                yield Flaw(step.pointer, message, expected, after[:50] or "nothing")
    if _reasons(reading):
        yield from _bare_calls(history)


def _reasons(reading: Reading) -> bool:
    asked = object_of(reading.request)
    named = bare_model(reading)
    effort = object_of(asked.get("reasoning")).get("effort")
    return (
        named.startswith(_REASONERS)
        and not named.startswith(_CHAT_MODELS)
        and effort not in ("none", "minimal")
        and asked.get("previous_response_id") is None
    )


def _bare_calls(history: tuple[Step, ...]) -> Iterator[Flaw]:
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
                yield Flaw(f"{step.pointer}/id", message, expected, known[:200], Severity.INFO)


def _lost_detail(value: JsonObject) -> None:
    message = object_of(at(value, ("messages", 1)))
    message["reasoning_details"] = [{"text": "The user asks for the weather."}]


def _lonely_reasoning(value: JsonObject) -> None:
    item: Json = {"type": "reasoning", "id": "rs_0123456789abcdef", "summary": []}
    items_of(value["input"]).insert(2, item)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC712",
        name="reasoning_content-replay",
        severity={CHAT: Severity.ERROR},
        statement=(
            "Asked of a model that thinks by default (DeepSeek since V4, Kimi K2 Thinking and "
            "K2.5), every assistant message with calls goes back with the reasoning_content it "
            "came with, in all later requests, unless thinking is switched off."
        ),
        why="The second request of every tool loop is refused.",
        breaks=(
            "The API answers 400: the reasoning_content in the thinking mode must be passed "
            "back; thinking is enabled but reasoning_content is missing; opencode, crewAI, "
            "oai-compatible-copilot met it"
        ),
        workaround="Keep the message as it came; some clients send an empty text.",
        source=Source(
            "docs",
            "DeepSeek, Thinking Mode: after a tool call it must be passed back in all subsequent "
            "requests. What was seen: all 5 replayed calls of such models that DeepSeek and "
            "Moonshot answered with 200 have it, and none of 80 of the older deepseek-chat needed "
            "it",
            "https://api-docs.deepseek.com/guides/thinking_mode",
            _READ,
        ),
        check=_reasoning_content,
        needs_history=True,
        mutations=asks("round_trip", {CHAT: with_model("deepseek-v4-flash")}),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC717",
        name="responses-reasoning-item",
        severity={RESPONSES: Severity.ERROR},
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
            _READ,
        ),
        check=_reasoning_item,
        mutations=(
            *asks("round_trip", {RESPONSES: _lonely_reasoning}, "no follower"),
            *asks("round_trip", {RESPONSES: with_model("gpt-5-mini")}, "no reasoning"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
    Rule(
        id="TC723",
        name="reasoning_details-replay",
        severity={CHAT: Severity.WARNING},
        statement=(
            "Replayed reasoning_details are the list of typed objects they came as; asked of a "
            "Gemini 3 model through a gateway (`google/...`), every message with calls of the "
            "current turn has them."
        ),
        why="The model loses its reasoning, and the provider behind the gateway refuses the turn.",
        breaks="home-assistant, opencode, Roo-Code with OpenRouter",
        workaround="Keep reasoning_details as they came, in their order, streamed pieces joined.",
        source=Source(
            "docs",
            "OpenRouter, reasoning tokens: pass reasoning_details back unmodified, as cited in "
            "the cases; only what one request shows is judged",
            "https://github.com/RooCodeInc/Roo-Code/issues/9125",
            _READ,
        ),
        check=_details,
        needs_history=True,
        mutations=(
            *asks("round_trip", {CHAT: with_model("google/gemini-3-pro-preview")}, "left out"),
            Mutation(CHAT, Mode.BLOCKING, "round_trip", ask(_lost_detail), "no type"),
        ),
        subject=Subject.REQUEST,
        needs_request=True,
        always=True,
    ),
)
