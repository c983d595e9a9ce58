"""Rules about the events of an openai-responses stream: their order, and what they agree on.

The borders: TC919 has the order and that the pieces add up to the whole; TC920 that what is
told twice is told alike. Arguments sent again in the fragments are TC907's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from toolwire.dialects.openai import goes_on
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.rule import Source, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.memoize import memoize

TYPES = Source(
    "spec",
    "openai 3.52.0 types: response_stream_event.py and the events it names",
    "https://developers.openai.com/api/docs/guides/function-calling",
    "2026-11-21",
)

ENDS = frozenset({"response.completed", "response.incomplete", "response.failed"})

ADDED = "response.output_item.added"

DONE = "response.output_item.done"

ARGUMENTS = "response.function_call_arguments."

PART_ADDED = "response.content_part.added"

#: An event with none of these tells nothing of the response: OpenAI sends the limits of the account
#: behind the last one (response.rate_limits.updated, posit-dev/chatlas#282, read 2026-11-29).
_OF_RESPONSE = frozenset({"response", "item", "item_id", "output_index", "delta"})
#: Items that are calls, and events that tell the text of a message.
CALLS = frozenset({"custom_tool_call", "function_call"})
#: What comes whole opens as completed, and has one piece (o1-pro, o3-pro).
_SEVERAL = 2
_TEXTS = ("response.content_part.", "response.output_text.", "response.refusal.")

_NUMBERLESS = "The event does not say of which item it is."
_INPUT = "response.custom_tool_call_input."
#: Item -> the events that only another kind of call has, and what they tell.
_OF_OTHERS = {
    "custom_tool_call": (ARGUMENTS, "Arguments are told in an item that has an input."),
    "function_call": (_INPUT, "An input is told in an item that has arguments."),
}


@dataclass(slots=True)
class StreamedItem:
    """An output item as its events tell it.

    Attributes:
        number: of the event that opened it; start: the item there.
        index: its output_index.
        fragments: of arguments; whole: where arguments came whole, and what they were.
        done: the finished item, with the number of its event.
        pieces: of an item that opened as completed.
        named: whether an event names it by an id.
    """

    number: int
    index: Json
    start: JsonObject
    fragments: list[str] = field(default_factory=list)
    whole: tuple[int, Json] | None = None
    done: tuple[int, JsonObject] | None = None
    pieces: int = 0
    named: bool = False


@dataclass(slots=True)
class Story:
    """What the events of a stream tell, and what is wrong with it.

    `parts` are those that were opened, by their items. `begun` says that its first event came, or came before
    it was `resumed`; `gapped` that an event does not say what it is, or of which item, or is of one that nobody
    opened: what the others add up to is then not the whole.
    """

    items: list[StreamedItem] = field(default_factory=list)
    open: dict[Json, StreamedItem] = field(default_factory=dict)
    parts: set[tuple[Json, Json]] = field(default_factory=set)
    begun: bool = False
    resumed: bool = False
    gapped: bool = False
    sequence: int | None = None
    end: tuple[int, JsonObject] | None = None
    order: list[Violation] = field(default_factory=list)
    strays: list[Violation] = field(default_factory=list)

    def breach(
        self, number: int, message: str, expected: Json = None, at: str = "", actual: Json = None
    ) -> None:
        """Keep what is wrong with the order; `actual` is what stands at the place."""
        self.order.append(Violation(f"event[{number}]{at}", message, expected, excerpt(actual)))

    def lose(self, number: int, message: str, at: str, actual: Json = None) -> None:
        """Keep why an event cannot be put anywhere."""
        self.gapped = True
        self.breach(number, message, None, at, actual)


@memoize
def story_of(reading: Reading) -> Story:
    """Return what a stream of the Responses API told, event by event.

    Where a stream was asked for from its middle on, what went before may have opened the items,
    and begun the numbers: events of items that were not opened since are passed over.
    """
    resumed = _resumed(reading)
    story = Story(begun=resumed, resumed=resumed)
    for event in reading.events:
        data = event.json
        if isinstance(data, dict):
            kind = data.get("type")
            count(story, event.number, data)
            if not isinstance(kind, str):
                story.lose(event.number, "The event does not say its type.", "/type", kind)
            elif kind.startswith("response."):
                take(story, event.number, event.name, data, kind)
    if reading.events and story.end is None:
        story.breach(len(reading.events), "The stream has no last event.", "response.completed")
    return story


def _resumed(reading: Reading) -> bool:
    """Return whether the events before one of a number were not asked for.

    Where neither URL nor body were kept, the number of the first one tells it.
    """
    request = reading.exchange.request
    if request is not None and (request.url or request.body):
        return "starting_after=" in request.url.partition("?")[2]
    return goes_on(reading.events)


def take(story: Story, number: int, name: str | None, data: JsonObject, kind: str) -> None:
    """Take one event into the story."""
    if story.end is not None:
        if kind in STEPS or not _OF_RESPONSE.isdisjoint(data):
            story.breach(number, "An event follows the last one.")
        return
    if not story.begun:
        story.begun = True
        if kind != "response.created":
            message = "The stream does not begin with response.created."
            story.breach(number, message, "response.created", "/type", kind)
    if name is not None and name != kind:
        # Clients go by the type: one that the format does not have is told by itself (TC118).
        message = "The event has another name than its type."
        at = f"event[{number}]"
        story.order.append(Violation(at, message, kind, excerpt(name), Severity.WARNING))
    step = STEPS.get(kind)
    if step is not None:
        step(story, number, data)
    elif "output_index" in data or "item_id" in data:
        piece(story, number, data)


def count(story: Story, number: int, data: JsonObject) -> None:
    """Hold the sequence number of an event to the one before."""
    sequence = data.get("sequence_number")
    unopened = _is_of_unopened(story, data)
    if type(sequence) is int:
        # Where that a part opens is left out with its number, TC927 says so.
        left_out = unopened and story.sequence == sequence - 2
        if story.sequence is not None and sequence != story.sequence + 1 and not left_out:
            at = f"event[{number}]/sequence_number"
            message = "The sequence numbers do not rise one by one."
            story.order.append(
                Violation(at, message, story.sequence + 1, sequence, Severity.WARNING)
            )
        story.sequence = sequence


def _is_of_unopened(story: Story, data: JsonObject) -> bool:
    """Return whether an event tells of a part that nobody opened, in a message that opened without any."""
    kind, place = data.get("type"), data.get("content_index")
    if type(place) is not int or not isinstance(kind, str) or not kind.startswith(_TEXTS):
        return False
    key = item_key(data)
    if kind == PART_ADDED:
        story.parts.add((key, place))
    item = story.open.get(key)
    return item is not None and item.start.get("content") == [] and (key, place) not in story.parts


def item_key(data: JsonObject) -> Json:
    """Return by what an event's item is known: its index, and where there is none its id."""
    index = data.get("output_index")
    if type(index) is int:
        return index
    item_id = data.get("item_id") or object_of(data.get("item")).get("id")
    return item_id if isinstance(item_id, str) else None


def added(story: Story, number: int, data: JsonObject) -> None:
    """Take an item that begins."""
    index, start = data.get("output_index"), object_of(data.get("item"))
    before = story.open.get(item_key(data))
    if before is not None and before.done is None and _again(before.start, start):
        story.breach(number, "An item is opened that is open already.", None, "/item")
        return
    told_before = story.resumed and not story.items
    expected = _next_index(story)
    if type(index) is not int or (index != expected and not told_before):
        message = _NUMBERLESS
        if "output_index" in data:
            message = "The items are not numbered from 0 without gaps."
        story.breach(number, message, expected, "/output_index", index)
    item = StreamedItem(number, index, start)
    story.items.append(item)
    story.open[item_key(data)] = item


def _again(one: JsonObject, other: JsonObject) -> bool:
    """Return whether two openings are of one item; items without an id are told by what calls have."""
    names = ("type", "id", "call_id")
    return any(one.get(name) for name in names[1:]) and all(
        one.get(name) == other.get(name) for name in names
    )


def _next_index(story: Story) -> int:
    """Return the index of the item that opens next."""
    first = story.items[0].index if story.resumed and story.items else 0
    return len(story.items) + (first if isinstance(first, int) else 0)


def piece(story: Story, number: int, data: JsonObject) -> StreamedItem | None:
    """Find the item of an event; keep what is wrong with its place or its item_id."""
    item = story.open.get(item_key(data))
    if "output_index" not in data:
        story.lose(number, _NUMBERLESS, "/output_index")
    if item is None and story.resumed:
        return None
    if item is None or item.done is not None:
        _unopened(story, number, "The event is of an item that is not open.", data)
        return None
    if (kind := str(item.start.get("type"))) in CALLS:
        _of_its_kind(story, number, kind, str(data.get("type")))
    if item.start.get("status") == "completed" and str(data.get("type")).endswith(".delta"):
        item.pieces += 1
        if item.pieces == _SEVERAL:
            message = "The item opens as completed, and comes in pieces."
            at = f"event[{item.number}]/item/status"
            story.order.append(Violation(at, message, "in_progress", "completed", Severity.WARNING))
    item.named = item.named or bool(data.get("item_id"))
    known, item_id = item.start.get("id"), data.get("item_id")
    if item_id is not None and known is not None and item_id != known and not story.strays:
        message = "The event names another item than the one that was opened."
        story.strays.append(Violation(f"event[{number}]/item_id", message, known, excerpt(item_id)))
    return item


def _unopened(story: Story, number: int, message: str, data: JsonObject) -> None:
    """Keep that the item of an event is none that is open."""
    story.lose(number, message, "/output_index", data.get("output_index"))


def _of_its_kind(story: Story, number: int, kind: str, event: str) -> None:
    """Keep that a call's piece comes in an event of a message, or of the other kind of call."""
    others, words = _OF_OTHERS[kind]
    at = f"event[{number}]/type"
    if event.startswith(_TEXTS):
        message = "A text is told in an item that is a call."
        story.order.append(Violation(at, message, "message", kind, Severity.WARNING))
    elif event.startswith(others):
        story.order.append(Violation(at, words, kind, event, Severity.WARNING))


def fragment(story: Story, number: int, data: JsonObject) -> None:
    """Take a piece of arguments."""
    item, text = piece(story, number, data), data.get("delta")
    if item is not None:
        item.fragments.append(text if isinstance(text, str) else "")


def whole_item(story: Story, number: int, data: JsonObject) -> None:
    """Take the whole of the arguments."""
    item, text = piece(story, number, data), data.get("arguments")
    if item is not None:
        item.whole = (number, text)


def finished(story: Story, number: int, data: JsonObject) -> None:
    """Take an item that ends."""
    item = story.open.get(item_key(data))
    if "output_index" not in data:
        story.lose(number, _NUMBERLESS, "/output_index")
    if item is None and story.resumed:
        return
    if item is None or item.done is not None:
        _unopened(story, number, "An item is finished that is not open.", data)
    else:
        item.done = (number, object_of(data.get("item")))


def ended(story: Story, number: int, data: JsonObject) -> None:
    """Take the event that ends the response."""
    story.end = (number, object_of(data.get("response")))
    if data.get("type") == "response.completed":
        for item in story.items:
            if item.done is None:
                story.breach(item.number, "The item is opened and never finished.", DONE)
                return


STEPS: Mapping[str, Callable[[Story, int, JsonObject], None]] = {
    **dict.fromkeys(ENDS, ended),
    ADDED: added,
    ARGUMENTS + "delta": fragment,
    ARGUMENTS + "done": whole_item,
    DONE: finished,
}
