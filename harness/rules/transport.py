"""Rules about the answer as a whole: status, content type, error body, JSON at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from harness.conversation import Json, JsonObject
from harness.exchange import Mode
from harness.observation import Severity
from harness.reply import Reading
from harness.rules.chat import ANTHROPIC, CHAT, GEMINI, chunks
from harness.rules.edit import body, header, put, raw_body, remove, status
from harness.rules.rule import Flaw, Mutation, Rule, Source

__all__ = ["RULES"]

_EVERYWHERE = (ANTHROPIC, CHAT, GEMINI)
_READ = "2026-11-21"

#: Dialect -> members of the error object that must be there, and their types.
_ERROR_MEMBERS: Mapping[str, Mapping[str, type]] = {
    ANTHROPIC: {"type": str, "message": str},
    CHAT: {"message": str},
    GEMINI: {"code": int, "message": str, "status": str},
}
_CHAT_REST = ("type", "param", "code")


def _error_body_shape(reading: Reading) -> Iterator[Flaw]:
    if reading.exchange.response.status < 400:
        return
    value = _unwrapped(reading)
    if not isinstance(value, dict):
        yield Flaw("", "The error body is not a JSON object.", "object", _kind(value))
        return
    if reading.dialect == ANTHROPIC and value.get("type") != "error":
        yield Flaw("/type", 'The error body is not marked "error".', "error", value.get("type"))
    error = value.get("error")
    if isinstance(error, dict):
        yield from _members(reading.dialect, error)
    else:
        yield Flaw("/error", "There is no error object.", "object", _kind(error))


def _unwrapped(reading: Reading) -> object:
    # A Gemini stream without alt=sse is a JSON array, so its errors stand in an array too.
    value = reading.body
    request = reading.exchange.request
    if not isinstance(value, list) or len(value) != 1 or reading.dialect != GEMINI:
        return value
    streams = request is not None and ":streamGenerateContent" in request.url
    return value[0] if streams and request and "alt=sse" not in request.url else value


def _members(dialect: str, error: JsonObject) -> Iterator[Flaw]:
    for key, kind in _ERROR_MEMBERS[dialect].items():
        value = error.get(key)
        if not isinstance(value, kind) or value in ("", True, False):
            yield Flaw(
                f"/error/{key}",
                "The error object lacks a member its type requires.",
                _WORDS[kind],
                value,
            )
    missing: list[Json] = [key for key in _CHAT_REST if key not in error]
    if dialect == CHAT and missing:
        yield Flaw(
            "/error",
            "The error object lacks keys of the published type.",
            list(_CHAT_REST),
            {"missing": missing},
            Severity.INFO,
        )


_WORDS: Mapping[type, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    list: "array",
    dict: "object",
    type(None): "null",
}


def _kind(value: object) -> str:
    return _WORDS.get(type(value), "absent or not JSON")


def _failure_needs_status(reading: Reading) -> Iterator[Flaw]:
    if reading.exchange.response.status >= 400:
        return
    error = reading.reply.error
    if error is not None:
        # After 200 a stream has no other way to tell of a failure than an event.
        if reading.mode is Mode.BLOCKING:
            yield Flaw(
                error.pointer,
                "An error body came with a status of success.",
                "a status of 400 or above",
                reading.exchange.response.status,
            )
        return
    pointer = _EMPTY_ANSWER[reading.dialect](reading)
    if pointer is not None:
        yield Flaw(pointer, "The answer holds neither a reply nor an error.", "a reply", [])


def _no_choice(reading: Reading) -> str | None:
    if reading.mode is Mode.BLOCKING:
        value = reading.body
        return "/choices" if isinstance(value, dict) and value.get("choices") == [] else None
    found = chunks(reading)
    empty = found and not any(chunk.get("choices") != [] for _, chunk in found)
    return f"event[{found[-1][0]}]/choices" if empty else None


def _no_candidate(reading: Reading) -> str | None:
    # A blocked prompt has no candidates by design; `promptFeedback` says so.
    if reading.mode is Mode.STREAMING:
        answers = [chunk for _, chunk in chunks(reading)]
        pointer = "event[0]/candidates"
    else:
        answers = [reading.body] if isinstance(reading.body, dict) else []
        pointer = "/candidates"
    told = any(a.get("candidates") or a.get("promptFeedback") for a in answers)
    return pointer if answers and not told else None


_EMPTY_ANSWER = {
    # An Anthropic message may be empty: the model can end its turn without a word.
    ANTHROPIC: lambda _: None,
    CHAT: _no_choice,
    GEMINI: _no_candidate,
}

_JSON = "application/json"
_STREAM = "text/event-stream"
_AWS_STREAM = "application/vnd.amazon.eventstream"


def _content_type(reading: Reading) -> Iterator[Flaw]:
    response = reading.exchange.response
    value = response.header("content-type")
    expected = _expected_type(reading)
    if value is None or expected is None:
        return
    media = value.partition(";")[0].strip().lower()
    if media != expected and not (expected == _JSON and media.endswith("+json")):
        yield Flaw(
            "header[content-type]",
            "The content type does not say what the body is.",
            expected,
            value,
        )


def _expected_type(reading: Reading) -> str | None:
    start = reading.exchange.response.body[:64].lstrip()[:1]
    if start in (b"{", b"["):
        return _JSON
    if start == b"\0":
        return _AWS_STREAM
    return _STREAM if reading.mode is Mode.STREAMING and reading.events else None


def _body_is_json(reading: Reading) -> Iterator[Flaw]:
    if reading.mode is Mode.STREAMING:
        yield from _stream_is_json(reading)
    elif reading.body_error is not None:
        yield Flaw("", "The body is not one JSON document.", "JSON", reading.body_error)
    elif not isinstance(reading.body, dict):
        yield Flaw("", "The body is not a JSON object.", "object", _kind(reading.body))


def _stream_is_json(reading: Reading) -> Iterator[Flaw]:
    if reading.asked is not None and not reading.asked.stream:
        yield Flaw("", "The body is framed as a stream that was not asked for.", "JSON", "SSE")
    for event in reading.events:
        if not isinstance(event.json, dict) and event.data != "[DONE]":
            pointer = f"event[{event.number}]"
            yield Flaw(pointer, "The event is not one JSON object.", "object", event.data[:200])
            return


def _plain_error(error: JsonObject) -> None:
    error["error"] = "The request is not valid."


def _no_message(value: JsonObject) -> None:
    remove(value, ("error", "message"))


def _empty_choices(value: JsonObject) -> None:
    put(value, ("choices",), [])


def _no_candidates(value: JsonObject) -> None:
    remove(value, ("candidates",))


def _broken_event(data: bytes) -> bytes:
    return data.replace(b"\n\n", b'\n\ndata: {"half\n\n', 1)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC001",
        name="error-body-shape",
        severity=dict.fromkeys(_EVERYWHERE, Severity.ERROR),
        statement=(
            "An answer with a status of 400 or above carries the dialect's JSON error object: "
            "OpenAI {error: {message, type, param, code}}, Anthropic {type: error, error: {type, "
            "message}}, Gemini {error: {code, message, status}}. A key of OpenAI's object that is "
            "left out beside a message is reported as info."
        ),
        why=(
            "SDKs build their typed error from this object; an array, a flat body or a bare "
            "string becomes an unknown error without text, and retry logic cannot tell causes."
        ),
        breaks="langroid, openclaude, ironclaw",
        workaround="Read flat bodies, one-element arrays and a string `error` beside the object.",
        source=Source(
            "spec",
            "Error types of openai 3.52.0, anthropic 2.11.0 and google-genai 3.4.0; "
            "recorded error bodies",
            "https://platform.claude.com/docs/en/api/errors",
            _READ,
        ),
        check=_error_body_shape,
        on_error=True,
        mutations=tuple(
            Mutation(dialect, Mode.BLOCKING, "refused", body(change), fault)
            for dialect in _EVERYWHERE
            for change, fault in (
                (_plain_error, "error is a string"),
                (_no_message, "no message"),
            )
        ),
    ),
    Rule(
        id="TC002",
        name="failure-needs-status",
        severity=dict.fromkeys(_EVERYWHERE, Severity.ERROR),
        statement=(
            "A failed generation is not reported under a status of success: no error body with "
            "status 200, and no answer that holds neither a reply nor an error (choices [], or "
            "no candidates and no prompt feedback). An error event after the first bytes of a "
            "stream is another matter."
        ),
        why="The client reads a success without content: a silent empty answer.",
        breaks="rocketmq-dashboard, OmniRoute",
        workaround="Treat a success without choices, candidates or content as a failed request.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_failure_needs_status,
        always=True,
        mutations=(
            *(Mutation(d, Mode.BLOCKING, "refused", status(200), "status") for d in _EVERYWHERE),
            Mutation(CHAT, Mode.BLOCKING, "plain_text", body(_empty_choices), "choices []"),
            Mutation(GEMINI, Mode.BLOCKING, "plain_text", body(_no_candidates), "no candidates"),
        ),
    ),
    Rule(
        id="TC007",
        name="content-type",
        severity=dict.fromkeys(_EVERYWHERE, Severity.INFO),
        statement=(
            "The content type says what the body is: application/json for a JSON body, also of "
            "an error, and text/event-stream for a stream of events."
        ),
        why="Proxies and SDKs choose the parser by it.",
        breaks="cc-switch-cli",
        workaround="Look at the first byte of the body before choosing a parser.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_content_type,
        needs_wire=True,
        always=True,
        mutations=tuple(
            Mutation(dialect, mode, "plain_text", header("content-type", wrong))
            for dialect in _EVERYWHERE
            for mode, wrong in (
                (Mode.BLOCKING, "application/octet-stream"),
                (Mode.STREAMING, "application/json"),
            )
        ),
    ),
    Rule(
        id="TC117",
        name="body-is-json",
        severity=dict.fromkeys(_EVERYWHERE, Severity.ERROR),
        statement=(
            "An answer that was not to be streamed is one JSON object without event framing, and "
            "every event of a stream holds one JSON object (besides [DONE])."
        ),
        why="Every client that does not stream fails on the first byte; streams lose the event.",
        breaks="GPUStack's own clients",
        workaround="Strip a leading `data: ` from a body that was not to be streamed.",
        source=Source(
            "observed", "Public threads, see the cases; RFC 8259 for one JSON document", "", _READ
        ),
        check=_body_is_json,
        needs_wire=True,
        mutations=tuple(
            Mutation(dialect, mode, "plain_text", raw_body(change))
            for dialect in _EVERYWHERE
            for mode, change in (
                (Mode.BLOCKING, lambda data: data[:-1]),
                (Mode.STREAMING, _broken_event),
            )
        ),
    ),
)
