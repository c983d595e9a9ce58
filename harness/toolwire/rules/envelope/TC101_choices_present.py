"""TC101: choices-present."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.envelope.envelope import TYPES
from toolwire.rules.groups import CHAT_ENVELOPES
from toolwire.rules.mutate.edit import Frame, body, frames, put
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.chat import chunks, has_messages, telling_parts

#: What a whole answer is whose choices have several messages (Mistral's connectors).
_SEVERAL: Final = "chat.multi_completion"


def _choices_present(reading: Reading) -> Iterator[Violation]:
    if reading.mode is Mode.STREAMING:
        yield from _chunk_choices(reading)
    elif isinstance(reading.body, dict):
        yield from _body_choices(reading.body)
    for part in telling_parts(reading) if has_messages(reading) else ():
        if not isinstance(part.message, dict):
            # At the end nothing is to be told; clients that read the member all the same raise.
            ends = part.event is not None and part.choice.get("finish_reason") is not None
            # What a server's own tools were called for stands in several messages (Mistral's connectors).
            if part.event is None and items_of(part.choice.get("messages")):
                continue
            # Azure's asynchronous filter ends a stream with its verdict, and no delta.
            if ends and any(member.startswith("content_filter") for member in part.choice):
                continue
            pointer = part.at(f"/{part.key}")
            milder = Severity.WARNING if ends else None
            message = "The choice holds no message object."
            yield Violation(pointer, message, "object", part.message, milder)
            return


def _body_choices(body: JsonObject) -> Iterator[Violation]:
    choices = body.get("choices")
    if not isinstance(choices, list):
        yield Violation("/choices", "There is no array of choices.", "array", choices)
    elif body.get("object") == _SEVERAL and not any("messages" in object_of(c) for c in choices):
        message = "The object says that choices have several messages, and none has."
        yield Violation("/object", message, "chat.completion", _SEVERAL, Severity.WARNING)


def _chunk_choices(reading: Reading) -> Iterator[Violation]:
    seen: set[str] = set()
    # Chunks whose members are seen once somebody asks, which few do.
    passed: list[JsonObject] = []
    for number, chunk in chunks(reading):
        choices = chunk.get("choices")
        if isinstance(choices, list) and choices:
            passed.append(chunk)
            continue
        seen.update(*passed)
        passed.clear()
        if choices == [] and (not seen or any(chunk[key] for key in chunk.keys() - seen)):
            # Before the first choice: Azure's chunk of prompt filter results. Later ones say
            # what the others do not: usage, moderation, a gateway's own.
            continue
        if choices == [] and chunk.get("usage"):
            continue
        pointer = f"event[{number}]/choices"
        message = "The chunk has no choices and no usage."
        if chunk.get("usage"):
            message = "The chunk has no array of choices."
        yield Violation(pointer, message, "choices", choices)
        return


def _lost_choices(stream: list[Frame]) -> None:
    for _, payload in stream[1:]:
        if isinstance(payload, dict) and payload.get("choices"):
            extra: JsonObject = {**payload, "choices": []}
            stream.insert(2, (None, extra))
            return


def _no_delta_at_the_end(stream: list[Frame]) -> None:
    for _, payload in stream:
        for choice in map(object_of, items_of(object_of(payload).get("choices"))):
            if choice.get("finish_reason") is not None:
                choice["delta"] = None


RULE = Rule(
    id="TC101",
    name="choices-present",
    severity=dict.fromkeys(CHAT_ENVELOPES, Severity.ERROR),
    statement=(
        "`choices` is an array, and each choice holds a `message` object (`delta` in a stream; a "
        "text completion neither; missing in the chunk that ends it, a warning). A chunk may have "
        "empty choices before the first choice, and when it carries usage or another member that "
        "chunks with choices have not (the content filter's verdict, moderation). A whole answer of "
        "which the server ran tools itself has `messages` in the place of one, and says "
        "`chat.multi_completion` (Mistral's connectors)."
    ),
    why="Every client reads choices[0]; without one it raises or shows nothing.",
    breaks=(
        "openai-python, openai-node and LangChain (TypeError), pydantic-ai and the Vercel AI "
        "SDK (refuse the reply); openai-partial-stream, spoon-core and other readers of "
        "choices[0]."
    ),
    workaround="Skip chunks without choices.",
    source=TYPES,
    check=_choices_present,
    claims=(
        "choices",
        "choices/*/delta",
        "choices/*/message",
    ),
    mutations=(
        *(
            Mutation(dialect, mode, "plain_text", change)
            for dialect in CHAT_ENVELOPES
            for mode, change in (
                (Mode.BLOCKING, body(lambda value: put(value, ("choices",), None))),
                (Mode.STREAMING, frames(_lost_choices)),
            )
        ),
        Mutation(
            "openai-chat",
            Mode.BLOCKING,
            "plain_text",
            body(lambda value: put(value, ("object",), _SEVERAL)),
            "one message for several",
        ),
        streaming("openai-chat", _no_delta_at_the_end, "no delta at the end", "plain_text"),
    ),
    shim=Shim("skip_without_choices"),
    cases="""
upstreams | HTTP 200 with choices [] or output [] | https://github.com/diegosouzapw/OmniRoute/issues/4942 | PR merged 2026-06
""",
)
