"""Rules about single events of a stream: their names, and what each of them has to hold."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import Frame, frames
from toolwire.rules.pieces import key_of
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.wires import ANTHROPIC, BEDROCK, COHERE_V2

__all__ = ["RULES"]

_READ = "2026-11-21"
_STREAM = (Mode.STREAMING,)
#: Event of a Converse stream -> the members it has to have, its block's number aside (TC914).
_MEMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "contentBlockDelta": ("delta",),
    "contentBlockStart": ("start",),
    "contentBlockStop": (),
    "messageStart": ("role",),
    "messageStop": ("stopReason",),
    "metadata": ("usage", "metrics"),
}


def _named(reading: Reading) -> Iterator[Flaw]:
    if reading.exchange.response.body[:1] == b"\0":
        # Bedrock carries the events of Anthropic inside of its own messages, without a name.
        return
    for event in reading.events:
        kind = event.json.get("type") if isinstance(event.json, dict) else None
        if isinstance(kind, str) and event.name != kind:
            message = "The event has another name than its type, or none."
            yield Flaw(f"event[{event.number}]/type", message, event.name, kind)
            return


def _members(reading: Reading) -> Iterator[Flaw]:
    opened: set[Hashable] = set()  # an index of a hostile answer may be anything
    for event in reading.events:
        name, data = event.name, event.json
        if not isinstance(data, dict) or name is None:
            continue
        at = f"event[{event.number}]"
        missing = next((key for key in _MEMBERS.get(name, ()) if key not in data), None)
        if missing is not None:
            message = "The event lacks a member that its kind requires."
            yield Flaw(f"{at}/{missing}", message, "present")
            return
        kind = next((k for k, keys in _MEMBERS.items() if keys and keys[0] in data), None)
        if name not in _MEMBERS and kind is not None:
            yield Flaw(at, "The event has the members of one with another name.", kind, name)
            return
        index = key_of(data.get("contentBlockIndex"))
        if "toolUse" in object_of(data.get("start")):
            opened.add(index)
        elif "toolUse" in object_of(data.get("delta")) and index not in opened:
            message = "A piece of a call's input came for a block that opened no call."
            yield Flaw(f"{at}/delta/toolUse", message, "contentBlockStart with toolUse")
            return


def _renamed(kind: str, name: str | None) -> Callable[[list[Frame]], list[Frame]]:
    return lambda stream: [(name if f[0] == kind else f[0], f[1]) for f in stream]


def _bare(stream: list[Frame]) -> list[Frame]:
    return [(None, payload) for _, payload in stream]


def _no_start(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if "start" in event:
            del event["start"]
            return


def _unopened(stream: list[Frame]) -> list[Frame]:
    starts = [f for f in stream if f[0] == "contentBlockStart"]
    return [frame for frame in stream if frame is not starts[-1]]


def _streaming(
    dialect: str,
    change: Callable[[list[Frame]], list[Frame] | None],
    fault: str,
    scenario: str = "single_call",
) -> Mutation:
    return Mutation(dialect, Mode.STREAMING, scenario, frames(change), fault)


RULES: tuple[Rule, ...] = (
    # Both numbers are ours: the catalogue has no rule about either.
    Rule(
        id="TC924",
        name="event-name-is-type",
        severity={ANTHROPIC: Severity.ERROR, COHERE_V2: Severity.INFO},
        statement=(
            "Every event of Anthropic's and of Cohere's v2 stream is named, and its name is the "
            "`type` of its data. (In Responses TC919 says so.)"
        ),
        why=(
            "Anthropic's SDKs look at the name only: an event without one, or with one they do "
            "not know, is dropped in silence. Cohere's SDK looks at the type."
        ),
        breaks="anthropic-sdk-python and anthropic-sdk-typescript, and pi with them",
        workaround="Give an event without a name the name that its data tells.",
        source=Source(
            "spec",
            "anthropic 2.11.0 _streaming.py; earendil-works/pi#1984 and #4381",
            "https://platform.claude.com/docs/en/build-with-claude/streaming",
            _READ,
        ),
        check=_named,
        modes=_STREAM,
        needs_wire=True,
        mutations=(
            _streaming(ANTHROPIC, _bare, "no names"),
            _streaming(
                ANTHROPIC, _renamed("content_block_delta", "delta"), "another name", "plain_text"
            ),
            _streaming(COHERE_V2, _bare, "no names"),
        ),
    ),
    Rule(
        id="TC925",
        name="bedrock-event-members",
        severity={BEDROCK: Severity.ERROR},
        statement=(
            "Every event of a Converse stream has the members that its kind requires "
            "(contentBlockStart start, contentBlockDelta delta, messageStart role, messageStop "
            "stopReason, metadata usage and metrics), no event has them under another name, and "
            "the input of a call comes in a block that a contentBlockStart opened for one."
        ),
        why=(
            "botocore hands events on as they are: a reader of event['contentBlockStart']['start'] "
            "raises, an event of an unknown name is passed over, and the input has no call to "
            "belong to."
        ),
        breaks="readers that index boto3's events (KeyError, see tests/serve/sdks)",
        workaround="Pass over events without their members.",
        source=Source(
            "spec",
            "botocore 1.44.5 service model bedrock-runtime, ConverseStreamOutput",
            "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html",
            _READ,
        ),
        check=_members,
        modes=_STREAM,
        needs_wire=True,
        mutations=(
            _streaming(BEDROCK, _no_start, "start without its member", "parallel_calls"),
            _streaming(BEDROCK, _renamed("metadata", "usage"), "another name"),
            _streaming(BEDROCK, _unopened, "a call never opened", "parallel_calls"),
        ),
    ),
)
