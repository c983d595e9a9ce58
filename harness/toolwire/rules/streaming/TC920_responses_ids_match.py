"""TC920: responses-ids-match."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation
from toolwire.rules.streaming.stream_responses import (
    ADDED,
    ARGUMENTS,
    CALLS,
    DONE,
    TYPES,
    Story,
    StreamedItem,
    story_of,
)
from toolwire.rules.views.excerpt import excerpt

_SAME = ("type", "id", "call_id", "name")


def _ids_match(reading: Reading) -> Iterator[Violation]:
    story = story_of(reading)
    yield from story.strays
    yield from _renamed(reading, story)
    yield from _nameless(story)
    for item in story.items:
        if item.done is not None:
            at = f"event[{item.done[0]}]/item"
            yield from _differences(item.start, item.done[1], at, _SAME)
    # Which item an event is of that TC919 cannot place, nobody knows.
    if story.end is not None and not story.gapped:
        yield from _repeated(story, *story.end)


def _renamed(reading: Reading, story: Story) -> Iterator[Violation]:
    """Yield that the end of the fragments names another function than the item does."""
    starts = (item.start for item in story.items)
    names = {one["id"]: one.get("name") for one in starts if isinstance(one.get("id"), str)}
    for event in reading.events:
        data = object_of(event.json) if isinstance(event.json, dict) else {}
        if data.get("type") != ARGUMENTS + "done":
            continue
        told, known = data.get("name"), names.get(string_of(data.get("item_id")))
        if isinstance(told, str) and isinstance(known, str) and told != known:
            message = "What is told twice differs."
            pointer = f"event[{event.number}]/name"
            yield Violation(pointer, message, excerpt(known), excerpt(told), Severity.WARNING)
            return


def _nameless(story: Story) -> Iterator[Violation]:
    """Yield that no item has the id by which events name it.

    An item that has one in one place and not in the other is told as a difference, and a message without one
    by TC118: the published type of a call alone does without.
    """
    for item in story.items:
        told = (item.start, *(item.done or ())[1:])
        is_call = str(item.start.get("type")) in CALLS
        if is_call and item.named and item.done and not any(one.get("id") for one in told):
            message = "The item has no id, and its events name one."
            pointer = f"event[{item.number}]/item/id"
            yield Violation(pointer, message, "an id", None, Severity.WARNING)
            return


def _repeated(story: Story, number: int, response: JsonObject) -> Iterator[Violation]:
    at = f"event[{number}]/response/output"
    output = items_of(response.get("output"))
    items = sorted(story.items, key=_rank)
    # What opened before a stream was resumed is in the finished response only.
    before = (max(0, _rank(items[0])) if items else len(output)) if story.resumed else 0
    if len(output) != before + len(items):
        message = "The finished response does not have the items of the events."
        yield Violation(at, message, before + len(items), len(output))
        return
    for place, item in enumerate(items, before):
        if item.done is not None:
            members = (*_SAME, "arguments", "content", "summary")
            reported = object_of(output[place])
            emptied = _emptied(story, item, reported)
            if emptied is not None:
                yield emptied
                continue
            yield from _differences(item.done[1], reported, f"{at}/{place}", members)


def _emptied(story: Story, item: StreamedItem, reported: JsonObject) -> Violation | None:
    """Return that an item is finished without the content that was streamed in it, and is told again with it."""
    number, finished = item.done or (0, {})
    streamed = any(key == item.index for key, _ in story.parts)
    if finished.get("content") != [] or not reported.get("content") or not streamed:
        return None
    message = "The finished item has no content, though a part was streamed in it."
    return Violation(f"event[{number}]/item/content", message, excerpt(reported["content"]), [])


def _rank(item: StreamedItem) -> int:
    """Return where an item stands in the output: Groq opens the second one first."""
    return item.index if isinstance(item.index, int) else 0


def _differences(
    one: JsonObject, other: JsonObject, at: str, members: tuple[str, ...]
) -> Iterator[Violation]:
    # One finding an item: where items are mixed up, all of their members differ.
    for key in members:
        if one.get(key) != other.get(key):
            message = "What is told twice differs."
            yield Violation(f"{at}/{key}", message, excerpt(one.get(key)), excerpt(other.get(key)))
            return


def _other_item_id(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == ARGUMENTS + "delta":
            event["item_id"] = "fc_another"


def _no_id(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        output = items_of(object_of(event.get("response")).get("output"))
        for item in (object_of(event.get("item")), *map(object_of, output)):
            item.pop("id", None)


def _other_output(stream: list[Frame]) -> None:
    response = object_of(object_of(stream[-1][1])["response"])
    object_of(items_of(response["output"])[0])["id"] = "fc_another"


def _finished_empty(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == DONE:
            object_of(event["item"])["content"] = []


def _other_name(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == ARGUMENTS + "done":
            event["name"] = "another"


def _other_call_id(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == ADDED:
            object_of(event["item"])["call_id"] = "call_another"


RULE = Rule(
    id="TC920",
    name="responses-ids-match",
    severity={"openai-responses": Severity.ERROR},
    statement=(
        "What a stream tells several times is the same each time: type, id, call_id and name of an "
        "item as it is opened, finished and repeated in the finished response, its arguments and "
        "content in the last two, and the item_id of the events between. Another name at the end of "
        "the fragments is a warning, and so is a call without an id whose events name one."
    ),
    why="Clients follow up by ids they have seen: nothing is found under the other one.",
    breaks=(
        "openai-python's stream helper (RuntimeError, the identity of an item changed); "
        "clients of vLLM's Responses route, cc-switch-cli (GLM and Qwen); hermes-agent, deer-flow "
        "and picoclaw, which showed nothing where the finished response was empty."
    ),
    workaround="Keep the finished items, and match events by output_index.",
    source=TYPES,
    check=_ids_match,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=(
        streaming("openai-responses", _other_item_id, "item_id of the fragments"),
        streaming("openai-responses", _no_id, "no id in the items"),
        streaming("openai-responses", _other_call_id, "call_id as it is opened"),
        streaming("openai-responses", _other_name, "name at the end of the fragments"),
        streaming("openai-responses", _other_output, "id in the finished response"),
        streaming("openai-responses", _finished_empty, "no content when finished", "plain_text"),
    ),
    cases="""
llama.cpp | function_call items of a stream have no id, its events an item_id | https://github.com/ggml-org/llama.cpp/issues/20607 | issue open 2026-03
vLLM Responses | ids of streamed items differ from response.completed | https://github.com/vllm-project/vllm/issues/38227 | PR closed 2026-03
ChatGPT (Codex) | response.completed has output [] after items that were streamed | https://github.com/NousResearch/hermes-agent/issues/5699 | PR closed 2026-04
ChatGPT (Codex) | the same, store false; replies came out empty | https://github.com/bytedance/deer-flow/issues/1928 | PR merged 2026-04
ChatGPT (Codex) | the same, with tokens billed and no content | https://github.com/sipeed/picoclaw/issues/2674 | issue open 2026-04
""",
)
