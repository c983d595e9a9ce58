"""TC925: bedrock-event-members."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import STREAM, streaming
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.streaming.streaming import renamed
from toolwire.rules.views.pieces import key_of
from toolwire.rules.views.wrapped import wrapped

#: Event of a Converse stream -> the members it has to have, its block's number aside (TC914).
_MEMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "contentBlockDelta": ("delta",),
    "contentBlockStart": ("start",),
    "contentBlockStop": (),
    "messageStart": ("role",),
    "messageStop": ("stopReason",),
    "metadata": ("usage", "metrics"),
}


def _members(reading: Reading) -> Iterator[Violation]:
    opened: set[Hashable] = set()  # an index of a hostile answer may be anything
    unread = wrapped(reading)  # which TC914 tells
    for event in reading.events:
        name, data = event.name, event.json
        if not isinstance(data, dict) or name is None or event in unread:
            continue
        at = f"event[{event.number}]"
        missing = next((key for key in _MEMBERS.get(name, ()) if key not in data), None)
        if missing is not None:
            message = "The event lacks a member that its kind requires."
            yield Violation(f"{at}/{missing}", message, "present")
            return
        kind = next((k for k, keys in _MEMBERS.items() if keys and keys[0] in data), None)
        if name not in _MEMBERS and kind is not None:
            yield Violation(at, "The event has the members of one with another name.", kind, name)
            return
        index = key_of(data.get("contentBlockIndex"))
        if "toolUse" in object_of(data.get("start")):
            opened.add(index)
        elif "toolUse" in object_of(data.get("delta")) and index not in opened:
            message = "A piece of a call's input came for a block that opened no call."
            yield Violation(f"{at}/delta/toolUse", message, "contentBlockStart with toolUse")
            return


def _no_start(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if "start" in event:
            del event["start"]
            return


def _unopened(stream: list[Frame]) -> list[Frame]:
    starts = [f for f in stream if f[0] == "contentBlockStart"]
    return [frame for frame in stream if frame is not starts[-1]]


RULE = Rule(
    id="TC925",
    name="bedrock-event-members",
    severity={"bedrock-converse": Severity.ERROR},
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
    breaks="readers that index boto3's events (KeyError, see tests/sdks)",
    workaround="Pass over events without their members.",
    source=Source(
        "spec",
        "botocore 1.44.5 service model bedrock-runtime, ConverseStreamOutput",
        "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html",
        "2026-11-21",
    ),
    check=_members,
    modes=STREAM,
    needs_wire=True,
    mutations=(
        streaming("bedrock-converse", _no_start, "start without its member", "parallel_calls"),
        streaming("bedrock-converse", renamed("metadata", "usage"), "another name"),
        streaming("bedrock-converse", _unopened, "a call never opened", "parallel_calls"),
    ),
)
