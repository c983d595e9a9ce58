"""Streams to deltas and replies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.events import Frames, sse_frames
from toolwire.dialects.openai_chat.stream import read_stream
from toolwire.io.framing import sse
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.reply import ABSENT, CallDelta, Event, Reply, Unread, Usage, WireError


def stream(*payloads: Json | str) -> Frames:
    """Make a decoded stream; text payloads are sent as they are."""
    body = b"".join(sse.encode(p if isinstance(p, str) else dump(p).decode()) for p in payloads)
    return sse_frames(body)


def read(frames: Frames) -> tuple[tuple[Event, ...], tuple[CallDelta, ...], Reply]:
    """Return the events of a stream, the pieces of its calls, and what they add up to."""
    state = read_stream(frames)
    return frames.events, tuple(state.deltas), state.reply()


def chunk(delta: Json, stop: str | None = None, index: Json = 0) -> JsonObject:
    """Write one chunk with one choice."""
    return {
        "id": "r1",
        "model": "m1",
        "choices": [{"index": index, "delta": delta, "finish_reason": stop}],
    }


def piece(**members: Json) -> JsonObject:
    """Write a chunk with one piece of a call; `name` and `arguments` go into `function`."""
    function: JsonObject = {
        key: members.pop(key) for key in ("name", "arguments") if key in members
    }
    return chunk({"tool_calls": [{**members, "function": function}]})


def reply_of(*payloads: Json | str) -> Reply:
    """Return the reply of a stream."""
    return read(stream(*payloads))[2]


def calls_of(*payloads: Json | str) -> list[tuple[str | None, str | None, str | None]]:
    """Return id, name and raw arguments of each call of a stream."""
    return [(c.id, c.name, c.raw) for c in reply_of(*payloads).tool_calls]


def test_a_documented_stream() -> None:
    """Two parallel calls, text, stop and usage are put together, each with its place."""
    events, deltas, reply = read(
        stream(
            chunk({"role": "assistant", "content": ""}),
            chunk({"content": "Hi"}),
            piece(index=0, id="c1", type="function", name="a", arguments=""),
            piece(index=1, id="c2", type="function", name="b", arguments=""),
            piece(index=1, arguments="{}"),
            piece(index=0, arguments='{"x":'),
            piece(index=0, arguments="1}"),
            chunk({}, "tool_calls"),
            {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 2}},
            "[DONE]",
        )
    )
    assert [event.number for event in events] == list(range(10))
    assert events[-1].json is ABSENT
    assert deltas[0] == CallDelta(
        2, "event[2]/choices/0/delta/tool_calls/0", 0, 0, "c1", "a", "function", ""
    )
    assert deltas[2] == CallDelta(4, "event[4]/choices/0/delta/tool_calls/0", 0, 1, arguments="{}")
    assert reply.tool_calls == (
        ToolCall("a", "c1", {"x": 1}, '{"x":1}', None, "event[2]/choices/0/delta/tool_calls/0"),
        ToolCall("b", "c2", {}, "{}", None, "event[3]/choices/0/delta/tool_calls/0"),
    )
    assert (reply.text, reply.text_pointer) == ("Hi", "event[0]/choices/0/delta/content")
    assert (reply.stop, reply.stop_pointer) == ("tool_calls", "event[7]/choices/0/finish_reason")
    assert reply.usage == Usage(1, 2)
    assert (reply.id, reply.model, reply.complete, reply.unread) == ("r1", "m1", True, ())


WHOLE: JsonObject = {"name": "a", "arguments": "{}"}


@pytest.mark.parametrize(
    ("pieces", "calls"),
    [
        pytest.param(
            [piece(index=0, id="c1", **WHOLE), piece(index=0, id="c2", **WHOLE)],
            [("c1", "a", "{}"), ("c2", "a", "{}")],
            id="one index for two ids",
        ),
        pytest.param(
            [piece(id="c1", name="a", arguments="{"), piece(arguments="}")],
            [("c1", "a", "{}")],
            id="no index, continued",
        ),
        pytest.param(
            [piece(id="c1", **WHOLE), piece(id="c2", **WHOLE)],
            [("c1", "a", "{}"), ("c2", "a", "{}")],
            id="no index, two ids",
        ),
        pytest.param(
            [
                piece(id="c1", name="a", arguments="{"),
                piece(id="c2", name="b", arguments="["),
                piece(id="c1", arguments="}"),
                piece(id="c2", arguments="]"),
            ],
            [("c1", "a", "{}"), ("c2", "b", "[]")],
            id="no index, ids in turn",
        ),
        pytest.param(
            [piece(id="", **WHOLE), piece(id="", **WHOLE)],
            [("", "a", "{}"), ("", "a", "{}")],
            id="no index, empty ids, same name",
        ),
        pytest.param(
            [piece(index=0, name="a", arguments="{"), piece(index=0, name="b", arguments="{}")],
            [(None, "a", "{"), (None, "b", "{}")],
            id="another name after arguments",
        ),
        pytest.param(
            [piece(index=0, id="c1", name="a", arguments=""), piece(index=0, id="c1", **WHOLE)],
            [("c1", "a", "{}")],
            id="id and name repeated",
        ),
        pytest.param(
            [
                piece(index=0, id="c1", name="a", arguments='{"x":'),
                piece(index=0, name="a", arguments="1}"),
                piece(index=0, name="a", arguments=""),
            ],
            [("c1", "a", '{"x":1}')],
            id="name in every piece",
        ),
        pytest.param(
            [
                piece(index=0, id="c1", name="edit_"),
                piece(index=0, name="file"),
                piece(index=0, arguments="{}"),
            ],
            [("c1", "edit_file", "{}")],
            id="name in fragments",
        ),
        pytest.param(
            [
                piece(index=0, id="c1", name="a", arguments=""),
                piece(index=0, id="", name="", arguments="{"),
                piece(index=0, id=None, name=None, arguments="}"),
            ],
            [("c1", "a", "{}")],
            id="empty and null id and name later",
        ),
        pytest.param(
            [piece(index=0, name="", arguments=""), piece(index=0, id="c1", **WHOLE)],
            [("c1", "a", "{}")],
            id="id and name late",
        ),
        pytest.param(
            [piece(index={}, id="c1", **WHOLE), piece(index=[1], id="c2", **WHOLE)],
            [("c1", "a", "{}"), ("c2", "a", "{}")],
            id="an index that is no index",
        ),
    ],
)
def test_pieces_are_joined_as_a_tolerant_client_would(
    pieces: list[JsonObject], calls: list[tuple[str | None, str | None, str | None]]
) -> None:
    """Missing, reused and odd indexes neither merge two calls nor split one."""
    assert calls_of(*pieces, chunk({}, "tool_calls"), "[DONE]") == calls


def test_arguments_as_object_custom_and_legacy_calls() -> None:
    """An object stays an object, free text stays text, and function_call is legacy."""
    (native,) = reply_of(piece(index=0, id="c1", name="a", arguments={"x": 1})).tool_calls
    assert (native.arguments, native.raw) == ({"x": 1}, None)
    inners: list[JsonObject] = [{"name": "calc", "input": "4 "}, {"input": "+ 4"}]
    custom = [
        chunk({"tool_calls": [{"index": 0, "id": "c1", "type": "custom", "custom": inner}]})
        for inner in inners
    ]
    (free,) = reply_of(*custom).tool_calls
    assert (free.kind, free.name, free.raw, free.arguments) == ("custom", "calc", "4 + 4", None)
    legacy = [
        chunk({"function_call": {"name": "a", "arguments": ""}}),
        chunk({"function_call": {"arguments": "{}"}}),
    ]
    hollow = chunk({"content": "Hi", "function_call": {"name": "", "arguments": ""}})
    assert reply_of(hollow, chunk({"content": "."})).tool_calls == ()
    _, deltas, reply = read(stream(*legacy))
    assert [delta.legacy for delta in deltas] == [True, True]
    assert reply.tool_calls == (
        ToolCall("a", None, {}, "{}", None, "event[0]/choices/0/delta/function_call", "legacy"),
    )
    assert parse(reply.echo or b"") == {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "a", "arguments": "{}"},
    }


def test_echo_is_the_message_in_its_blocking_shape() -> None:
    """Reasoning and members nobody knows go back with the calls; streams of text have none."""
    signed: JsonObject = {
        "index": 0,
        "id": "c1",
        "type": "function",
        "extra_content": {"signature": "s"},
    }
    reply = reply_of(
        chunk({"role": "assistant", "content": None, "reasoning_content": "h"}),
        chunk({"reasoning_content": "m", "reasoning_details": [1], "note": "a"}),
        chunk({"reasoning_details": [2], "note": "b", "flag": 1}),
        chunk({"flag": 2, "tool_calls": [{**signed, "function": WHOLE}]}),
    )
    assert reply.reasoning == "hm"
    assert parse(reply.echo or b"") == {
        "role": "assistant",
        "content": None,
        "reasoning_content": "hm",
        "reasoning_details": [1, 2],
        "note": "ab",
        "flag": 2,
        "tool_calls": [
            {
                "id": "c1",
                "type": "function",
                "function": WHOLE,
                "extra_content": {"signature": "s"},
            }
        ],
    }
    assert reply_of(chunk({"content": "a"})).echo is None


def test_first_choice_is_the_reply_and_all_choices_have_deltas() -> None:
    """Choices are told apart by index, whatever the order in which they begin."""
    second = chunk({"content": "no", "tool_calls": [{"index": 0, "function": WHOLE}]}, "stop", 1)
    _, deltas, reply = read(stream(second, chunk({"content": "yes"}, "length")))
    assert (reply.text, reply.stop, reply.tool_calls) == ("yes", "length", ())
    assert [delta.choice for delta in deltas] == [1]


@pytest.mark.parametrize(
    ("content", "text", "reasoning"),
    [
        (["a", "b"], "ab", None),
        ([None, None], None, None),
        ([None, ""], "", None),
        (
            [
                [{"type": "thinking", "thinking": [{"type": "text", "text": "t"}]}],
                [{"type": "text", "text": "a"}],
            ],
            "a",
            "t",
        ),
    ],
)
def test_streamed_text(content: list[Json], text: str | None, reasoning: str | None) -> None:
    """Text pieces join; null pieces are no text; thinking parts are reasoning."""
    reply = reply_of(*(chunk({"content": part}) for part in content))
    assert (reply.text, reply.reasoning) == (text, reasoning)


@pytest.mark.parametrize(
    ("payload", "error"),
    [
        ({"error": {"message": "m", "code": 502}}, WireError("m", "502", "event[1]/error")),
        ({"error": "m"}, WireError("m", None, "event[1]/error")),
        ({"object": "error", "message": "m"}, WireError("m", None, "event[1]")),
        ({"x_groq": {"error": "m"}}, WireError("m", None, "event[1]/x_groq/error")),
        ({"x_groq": {"id": "req_1", "error": None}}, None),
        ({"error": None}, None),
        ({"error": {}}, None),
    ],
)
def test_errors_in_the_middle_of_a_stream(payload: JsonObject, error: WireError | None) -> None:
    """An error event is an error of the reply, and what came before it is kept."""
    reply = reply_of(chunk({"content": "a"}), payload, {"error": "later"} if error else payload)
    assert (reply.error, reply.text, reply.complete) == (error, "a", False)


def test_what_cannot_be_parsed_is_kept_with_its_place() -> None:
    """Broken events and pieces are reported and do not stop the reading."""
    events, _, reply = read(
        stream(
            "{",
            "[]",
            chunk({"tool_calls": "x"}),
            chunk({"tool_calls": ["x"], "function_call": "x"}),
            chunk({"content": "a"}),
        )
    )
    assert reply.text == "a"
    assert [part.pointer for part in reply.unread] == [
        "event[0]",
        "event[1]",
        "event[2]/choices/0/delta/tool_calls",
        "event[3]/choices/0/delta/tool_calls/0",
        "event[3]/choices/0/delta/function_call",
    ]
    assert events[0].json is ABSENT


def test_the_end_of_a_stream() -> None:
    """A finish reason or the end marker completes a stream; of two finish reasons the last holds."""
    assert not reply_of(chunk({"content": "a"})).complete
    assert reply_of(chunk({"content": "a"}), "[DONE]").complete
    assert reply_of(chunk({"content": "a"}, "stop")).complete
    twice = reply_of(chunk({}, "tool_calls"), chunk({}, "stop"))
    assert (twice.stop, twice.stop_pointer) == ("stop", "event[1]/choices/0/finish_reason")
    cut = read(sse_frames(b'data: {"choices":[]}\n\ndata: {"cho'))[2]
    assert cut.unread == (Unread("event[1]", "the stream ended inside an event"),)


def test_the_first_id_and_model_that_are_no_empty_texts_hold() -> None:
    """Azure's first chunk, the verdict of its filter on the prompt, has "" for both."""
    verdict: JsonObject = {"id": "", "model": "", "choices": [], "prompt_filter_results": []}
    reply = reply_of(verdict, chunk({"content": "a"}, "stop"))
    assert (reply.id, reply.model) == ("r1", "m1")


JSON = hostile("a c1", "index id type function custom name arguments x", leaves=12)
DELTA = st.dictionaries(
    st.sampled_from(["content", "tool_calls", "function_call", "reasoning", "role", "x"]), JSON
)


@given(st.lists(DELTA | JSON, max_size=6))
def test_any_deltas_can_be_read(deltas: list[Json]) -> None:
    """Nothing a provider streams raises, and every call has one opening piece."""
    _, pieces, reply = read(stream(*(chunk(delta) for delta in deltas)))
    assert {call.pointer for call in reply.tool_calls} <= {piece.pointer for piece in pieces}


@given(st.lists(st.tuples(st.integers(0, 3), st.text(max_size=5)), max_size=30))
def test_interleaved_fragments_join_by_index(pieces: list[tuple[int, str]]) -> None:
    """However the fragments of several calls mix, each call gets its own, in order."""
    opened = sorted({index for index, _ in pieces})
    opening = [piece(index=i, id=f"c{i}", name=f"t{i}", arguments="") for i in opened]
    found = calls_of(*opening, *(piece(index=i, arguments=text) for i, text in pieces))
    assert found == [
        (f"c{i}", f"t{i}", "".join(text for index, text in pieces if index == i)) for i in opened
    ]


def test_a_hostile_stream_costs_no_more_than_its_length() -> None:
    """Names, ids and members repeated in 5,000 chunks are read in a moment."""
    count = 5_000
    names = [piece(name=f"n{i}") for i in range(count)]
    ids = [piece(id=f"c{i}", **WHOLE) for i in range(count)]
    extras = [chunk({"x": "abc", "function_call": {"name": f"f{i}"}}) for i in range(count)]
    (long_named,) = reply_of(*names).tool_calls
    assert len(long_named.name or "") < 2_000
    assert len(calls_of(*ids)) == count
    assert len(reply_of(*extras).tool_calls) == 1
