"""TC163: bedrock-text-has-words."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import JsonError, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation


def _blocks(reading: Reading) -> list[Json]:
    """Return the blocks of an answer as they go back with the history."""
    try:
        return items_of(parse(reading.reply.echo or b"[]"))
    except JsonError:
        return []


def _has_words(reading: Reading) -> Iterator[Violation]:
    blocks = [object_of(block) for block in _blocks(reading)]
    empty = any(block.get("text") == "" for block in blocks)
    if reading.reply.complete and reading.reply.tool_calls and empty:
        pointer = reading.reply.text_pointer
        yield Violation(pointer, "A text beside a call is empty.", "words, or no block", "")


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


RULE = Rule(
    id="TC163",
    name="bedrock-text-has-words",
    severity={"bedrock-converse": Severity.WARNING},
    statement="A text beside a call has words: there is no block of an empty text.",
    why=(
        "The answer goes back with the result of its call, and AWS refuses it there: the text field in the "
        "ContentBlock object is blank."
    ),
    breaks="whoever sends on to AWS the history that came: every second turn is refused",
    workaround="Leave empty texts out of the history.",
    source=Source(
        "docs",
        "Amazon Bedrock, Converse: the text of a ContentBlock; AWS refuses an empty one (ValidationException)",
        "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html",
        "2026-11-28",
    ),
    check=_has_words,
    needs_calls=True,
    mutations=(
        Mutation("bedrock-converse", Mode.BLOCKING, "single_call", body(_before)),
        Mutation("bedrock-converse", Mode.STREAMING, "single_call", frames(_behind)),
    ),
)
