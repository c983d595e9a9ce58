"""TC117: body-is-json."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.body import json_of
from toolwire.dialects.stream_form import EVENT_STREAM
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.io.json_text import dump, ends_within, halved_character
from toolwire.model.exchange import EvidenceLevel, Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.edit import Frame, frames, header, raw_body
from toolwire.rules.mutate.framed import (
    as_events,
    lines_as_array,
    on_lines,
    over_lines,
    run_together,
    spread,
)
from toolwire.rules.mutate.request_edit import moved
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.broken_json import HALVED, wrong_with
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.other_framing import (
    begins_as_events,
    event_without_data,
    holds_no_events,
    is_array_of_events,
    is_error_in_foreign_stream,
    is_foreign_stream,
    stands_on_lines,
)
from toolwire.rules.views.torn import breaks_at_separator, goes_on_bare, is_spread, runs_together

#: What stands before an event that is not the first. A pattern that began with it would be slow.
_MARK: Final = b"\xef\xbb\xbf"
_ON_LINES: Final = "The events stand on lines, and are no server-sent events."
#: Whose addresses are whole.
_OWN: Final = frozenset({EvidenceLevel.LIVE, EvidenceLevel.RECORDED, EvidenceLevel.DOCUMENTED})


def _body_is_json(reading: Reading) -> Iterator[Violation]:
    if reading.exchange.body_not_kept:
        yield Violation("", "The recording holds no body.", "JSON", "empty", Severity.INFO)
    elif reading.exchange.is_put_off:
        # So NVIDIA's API (docs.api.nvidia.com/nim, statuspolling) and xAI's deferred completions.
        message = "The request was accepted, and the answer is to be fetched later."
        yield Violation("", message, "JSON", "empty", Severity.INFO)
    elif reading.mode is Mode.STREAMING:
        yield from _stream_is_json(reading)
    elif _is_no_array(reading):
        yield _no_array_came(reading)
    else:
        yield from _whole_is_json(reading)


def _whole_is_json(reading: Reading) -> Iterator[Violation]:
    if is_foreign_stream(reading):
        message = "The body is server-sent events, which the format does not have."
        if is_error_in_foreign_stream(reading):
            message = "An error comes as server-sent events, which the format does not have, and as a success."
        yield Violation("", message, "JSON", "SSE")
    elif stands_on_lines(reading):
        yield Violation(
            "", _ON_LINES, load_dialect(reading.dialect).wire.stream.types[0], "JSON lines"
        )
    elif holds_no_events(reading):
        message = "The objects on the lines are none of the format's events."
        yield Violation("", message, "events", reading.body_error)
    elif is_array_of_events(reading):
        yield _array_came(reading)
    elif reading.body_error is not None:
        message = wrong_with(reading.exchange.response.body)
        yield Violation("", message, "JSON", reading.body_error)
    elif not isinstance(reading.body, dict):
        yield Violation("", "The body is not a JSON object.", "object", kind_of(reading.body))
    elif reading.exchange.response.body.startswith(_MARK):
        message = "The body begins with a mark of byte order."
        yield Violation("", message, "{", "U+FEFF", Severity.WARNING)


def _may_be_asked(reading: Reading) -> bool:
    """Return whether a stream may be what was asked for, also where an address that says so is lost."""
    conversation, request = reading.conversation, reading.exchange.request
    if conversation is None or request is None or conversation.stream:
        return True
    mark = load_dialect(reading.dialect).wire.stream.by_address
    return mark is not None and mark in request.body and not request.url


def _stream_is_json(reading: Reading) -> Iterator[Violation]:
    if not _may_be_asked(reading):
        yield Violation("", "The body is framed as a stream that was not asked for.", "JSON", "SSE")
    # Where the format ends otherwise, the marker is a courtesy, and Cohere has sent it in quotes. Among
    # JSON lines it is a line that is no JSON: ollama-python raises over it, cohere-python does not.
    body = reading.exchange.response.body
    lines = framing_of(body) is Framing.LINES
    if lines and body.startswith(_MARK):
        # A reader of lines hands the first on as text.
        message = "The first line begins with a mark of byte order."
        yield Violation("event[0]", message, "{", "U+FEFF", Severity.WARNING)
    yield from _framed_as_asked(reading, lines=lines)
    yield from _asked_for_events(reading)
    if is_array_of_events(reading):
        yield _array_came(reading)
        return
    if is_spread(reading):
        message = "A JSON object stands on several lines, where the format has one on each."
        yield Violation("event[0]", message, "a whole object", reading.events[0].data[:200])
        return
    if bare := goes_on_bare(reading):
        message = (
            "The JSON of an event goes on over lines without `data: `, which readers pass over."
        )
        yield Violation("event[0]", message, "data: ", bare[:200])
        return
    odd = tuple(_no_objects(reading, lines=lines))
    if odd:
        # What nobody minds hides nothing behind it.
        yield next((one for one in odd if one.severity is None), odd[0])
        return
    name = event_without_data(body)
    if name is not None:
        message = "The stream has an event with a name and no data."
        yield Violation("", message, "data", f"event: {name}", Severity.WARNING)


def _no_objects(reading: Reading, *, lines: bool) -> Iterator[Violation]:
    """Yield the events that are no JSON object; courtesies, and what SDKs pass over by its name, are milder."""
    wire = load_dialect(reading.dialect)
    for event in reading.events:
        if isinstance(event.json, dict):
            continue
        courtesy = event.data == "[DONE]" or (not wire.end_marker and event.json == "[DONE]")
        if lines or not courtesy:
            pointer, shown = f"event[{event.number}]", event.data[:200]
            mild = courtesy or event.name in wire.wire.stream.passed_over
            milder = Severity.WARNING if mild else None
            message = "The event is not one JSON object."
            if runs_together(event):
                message = "Several JSON objects stand in one event."
            elif halved_character(event.data):
                message = HALVED.format("the event")
            elif ends_within(event.data):
                message = "The event is cut off in the middle of its JSON."
                if breaks_at_separator(reading, event):
                    message = f"{message[:-1]}: a line ends at U+2028, U+2029 or U+0085 of a text."
            yield Violation(pointer, message, "object", shown, milder)


def _framed_as_asked(reading: Reading, *, lines: bool) -> Iterator[Violation]:
    """Yield that events stand on lines, or not, in a format that writes them so on request only."""
    types = load_dialect(reading.dialect).wire.stream.types
    usual = types[0]
    if set(types) <= {*EVENT_STREAM} or set(types).isdisjoint(EVENT_STREAM):
        return
    if lines is (usual not in EVENT_STREAM) or not (lines or begins_as_events(reading)):
        return
    request = reading.exchange.request
    accept = None if request is None else request.header("accept")
    if accept is None or ("json" if lines else "event-stream") not in accept:
        # No client was tried with lines that came as events.
        milder = Severity.INFO if accept is None else None if lines else Severity.WARNING
        message = (
            _ON_LINES if lines else "The events are server-sent events, and stand on no lines."
        )
        came = "JSON lines" if lines else "SSE"
        yield Violation("", message, usual, came, milder)


def _asked_for_events(reading: Reading) -> Iterator[Violation]:
    """Yield that a stream is one JSON array, though its address asks for events, or the other way round."""
    if _wants_array(reading):
        if begins_as_events(reading):
            message = "The stream is server-sent events, and was asked for as a JSON array."
            yield Violation("", message, "[", "data: ", Severity.WARNING)
        elif framing_of(reading.exchange.response.body) is Framing.LINES:
            yield _no_array_came(reading)
        return
    request, asked = reading.exchange.request, load_dialect(reading.dialect).wire.stream.events_by
    query = [] if request is None else request.url.partition("?")[2].split("&")
    if not asked or asked not in query:
        return
    if framing_of(reading.exchange.response.body) is Framing.ARRAY and reading.ok:
        message = "The stream is a JSON array, and was asked for as server-sent events."
        if query[0] != asked:
            # Gateways look for it behind the question mark, and find it nowhere else.
            message = f"{message[:-1]}: `{asked}` behind another parameter."
        yield Violation("", message, "data: ", "[", Severity.WARNING)


def _wants_array(reading: Reading) -> bool:
    """Return whether the address asks for a stream as one JSON array, in a format that has both.

    Recorders leave out what stands behind an address: of others' traffic only what is asked for in
    words is asked for.
    """
    exchange, asked = reading.exchange, load_dialect(reading.dialect).wire.stream.events_by
    conversation, request = reading.conversation, exchange.request
    if request is None or not asked or conversation is None or not conversation.stream:
        return False
    query = request.url.partition("?")[2]
    name = asked.partition("=")[0]
    said = [one for one in query.split("&") if one.startswith(f"{name}=")]
    return asked not in said if said else not query and exchange.evidence.level in _OWN


def _is_no_array(reading: Reading) -> bool:
    """Return whether an answer in one piece was to be an array."""
    lines = framing_of(reading.exchange.response.body) is Framing.LINES
    return lines and reading.ok and _wants_array(reading)


def _no_array_came(reading: Reading) -> Violation:
    message = "The stream is one JSON object, and was asked for as a JSON array."
    came = "{"
    if reading.body_error is not None or reading.mode is Mode.STREAMING:
        message, came = "The stream is JSON lines, and was asked for as a JSON array.", "JSON lines"
    return Violation("", message, "[", came, Severity.WARNING)


def _array_came(reading: Reading) -> Violation:
    message = "The stream is one JSON array, where the format has one object on each line."
    usual = load_dialect(reading.dialect).wire.stream.types[0]
    if usual in EVENT_STREAM:
        message = "The stream is one JSON array, where the format has server-sent events."
    return Violation("", message, usual, "[")


def _marked(body: bytes) -> bytes:
    return _MARK + body


def _as_array(exchange: Exchange) -> Exchange:
    """Write the events of a stream as one JSON array."""
    lines = exchange.response.body.splitlines()
    messages = [line[len(b"data: ") :] for line in lines if line.startswith(b"data: ")]
    body = b"[" + b"\n,\n".join(messages) + b"\n]"
    return header("content-type", "application/json")(raw_body(lambda _: body)(exchange))


def _asked_as_array(exchange: Exchange) -> Exchange:
    """Ask for an array, and have events come all the same."""
    return moved(lambda url: url.replace("alt=sse", "alt=json"), _no_array)(exchange)


def _as_array_behind(exchange: Exchange) -> Exchange:
    """Ask for events behind another parameter, and have an array come."""
    return moved(lambda url: url.replace("alt=sse", "prettyPrint=false&alt=sse"), _as_array)(
        exchange
    )


def _asked_as_array_in_one_piece(exchange: Exchange) -> Exchange:
    """Ask for an array, and have the whole reply come that is no stream."""

    def apply(exchange: Exchange) -> Exchange:
        whole = clean(load_dialect("gemini-generate"), "plain_text", Mode.BLOCKING)
        return replace(exchange, response=whole.response)

    return moved(lambda url: url.replace("?alt=sse", ""), apply)(exchange)


def _no_array(exchange: Exchange) -> Exchange:
    """Write the elements of an array as server-sent events."""
    found = json_of(exchange.response.body)
    if not isinstance(found, list):
        return exchange
    body = b"".join(b"data: " + dump(one) + b"\r\n\r\n" for one in found)
    return header("content-type", "text/event-stream")(raw_body(lambda _: body)(exchange))


def _half_an_event(stream: list[Frame]) -> None:
    stream.insert(1, (stream[1][0], '{"half'))


def _no_object(stream: list[Frame]) -> None:
    stream.insert(1, (stream[1][0], "Service unavailable"))


def _end_mark(stream: list[Frame]) -> None:
    stream.append((None, "[DONE]"))


def _name_alone(body: bytes) -> bytes:
    return b"event: message\n\n" + body


RULE = Rule(
    id="TC117",
    name="body-is-json",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.ERROR),
    statement=(
        "An answer that was not to be streamed is one JSON object without event framing, and every "
        "event of a stream holds one JSON object (besides [DONE]; among JSON lines that is none), "
        "on one line where lines part them. An answer that is put off (202 without a body) is an "
        "info; an event with a name and no data, and a mark of byte order before JSON, are "
        "warnings. Cohere v2's events stand on lines only where the request accepts JSON, and v1's "
        "on none (a warning) only where it accepts text/event-stream; where headers were not kept, "
        "that is an info. Gemini's are no JSON array for `alt=sse`, and nothing else for `alt=json` "
        "or where nothing is said of `alt` (a warning; the latter in toolwire's own requests alone, "
        "whose addresses are whole)."
    ),
    why="Every client that does not stream fails on the first byte; streams lose the event.",
    breaks=(
        "openai-python, anthropic-python, google-genai, ollama-python and LangChain "
        "(JSONDecodeError), openai-node (SyntaxError), the Vercel AI SDK (Invalid JSON "
        "response); GPUStack's own clients."
    ),
    workaround="Strip a leading `data: ` from a body that was not to be streamed.",
    source=Source(
        "observed",
        "Public threads, see the cases; RFC 8259 for one JSON document",
        "",
        "2026-11-21",
    ),
    check=_body_is_json,
    needs_wire=True,
    mutations=(
        *(
            Mutation(dialect, mode, "plain_text", change)
            for dialect in EVERY_FORMAT
            for mode, change in (
                (Mode.BLOCKING, raw_body(lambda data: data[:-1])),
                (Mode.STREAMING, frames(_half_an_event)),
            )
        ),
        *(
            Mutation(dialect, mode, "plain_text", change, "no JSON")
            for dialect in EVERY_FORMAT
            for mode, change in (
                (Mode.BLOCKING, raw_body(lambda data: data + b"}")),
                (Mode.STREAMING, frames(_no_object)),
            )
        ),
        *(
            Mutation(dialect, Mode.STREAMING, "plain_text", frames(_end_mark), "an end mark")
            for dialect in ("cohere-v1", "ollama-chat")
        ),
        *(
            Mutation(dialect, Mode.STREAMING, "plain_text", raw_body(change), fault)
            for dialect in ("cohere-v1", "ollama-chat")
            for change, fault in ((_marked, "a byte order mark"), (spread, "several lines"))
        ),
        *(
            Mutation(dialect, Mode.STREAMING, "plain_text", change, "an array of lines")
            for dialect in ("cohere-v1", "ollama-chat")
            for change in (raw_body(lines_as_array),)
        ),
        *(
            Mutation(dialect, Mode.BLOCKING, "plain_text", raw_body(_marked), "a byte order mark")
            for dialect in EVERY_FORMAT
        ),
        *(
            Mutation(dialect, Mode.STREAMING, scenario, raw_body(run_together), "run together")
            for dialect in ("ollama-chat", "openai-chat")
            for scenario in ("single_call", "plain_text")
        ),
        *(
            Mutation(dialect, Mode.STREAMING, "plain_text", raw_body(_name_alone), "a name alone")
            for dialect in ("anthropic-messages", "openai-chat", "openai-responses")
        ),
        *(
            Mutation(dialect, Mode.STREAMING, "single_call", on_lines, "on lines")
            for dialect in ("anthropic-messages", "openai-chat", "openai-responses")
        ),
        *(
            Mutation("gemini-generate", Mode.STREAMING, "plain_text", change, fault)
            for change, fault in (
                (_as_array, "an array"),
                (_as_array_behind, "another first"),
                (_asked_as_array, "no array"),
                (_asked_as_array_in_one_piece, "one object for an array"),
                (raw_body(over_lines), "over lines"),
            )
        ),
        Mutation("cohere-v1", Mode.STREAMING, "plain_text", as_events, "events"),
    ),
    cases="""
OpenAI-compatible gateways | a blank line between event: and data: makes openai-node and openai-python parse nothing as JSON | https://github.com/earendil-works/pi/issues/8430 | issue closed 2026-08
GPUStack 2.1rc | non-streaming body starts with "data: " prefix; tool_calls [] | https://github.com/gpustack/gpustack/issues/4648 | issue closed 2026-02
""",
)
