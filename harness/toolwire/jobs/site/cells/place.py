"""Where the bytes of a finding stand in the exchanges of a cassette.

A pointer names a step of the case, the request or the response, an event of a stream, and a
path in JSON (`toolwire.model.observation.Finding`). What it leads to is a span of the bytes as they
are; nothing is written again, and what cannot be found is said to be so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from toolwire.io.framing.kind import Framing, framing_of
from toolwire.io.framing.spans import EventSpan, StreamSpans, payload_of, spans_of
from toolwire.io.json_spans import Span, locate
from toolwire.io.pointer import steps_of
from toolwire.model.exchange import Request, Response
from toolwire.model.observation import Finding

_STEP: Final = re.compile(r"step\[([0-9]{1,6})\]/?", re.ASCII)
_EVENT: Final = re.compile(r"event\[([0-9]{1,9})\](?=/|\Z)", re.ASCII)
_HEADER: Final = re.compile(r"header\[(.{1,200})\]", re.DOTALL)
_REQUEST: Final = re.compile(r"request(?=/|\Z)")
_STATUS: Final = "status"


class PlaceKind(StrEnum):
    """What a pointer leads to.

    `value`: the value of a member. `missing`: the object or array in which a member is missing.
    `within`: a text or number that the path goes on into. `event`: a whole event. `end`: the end
    of a stream. `body`: the whole body. `status`, `header`, `no header`: of the response. `nowhere`:
    the bytes do not have it.
    """

    VALUE = "value"
    MISSING = "missing"
    WITHIN = "within"
    EVENT = "event"
    END = "end"
    BODY = "body"
    STATUS = "status"
    HEADER = "header"
    NO_HEADER = "no header"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class FindingPlace:
    """Where a finding stands.

    Attributes:
        kind: what its pointer leads to.
        exchange: which exchange of the cassette, from 0.
        sent: it is in the request and not in the response.
        event: number of the event; None outside of streams.
        span: bytes of the body, the name of a member included; None where there are none.
        missing: name of the member that is not there, and what of the path follows; "" otherwise.
        header: name of the header, in lower case; "" otherwise.
    """

    kind: PlaceKind
    exchange: int = 0
    sent: bool = False
    event: int | None = None
    span: Span | None = None
    missing: str = ""
    header: str = ""


def place_of(finding: Finding, exchanges: Sequence[tuple[Request, Response]]) -> FindingPlace:
    """Find the bytes of a finding in the exchanges of its cassette, which are one a step."""
    step = _STEP.match(finding.pointer)
    number = int(step[1]) - 1 if step else 0
    if not 0 <= number < len(exchanges):
        return FindingPlace(PlaceKind.NOWHERE)
    request, response = exchanges[number]
    pointer = finding.pointer[step.end() :] if step else finding.pointer
    if pointer == _STATUS and _is_status(finding, response, in_step=step is not None):
        return FindingPlace(PlaceKind.STATUS, number)
    if header := _HEADER.fullmatch(pointer):
        return _header(header[1].lower(), response, number)
    if sent := _REQUEST.match(pointer):
        return _in_json(request.body, pointer[sent.end() :], number, sent=True)
    if event := _EVENT.match(pointer):
        return _in_event(response.body, int(event[1]), pointer[event.end() :], number)
    # A step takes away the slash that its pointer begins with.
    slash = "/" if step and pointer and not pointer.startswith("/") else ""
    return _in_json(response.body, slash + pointer, number, sent=False)


def _is_status(finding: Finding, response: Response, *, in_step: bool) -> bool:
    """Tell the status of HTTP from a member of that name, which looks alike within a step."""
    return not in_step or finding.actual == response.status


def _header(name: str, response: Response, number: int) -> FindingPlace:
    there = response.header(name) is not None
    kind = PlaceKind.HEADER if there else PlaceKind.NO_HEADER
    return FindingPlace(kind, number, header=name)


def _in_event(body: bytes, event: int, path: str, number: int) -> FindingPlace:
    stream = stream_of(body)
    if stream is None or event > len(stream.events):
        return FindingPlace(PlaceKind.NOWHERE, number)
    if event == len(stream.events):
        return FindingPlace(PlaceKind.END, number, event=event, span=stream.rest)
    one = stream.events[event]
    if not path:
        return FindingPlace(PlaceKind.EVENT, number, event=event, span=_shown(one))
    payload = payload_of(body, one)
    kind, span, missing = _at(payload, path)
    if kind is PlaceKind.MISSING and framing_of(body) is Framing.MESSAGES:
        kind, span, missing = _in_packed(payload, path) or (kind, span, missing)
    if span is not None:
        span = Span(one.position(span.start), one.position(span.end))
    return FindingPlace(kind, number, event=event, span=span, missing=missing)


def _in_packed(payload: bytes, path: str) -> tuple[PlaceKind, Span, str] | None:
    """Return the text in which an event is packed (base64); None where it is not."""
    packed = locate(payload, ("bytes",))
    if packed is None or not packed.steps:
        return None
    return PlaceKind.WITHIN, Span(packed.member, packed.value.end), path.removeprefix("/")


def _shown(event: EventSpan) -> Span:
    """Return the bytes that stand for an event: its payload, where it has one."""
    return Span(event.payload[0].start, event.payload[-1].end) if event.payload else event.whole


def _in_json(body: bytes, path: str, number: int, *, sent: bool) -> FindingPlace:
    if not path:
        return FindingPlace(PlaceKind.BODY, number, sent)
    if not path.startswith("/"):
        return FindingPlace(PlaceKind.NOWHERE, number, sent)
    kind, span, missing = _at(body, path)
    return FindingPlace(kind, number, sent, span=span, missing=missing)


def _at(document: bytes, path: str) -> tuple[PlaceKind, Span | None, str]:
    """Return what a path leads to in a document, its bytes, and what is missing there."""
    steps = steps_of(path)
    found = locate(document, steps)
    if found is None:
        return PlaceKind.NOWHERE, None, ""
    if found.steps == len(steps):
        return PlaceKind.VALUE, Span(found.member, found.value.end), ""
    holds = document[found.value.start : found.value.start + 1] in (b"{", b"[")
    missing = "/".join(steps[found.steps :])
    if holds:
        return PlaceKind.MISSING, found.value, missing
    return PlaceKind.WITHIN, Span(found.member, found.value.end), missing


# Findings of one exchange come one behind the other, and each asks for the same body.
@lru_cache(maxsize=8)
def stream_of(body: bytes) -> StreamSpans | None:
    """Return where the events of a body stand; None where its framing is broken."""
    return spans_of(body, framing_of(body))
