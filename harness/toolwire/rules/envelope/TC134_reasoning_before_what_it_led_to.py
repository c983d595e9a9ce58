"""TC134: reasoning-before-what-it-led-to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit, request_edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.answer_parts import answer_parts

_THOUGHTS: Final = frozenset(
    {"reasoning", "reasoningContent", "redacted_thinking", "thinking", "thought"}
)
#: How a part of Gemini's that is a thought is called here: it has a text, and is marked.
_THOUGHT: Final = "thought"
#: What a body or a stream with reasoning has somewhere; most have not, and are not looked through.
_MARKS: Final = (b"reasoning", b'thinking"', b'"thought"')
#: Converse's parts, which have no type: what each is named by.
_NAMED: Final = ("reasoningContent", "toolUse", "text")
#: What parts of Gemini's have besides a text.
_PARTS: Final = ("functionCall",)
#: What lines of Ollama's have, in the order in which its models make it.
_OF_LINE: Final = {"thinking": "thought", "content": "text", "tool_calls": "functionCall"}
#: How a reply ends that the model finished: one that was cut may end while it thinks.
_FINISHED: Final = frozenset({"end", "tool_call"})


def _before(reading: Reading) -> Iterator[Violation]:
    if not reading.reply.complete:
        return
    if load_dialect(reading.dialect).stops.get(reading.reply.stop or "") not in _FINISHED:
        return
    body = reading.exchange.response.body
    if not any(mark in body for mark in _MARKS):
        return
    blocks = list(_blocks(reading))
    if not blocks or blocks[-1][1] not in _THOUGHTS:
        return
    # A reply of nothing but reasoning has no order.
    led_to = [kind for _, kind in blocks if kind not in _THOUGHTS]
    if led_to:
        message = "Reasoning is the last part of the reply, behind what it led to."
        place, kind = blocks[-1]
        pointer = place if kind in _NAMED or kind == _THOUGHT else f"{place}/type"
        yield Violation(pointer, message, led_to[-1][:50], kind)


def _blocks(reading: Reading) -> Iterator[tuple[str, str]]:
    """Yield where the parts of a reply stand, and their kinds, as they are told."""
    for answer in answer_parts(reading):
        told = _name(answer.value) or next((name for name in _PARTS if name in answer.value), "")
        if told:
            yield answer.pointer, _THOUGHT if answer.value.get("thought") is True else told
    if isinstance(reading.body, dict):
        for place, one in enumerate(
            items_of(object_of(reading.body.get("message")).get("content"))
        ):
            yield f"/message/content/{place}", _kind(one)
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
    elif data.get("type") == "content-start":
        content = object_of(object_of(object_of(data.get("delta")).get("message")).get("content"))
        yield f"{root}/delta/message/content", _kind(content)
    elif data.get("type") == "content_block_start":
        yield f"{root}/content_block", _kind(data.get("content_block"))
    elif data.get("message"):
        for member, kind in _OF_LINE.items():
            if object_of(data["message"]).get(member):
                yield f"{root}/message/{member}", kind
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


def _thought_last(body: JsonObject) -> None:
    candidate = object_of(items_of(body["candidates"])[-1])
    parts = items_of(object_of(candidate["content"])["parts"])
    parts.append({"text": "Look it up.", "thought": True})


def _thought_streamed(stream: list[Frame]) -> None:
    _thought_last(object_of(stream[-1][1]))


def _content_last(body: JsonObject) -> None:
    message = object_of(body["message"])
    told: JsonObject = {"type": "text", "text": "One moment."}
    message["content"] = [told, {"type": "thinking", "thinking": "Look it up."}]


def _content_streamed(stream: list[Frame]) -> None:
    at = next(place for place, (name, _) in enumerate(stream) if name == "message-end")
    told = (("text", "One moment."), ("thinking", "Look it up."))
    stream[at:at] = [
        frame for index, (kind, text) in enumerate(told) for frame in _content(index, kind, text)
    ]


def _content(index: int, kind: str, text: str) -> Iterator[Frame]:
    begun: JsonObject = {"type": kind, kind: ""}
    piece: JsonObject = {kind: text}
    for step, content in (("content-start", begun), ("content-delta", piece)):
        yield step, {"type": step, "index": index, "delta": {"message": {"content": content}}}
    yield "content-end", {"type": "content-end", "index": index}


def _with_thoughts(request: JsonObject) -> None:
    request["generationConfig"] = {"thinkingConfig": {"includeThoughts": True}}


def _as_it_is(_request: JsonObject) -> None:
    pass


#: Where thoughts are told only to those who ask.
_ASKS: Final = {"gemini-generate": _with_thoughts}


def _both(
    first: Callable[[Exchange], Exchange], second: Callable[[Exchange], Exchange]
) -> Callable[[Exchange], Exchange]:
    return lambda exchange: second(first(exchange))


def _line_streamed(stream: list[Frame]) -> None:
    thought: JsonObject = {"role": "assistant", "content": "", "thinking": "Look it up."}
    stream.insert(-1, (None, {**object_of(stream[0][1]), "message": thought}))


def _mutations() -> Iterator[Mutation]:
    yield Mutation("ollama-chat", Mode.STREAMING, "plain_text", edit.frames(_line_streamed))
    for dialect, blocking, streamed in (
        ("anthropic-messages", _block_last, _block_streamed),
        ("bedrock-converse", _part_last, _part_streamed),
        ("cohere-v2", _content_last, _content_streamed),
        ("gemini-generate", _thought_last, _thought_streamed),
        ("openai-responses", _item_last, _item_streamed),
    ):
        asked = request_edit.ask(_ASKS.get(dialect, _as_it_is))
        for mode, change in (
            (Mode.BLOCKING, edit.body(blocking)),
            (Mode.STREAMING, edit.frames(streamed)),
        ):
            yield Mutation(dialect, mode, "single_call", _both(change, asked))


RULE = Rule(
    id="TC134",
    name="reasoning-before-what-it-led-to",
    severity={
        "anthropic-messages": Severity.WARNING,
        "bedrock-converse": Severity.WARNING,
        "cohere-v2": Severity.WARNING,
        "gemini-generate": Severity.WARNING,
        "ollama-chat": Severity.WARNING,
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
