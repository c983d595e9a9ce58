"""What the events of any stream add up to, and the table that says what takes which."""

from __future__ import annotations

from msgspec import field

from toolwire.dialects import events
from toolwire.dialects.fold import EventTable, Fold, Handler, by_member
from toolwire.model.conversation import JsonObject, ToolCall
from toolwire.model.reply import ABSENT, Event, UnreadKind


class Noted(Fold):
    """A fold that keeps the kinds of events it was given."""

    kinds: list[str] = field(default_factory=list)


def taken(kind: str) -> Handler[Noted]:
    """Return what keeps a kind; an event of the kind `last` ends the reply."""

    def take(state: Noted, _event: Event, _data: JsonObject) -> None:
        state.kinds.append(kind)
        state.over = kind == "last"

    return take


def test_a_table_says_what_takes_an_event() -> None:
    """Kinds go to their handlers, others to one place, what is no object to another."""
    table: EventTable[Noted] = EventTable(
        kind=by_member("t"),
        handlers={kind: taken(kind) for kind in ("first", "last")},
        other=taken("other"),
        odd=Fold.end,
    )
    payloads = ['{"t":"first"}', '{"t":"x"}', '{"t":7}', "{}", "[DONE]", "[1]", "{"]
    body = "\n".join([*payloads, '{"t":"last"}', '{"t":"first"}', '{"'])
    state = table.fold(Noted(), events.line_frames(body.encode()))
    assert state.kinds == ["first", "other", "other", "other", "last"]
    assert (state.complete, state.assembled) == (True, False)
    assert [note.kind for note in state.unread if note.kind is not UnreadKind.OTHER] == [
        UnreadKind.UNNAMED
    ]
    assert [(note.pointer, note.reason) for note in state.unread] == [
        ("event[3]", "the event does not say its kind"),
        ("event[5]", "the event is not an object"),
        ("event[6]", "the event is not JSON"),
        ("event[9]", "the stream ended inside an event"),
    ]


def test_a_fold_keeps_what_is_said_and_notes_what_is_odd() -> None:
    """Texts know where the first stands, the last stop counts, entries that are odd are unread."""
    state = Fold()
    assert [state.say("a", "p"), state.say("b", "q"), state.say(None, "r")] == [True, True, False]
    assert [state.think("t"), state.think(7)] == [True, False]
    assert [state.stops(word, word or "") for word in ("s", "end", None)] == [True, True, False]
    state.call(ToolCall("f", arguments=None, raw="{", parse_error="cut", pointer="c"))
    assert list(state.objects([{"a": 1}, 2], "o")) == [("o/0", {"a": 1})]
    assert [*state.objects(None, "n"), *state.objects(ABSENT, "n", null=False)] == []
    assert [*state.objects(None, "n", null=False), *state.objects("x", "x")] == []
    reply = state.reply()
    assert (reply.text, reply.text_pointer, reply.reasoning) == ("ab", "p", "t")
    assert (reply.stop, reply.stop_pointer, reply.complete) == ("end", "end", False)
    assert [(note.pointer, note.reason) for note in reply.unread] == [
        ("c", "arguments: cut"),
        ("o/1", "not an object"),
        ("n", "not an array"),
        ("x", "not an array"),
    ]
