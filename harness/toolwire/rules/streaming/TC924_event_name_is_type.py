"""TC924: event-name-is-type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.invoke import unwrapped
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import STREAM, streaming
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.streaming.streaming import renamed

#: Of events whose other names are TC919's.
_OF_A_RESPONSE: Final = "response."
#: Bedrock carries the events of Anthropic inside of its own messages, Cohere its own on lines.
_NAMELESS: Final = frozenset({Framing.LINES, Framing.MESSAGES})


def _named(reading: Reading) -> Iterator[Violation]:
    if framing_of(reading.exchange.response.body) in _NAMELESS:
        return
    bare = unwrapped(reading.exchange)
    for event in reading.events:
        kind = event.json.get("type") if isinstance(event.json, dict) else None
        if isinstance(kind, str) and event.name != kind and not (bare and event.name is None):
            if event.name is not None and kind.startswith(_OF_A_RESPONSE):
                return
            message = "The event has another name than its type, or none."
            # Where clients go by the type, no name misleads nobody; a wrong one does.
            grave = RULE.severity[reading.dialect] is Severity.ERROR
            mild = None if grave or event.name is not None else Severity.INFO
            yield Violation(f"event[{event.number}]/type", message, event.name, kind, mild)
            return


def _bare(stream: list[Frame]) -> list[Frame]:
    return [(None, payload) for _, payload in stream]


RULE = Rule(
    id="TC924",
    name="event-name-is-type",
    severity={
        "anthropic-messages": Severity.ERROR,
        "cohere-v2": Severity.WARNING,
        "openai-responses": Severity.INFO,
    },
    statement=(
        "Every event of Anthropic's stream, of Cohere's v2 and of Responses is named, and its name "
        "is the `type` of its data. (Of another name in Responses TC919 tells.) Over Cohere a wrong "
        "name is a warning, and none an information."
    ),
    why=(
        "Anthropic's SDKs look at the name only: an event without one, or with one they do "
        "not know, is dropped in silence. Cohere's SDK and OpenAI's look at the type; a browser's "
        "EventSource hands an event without a name to nobody who waits for one of that name."
    ),
    breaks="anthropic-sdk-python and anthropic-sdk-typescript, and pi with them",
    workaround="Give an event without a name the name that its data tells.",
    source=Source(
        "spec",
        "anthropic 2.11.0 streaming.py; earendil-works/pi#1984 and #4381",
        "https://platform.claude.com/docs/en/build-with-claude/streaming",
        "2026-11-21",
    ),
    check=_named,
    modes=STREAM,
    needs_wire=True,
    mutations=(
        streaming("anthropic-messages", _bare, "no names"),
        streaming(
            "anthropic-messages",
            renamed("content_block_delta", "delta"),
            "another name",
            "plain_text",
        ),
        streaming("cohere-v2", _bare, "no names"),
        streaming("cohere-v2", renamed("tool-call-delta", "content-delta"), "another name"),
        streaming("openai-responses", _bare, "no names"),
    ),
)
