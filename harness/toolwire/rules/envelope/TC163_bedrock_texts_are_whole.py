"""TC163: bedrock-texts-are-whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation

#: Texts in a row that nobody writes; what rests on a source is a block of another kind.
_SEVERAL: Final = 4
_TEXT: Final = b'"text"'


def _blocks(reading: Reading) -> list[Json]:
    """Return the blocks of an answer as they go back with the history."""
    try:
        return items_of(parse(reading.reply.echo or b"[]"))
    except JsonError:
        return []


def _whole(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    rows = (reply.echo or b"").count(_TEXT) >= _SEVERAL
    if not reply.complete or not (reply.tool_calls or rows):
        return
    blocks = [object_of(block) for block in _blocks(reading)]
    if reply.tool_calls and any(block.get("text") == "" for block in blocks):
        message = "A text beside a call is empty."
        yield Violation(reply.text_pointer, message, "words, or no block", "")
    elif rows and (most := _longest_row(blocks)) >= _SEVERAL:
        message = "The text comes in a row of blocks, as if each piece of it were one."
        yield Violation(reply.text_pointer, message, "one block", most)


def _longest_row(blocks: list[JsonObject]) -> int:
    """Return how many texts stand one behind the other at most."""
    most = row = 0
    for block in blocks:
        row = row + 1 if isinstance(block.get("text"), str) else 0
        most = max(most, row)
    return most


def _before(value: JsonObject) -> None:
    """Put an empty text before the call of an answer."""
    message = object_of(object_of(value["output"])["message"])
    items_of(message["content"]).insert(0, {"text": ""})


def _behind(stream: list[Frame]) -> list[Frame]:
    """Tell an empty text behind the call of a stream."""
    kinds = [name for name, _ in stream]
    end = kinds.index("messageStop")
    told: list[Frame] = [
        ("contentBlockDelta", {"contentBlockIndex": 1, "delta": {"text": ""}}),
        ("contentBlockStop", {"contentBlockIndex": 1}),
    ]
    return [*stream[:end], *told, *stream[end:]]


_PIECES: Final = ("Hello.", " How", " can", " I help?")


def _in_blocks(value: JsonObject) -> None:
    texts: list[Json] = [{"text": piece} for piece in _PIECES]
    object_of(object_of(value["output"])["message"])["content"] = texts


def _in_events(stream: list[Frame]) -> list[Frame]:
    """Tell each piece of a text as a block of its own."""
    end = [name for name, _ in stream].index("messageStop")
    told: list[Frame] = []
    for index, piece in enumerate(_PIECES):
        told += [
            ("contentBlockDelta", {"contentBlockIndex": index, "delta": {"text": piece}}),
            ("contentBlockStop", {"contentBlockIndex": index}),
        ]
    return [stream[0], *told, *stream[end:]]


RULE = Rule(
    id="TC163",
    name="bedrock-texts-are-whole",
    severity={"bedrock-converse": Severity.WARNING},
    statement=(
        "A text is one block, and not a row of four and more, as where each piece of a stream is a "
        "block of its own; and a text beside a call has words: there is no block of an empty text."
    ),
    why=(
        "Programs read the first block for the text, as AWS's own examples do, or join blocks with "
        "line breaks: they show one word, or break the text behind each. An answer with an empty "
        "text goes back with the result of its call, and AWS refuses it there: the text field in "
        "the ContentBlock object is blank."
    ),
    breaks=(
        "whoever reads the first text for all of it; whoever sends on to AWS the history that came: "
        "every second turn is refused"
    ),
    workaround="Join texts that follow each other, and leave empty ones out of the history.",
    source=Source(
        "docs",
        "Amazon Bedrock, Converse: the text of a ContentBlock; AWS refuses an empty one (ValidationException)",
        "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html",
        "2026-11-28",
    ),
    check=_whole,
    mutations=(
        Mutation("bedrock-converse", Mode.BLOCKING, "single_call", body(_before), "no words"),
        Mutation("bedrock-converse", Mode.STREAMING, "single_call", frames(_behind), "no words"),
        Mutation("bedrock-converse", Mode.BLOCKING, "plain_text", body(_in_blocks), "words"),
        Mutation("bedrock-converse", Mode.STREAMING, "plain_text", frames(_in_events), "words"),
    ),
)
