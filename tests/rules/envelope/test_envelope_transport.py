"""Borders of the rules about status, content type, error bodies and JSON."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Mode,
    Request,
    Response,
)
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
JSON = (("content-type", "application/json"),)
SSE = (("content-type", "text/event-stream"),)


def found(
    name: str,
    status: int,
    body: bytes,
    headers: tuple[tuple[str, str], ...] = JSON,
    *,
    url: str | None = None,
    fidelity: Fidelity = Fidelity.WIRE,
    sent: bytes = b"{}",
) -> list[tuple[str, str, Severity]]:
    """Judge a response and return rule, pointer and severity of what was found."""
    request = None if url is None else Request("POST", url, (), sent)
    exchange = Exchange(request, Response(status, headers, body), EVIDENCE, fidelity)
    return [(f.rule, f.pointer, f.severity) for f in judge(load_dialect(name).decode(exchange))]


@pytest.mark.parametrize(
    ("name", "body", "pointer"),
    [
        ("openai-chat", b"<html>Bad gateway</html>", ""),
        ("openai-chat", b'[{"error":{"message":"no","type":"t","param":null,"code":1}}]', ""),
        ("openai-chat", b'{"object":"error","message":"no","code":"3280"}', "/error"),
        ("openai-chat", b'{"code":"not found","error":"no such model"}', "/error"),
        (
            "anthropic-messages",
            b'{"error":{"type":"invalid_request_error","message":"no"}}',
            "/type",
        ),
        ("anthropic-messages", b'{"type":"error","error":{"message":"no"}}', "/error/type"),
        (
            "gemini-generate",
            b'{"error":{"code":"400","message":"no","status":"UNKNOWN"}}',
            "/error/code",
        ),
    ],
)
def test_error_bodies_of_the_wrong_shape(name: str, body: bytes, pointer: str) -> None:
    """Each wrong shape that was seen in the field is one error finding at its place."""
    # Members of another vendor's error body are drift besides.
    answered = found(name, 400, body, url="https://example.invalid/v1")
    told = [finding for finding in answered if finding[0] != "TC190"]
    assert told == [("TC001", pointer, Severity.ERROR)]


@pytest.mark.parametrize(
    ("name", "body", "severity"),
    [
        ("openai-chat", b'{"object":"error","message":"no","type":"t"}', Severity.INFO),
        ("openai-responses", b'{"detail":"no"}', Severity.INFO),
        ("openai-chat", b'{"detail":""}', Severity.ERROR),
        ("openai-chat", b'{"error":{"type":"t"}}', Severity.ERROR),
        ("bedrock-converse", b'{"error":"no"}', Severity.ERROR),
    ],
)
def test_a_flat_error_without_an_address_may_be_some_vendors_own(
    name: str, body: bytes, severity: Severity
) -> None:
    """Mistral's and others' are flat at their own addresses; where none was kept nobody is accused."""
    told = [finding for finding in found(name, 400, body) if finding[0] == "TC001"]
    assert told[0][2] == severity


INVOKE = "https://example.invalid/model/claude/invoke"
RAW = "https://example.invalid/v1/projects/p/publishers/anthropic/models/claude:rawPredict"


@pytest.mark.parametrize(
    ("url", "body"),
    [
        (INVOKE, b'{"message":"Wait."}'),
        (INVOKE, b'{"type":"error","error":{"type":"t","message":"no"}}'),
        (RAW, b'{"error":{"code":404,"message":"no","status":"NOT_FOUND"}}'),
    ],
)
def test_a_cloud_that_serves_a_format_has_errors_of_its_own(url: str, body: bytes) -> None:
    """AWS's and Google's own errors are right at the paths where they serve Claude."""
    assert "TC001" not in {rule for rule, _, _ in found("anthropic-messages", 400, body, url=url)}


@pytest.mark.parametrize(
    ("url", "body"),
    [
        (INVOKE, b'{"message":""}'),
        (INVOKE, b'{"error":{"message":"no"}}'),
        (RAW, b'{"message":"no"}'),
        ("https://example.invalid/v1/messages", b'{"message":"no"}'),
    ],
)
def test_the_error_of_another_cloud_is_wrong(url: str, body: bytes) -> None:
    """An empty message, the other cloud's form, and an error with no cloud in between are not."""
    told = found("anthropic-messages", 400, body, url=url)
    assert ("TC001", Severity.ERROR) in {(rule, severity) for rule, _, severity in told}


def test_missing_keys_beside_a_message_are_info() -> None:
    """OpenAI's object without param is drift, not a failure: SDKs read it."""
    body = b'{"error":{"message":"no","type":"t","code":"c"}}'
    assert found("openai-chat", 400, body) == [("TC001", "/error", Severity.INFO)]


@pytest.mark.parametrize(
    ("name", "body", "message"),
    [
        ("ollama-chat", b'{"error":{"message":"no"}}', "of another type"),
        ("ollama-chat", b'{"error":null}', "lacks a member"),
        ("ollama-chat", b'{"error":""}', "lacks a member"),
        ("ollama-chat", b'{"message":"no"}', "lacks a member"),
        ("cohere-v2", b'{"message":[{"msg":"no"}]}', "of another type"),
        ("openai-chat", b'{"error":{"message":true,"type":"t"}}', "of another type"),
        ("gemini-generate", b'{"error":{"code":"400","message":"no","status":"X"}}', "of another"),
    ],
)
def test_what_is_there_is_not_said_to_lack(name: str, body: bytes, message: str) -> None:
    """An object where a text is required is of another type; nothing, and nothing in it, is lacking."""
    exchange = Exchange(None, Response(400, JSON, body), EVIDENCE)
    found = [one for one in judge(load_dialect(name).decode(exchange)) if one.rule == "TC001"]
    assert message in found[0].message


@pytest.mark.parametrize("name", ["openai-chat", "openai-responses", "chatml", "prompted"])
@pytest.mark.parametrize(
    ("code", "severity"),
    [
        (b'"400"', None),
        (b"null", None),
        (b"400", Severity.INFO),
        (b"400.5", Severity.WARNING),
        (b"true", Severity.WARNING),
    ],
)
def test_a_code_is_a_text(name: str, code: bytes, severity: Severity | None) -> None:
    """Several servers have the status there, which their own documents say: information."""
    body = b'{"error":{"message":"no","type":"t","param":null,"code":%s}}' % code
    told = [("TC001", "/error/code", severity)] if severity is not None else []
    assert found(name, 400, body) == told


@pytest.mark.parametrize(
    ("error", "foreign"),
    [
        (b'{"message":"no","type":"invalid_request_error"}', True),
        (b'{"message":"no","type":"invalid_request_error","code":null}', False),
    ],
)
def test_an_error_in_another_formats_form_is_a_warning(error: bytes, *, foreign: bool) -> None:
    """Anthropic's mark around what has nothing of OpenAI's own; with a key of its own it is drift."""
    told = found("openai-chat", 400, b'{"type":"error","error":' + error + b"}")
    assert (("TC001", "/type", Severity.WARNING) in told) is foreign


@pytest.mark.parametrize(
    ("error", "rules"),
    [
        (b'{"message":"no","type":"BadRequestError","code":400}', {("TC001", Severity.WARNING)}),
        (b'{"message":"no","type":"forbidden","param":null}', {("TC001", Severity.WARNING)}),
        (b'{"message":"no","type":"forbidden"}', {("TC001", Severity.INFO)}),
        (b'{"message":"no","type":"invalid_request_error"}', {("TC001", Severity.ERROR)}),
    ],
)
def test_an_unmarked_error_with_openais_keys_is_passed_on(
    error: bytes, rules: set[tuple[str, Severity]]
) -> None:
    """What stands before Anthropic's API has neither key; its kind is then of the other format, too."""
    told = found("anthropic-messages", 400, b'{"error":' + error + b"}")
    assert {(rule, how) for rule, _, how in told if rule in {"TC001", "TC008"}} == rules


def test_gemini_array_streams_have_array_errors() -> None:
    """An error in a one-element array is right where the stream is an array, else wrong."""
    body = b'[{"error":{"code":400,"message":"no","status":"INVALID_ARGUMENT"}}]'
    base = "https://example.invalid/v1beta/models/m:"
    assert found("gemini-generate", 400, body, url=f"{base}streamGenerateContent") == []
    expected = [("TC001", "", Severity.ERROR)]
    assert found("gemini-generate", 400, body, url=f"{base}generateContent") == expected
    assert found("gemini-generate", 400, body, url=f"{base}streamGenerateContent?alt=sse") == (
        expected
    )


def test_an_error_event_in_a_stream_is_no_wrong_status() -> None:
    """After 200 a stream can only tell of a failure by an event."""
    body = b'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n'
    assert "TC002" not in {rule for rule, _, _ in found("openai-chat", 200, body, SSE)}


def test_an_error_body_with_200_is_a_wrong_status() -> None:
    """A blocking error body under status 200 is reported, whatever its shape."""
    body = b'{"error":{"code":502,"message":"Provider returned error"}}'
    assert found("openai-chat", 200, body) == [("TC002", "/error", Severity.ERROR)]


def test_a_blocked_prompt_is_an_answer() -> None:
    """Gemini without candidates is right when promptFeedback says why."""
    blocked = b'{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{}}'
    assert "TC002" not in {rule for rule, _, _ in found("gemini-generate", 200, blocked)}
    assert ("TC002", "/candidates", Severity.ERROR) in found("gemini-generate", 200, b"{}")


def test_content_type_is_judged_only_when_it_is_there() -> None:
    """Recordings often drop headers; a missing one says nothing."""
    body = b'{"error":{"message":"no","type":"t","param":null,"code":null}}'
    assert found("openai-chat", 400, body, ()) == []
    wrong = (("Content-Type", "application/octet-stream"),)
    expected = [("TC007", "header[content-type]", Severity.WARNING)]
    assert found("openai-chat", 400, body, wrong) == expected


def test_what_is_no_media_type_is_a_recorders() -> None:
    """REDACTED in place of the content type is told, and accuses nobody."""
    body = b'{"error":{"message":"no","type":"t","param":null,"code":null}}'
    told = found("openai-chat", 400, body, (("content-type", "REDACTED"),))
    assert told == [("TC007", "header[content-type]", Severity.INFO)]


def test_half_a_media_type_is_the_servers() -> None:
    """Nobody redacts a header into the second half of what it was."""
    body = b'{"error":{"message":"no","type":"t","param":null,"code":null}}'
    told = found("openai-chat", 400, body, (("content-type", "json"),))
    assert told == [("TC007", "header[content-type]", Severity.WARNING)]


def test_json_media_types_with_a_suffix_are_json() -> None:
    """Parameters, capitals and a +json suffix are all JSON."""
    body = b'{"error":{"message":"no","type":"t","param":null,"code":null}}'
    for media in ("Application/JSON; charset=UTF-8", "application/problem+json"):
        assert found("openai-chat", 400, body, (("content-type", media),)) == []


@pytest.mark.parametrize("fidelity", [Fidelity.REBUILT, Fidelity.EDITED])
def test_framing_is_not_judged_where_it_was_not_kept(fidelity: Fidelity) -> None:
    """A recording that put the framing together again cannot answer for it."""
    assert found("openai-chat", 200, b"", fidelity=fidelity) == []
    assert found("openai-chat", 200, b"") == [("TC117", "", Severity.ERROR)]


LINE = b'{"model": "m", "created_at": "2026-11-24T08:00:00Z", "message": {"role": "assistant", "content": "Hi."}, "done": true, "done_reason": "stop"}\n'
CHUNK = b'data: {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi."}, "finish_reason": "stop"}]}\n\n'


@pytest.mark.parametrize(
    ("name", "body", "severity"),
    [
        ("ollama-chat", LINE, None),
        ("ollama-chat", LINE + b"[DONE]\n", Severity.WARNING),
        ("ollama-chat", LINE + b'{"half\n', Severity.ERROR),
        ("openai-chat", CHUNK + b"data: [DONE]\n\n", None),
    ],
)
def test_an_end_mark_is_an_event_of_its_own_format_only(
    name: str, body: bytes, severity: Severity | None
) -> None:
    """Among JSON lines it is a line that is none; in server-sent events it is a courtesy."""
    headers = (("content-type", "application/x-ndjson"),) if name == "ollama-chat" else SSE
    told = [one for rule, _, one in found(name, 200, body, headers) if rule == "TC117"]
    assert told == ([] if severity is None else [severity])


SAID = b'data: {"candidates": [{"content": {"parts": [{"text": "Hi."}], "role": "model"}, "finishReason": "STOP", "index": 0}], "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}, "modelVersion": "m", "responseId": "r"}\r\n\r\n'
ASKED = b'{"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}'
GENERATE = "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent"


@pytest.mark.parametrize(
    ("name", "body", "sent", "url", "told"),
    [
        ("gemini-generate", SAID, ASKED, GENERATE, 1),
        ("gemini-generate", SAID, ASKED, "", 0),
        ("openai-chat", CHUNK, b'{"messages": []}', "", 1),
    ],
)
def test_a_stream_that_only_an_address_asks_for(
    name: str, body: bytes, sent: bytes, url: str, told: int
) -> None:
    """Gemini's body is the same for both: where the address was not kept, nobody can say."""
    judged = found(name, 200, body, SSE, url=url, sent=sent)
    assert judged.count(("TC117", "", Severity.ERROR)) == told


LISTED = b'[{"error": {"code": 400, "message": "no", "status": "INVALID_ARGUMENT"}}]'


@pytest.mark.parametrize(("url", "told"), [(GENERATE, 1), ("", 0)])
def test_a_list_that_only_an_address_asks_for(url: str, told: int) -> None:
    """A stream of Gemini's that is no event stream has its error in a list."""
    assert len(found("gemini-generate", 400, LISTED, url=url, sent=ASKED)) == told


V2_LINES = (
    b'{"id": "m", "type": "message-start", "delta": {"message": {"role": "assistant", "content": []}}}\n'
    b'{"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}\n'
)


@pytest.mark.parametrize(
    ("accept", "severity"),
    [
        (None, Severity.INFO),
        ("*/*", Severity.ERROR),
        ("text/event-stream", Severity.ERROR),
        ("application/json", None),
        ("application/stream+json", None),
    ],
)
def test_who_accepts_json_gets_the_events_of_cohere_v2_on_lines(
    accept: str | None, severity: Severity | None
) -> None:
    """Cohere's SDK asks for neither, and reads server-sent events only."""
    headers = () if accept is None else (("accept", accept),)
    request = Request("POST", "https://h/v2/chat", headers, b'{"messages": [], "stream": true}')
    response = Response(200, (("content-type", "application/stream+json"),), V2_LINES)
    reading = load_dialect("cohere-v2").decode(Exchange(request, response, EVIDENCE))
    told = [finding.severity for finding in judge(reading) if finding.rule == "TC117"]
    assert told == ([] if severity is None else [severity])


V1_EVENTS = (
    b'data: {"is_finished": false, "event_type": "stream-start", "generation_id": "g"}\n\n'
    b'data: {"is_finished": true, "event_type": "stream-end", "finish_reason": "COMPLETE", '
    b'"response": {"text": "Hi.", "generation_id": "g"}}\n\n'
)


@pytest.mark.parametrize(
    ("accept", "severity"),
    [
        (None, Severity.INFO),
        ("*/*", Severity.WARNING),
        ("application/json", Severity.WARNING),
        ("text/event-stream", None),
    ],
)
def test_who_accepts_events_gets_those_of_cohere_v1(
    accept: str | None, severity: Severity | None
) -> None:
    """Cohere's older SDK asks for none, and reads lines only."""
    headers = () if accept is None else (("accept", accept),)
    request = Request("POST", "https://h/v1/chat", headers, b'{"message": "Hi", "stream": true}')
    response = Response(200, SSE, V1_EVENTS)
    reading = load_dialect("cohere-v1").decode(Exchange(request, response, EVIDENCE))
    told = [finding.severity for finding in judge(reading) if finding.rule == "TC117"]
    assert told == ([] if severity is None else [severity])


@pytest.mark.parametrize("data", ["ping", "", "{"])
def test_a_ping_that_is_no_json_is_passed_over(data: str) -> None:
    """Anthropic's SDKs go by its name, before they read what it says; other events they read."""

    def found(*names: str) -> list[tuple[str, str, str]]:
        def change(stream: list[Frame]) -> None:
            stream[1:1] = [(name, data) for name in names]

        dialect = load_dialect("anthropic-messages")
        reading = dialect.decode(frames(change)(clean(dialect, "single_call", Mode.STREAMING)))
        assert reading.reply.tool_calls
        return [(one.rule, one.severity.value, one.pointer) for one in judge(reading)]

    assert found("ping") == [("TC117", "warning", "event[1]")]
    assert found("ping", "content_block_delta") == [("TC117", "error", "event[2]")]


@pytest.mark.parametrize(("comment", "rules"), [(b"", []), (b": keep-alive\n", ["TC117"])])
def test_a_comment_among_lines_makes_no_events_of_them(comment: bytes, rules: list[str]) -> None:
    """The line is no JSON, which is the fault; the content type says rightly what the others are."""
    stream = clean(load_dialect("ollama-chat"), "plain_text", Mode.STREAMING)
    body = comment + stream.response.body
    changed = replace(stream, response=replace(stream.response, body=body))
    found = judge(load_dialect("ollama-chat").decode(changed))
    assert sorted({one.rule for one in found}) == rules
