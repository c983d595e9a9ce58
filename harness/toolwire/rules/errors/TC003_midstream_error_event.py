"""TC003: midstream-error-event.

openai-chat is judged by TC909 and TC910, and other formats by those or by the rules of their
events once a first event came; this rule has what is left: streams that end before any event,
and all early ends in formats whose streams have no other rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.stream_form import EVENT_STREAM
from toolwire.io.json_text import JsonError, parse
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.spelling import is_spelled_otherwise
from toolwire.rules.views.torn import goes_on_bare, runs_together, stands_on_no_lines

#: Formats whose streams nothing closes, so that no other rule follows them to their end.
_OPEN = ("gemini-generate",)

#: Where the last event of those says why it is the last.
_END = ("finishReason",)

_FRAMED = "bedrock-converse"

_BY_EVENTS = (
    "anthropic-messages",
    "chatml",
    "cohere-v1",
    "cohere-v2",
    "ollama-chat",
    "openai-chat",
    "openai-responses",
    "prompted",
)


def _silent_end(reading: Reading) -> Iterator[Violation]:
    events, reply = reading.events, reading.reply
    form = load_dialect(reading.dialect).wire.stream
    begun = any(isinstance(event.json, dict) for event in events)
    if begun and form.closed:
        return
    if AWS_EVENT_STREAM in form.types and reading.exchange.response.body:
        return  # a frame cut in the middle is TC913's
    if reading.exchange.body_not_kept or reading.exchange.is_put_off:
        # Recorders write no body of a stream that their program read; TC117 tells both.
        return
    if any(map(runs_together, events)) or stands_on_no_lines(reading) or goes_on_bare(reading):
        return  # What stands in one event, or on several lines, is TC117's.
    marker = load_dialect(reading.dialect).end_marker
    marked = not marker or (bool(events) and events[-1].data == marker)
    # An event cut in the middle is the end of the stream too, whatever came before it.
    torn = any(unread.pointer == f"event[{len(events)}]" for unread in reply.unread)
    # An end that is told in a member of another spelling is TC191's.
    told = reply.complete or is_spelled_otherwise(reading, _END)
    if not told or not marked or torn:
        pointer = f"event[{len(events)}]"
        if not begun and (parted := _unparted(reading)):
            yield Violation(pointer, "The events are not parted, so that none is read.", parted)
            return
        message = "The stream ends early and does not say why."
        if not reading.exchange.response.body.strip():
            message = "The stream is empty: it has neither an answer nor a refusal."
        elif torn and _unended(reading):
            message = "No blank line ends the last event, so that it is not read."
        elif torn and _is_odd_array(reading):
            message = (
                "The elements of the array are not parted by one comma each, so that it is no JSON."
            )
        yield Violation(pointer, message, "an end or an error")


def _unended(reading: Reading) -> bool:
    """Return whether the body ends in whole JSON of an event that no blank line ends."""
    last = reading.exchange.response.body.rstrip(b"\r\n").rpartition(b"\n")[2]
    if not last.startswith(b"data:"):
        return False
    try:
        parse(last.removeprefix(b"data:"))
    except JsonError:
        return False
    return True


def _is_odd_array(reading: Reading) -> bool:
    """Return whether the body is an array that is closed: what is wrong stands between its elements."""
    body = reading.exchange.response.body.strip()
    return body.startswith(b"[") and body.endswith(b"]")


def _unparted(reading: Reading) -> str:
    """Return what has to stand between events that are there and that no reader can tell apart; "" for none."""
    body = reading.exchange.response.body.strip()
    # A format may have events or lines (Cohere's v1): the body says which these are.
    if not body.startswith(b"{") and {*EVENT_STREAM} & {
        *load_dialect(reading.dialect).wire.stream.types
    }:
        lines = body.splitlines()
        several = sum(line.startswith(b"data:") for line in lines) > 1
        return "a blank line behind each event" if several and all(lines) else ""
    return "a line for each object" if b"}{" in body and b"\n" not in body else ""


def _joined(body: bytes) -> bytes:
    """Take the breaks out that part events, as a gateway that writes what it read without them."""
    if body.lstrip().startswith(b"{"):
        return body.replace(b"\n", b"")
    return body.replace(b"\r\n", b"\n").replace(b"\n\n", b"\n")


def _unended_last(body: bytes) -> bytes:
    return body.rstrip(b"\r\n")


def _cut(share: float) -> Callable[[Exchange], Exchange]:
    return edit.raw_body(lambda body: body[: int(len(body) * share)])


RULE = Rule(
    id="TC003",
    name="midstream-error-event",
    severity=dict.fromkeys((*_OPEN, *_BY_EVENTS, _FRAMED), Severity.ERROR),
    statement="A stream runs to the end of its format, or breaks off with an explicit error "
    "event; it does not close in silence. Its events are parted as the format parts them: unparted, none of them is read. (In openai-chat TC909 and TC910 say so, in other "
    "formats those or the rules of their events once a first event came.)",
    why="A reply that was cut looks complete: half an answer is shown, half a call is run.",
    breaks=(
        "cohere-python, boto3 and the Vercel AI SDK over Gemini and Responses end without an "
        "error, the call or the rest of the text lost; anthropic-python, google-genai and "
        "openai-python raise."
    ),
    workaround="Take a stream without its own end for failed, and ask again.",
    check=_silent_end,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=(
        *(
            Mutation(name, Mode.STREAMING, "plain_text", _cut(share), fault)
            for name in _OPEN
            for share, fault in ((0.5, "cut in the middle"), (0.98, "cut near the end"))
        ),
        *(
            Mutation(name, Mode.STREAMING, "single_call", _cut(0.02), "cut in the first event")
            for name in _BY_EVENTS
        ),
        *(
            Mutation(name, Mode.STREAMING, "single_call", edit.raw_body(_joined), "not parted")
            for name in (*_OPEN, *_BY_EVENTS)
        ),
        *(
            Mutation(name, Mode.STREAMING, "plain_text", edit.raw_body(_unended_last), "not ended")
            for name in _OPEN
        ),
        Mutation(_FRAMED, Mode.STREAMING, "single_call", _cut(0.0), "nothing came"),
    ),
    shim=Shim("treat_as_failed"),
    cases="""
OpenAI-compatible | SSE error event loses code in client | https://github.com/vercel/ai/issues/13506 | fixed #17230 2026-07
various | error envelope inside HTTP 200 SSE ignored | https://github.com/apache/rocketmq-dashboard/issues/2178 | issue closed 2026-08
exo | mid-stream error event fails clients that only know chunks | https://github.com/exo-explore/exo/issues/1758 | PR closed 2026-03
OpenAI / Azure | nested vs flat SSE error shapes | https://github.com/openai/openai-node/issues/2021 | PR merged 2026-08
CommandCode API | stream ends mid tool call; other error {"success":false,"error":{..}} | https://github.com/CommandCodeAI/command-code/issues/785 | issue open 2026-09
""",
)
