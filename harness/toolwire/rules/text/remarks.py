"""The text of an answer without what its messages say on the way to it.

Models of 2026 say between their tools what they are about to do; such a message is marked, and
openai-python reads none as the answer (openai-python#3861).
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json
from toolwire.rules.rule import Reading
from toolwire.rules.streaming.stream_responses import story_of


def without_remarks(reading: Reading, mark: tuple[str, str] | None) -> str:
    """Return the text of a reply without the messages that have this member and this word."""
    text = reading.reply.text or ""
    if mark is None or mark[1].encode() not in reading.exchange.response.body:
        return text
    member, word = mark
    for item in map(object_of, _items(reading)):
        if item.get(member) == word:
            parts = map(object_of, items_of(item.get("content")))
            text = text.replace("".join(string_of(one.get("text")) or "" for one in parts), "", 1)
    return text


def _items(reading: Reading) -> Iterator[Json]:
    """Yield the items of a body, or those of a stream as they were when they were done."""
    if isinstance(reading.body, dict):
        yield from items_of(reading.body.get("output"))
        return
    for item in story_of(reading).items:
        yield item.start if item.done is None else item.done[1]
