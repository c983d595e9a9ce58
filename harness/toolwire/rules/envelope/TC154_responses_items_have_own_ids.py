"""TC154: responses-items-have-own-ids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.streaming.stream_responses import story_of
from toolwire.rules.views.rewritten import is_counted

#: Items of an answer that a client sends back; those of tools of the server's are left to it.
_KINDS: Final = frozenset({"custom_tool_call", "function_call", "message", "reasoning"})
#: The ids of the reference responder.
_ITEM_ID: Final = re.compile(rb"fc_\w+")


def _own_ids(reading: Reading) -> Iterator[Violation]:
    seen: dict[str, JsonObject] = {}
    sent = {
        str(item["id"]) for item in _of_kinds(items_of(object_of(reading.request).get("input")))
    }
    for pointer, item in _items(reading):
        known = str(item["id"])
        if known in seen and not _goes_on(seen[known], item):
            message = "Two items of the answer share one id."
            yield Violation(f"{pointer}/id", message, "an id of its own", known)
            return
        if known in sent and not is_counted(reading, known):
            message = "An item has the id of one of the history."
            yield Violation(f"{pointer}/id", message, "an id of its own", known)
            return
        seen[known] = item


def _goes_on(before: JsonObject, item: JsonObject) -> bool:
    """Return whether a thought goes on in another item: xAI gives both one id."""
    return item["type"] == "reasoning" == before["type"] and item != before


def _items(reading: Reading) -> Iterator[tuple[str, JsonObject]]:
    """Yield the items of an answer that have an id, each once, with their pointers."""
    if reading.mode is Mode.BLOCKING:
        output = items_of(reading.body.get("output")) if isinstance(reading.body, dict) else []
        for place, item in enumerate(output):
            yield from ((f"/output/{place}", one) for one in _of_kinds([item]))
        return
    for opened in story_of(reading).items:
        yield from ((f"event[{opened.number}]/item", one) for one in _of_kinds([opened.start]))


def _of_kinds(items: list[Json]) -> Iterator[JsonObject]:
    for item in map(object_of, items):
        kind, known = item.get("type"), item.get("id")
        if isinstance(kind, str) and kind in _KINDS and isinstance(known, str) and known:
            yield item


def _of_answer(exchange: Exchange) -> list[bytes]:
    """Return the ids of the calls' items in a clean answer, in their order."""
    return list(dict.fromkeys(_ITEM_ID.findall(exchange.response.body)))


def _as_first(exchange: Exchange) -> Exchange:
    first, *others = _of_answer(exchange)

    def change(body: bytes) -> bytes:
        for one in others:
            body = body.replace(one, first)
        return body

    return edit.raw_body(change)(exchange)


def _as_before(exchange: Exchange) -> Exchange:
    assert exchange.request is not None
    before = _ITEM_ID.search(exchange.request.body)
    assert before is not None
    (own,) = _of_answer(exchange)
    return edit.raw_body(lambda body: body.replace(own, before[0]))(exchange)


RULE = Rule(
    id="TC154",
    name="responses-items-have-own-ids",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "The items of one answer (messages, calls, reasoning) have ids that differ, and none that "
        "an item of the request's history has. An item may have no id, and a thought that goes on "
        "may keep its own."
    ),
    why=(
        "A client sends items back as they came: OpenAI refuses a history in which an id stands "
        "twice (Duplicate item found), and stores keyed by it lose one of the two."
    ),
    breaks="OpenAI answers 400 to a history with both items: Duplicate item found with id.",
    workaround="Leave the ids of items out of the history.",
    source=Source(
        "api-error",
        "OpenAI Responses API: Duplicate item found with id; openai 3.52.0 types: id is the unique "
        "ID of the item (response_function_tool_call.py, response_output_message.py)",
        "https://developers.openai.com/api/reference/resources/responses",
        "2026-11-25",
    ),
    check=_own_ids,
    compares_ids=True,
    mutations=tuple(
        Mutation("openai-responses", mode, scenario, plant, fault)
        for scenario, plant, fault in (
            ("parallel_calls", _as_first, "two calls of one id"),
            ("second_call", _as_before, "the id of an item before"),
        )
        for mode in Mode
    ),
)
