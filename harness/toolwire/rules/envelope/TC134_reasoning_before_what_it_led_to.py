"""TC134: reasoning-before-what-it-led-to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation

_THOUGHTS: Final = frozenset({"reasoning", "reasoningContent", "redacted_thinking", "thinking"})
#: What a body or a stream with reasoning has somewhere; most have not, and are not looked through.
_MARKS: Final = (b'"reasoning"', b'thinking"', b'"reasoningContent"')
#: Converse's parts, which have no type: what each is named by.
_NAMED: Final = ("reasoningContent", "toolUse", "text")
#: How a reply ends that the model finished: one that was cut may end while it thinks.
_FINISHED: Final = frozenset({"end", "tool_call"})


def _before(reading: Reading) -> Iterator[Violation]:
    body = reading.exchange.response.body
    if not any(mark in body for mark in _MARKS) or not reading.reply.complete:
        return
    if load_dialect(reading.dialect).stops.get(reading.reply.stop or "") not in _FINISHED:
        return
    blocks = list(_blocks(reading))
    if not blocks or blocks[-1][1] not in _THOUGHTS:
        return
    # A reply of nothing but reasoning has no order.
    led_to = [kind for _, kind in blocks if kind not in _THOUGHTS]
    if led_to:
        message = "Reasoning is the last part of the reply, behind what it led to."
        place, kind = blocks[-1]
        pointer = place if kind in _NAMED else f"{place}/type"
        yield Violation(pointer, message, led_to[-1][:50], kind)


def _blocks(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield where the parts of a reply stand, and their kinds, as they are told."""
    if isinstance(reading.body, dict):
        for member in ("output", "content"):
            for place, part in enumerate(items_of(reading.body.get(member))):
                yield f"/{member}/{place}", _kind(part)
        message = object_of(object_of(reading.body.get("output")).get("message"))
        for place, part in enumerate(items_of(message.get("content"))):
            yield f"/output/message/content/{place}", _name(part)
        return
    for event in reading.events:
        if isinstance(event.json, dict):
            yield from _streamed(f"event[{event.number}]", event.json)


def _streamed(root: str, data: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield where an event has a part of a reply, and its kind."""
    if data.get("type") == "response.output_item.done":
        yield f"{root}/item", _kind(data.get("item"))
    elif data.get("type") == "content_block_start":
        yield f"{root}/content_block", _kind(data.get("content_block"))
    elif "type" not in data and (name := _name(data.get("delta", data.get("start")))):
        yield f"{root}/delta", name


def _name(part: Json) -> str:
    """Return the member that a part of Converse's is named by; "" for another's."""
    held = object_of(part)
    return next((name for name in _NAMED if name in held), "")


def _kind(part: Json) -> str:
    kind = object_of(part).get("type")
    return kind if isinstance(kind, str) else ""


def _item() -> JsonObject:
    return {"type": "reasoning", "id": "rs_0123456789abcdef", "summary": []}


def _block() -> JsonObject:
    return {"type": "thinking", "thinking": "Look it up.", "signature": "c2lnbmF0dXJl"}


def _item_last(body: JsonObject) -> None:
    items_of(body["output"]).append(_item())


def _block_last(body: JsonObject) -> None:
    items_of(body["content"]).append(_block())


def _item_streamed(stream: list[Frame]) -> None:
    end = object_of(stream[-1][1])
    output = items_of(object_of(end["response"])["output"])
    for step in ("added", "done"):
        kind = f"response.output_item.{step}"
        number = len(stream) - 1
        told: JsonObject = {"type": kind, "sequence_number": number, "output_index": len(output)}
        stream.insert(number, (kind, {**told, "item": _item()}))
    output.append(_item())
    end["sequence_number"] = len(stream) - 1


def _block_streamed(stream: list[Frame]) -> None:
    index = sum(name == "content_block_start" for name, _ in stream)
    empty: JsonObject = {"type": "thinking", "thinking": "", "signature": ""}
    deltas: tuple[JsonObject, ...] = (
        {"type": "thinking_delta", "thinking": "Look it up."},
        {"type": "signature_delta", "signature": "c2lnbmF0dXJl"},
    )
    told: list[tuple[str, JsonObject]] = [("content_block_start", {"content_block": empty})]
    told += [("content_block_delta", {"delta": delta}) for delta in deltas]
    told.append(("content_block_stop", {}))
    at = next(place for place, (name, _) in enumerate(stream) if name == "message_delta")
    stream[at:at] = [(name, {"type": name, "index": index, **rest}) for name, rest in told]


def _part_last(body: JsonObject) -> None:
    message = object_of(object_of(body["output"])["message"])
    items_of(message["content"]).append(
        {"reasoningContent": {"reasoningText": {"text": "Look it up.", "signature": "c2ln"}}}
    )


def _part_streamed(stream: list[Frame]) -> None:
    index = sum(name == "contentBlockStop" for name, _ in stream)
    at = next(place for place, (name, _) in enumerate(stream) if name == "messageStop")
    thought: JsonObject = {"reasoningContent": {"text": "Look it up."}}
    signed: JsonObject = {"reasoningContent": {"signature": "c2ln"}}
    told: list[tuple[str, JsonObject]] = [
        ("contentBlockDelta", {"contentBlockIndex": index, "delta": thought}),
        ("contentBlockDelta", {"contentBlockIndex": index, "delta": signed}),
        ("contentBlockStop", {"contentBlockIndex": index}),
    ]
    stream[at:at] = told


def _mutations() -> Iterator[Mutation]:
    for dialect, blocking, streamed in (
        ("anthropic-messages", _block_last, _block_streamed),
        ("bedrock-converse", _part_last, _part_streamed),
        ("openai-responses", _item_last, _item_streamed),
    ):
        yield Mutation(dialect, Mode.BLOCKING, "single_call", edit.body(blocking))
        yield Mutation(dialect, Mode.STREAMING, "single_call", edit.frames(streamed))


RULE = Rule(
    id="TC134",
    name="reasoning-before-what-it-led-to",
    severity={
        "anthropic-messages": Severity.WARNING,
        "bedrock-converse": Severity.WARNING,
        "openai-responses": Severity.WARNING,
    },
    statement=(
        "A reply that the model finished does not end in reasoning: a thinking block or a "
        "reasoning item stands before the text or the calls it led to. One that was cut, and one "
        "of nothing but reasoning, may."
    ),
    why=(
        "What came is sent back with the results as it came, and Anthropic and OpenAI refuse "
        "it so: the final block cannot be thinking, and a reasoning item needs the item it led "
        "to behind it."
    ),
    breaks=(
        "The vendors' APIs, when the reply is in the history: 400 in forgecode, CLIProxyAPI "
        "(Anthropic), vercel/ai and continue (OpenAI)"
    ),
    workaround="Put the reasoning before the calls when the reply is sent back.",
    source=Source(
        "api-error",
        "Anthropic: The final block in an assistant message cannot be `thinking`; OpenAI: Item of "
        "type 'reasoning' was provided without its required following item",
        "https://github.com/tailcallhq/forgecode/issues/3071",
        "2026-11-24",
    ),
    check=_before,
    mutations=tuple(_mutations()),
    cases="""
ai-dynamo | Responses without a stream: calls are put into output before the reasoning that led to them | https://github.com/ai-dynamo/dynamo/issues/12462 | PR merged 2026-07
CLIProxyAPI | a history that ends in a reasoning item becomes a final thinking block, 400 | https://github.com/router-for-me/CLIProxyAPI/issues/5321 | issue closed 2026-08
""",
)
