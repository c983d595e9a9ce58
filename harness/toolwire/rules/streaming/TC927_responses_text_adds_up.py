"""TC927: responses-text-adds-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Event
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation
from toolwire.rules.streaming.stream_responses import ADDED, DONE, TYPES, item_key, story_of
from toolwire.rules.views.excerpt import excerpt

#: Kind of a part of a message -> the member that has its text.
_TEXTS: Final = {"output_text": "text", "refusal": "refusal"}
#: All kinds of parts that there are.
_KINDS: Final = frozenset({*_TEXTS, "reasoning_text"})
_PART: Final = "response.content_part."
_OF_PARTS: Final = (_PART, *(f"response.{kind}." for kind in _TEXTS))
#: Events of an item that tell its parts.
_OF_ITEMS: Final = frozenset({ADDED, DONE})
#: Stands for the number of a part where a message opened without any.
_EMPTY: Final = "none yet"
#: The item, and the part's number in it.
_Key: TypeAlias = "tuple[Json, Json]"


@dataclass(slots=True)
class _ToldPart:
    """A part of a message as its events tell it: its kind, "" for none, and its fragments.

    Attributes:
        closed: its whole was told to be done.
    """

    kind: str
    fragments: list[str] = field(default_factory=list)
    closed: bool = False

    def against(self, told: JsonObject, at: str, member: str) -> Iterator[Violation]:
        """Yield how what is told of the whole part differs from its fragments."""
        text, joined = told.get(member), "".join(self.fragments)
        if text != joined and isinstance(text, str):
            message = "The fragments of the text do not add up to the whole."
            yield Violation(f"{at}/{member}", message, excerpt(joined), excerpt(text))


def _adds_up(reading: Reading) -> Iterator[Violation]:
    if story_of(reading).gapped or any(map(_is_nowhere, reading.events)):
        return  # TC919 has the one, TC118 the other
    parts: dict[_Key, _ToldPart] = {}
    for event in reading.events:
        data = event.json
        kind = data.get("type") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(kind, str):
            continue
        if "content_index" not in data and kind not in _OF_ITEMS:
            continue  # most events are of arguments
        found = list(_event(parts, data, kind, f"event[{event.number}]"))
        if found:
            yield found[0]
            return


def _is_nowhere(event: Event) -> bool:
    """Return whether an event tells of a text, or of a part, and does not say of which."""
    data = object_of(event.json) if isinstance(event.json, dict) else {}
    kind = data.get("type")
    told = isinstance(kind, str) and kind.startswith(_OF_PARTS)
    return told and type(data.get("content_index")) is not int


def _event(
    parts: dict[_Key, _ToldPart], data: JsonObject, kind: str, at: str
) -> Iterator[Violation]:
    key = (item_key(data), _number(data.get("content_index")))
    if kind == ADDED:
        item = object_of(data.get("item"))
        yield from _whole_at_once(item, f"{at}/item/content")
        if item.get("type") == "message" and item.get("content") == []:
            parts[key[0], _EMPTY] = _ToldPart("")
    elif kind == _PART + "added":
        yield from _opened(parts, key, object_of(data.get("part")), at)
    elif kind == _PART + "done":
        yield from _opened_before(parts, key, at)
        part = parts.get(key)
        yield from _closed(part, object_of(data.get("part")), f"{at}/part")
        if part is not None:
            part.closed = True
    elif kind == DONE:
        yield from _finished(parts, key[0], object_of(data.get("item")), f"{at}/item")
    else:
        yield from _text(parts, key, data, at)


def _whole_at_once(item: JsonObject, at: str) -> Iterator[Violation]:
    """Yield that a message opens with a text, where its events have yet to tell it."""
    if item.get("type") != "message" or item.get("status") != "in_progress":
        return  # what comes whole opens as completed (o1-pro)
    for place, part in enumerate(map(object_of, items_of(item.get("content")))):
        told = part.get(_TEXTS.get(string_of(part.get("type")) or "", "text"))
        if told:
            message = "The message opens with a text, and is in progress."
            yield Violation(f"{at}/{place}", message, [], excerpt(told))
            return


def _number(value: Json) -> Json:
    """Return a part's number; None for what can be no key."""
    return value if type(value) is int else None


def _opened(
    parts: dict[_Key, _ToldPart], key: _Key, part: JsonObject, at: str
) -> Iterator[Violation]:
    kind = string_of(part.get("type")) or ""
    before = sum(item == key[0] and number != _EMPTY for item, number in parts)
    if key not in parts and type(key[1]) is int and key[1] != before:
        message = "The parts of an item are not numbered from 0 without gaps."
        yield Violation(f"{at}/content_index", message, before, key[1])
    parts[key] = _ToldPart(kind)
    text = part.get(_TEXTS[kind]) if kind in _TEXTS else None
    if text:
        message = "The part opens with a text, and its fragments follow."
        yield Violation(f"{at}/part/{_TEXTS[kind]}", message, "", excerpt(text))


def _text(
    parts: dict[_Key, _ToldPart], key: _Key, data: JsonObject, at: str
) -> Iterator[Violation]:
    kind = string_of(data.get("type")) or ""
    family, _, step = kind.removeprefix("response.").rpartition(".")
    part = parts.get(key)
    if family not in _TEXTS:
        return
    if part is None:
        yield from _opened_before(parts, key, at)
        return
    if part.kind and part.kind not in _KINDS:
        message = "The part of the text is of a kind that the format does not have."
        yield Violation(f"{at}/type", message, family, part.kind)
    elif part.kind not in (family, ""):
        message = "The text is of another kind than its part."
        yield Violation(f"{at}/type", message, part.kind, family)
    elif part.closed:
        message = "The text is of a part that is done."
        yield Violation(f"{at}/type", message, f"before {_PART}done", kind)
    elif step == "delta":
        delta = data.get("delta")
        part.fragments.append(delta if isinstance(delta, str) else "")
    elif step == "done":
        yield from part.against(data, at, _TEXTS[family])


def _opened_before(parts: dict[_Key, _ToldPart], key: _Key, at: str) -> Iterator[Violation]:
    """Yield that an event is of a part that nobody opened.

    TC919 has events of items that are not open. Where the item was opened before the stream was
    resumed, or with parts of its own, so were they.
    """
    if key not in parts and any(item == key[0] for item, _ in parts):
        message = "The text is of a part that was not opened."
        yield Violation(f"{at}/content_index", message, None, key[1])


def _closed(part: _ToldPart | None, told: JsonObject, at: str) -> Iterator[Violation]:
    if part is None or part.kind not in _TEXTS:
        return
    if told.get("type") != part.kind:
        message = "The part ends as one of another kind than it began."
        yield Violation(f"{at}/type", message, part.kind, excerpt(told.get("type")))
    else:
        yield from part.against(told, at, _TEXTS[part.kind])


def _finished(
    parts: dict[_Key, _ToldPart], item: Json, told: JsonObject, at: str
) -> Iterator[Violation]:
    if told.get("type") != "message":
        return
    for place, content in enumerate(map(object_of, items_of(told.get("content")))):
        part = parts.get((item, place))
        if part is not None:
            yield from _closed(part, content, f"{at}/content/{place}")


def _each(stream: list[Frame], kind: str) -> Iterator[JsonObject]:
    return (event for _, p in stream if (event := object_of(p)).get("type") == kind)


def _other_text(stream: list[Frame]) -> None:
    for event in _each(stream, "response.output_text.done"):
        event["text"] = "Another text."


def _lost_fragment(stream: list[Frame]) -> None:
    next(_each(stream, "response.output_text.delta"))["delta"] = ""


def _other_part(stream: list[Frame]) -> None:
    for event in _each(stream, "response.output_text.delta"):
        event["content_index"] = 1


def _from_one(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if "content_index" in event:
            event["content_index"] = 1


def _other_kind(stream: list[Frame]) -> None:
    for event in _each(stream, _PART + "added"):
        event["part"] = {"type": "refusal", "refusal": ""}


def _opened_full(stream: list[Frame]) -> None:
    for event in _each(stream, ADDED):
        event["item"] = {**object_of(event["item"]), "content": [_PART_THERE]}


def _part_done_first(stream: list[Frame]) -> None:
    kinds = [object_of(payload).get("type") for _, payload in stream]
    place = kinds.index(_PART + "done")
    stream[place - 1], stream[place] = stream[place], stream[place - 1]
    for number, (_, payload) in enumerate(stream):
        object_of(payload)["sequence_number"] = number


def _without_parts(stream: list[Frame]) -> list[Frame]:
    """Leave the events of parts out, as a server does that never sends them."""
    kept = [frame for frame in stream if not str(object_of(frame[1]).get("type")).startswith(_PART)]
    for number, (_, payload) in enumerate(kept):
        object_of(payload)["sequence_number"] = number
    return kept


_PART_THERE: Final[JsonObject] = {"type": "output_text", "text": "Hello.", "annotations": []}

RULE = Rule(
    id="TC927",
    name="responses-text-adds-up",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "The text of a message is told alike each time: its fragments add up to output_text.done, "
        "to content_part.done and to the finished item, each of the part that was opened "
        "(content_index, from 0 without gaps), is not done yet, and of its kind; refusals likewise. "
        "A message in progress opens without a text."
    ),
    why=(
        "Who shows the fragments and who keeps the finished item have two different answers, "
        "and the one that goes into the history is not the one that was read."
    ),
    breaks=(
        "The stream helpers of openai-python (IndexError, AssertionError) and openai-node raise "
        "where a text is of another part or kind."
    ),
    workaround="Take the finished item for what was said.",
    source=TYPES,
    check=_adds_up,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=(
        streaming("openai-responses", _other_text, "another whole", "plain_text"),
        streaming("openai-responses", _lost_fragment, "a fragment lost", "plain_text"),
        streaming("openai-responses", _other_part, "of another part", "plain_text"),
        streaming("openai-responses", _other_kind, "of another kind", "plain_text"),
        streaming("openai-responses", _from_one, "parts from 1", "plain_text"),
        streaming("openai-responses", _without_parts, "parts never opened", "plain_text"),
        streaming("openai-responses", _opened_full, "a message that opens whole", "plain_text"),
        streaming("openai-responses", _part_done_first, "a part done too early", "plain_text"),
    ),
)
