"""Rules about the events of an openai-responses stream: their order, and what they agree on.

The borders: TC919 has the order and that the pieces add up to the whole; TC920 that what is
told twice is told alike. Arguments sent again in the fragments are TC907's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import Frame, frames
from toolwire.rules.excerpt import excerpt
from toolwire.rules.once import once
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.streamed import resent
from toolwire.rules.wires import RESPONSES

__all__ = ["RULES"]

_READ = "2026-11-21"
_TYPES = Source(
    "spec",
    "openai 3.52.0 types: response_stream_event.py and the events it names",
    "https://developers.openai.com/api/docs/guides/function-calling",
    _READ,
)
_ENDS = frozenset({"response.completed", "response.incomplete", "response.failed"})
_ADDED = "response.output_item.added"
_DONE = "response.output_item.done"
_ARGUMENTS = "response.function_call_arguments."


@dataclass(slots=True)
class _Item:
    """An output item as its events tell it.

    Attributes:
        number: of the event that opened it; start: the item there.
        index: its output_index.
        fragments: of arguments; whole: where arguments came whole, and what they were.
        done: the finished item, with the number of its event.
    """

    number: int
    index: Json
    start: JsonObject
    fragments: list[str] = field(default_factory=list)
    whole: tuple[int, Json] | None = None
    done: tuple[int, JsonObject] | None = None


@dataclass(slots=True)
class _Story:
    """What the events of a stream tell, and what is wrong with it."""

    items: list[_Item] = field(default_factory=list)
    open: dict[Json, _Item] = field(default_factory=dict)
    begun: bool = False
    sequence: int | None = None
    end: tuple[int, JsonObject] | None = None
    order: list[Flaw] = field(default_factory=list)
    strays: list[Flaw] = field(default_factory=list)

    def breach(self, number: int, message: str, expected: Json = None, at: str = "") -> None:
        """Keep what is wrong with the order."""
        self.order.append(Flaw(f"event[{number}]{at}", message, expected))


@once
def _story(reading: Reading) -> _Story:
    story = _Story()
    for event in reading.events:
        data = event.json
        if isinstance(data, dict):
            kind = data.get("type")
            _count(story, event.number, data)
            if isinstance(kind, str) and kind.startswith("response."):
                _take(story, event.number, event.name, data, kind)
    if reading.events and story.end is None:
        story.breach(len(reading.events), "The stream has no last event.", "response.completed")
    return story


def _take(story: _Story, number: int, name: str | None, data: JsonObject, kind: str) -> None:
    if story.end is not None:
        story.breach(number, "An event follows the last one.")
        return
    if not story.begun:
        story.begun = True
        if kind != "response.created":
            story.breach(number, "The stream does not begin with response.created.", None, "/type")
    if name is not None and name != kind:
        at = f"event[{number}]/type"
        message = "The event has another name than its type."
        story.order.append(Flaw(at, message, name, kind, Severity.WARNING))
    step = _STEPS.get(kind)
    if step is not None:
        step(story, number, data)
    elif "output_index" in data:
        _piece(story, number, data)


def _count(story: _Story, number: int, data: JsonObject) -> None:
    sequence = data.get("sequence_number")
    if type(sequence) is int:
        if story.sequence is not None and sequence != story.sequence + 1:
            at = f"event[{number}]/sequence_number"
            message = "The sequence numbers do not rise one by one."
            story.order.append(Flaw(at, message, story.sequence + 1, sequence, Severity.WARNING))
        story.sequence = sequence


def _key(data: JsonObject) -> Json:
    """Return by what an event's item is known: its index, and where there is none its id."""
    index = data.get("output_index")
    if type(index) is int:
        return index
    said = data.get("item_id") or object_of(data.get("item")).get("id")
    return said if isinstance(said, str) else None


def _added(story: _Story, number: int, data: JsonObject) -> None:
    index = data.get("output_index")
    if type(index) is not int or index != len(story.items):
        message = "The items are not numbered from 0 without gaps."
        story.breach(number, message, len(story.items), "/output_index")
    item = _Item(number, index, object_of(data.get("item")))
    story.items.append(item)
    story.open[_key(data)] = item


def _piece(story: _Story, number: int, data: JsonObject) -> _Item | None:
    """Find the item of an event; keep what is wrong with its place or its item_id."""
    item = story.open.get(_key(data))
    if item is None or item.done is not None:
        story.breach(number, "The event is of an item that is not open.", None, "/output_index")
        return None
    known, said = item.start.get("id"), data.get("item_id")
    if said is not None and known is not None and said != known and not story.strays:
        message = "The event names another item than the one that was opened."
        story.strays.append(Flaw(f"event[{number}]/item_id", message, known, excerpt(said)))
    return item


def _fragment(story: _Story, number: int, data: JsonObject) -> None:
    item, text = _piece(story, number, data), data.get("delta")
    if item is not None:
        item.fragments.append(text if isinstance(text, str) else "")


def _whole(story: _Story, number: int, data: JsonObject) -> None:
    item, text = _piece(story, number, data), data.get("arguments")
    if item is not None:
        item.whole = (number, text)


def _finished(story: _Story, number: int, data: JsonObject) -> None:
    item = story.open.get(_key(data))
    if item is None or item.done is not None:
        story.breach(number, "An item is finished that is not open.", None, "/output_index")
    else:
        item.done = (number, object_of(data.get("item")))


def _ended(story: _Story, number: int, data: JsonObject) -> None:
    story.end = (number, object_of(data.get("response")))
    if data.get("type") == "response.completed":
        for item in story.items:
            if item.done is None:
                story.breach(item.number, "The item is opened and never finished.", _DONE)
                return


_STEPS: Mapping[str, Callable[[_Story, int, JsonObject], None]] = {
    **dict.fromkeys(_ENDS, _ended),
    _ADDED: _added,
    _ARGUMENTS + "delta": _fragment,
    _ARGUMENTS + "done": _whole,
    _DONE: _finished,
}


def _events(reading: Reading) -> Iterator[Flaw]:
    story = _story(reading)
    if story.order:
        yield story.order[0]
        return
    copied = resent(reading) if reading.deltas else {}
    for item in story.items:
        if item.start.get("type") == "function_call":
            yield from _adds_up(item, copied=f"event[{item.number}]/item" in copied)


def _adds_up(item: _Item, *, copied: bool) -> Iterator[Flaw]:
    """Compare the fragments, the whole text and the finished item, where each is a text."""
    if item.whole is None:
        if item.done is not None:
            at = f"event[{item.done[0]}]"
            message = "The arguments were never told to be done."
            yield Flaw(at, message, _ARGUMENTS + "done", None, Severity.WARNING)
        return
    number, text = item.whole
    told = item.done[1].get("arguments") if item.done is not None else None
    if not isinstance(text, str):
        # Arguments that are no text anywhere are TC301's.
        if isinstance(told, str):
            message = "The arguments are told to be done and not told."
            yield Flaw(f"event[{number}]/arguments", message, told[:200], excerpt(text))
        return
    if item.fragments and not copied and "".join(item.fragments) != text:
        message = "The fragments do not add up to the arguments."
        yield Flaw(f"event[{number}]/arguments", message, "the fragments joined", text[:200])
    if isinstance(told, str) and told != text and item.done is not None:
        at = f"event[{item.done[0]}]/item/arguments"
        yield Flaw(at, "The finished item has other arguments.", text[:200], told[:200])


_SAME = ("type", "id", "call_id", "name")


def _ids_match(reading: Reading) -> Iterator[Flaw]:
    story = _story(reading)
    yield from story.strays
    for item in story.items:
        if item.done is not None:
            at = f"event[{item.done[0]}]/item"
            yield from _differences(item.start, item.done[1], at, _SAME)
    if story.end is not None:
        yield from _repeated(story, *story.end)


def _repeated(story: _Story, number: int, response: JsonObject) -> Iterator[Flaw]:
    at = f"event[{number}]/response/output"
    output = items_of(response.get("output"))
    if len(output) != len(story.items):
        message = "The finished response does not have the items of the events."
        yield Flaw(at, message, len(story.items), len(output))
        return
    ranked = zip(story.items, output, strict=True)
    for place, (item, told) in enumerate(ranked):
        if item.done is not None:
            members = (*_SAME, "arguments", "content")
            yield from _differences(item.done[1], object_of(told), f"{at}/{place}", members)


def _differences(
    one: JsonObject, other: JsonObject, at: str, members: tuple[str, ...]
) -> Iterator[Flaw]:
    # One finding an item: where items are mixed up, all of their members differ.
    for key in members:
        if one.get(key) != other.get(key):
            message = "What is told twice differs."
            yield Flaw(f"{at}/{key}", message, excerpt(one.get(key)), excerpt(other.get(key)))
            return


def _lost(kind: str) -> Callable[[list[Frame]], list[Frame]]:
    return lambda stream: [f for f in stream if object_of(f[1]).get("type") != kind]


def _drop(kind: str) -> Callable[[list[Frame]], list[Frame]]:
    """Leave events out as a server does that never sends them: the others are numbered on."""

    def change(stream: list[Frame]) -> list[Frame]:
        kept = _lost(kind)(stream)
        for number, (_, payload) in enumerate(kept):
            object_of(payload)["sequence_number"] = number
        return kept

    return change


def _from_one(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        index = event.get("output_index")
        if isinstance(index, int):
            event["output_index"] = index + 1


def _other_whole(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == _ARGUMENTS + "done":
            event["arguments"] = "{}"


def _no_whole(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == _ARGUMENTS + "done":
            del event["arguments"]


def _other_item_id(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == _ARGUMENTS + "delta":
            event["item_id"] = "fc_another"


def _other_output(stream: list[Frame]) -> None:
    response = object_of(object_of(stream[-1][1])["response"])
    object_of(items_of(response["output"])[0])["id"] = "fc_another"


def _other_call_id(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if event.get("type") == _ADDED:
            object_of(event["item"])["call_id"] = "call_another"


def _streaming(
    change: Callable[[list[Frame]], list[Frame] | None], fault: str, scenario: str = "single_call"
) -> Mutation:
    return Mutation(RESPONSES, Mode.STREAMING, scenario, frames(change), fault)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC919",
        name="responses-events",
        severity={RESPONSES: Severity.ERROR},
        statement=(
            "response.created comes first; items are numbered from 0 without gaps, each opened "
            "by output_item.added, grown, and closed by output_item.done; the fragments of "
            "arguments add up to function_call_arguments.done and to the finished item; "
            "response.completed, incomplete or failed comes last. Arguments that are never told "
            "to be done, event names that are not the type, and sequence numbers that do not "
            "rise one by one are warnings."
        ),
        why="Clients open, grow and close items by these events: calls are lost or not run.",
        breaks=(
            "openai-python and openai-node raise without response.created, openai-node where "
            "items begin at 1, the Vercel AI SDK loses an item that is not finished; Codex "
            "(unsupported call), cc-switch-cli, clients of vLLM's Responses route."
        ),
        workaround="Take the finished items for what was said.",
        source=_TYPES,
        check=_events,
        modes=(Mode.STREAMING,),
        needs_wire=True,
        mutations=(
            _streaming(_drop("response.created"), "no response.created"),
            _streaming(_from_one, "items from 1"),
            _streaming(_drop(_DONE), "items not finished"),
            _streaming(_other_whole, "fragments do not add up"),
            _streaming(_drop(_ARGUMENTS + "done"), "arguments not done"),
            _streaming(_lost("response.in_progress"), "an event lost"),
            _streaming(_no_whole, "arguments done and not told"),
            _streaming(_drop("response.completed"), "no response.completed", "plain_text"),
        ),
    ),
    Rule(
        id="TC920",
        name="responses-ids-match",
        severity={RESPONSES: Severity.ERROR},
        statement=(
            "What a stream tells several times is the same each time: type, id, call_id and name "
            "of an item as it is opened, finished and repeated in the finished response, its "
            "arguments and content in the last two, and the item_id of the events between."
        ),
        why="Clients follow up by ids they have seen: nothing is found under the other one.",
        breaks=(
            "openai-python's stream helper (RuntimeError, the identity of an item changed); "
            "clients of vLLM's Responses route, cc-switch-cli (GLM and Qwen)."
        ),
        workaround="Keep the finished items, and match events by output_index.",
        source=_TYPES,
        check=_ids_match,
        modes=(Mode.STREAMING,),
        needs_wire=True,
        mutations=(
            _streaming(_other_item_id, "item_id of the fragments"),
            _streaming(_other_call_id, "call_id as it is opened"),
            _streaming(_other_output, "id in the finished response"),
        ),
    ),
)
