"""TC910: done-marker."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.invoke import unwrapped
from toolwire.io.framing.kind import is_messages
from toolwire.rules.groups import CHAT_ENVELOPES
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.streaming.streaming import GUIDE

_DONE = "[DONE]"


def _done_marker(reading: Reading) -> Iterator[Violation]:
    events = reading.events
    # Messages of AWS, as at Bedrock's InvokeModel, have an end of their own.
    if not events or is_messages(reading.exchange.response.body) or unwrapped(reading.exchange):
        return
    for done in events:
        if done.data == _DONE:
            break
    else:
        done = None
    if done is None and events[-1].json == _DONE:
        message = "The stream ends with [DONE] in quotes, which readers take for a text."
        yield Violation(f"event[{events[-1].number}]", message, _DONE, events[-1].data)
    elif done is None:
        yield Violation(f"event[{len(events)}]", "The stream ends without [DONE].", _DONE, None)
    elif done is not events[-1]:
        yield Violation(f"event[{done.number + 1}]", "An event follows [DONE].", None, None)


def _again(stream: list[Frame]) -> None:
    stream.append(stream[-1])


RULE = Rule(
    id="TC910",
    name="done-marker",
    severity=dict.fromkeys(CHAT_ENVELOPES, Severity.WARNING),
    statement="The stream ends with `data: [DONE]`, sent once, and nothing comes after it.",
    why="Clients that hand calls over at [DONE] lose them.",
    breaks="tracker, clients of OpenCode Zen and CommandCode. Every client that was tried takes "
    "the end of the body for it.",
    workaround="Take the end of the body for [DONE].",
    source=Source(
        "spec", "openai 3.52.0 streaming.py: the stream is read up to [DONE]", GUIDE, "2026-11-21"
    ),
    check=_done_marker,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=tuple(
        streaming(dialect, change, fault, "plain_text")
        for dialect in CHAT_ENVELOPES
        for change, fault in ((lambda stream: stream[:-1], ""), (_again, "sent twice"))
    ),
    shim=Shim("end_of_body_ends_stream"),
    cases="""
OpenCode Zen gateway | never sends finish_reason, sometimes no [DONE] | https://github.com/anomalyco/opencode/issues/43379 | issue open 2026-08 (also #43882)
OpenAI-compatible | end before [DONE] drops deferred calls silently | https://github.com/2389-research/tracker/issues/544 | fixed 2026-08
CommandCode API | stream ends mid tool call; other error {"success":false,"error":{..}} | https://github.com/CommandCodeAI/command-code/issues/785 | issue open 2026-09
""",
)
