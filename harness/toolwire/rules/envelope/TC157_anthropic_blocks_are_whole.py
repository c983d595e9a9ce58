"""TC157: anthropic-blocks-are-whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.request_edit import ask, with_model
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.request_model import asked_model, is_claude

#: Texts in a row, without a source between them, that nobody writes: of 1,238 recorded answers none
#: has three. A text whose source a program of the model's has read stands by itself, too: it has an
#: empty list of sources, and its neighbours have none.
_SEVERAL: Final = 4
_START: Final = "content_block_start"
_DELTA: Final = "content_block_delta"
_SOURCES: Final = "citations_delta"
_SIGNATURE: Final = "signature_delta"


def _whole(reading: Reading) -> Iterator[Violation]:
    row, thoughts = 0, set[tuple[object, object]]()
    before: Json = None
    blocks = [*_blocks(reading)]
    for pointer, block in blocks:
        kind, sources = block.get("type"), block.get("citations")
        alike = row if sources == before else 0
        row = alike + 1 if kind == "text" and not sources else 0
        before = sources
        if row == _SEVERAL:
            message = "The text comes in a row of blocks, as if each piece of it were one."
            yield Violation(pointer, message, "one block", row)
            return
        known = (string_of(block.get("thinking")), string_of(block.get("signature")))
        if kind == "thinking" and all(known) and known in thoughts:
            yield Violation(pointer, "A thought stands in two blocks.", "one block", 2)
            return
        thoughts.add(known)
    yield from _without_words(reading, blocks)
    yield from _unsigned(reading, blocks)


def _unsigned(reading: Reading, blocks: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    """Yield a thought of Claude's whose signature is empty; the last block may have been cut before it."""
    if not (reading.reply.complete and is_claude(asked_model(reading))):
        return
    streamed = _signatures(reading)
    for pointer, block in blocks[:-1]:
        empty = block.get("type") == "thinking" and block.get("signature") == ""
        # What a stream never signs at all is TC918's.
        if empty and (reading.mode is Mode.BLOCKING or streamed.get(pointer) == ""):
            message = "The signature of a thought is empty."
            yield Violation(f"{pointer}/signature", message, "a signature", "")
            return


def _signatures(reading: Reading) -> dict[str, str]:
    """Return the signatures that a stream tells, by the blocks that have them."""
    opened: dict[str, str] = {}
    told: dict[str, str] = {}
    for event in reading.events:
        data = object_of(event.json) if isinstance(event.json, dict) else {}
        delta, index = object_of(data.get("delta")), str(data.get("index"))
        if data.get("type") == _START:
            opened[index] = f"event[{event.number}]/content_block"
        elif delta.get("type") == _SIGNATURE and index in opened:
            block = opened[index]
            told[block] = told.get(block, "") + (string_of(delta.get("signature")) or "")
    return told


def _without_words(reading: Reading, blocks: list[tuple[str, JsonObject]]) -> Iterator[Violation]:
    """Yield a text that is empty beside a call: sent back, the format's vendor refuses it."""
    if reading.reply.complete and any(block.get("type") == "tool_use" for _, block in blocks):
        empty = [at for at, one in blocks if one.get("type") == "text" and one.get("text") == ""]
        said = _pieces(reading) if empty else frozenset[str]()
        for pointer in empty:
            if pointer not in said:
                yield Violation(pointer, "A text beside a call is empty.", "words, or no block", "")
                return


def _pieces(reading: Reading) -> frozenset[str]:
    """Return the blocks of a stream whose text comes in pieces; a number may be given anew."""
    opened: dict[str, int] = {}
    told: set[int] = set()
    for event in reading.events:
        data = object_of(event.json) if isinstance(event.json, dict) else {}
        delta, index = object_of(data.get("delta")), str(data.get("index"))
        if data.get("type") == _START:
            opened[index] = event.number
        elif index in opened and (delta.get("text") or delta.get("type") == _SOURCES):
            told.add(opened[index])
    return frozenset(f"event[{number}]/content_block" for number in told)


def _blocks(reading: Reading) -> Iterator[tuple[str, JsonObject]]:
    """Yield the blocks of a message, those of a stream as they open, with sources that follow."""
    if reading.mode is Mode.BLOCKING:
        content = items_of(reading.body.get("content")) if isinstance(reading.body, dict) else []
        for place, block in enumerate(map(object_of, content)):
            yield f"/content/{place}", block
        return
    cited = {
        str(data.get("index"))
        for _, data in _events(reading, _DELTA)
        if object_of(data.get("delta")).get("type") == _SOURCES
    }
    starts = [*_events(reading, _START)]
    for place, (number, data) in enumerate(starts, start=1):
        if starts[place : place + 1] == [(number + 1, data)]:
            continue  # What is opened twice is TC918's.
        source = {"citations": True} if str(data.get("index")) in cited else {}
        block = object_of(data.get("content_block"))
        yield f"event[{number}]/content_block", {**block, **source}


def _events(reading: Reading, kind: str) -> Iterator[tuple[int, JsonObject]]:
    """Yield the events of a kind, each with its number."""
    for event in reading.events:
        if isinstance(event.json, dict) and event.json.get("type") == kind:
            yield event.number, event.json


_WORDS: Final = ("One", " two", " three", " four.")


def _texts() -> list[JsonObject]:
    return [{"type": "text", "text": word} for word in _WORDS]


def _in_blocks(body: JsonObject) -> None:
    body["content"] = [*_texts()]


def _in_events(stream: list[Frame]) -> list[Frame]:
    """Tell four texts in place of the blocks of a stream."""
    told: list[Frame] = []
    for index, block in enumerate(_texts()):
        opening: JsonObject = {"type": _START, "content_block": {**block, "text": ""}}
        delta: JsonObject = {"type": _DELTA, "delta": {"type": "text_delta", "text": block["text"]}}
        closing: JsonObject = {"type": "content_block_stop"}
        told += [(str(one["type"]), {**one, "index": index}) for one in (opening, delta, closing)]
    kinds = [object_of(payload).get("type") for _, payload in stream]
    end = kinds.index("message_delta")
    return [stream[0], *told, *stream[end:]]


def _empty_before(body: JsonObject) -> None:
    items_of(body["content"]).insert(0, {"type": "text", "text": ""})


def _empty_behind(stream: list[Frame]) -> list[Frame]:
    """Tell an empty text behind the call of a stream."""
    kinds = [object_of(payload).get("type") for _, payload in stream]
    end = kinds.index("message_delta")
    text: JsonObject = {"type": "text", "text": ""}
    empty: list[Frame] = [
        (_START, {"type": _START, "index": 1, "content_block": text}),
        ("content_block_stop", {"type": "content_block_stop", "index": 1}),
    ]
    return [*stream[:end], *empty, *stream[end:]]


def _thought_twice(exchange: Exchange) -> Exchange:
    thoughtful = answered(Answer(text="Hello.", reasoning="The user greets me."))

    def change(body: JsonObject) -> None:
        content = items_of(body["content"])
        content.insert(0, content[0])

    return edit.body(change)(thoughtful("anthropic-messages", Mode.BLOCKING)(exchange))


def _of_claude(change: Callable[[Exchange], Exchange]) -> Callable[[Exchange], Exchange]:
    """Make a fault of the thoughts of a model of Claude's."""
    model = ask(with_model("claude-sonnet-4-5"))
    return lambda exchange: change(model(exchange))


def _thinks_unsigned(body: JsonObject) -> None:
    items_of(body["content"]).insert(0, {"type": "thinking", "thinking": "Hm.", "signature": ""})


def _tells_unsigned(stream: list[Frame]) -> list[Frame]:
    """Tell a thought before the text, whose number grows by one."""
    for _, payload in stream:
        event = object_of(payload)
        if isinstance(index := event.get("index"), int):
            event["index"] = index + 1
    block: JsonObject = {"type": "thinking", "thinking": "", "signature": ""}
    parts: list[JsonObject] = [
        {"type": _START, "content_block": block},
        {"type": _DELTA, "delta": {"type": "thinking_delta", "thinking": "Hm."}},
        {"type": _DELTA, "delta": {"type": _SIGNATURE, "signature": ""}},
        {"type": "content_block_stop"},
    ]
    told: list[Frame] = [(str(one["type"]), {**one, "index": 0}) for one in parts]
    return [stream[0], *told, *stream[1:]]


RULE = Rule(
    id="TC157",
    name="anthropic-blocks-are-whole",
    severity={"anthropic-messages": Severity.WARNING},
    statement=(
        "A text is one block, and not a row of four and more, as where each piece of a stream opens "
        "a block of its own; texts with citations, or with an empty list of them, stand in blocks "
        "by their sources. A thought stands in one block of a whole reply, not in two that are "
        "alike. A text beside a call has words. A thought of a model whose name says Claude has a "
        "signature that is not empty, but for one that ends the message: it may have been cut; "
        "other models sign nothing."
    ),
    why=(
        "Clients show each block as a paragraph, or join blocks with line breaks: the text is "
        "broken behind every word, and goes back so with the history. A history with an empty text "
        "is refused by Anthropic: text content blocks must be non-empty. Clients take a thought "
        "with an empty signature for unsigned: they drop it or send it back as a text, and the "
        "model forgets why it called; strict ones refuse it."
    ),
    breaks="whoever shows blocks one by one, or joins them with line breaks",
    workaround="Join texts that follow each other.",
    source=Source(
        "docs",
        "Anthropic, Citations: without them the text is one block; of 1,238 recorded answers none has "
        "three texts without sources in a row",
        "https://platform.claude.com/docs/en/build-with-claude/citations",
        "2026-11-25",
    ),
    check=_whole,
    mutations=(
        Mutation("anthropic-messages", Mode.BLOCKING, "plain_text", edit.body(_in_blocks), "words"),
        Mutation(
            "anthropic-messages", Mode.STREAMING, "plain_text", edit.frames(_in_events), "words"
        ),
        Mutation(
            "anthropic-messages", Mode.BLOCKING, "plain_text", _thought_twice, "a thought twice"
        ),
        Mutation(
            "anthropic-messages", Mode.BLOCKING, "single_call", edit.body(_empty_before), "no words"
        ),
        Mutation(
            "anthropic-messages",
            Mode.STREAMING,
            "single_call",
            edit.frames(_empty_behind),
            "no words",
        ),
        Mutation(
            "anthropic-messages",
            Mode.BLOCKING,
            "plain_text",
            _of_claude(edit.body(_thinks_unsigned)),
            "an empty signature",
        ),
        Mutation(
            "anthropic-messages",
            Mode.STREAMING,
            "plain_text",
            _of_claude(edit.frames(_tells_unsigned)),
            "an empty signature",
        ),
    ),
    cases="""
vLLM /v1/messages (qwen3_xml) | a new content block for each chunk of a stream | https://github.com/nanocoai/nanoclaw/issues/1241 | PR open 2026-03
LiteLLM (ollama_chat) on /v1/messages | an empty text block opens a stream with a call | https://github.com/BerriAI/litellm/issues/34692 | issue closed 2026-08
WindsurfAPI | the signature of each thought is empty: Grok Build refuses it | https://github.com/dwgx/WindsurfAPI/issues/228 | PR merged 2026-07
""",
)
