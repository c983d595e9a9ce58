"""The tokens of a reply's text, told with their probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.io.pointer import at, pointer_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import ABSENT, Event, Reading
from toolwire.rules.views.asked_for import whole

#: Where a body has the tokens of the reply's text: with choices, and with one message on top.
_OF_CHOICE: Final = ("choices", 0, "logprobs", "content")
_ON_TOP: Final = ("logprobs",)
#: The member of a token that has its text.
_NAMED: Final = b'"token"'


def wants_tokens(reading: Reading) -> bool:
    """Return whether the request wants the probabilities of tokens, and a whole reply came."""
    form = load_dialect(reading.dialect).wire.request
    wanted = form is not None and form.wants_tokens(object_of(reading.request))
    return wanted and whole(reading)


def tokens_of_both(blocking: Reading, streamed: Reading) -> tuple[bool, bool]:
    """Return whether each mode tells the tokens of its text, as the request wants; of two texts alone."""
    both = (blocking, streamed)
    if not all(one.reply.text and not one.reply.tool_calls and wants_tokens(one) for one in both):
        return False, False
    return _tells(blocking), _tells(streamed)


def _tells(reading: Reading) -> bool:
    return any(told for _, _, told in told_tokens(reading, reading.reply.text or ""))


def told_tokens(reading: Reading, text: str) -> Iterator[tuple[str, str, list[Json]]]:
    """Yield where tokens are told, the text that they are of, and the tokens.

    Args:
        reading: a reply.
        text: of it.
    """
    if _NAMED not in reading.exchange.response.body:
        return  # as in nearly all
    if isinstance(reading.body, dict):
        yield from _told(reading.body, text)
    else:
        yield from _streamed(reading, text)


def _streamed(reading: Reading, text: str) -> Iterator[tuple[str, str, list[Json]]]:
    """Yield where the first tokens of a stream are told, its text, and all of them; nothing where
    there are none.
    """
    for path in (_OF_CHOICE, _ON_TOP):
        found = [
            (event.number, at(event.json, path)) for event in reading.events if _is_first(event)
        ]
        lists = [(number, told) for number, told in found if isinstance(told, list) and told]
        if lists:
            tokens = [token for _, told in lists for token in told]
            yield f"event[{lists[0][0]}]{pointer_of(path)}", text, tokens


def _is_first(event: Event) -> bool:
    """Return whether what an event tells is of the first choice."""
    return at(event.json, ("choices", 0, "index")) in (0, None, ABSENT)


def _told(body: JsonObject, text: str) -> Iterator[tuple[str, str, list[Json]]]:
    """Yield where tokens are told, the text that they are of, and the tokens.

    An item of Responses has them beside each part of its content.
    """
    for path in (_OF_CHOICE, _ON_TOP):
        told = at(body, path)
        if isinstance(told, list):
            yield pointer_of(path), text, told
    for number, item in enumerate(items_of(body.get("output"))):
        for place, part in enumerate(items_of(object_of(item).get("content"))):
            own = object_of(part).get("text")
            if isinstance(own, str):
                where = ("output", number, "content", place, "logprobs")
                yield pointer_of(where), own, items_of(object_of(part).get("logprobs"))
