"""ConverseStream: whole, cut, wrong, and as decoded payloads."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import Json, JsonObject, ToolCall
from harness.dialects.bedrock_converse import DIALECT
from harness.exchange import Evidence, EvidenceLevel, Exchange, Headers, Mode, Response
from harness.framing import eventstream, ndjson
from harness.json_text import dump, parse
from harness.reply import ABSENT, CallDelta, Reading, Unread, Usage, WireError

AWS_TYPE: Headers = (("content-type", "application/vnd.amazon.eventstream"),)
LINES_TYPE: Headers = (("content-type", "application/x-ndjson; decoded event stream"),)

Events = list[tuple[str, JsonObject]]


def read(body: bytes, headers: Headers = AWS_TYPE, status: int = 200) -> Reading:
    """Return the reading of a response whose request was not kept."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(None, Response(status, headers, body), evidence))


def framed(events: Events) -> bytes:
    """Write events as AWS does, with padding."""
    return b"".join(
        eventstream.encode(
            {":event-type": name, ":content-type": "application/json", ":message-type": "event"},
            dump({**data, "p": "abcd"}),
        )
        for name, data in events
    )


def lines(events: Events) -> bytes:
    """Write events as recordings that keep decoded payloads do."""
    return b"".join(
        ndjson.encode(dump({name: {**data, "p": "abcd"}}).decode()) for name, data in events
    )


def opened(index: Json, start: JsonObject) -> tuple[str, JsonObject]:
    """Return a contentBlockStart."""
    return "contentBlockStart", {"contentBlockIndex": index, "start": start}


def call(
    index: Json, ident: Json = "t1", name: Json = "add", **more: Json
) -> tuple[str, JsonObject]:
    """Return the start of a call."""
    return opened(index, {"toolUse": {"toolUseId": ident, "name": name, **more}})


def more(index: Json, delta: Json) -> tuple[str, JsonObject]:
    """Return a contentBlockDelta."""
    return "contentBlockDelta", {"contentBlockIndex": index, "delta": delta}


def piece(index: Json, text: Json) -> tuple[str, JsonObject]:
    """Return a piece of a call's arguments."""
    return more(index, {"toolUse": {"input": text}})


def thought(index: int, **members: Json) -> tuple[str, JsonObject]:
    """Return a piece of reasoning."""
    return more(index, {"reasoningContent": dict(members)})


START: tuple[str, JsonObject] = ("messageStart", {"role": "assistant"})
STOP: tuple[str, JsonObject] = ("messageStop", {"stopReason": "tool_use"})
META: tuple[str, JsonObject] = (
    "metadata",
    {"usage": {"inputTokens": 7, "outputTokens": 9, "totalTokens": 16}, "metrics": {}},
)
FULL: Events = [
    START,
    thought(0, text="H"),
    thought(0, text="m"),
    thought(0, signature="c2ln"),
    ("contentBlockStop", {"contentBlockIndex": 0}),
    more(1, {"text": "Let "}),
    more(1, {"text": "me."}),
    more(2, {"text": "Cited."}),
    more(2, {"citation": {"title": "t"}}),
    call(3, "s1", "search", type="server_tool_use"),
    piece(3, '{"q":1}'),
    opened(4, {"toolResult": {"toolUseId": "s1", "status": "success"}}),
    more(4, {"toolResult": [{"text": "found"}]}),
    call(5),
    piece(5, '{"a": 1.50'),
    piece(5, ', "b": "é"}'),
    call(6, "t2", "now"),
    piece(6, ""),
    call(7, "t3", "now"),
    thought(8, redactedContent="AAAA"),
    thought(8, redactedContent="BA=="),
    opened(9, {}),
    STOP,
    META,
]


@pytest.mark.parametrize(
    ("write", "headers"), [(framed, AWS_TYPE), (framed, ()), (lines, LINES_TYPE), (lines, ())]
)
def test_a_whole_stream_is_read_in_either_form(
    write: Callable[[Events], bytes], headers: Headers
) -> None:
    """Parts are joined by block, whoever kept the stream and with or without headers."""
    reading = read(write(FULL), headers)
    reply = reading.reply
    assert (reading.mode, reading.body) == (Mode.STREAMING, ABSENT)
    assert [(e.name, e.json) for e in reading.events] == [
        (name, {**data, "p": "abcd"}) for name, data in FULL
    ]
    assert all(parse(event.data) == event.json for event in reading.events)
    assert (reply.text, reply.text_pointer) == ("Let me.Cited.", "event[5]/delta")
    assert reply.reasoning == "Hm"
    assert reply.tool_calls == (
        ToolCall(
            "add",
            "t1",
            {"a": 1.5, "b": "é"},
            '{"a": 1.50, "b": "é"}',
            pointer="event[13]/start/toolUse",
        ),
        ToolCall("now", "t2", {}, "", pointer="event[16]/start/toolUse"),
        ToolCall("now", "t3", {}, None, pointer="event[18]/start/toolUse"),
    )
    assert (reply.stop, reply.stop_pointer) == ("tool_use", "event[22]/stopReason")
    assert reply.usage == Usage(7, 9, 16)
    assert (reply.complete, reply.unread, reading.ok) == (True, (), True)


def test_the_echo_is_the_content_in_its_blocking_shape() -> None:
    """Signatures, sources and results are whole, and arguments keep their own spelling."""
    assert (
        read(framed(FULL)).reply.echo
        == (
            '[{"reasoningContent":{"reasoningText":{"text":"Hm","signature":"c2ln"}}},'
            '{"text":"Let me."},'
            '{"citationsContent":{"content":[{"text":"Cited."}],"citations":[{"title":"t"}]}},'
            '{"toolUse":{"toolUseId":"s1","name":"search","type":"server_tool_use",'
            '"input":{"q":1}}},'
            '{"toolResult":{"toolUseId":"s1","status":"success","content":[{"text":"found"}]}},'
            '{"toolUse":{"toolUseId":"t1","name":"add","input":{"a": 1.50, "b": "é"}}},'
            '{"toolUse":{"toolUseId":"t2","name":"now","input":{}}},'
            '{"toolUse":{"toolUseId":"t3","name":"now","input":{}}},'
            '{"reasoningContent":{"redactedContent":"AAAABA=="}}]'
        ).encode()
    )


def test_every_piece_of_a_call_is_a_delta_with_its_place() -> None:
    """Starts carry id and name, pieces carry text; the service's own calls are left out."""
    deltas = read(framed(FULL)).deltas
    assert [d.event for d in deltas] == [13, 14, 15, 16, 17, 18]
    assert deltas[0] == CallDelta(13, "event[13]/start/toolUse", 0, 5, "t1", "add")
    assert deltas[1] == CallDelta(14, "event[14]/delta/toolUse", 0, 5, arguments='{"a": 1.50')


def test_arguments_that_do_not_parse_are_kept() -> None:
    """The text stays, with the reason, and such a message has no echo."""
    reply = read(framed([START, call(0), piece(0, '{"a":'), STOP])).reply
    (found,) = reply.tool_calls
    assert (found.arguments, found.raw) == (None, '{"a":')
    assert found.parse_error
    assert reply.unread[0].pointer == found.pointer
    assert (reply.complete, reply.echo) == (True, None)


@pytest.mark.parametrize(
    ("event", "unread"),
    [
        (piece(4, "x"), Unread("event[1]", "a piece of a call that was not started")),
        (opened(0, []), Unread("event[1]/start", "not an object")),  # type: ignore[arg-type] # wrong on purpose
        (opened(0, {"toolUse": 1}), Unread("event[1]/start/toolUse", "not an object")),
        (more(0, []), Unread("event[1]/delta", "not an object")),
        (more(0, {"text": 1}), Unread("event[1]/delta/text", "not of the documented type")),
        (
            thought(0, text=1),
            Unread("event[1]/delta/reasoningContent", "not of the documented type"),
        ),
        (
            more(0, {"citation": 1}),
            Unread("event[1]/delta/citation", "not of the documented type"),
        ),
        (START, Unread("event[1]", "a second message in one stream")),
    ],
)
def test_events_that_fit_nowhere_are_kept_as_unread(
    event: tuple[str, JsonObject], unread: Unread
) -> None:
    """What cannot be placed is reported with its event, and the message has no echo."""
    reply = read(framed([START, event, STOP])).reply
    assert reply.unread == (unread,)
    assert reply.echo is None


def test_a_piece_that_is_no_text_is_a_delta_and_unread() -> None:
    """An object where a piece of text should be is shown to rules as it stands."""
    reading = read(framed([START, call(0), more(0, {"toolUse": {"input": {"a": 1}}}), STOP]))
    assert reading.deltas[1].arguments == {"a": 1}
    assert reading.reply.unread == (Unread("event[2]/delta/toolUse/input", "not a string"),)


@pytest.mark.parametrize(
    "odd",
    [
        more(0, {"colour": 1}),
        thought(0, colour="red"),
        opened(0, {"colour": {}}),
        more(0, {"toolResult": [{"text": "of no result"}]}),
    ],
)
def test_a_kind_of_a_later_version_costs_the_echo_only(odd: tuple[str, JsonObject]) -> None:
    """Unknown pieces are drift, not damage, but the message is no longer whole."""
    reply = read(framed([START, odd, more(1, {"text": "a"}), STOP])).reply
    assert (reply.text, reply.unread, reply.echo) == ("a", (), None)


def test_redacted_reasoning_that_cannot_be_joined_costs_the_echo() -> None:
    """Pieces that are not base64 cannot be made one."""
    odd = [thought(0, redactedContent="%"), thought(0, redactedContent="%")]
    assert read(framed([START, *odd, STOP])).reply.echo is None


def test_an_event_of_a_later_version_is_passed_over() -> None:
    """It stays in the events and costs nothing."""
    reply = read(
        framed([START, ("thinkingBudget", {"left": 1}), more(0, {"text": "a"}), STOP])
    ).reply
    assert (reply.text, reply.unread, reply.echo) == ("a", (), b'[{"text":"a"}]')


def test_calls_that_share_an_index_stay_apart() -> None:
    """A server that numbers every block 0 breaks a rule, but no call is lost."""
    events = [START]
    for ident in ("t1", "t2"):
        events += [call(0, ident), piece(0, f'{{"x":"{ident}"}}')]
    calls = read(framed([*events, STOP])).reply.tool_calls
    assert [(c.id, c.arguments) for c in calls] == [("t1", {"x": "t1"}), ("t2", {"x": "t2"})]


@pytest.mark.parametrize(
    ("headers", "payload", "error"),
    [
        (
            {":message-type": "exception", ":exception-type": "throttlingException"},
            b'{"message":"Slow"}',
            WireError("Slow", "throttlingException", "event[1]"),
        ),
        (
            {":message-type": "exception", ":exception-type": "modelStreamErrorException"},
            b"oh",
            WireError("", "modelStreamErrorException", "event[1]"),
        ),
        (
            {":message-type": "error", ":error-code": "InternalError", ":error-message": "Oh"},
            b"",
            WireError("Oh", "InternalError", "event[1]"),
        ),
        ({":message-type": "error", ":error-code": 5}, b"{}", WireError("", None, "event[1]")),
    ],
)
def test_exceptions_inside_a_stream_are_found(
    headers: dict[str, eventstream.HeaderValue], payload: bytes, error: WireError
) -> None:
    """Modelled ones by type and payload, others by the text of a header."""
    reading = read(framed([START]) + eventstream.encode(headers, payload))
    assert reading.reply.error == error
    assert (reading.reply.complete, reading.ok, reading.reply.echo) == (False, False, None)


def test_an_exception_among_decoded_payloads_is_found() -> None:
    """Recordings that keep payloads name the exception as they name an event."""
    body = lines([START, ("validationException", {"message": "No."})])
    error = read(body, LINES_TYPE).reply.error
    assert error == WireError("No.", "validationException", "event[1]")


def test_an_error_status_is_an_error_whatever_the_framing() -> None:
    """A JSON body is read as one, a stream has at least its status."""
    assert read(framed([START, STOP]), status=500).reply.error == WireError("", None, "status")
    refused = read(b'{"message":"No."}', status=400)
    assert (refused.mode, refused.reply.error) == (
        Mode.BLOCKING,
        WireError("No.", None, "/message"),
    )


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_wrong_checksum_is_reported_where_it_stands(place: int) -> None:
    """The message is left out, its number and both checksums are told, nothing is raised."""
    frames = [framed([event]) for event in (START, more(0, {"text": "a"}), STOP)]
    broken = bytearray(frames[place])
    broken[-1] ^= 1
    frames[place] = bytes(broken)
    reply = read(b"".join(frames)).reply
    assert [unread.pointer for unread in reply.unread] == [f"event[{place}]"]
    assert "CRC" in reply.unread[0].reason
    assert (reply.complete, reply.echo) == (place != 2, None)


def test_a_wrong_prelude_ends_the_reading_there() -> None:
    """What came before it is read, what follows cannot be found."""
    broken = bytearray(framed([STOP]))
    broken[8] ^= 1
    reply = read(framed([START, more(0, {"text": "a"})]) + bytes(broken) + framed([META])).reply
    assert (reply.text, reply.usage, reply.complete) == ("a", None, False)
    assert "prelude CRC" in reply.unread[0].reason


def test_a_body_of_broken_messages_is_reported_in_part() -> None:
    """A thousand wrong checksums are not a thousand findings."""
    broken = bytearray(framed([START]))
    broken[-1] ^= 1
    assert len(read(bytes(broken) * 1000).reply.unread) == 20


def test_payloads_that_are_no_objects_are_kept() -> None:
    """Each is unread once, by event; the end of a message is told by its name alone."""
    body = b"".join(
        eventstream.encode({":event-type": name}, data)
        for name, data in (
            ("contentBlockDelta", b"\xff"),
            ("contentBlockStart", b"[1]"),
            ("messageStop", b""),
        )
    )
    reading = read(body)
    assert [event.json for event in reading.events] == [ABSENT, [1], ABSENT]
    assert [(u.pointer, u.reason) for u in reading.reply.unread] == [
        ("event[0]", "the event is not JSON"),
        ("event[1]", "the event is not an object"),
        ("event[2]", "the event is not JSON"),
    ]
    assert (reading.reply.complete, reading.reply.stop) == (True, None)


def test_lines_that_are_no_events_are_kept() -> None:
    """Decoded payloads without a name, or with two, are in the events as they stand."""
    body = lines([START]) + b'{"a":{},"b":{}}\n{"messageStop":3}\nnot json\n{"cut'
    reading = read(body, LINES_TYPE)
    assert [event.name for event in reading.events] == ["messageStart", None, None, None]
    assert [u.pointer for u in reading.reply.unread] == ["event[3]", "event[4]"]


def test_the_last_line_may_lack_its_end() -> None:
    """Whoever unpacked the payloads may have left it out; a whole event counts."""
    reply = read(lines(FULL).rstrip(b"\n"), LINES_TYPE).reply
    assert (reply.usage, reply.unread) == (Usage(7, 9, 16), ())


PIECES = st.recursive(
    st.none() | st.integers(-1, 2) | st.sampled_from(["toolUse", "text", "x", "{", "{}"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                [
                    "text",
                    "toolUse",
                    "input",
                    "toolUseId",
                    "name",
                    "type",
                    "reasoningContent",
                    "citation",
                    "toolResult",
                    "signature",
                    "redactedContent",
                    "usage",
                ]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
EVENTS = st.tuples(
    st.sampled_from(
        ["messageStart", "contentBlockStart", "contentBlockDelta", "messageStop", "metadata", "x"]
    ),
    st.fixed_dictionaries(
        {},
        optional={
            "contentBlockIndex": PIECES,
            "start": PIECES,
            "delta": PIECES,
            "stopReason": PIECES,
            "usage": PIECES,
        },
    ),
)


@given(st.lists(EVENTS, max_size=8), st.sampled_from([(framed, AWS_TYPE), (lines, LINES_TYPE)]))
def test_no_events_break_the_decoder(
    events: Events, how: tuple[Callable[[Events], bytes], Headers]
) -> None:
    """Whatever the events hold, both forms give the same reply, and an echo that is JSON."""
    write, headers = how
    reading = read(write(events), headers)
    assert [event.name for event in reading.events] == [name for name, _ in events]
    assert reading.reply == read(framed(events)).reply
    if reading.reply.echo is not None:
        assert isinstance(parse(reading.reply.echo), list)
    DIALECT.facets(reading)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_decoder(body: bytes) -> None:
    """Garbage is read as nothing, whichever content type it comes with."""
    for headers in (AWS_TYPE, LINES_TYPE, ()):
        assert read(body, headers).reply.tool_calls == ()


@given(st.data(), st.sampled_from([framed, lines]))
def test_a_stream_cut_anywhere_is_read_as_far_as_it_came(
    data: st.DataObject, write: Callable[[Events], bytes]
) -> None:
    """Cut at any byte it does not raise and has no more than was sent."""
    whole = write(FULL)
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    reading = read(cut, AWS_TYPE if write is framed else LINES_TYPE)
    names = [name for name, _ in FULL]
    assert [event.name for event in reading.events] == names[: len(reading.events)]
    assert reading.reply.complete is ("messageStop" in names[: len(reading.events)])
