"""One exchange in full: what was sent, what came back, and where in it the findings stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from toolwire.dialects.body import is_sse
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.io.json_spans import Span
from toolwire.io.lists import grouped
from toolwire.jobs.site.bounded import cut
from toolwire.jobs.site.cells.kept import KeptExchanges
from toolwire.jobs.site.cells.marked import ByteMark, MarkLabel, Token, tokens
from toolwire.jobs.site.cells.place import FindingPlace, PlaceKind, place_of, stream_of
from toolwire.jobs.site.cells.streamed import ShownStream, streamed
from toolwire.model.exchange import Headers, Request, Response
from toolwire.model.observation import Finding, Observation, Severity

#: Bytes of a request and of a response up to which they are shown whole.
_MOST_SENT: Final = 2_600
_MOST_RECEIVED: Final = 5_000
#: Findings that are marked in one exchange, in all and of one rule.
_MOST_MARKS: Final = 24
_MOST_OF_RULE: Final = {Severity.ERROR: 6, Severity.WARNING: 6, Severity.INFO: 3}
_MOST_HEADERS: Final = 12
_MOST_STEPS: Final = 6
_LONGEST_HEADER: Final = 160
#: What says nothing of the exchange: of the connection, or of the client that asked.
_PASSED_OVER: Final = frozenset(
    {"accept-encoding", "connection", "content-length", "date", "host", "keep-alive", "user-agent"}
)

#: A finding -> its rule, as a page shows it.
MarkLabelOf: TypeAlias = Callable[[Finding], MarkLabel]


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding beside its bytes.

    Attributes:
        finding: what was found.
        label: its rule and message, as the page shows them.
        place: where it is to be seen.
        anchor: id of the mark; "" where there is none.
    """

    finding: Finding
    label: MarkLabel
    place: FindingPlace
    anchor: str


@dataclass(frozen=True, slots=True)
class ShownHeader:
    """A header; `mark` is set where a finding is about it."""

    name: str
    value: str
    mark: ByteMark | None = None


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One request and its response.

    Attributes:
        number: from 1; `line` is where it begins in the cassette, None when not known.
        method, path, host: of the request.
        sent_headers, headers: of request and response.
        sent: the request's body; `sent_size` its bytes.
        status: of HTTP, with its words; `status_marks` what findings say of it.
        body: the response's body where it is no stream; `size` its bytes.
        stream: the response's body where it is one; None otherwise.
        notes: marks that are about a whole body, or about a header that is not there.
        marked: whether a finding is about it; a case may have asked for more than its steps.
        open: whether it is shown without being asked for.
    """

    number: int
    line: int | None
    method: str
    path: str
    host: str
    sent_headers: tuple[ShownHeader, ...]
    sent: tuple[Token, ...]
    sent_size: int
    status: str
    status_marks: tuple[ByteMark, ...]
    headers: tuple[ShownHeader, ...]
    body: tuple[Token, ...]
    size: int
    stream: ShownStream | None
    notes: tuple[ByteMark, ...]
    marked: bool
    open: bool


@dataclass(frozen=True, slots=True)
class ShownExchange:
    """An observation with its bytes.

    Attributes:
        id: of its part of the page.
        seen: the observation.
        kept: its cassette.
        findings: those that are marked, the most severe first; `more` are not.
        named: whether findings name the steps of its case.
        steps: its requests and responses; `steps_more` are not shown.
    """

    id: str
    seen: Observation
    kept: KeptExchanges
    findings: tuple[ShownFinding, ...]
    more: int
    named: bool
    steps: tuple[ShownStep, ...]
    steps_more: int


@dataclass(frozen=True, slots=True)
class _Placed:
    """A mark and where it is."""

    place: FindingPlace
    mark: ByteMark


def shown_exchange(
    number: int, seen: Observation, kept: KeptExchanges, label_of: MarkLabelOf
) -> ShownExchange:
    """Return an observation with its bytes; nothing is marked where the file is not the judged one.

    Args:
        number: which exchange of its page, from 1.
        seen: what was judged.
        kept: its cassette.
        label_of: a finding -> its rule, as a page shows it.
    """
    chosen = () if kept.problem else _chosen(seen.findings)
    placed, findings = _place(f"x{number}", chosen, kept, label_of)
    by_step = grouped(placed, lambda one: one.place.exchange)
    first = min(by_step, default=0)
    steps = tuple(
        _step(at, kept, by_step.get(at, ()), is_open=at in by_step or at == first)
        for at in range(min(len(kept.exchanges), _MOST_STEPS))
    )
    more = len(seen.findings) - len(chosen)
    left_out = len(kept.exchanges) - len(steps)
    named = any(finding.pointer.startswith("step[") for finding in seen.findings)
    return ShownExchange(f"x{number}", seen, kept, findings, more, named, steps, left_out)


def _chosen(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings to mark: the most severe, and of each rule the first ones."""
    ranked = sorted(findings, key=lambda finding: finding.severity.rank)
    by_rule = grouped(ranked, lambda finding: finding.rule).values()
    some = [one for group in by_rule for one in group[: _MOST_OF_RULE[group[0].severity]]]
    return tuple(sorted(some, key=lambda finding: finding.severity.rank)[:_MOST_MARKS])


def _place(
    prefix: str, findings: Sequence[Finding], kept: KeptExchanges, label_of: MarkLabelOf
) -> tuple[list[_Placed], tuple[ShownFinding, ...]]:
    """Return marks, one for all findings of a place, and the findings with the marks' names."""
    places = [place_of(finding, kept.exchanges) for finding in findings]
    ids: dict[FindingPlace, str] = {}
    labels: dict[FindingPlace, list[MarkLabel]] = {}
    shown: list[ShownFinding] = []
    for finding, place in zip(findings, places, strict=True):
        label = label_of(finding)
        anchor = ""
        if place.kind is not PlaceKind.NOWHERE:
            anchor = ids.setdefault(place, f"{prefix}m{len(ids) + 1}")
            mine = labels.setdefault(place, [])
            if label.rule not in {one.rule for one in mine}:
                mine.append(label)
        shown.append(ShownFinding(finding, label, place, anchor))
    marks = [_Placed(place, _mark(place, ids[place], labels[place])) for place in ids]
    return marks, tuple(shown)


def _mark(place: FindingPlace, anchor: str, labels: Iterable[MarkLabel]) -> ByteMark:
    span = place.span or Span(0, 0)
    missing = ""
    if place.kind is PlaceKind.MISSING:
        span = Span(span.start + 1, span.start + 1)
        missing = cut(place.missing, 120)
    elif place.kind is PlaceKind.END:
        span, missing = Span(span.end, span.end), "the stream ends here"
    return ByteMark(anchor, span, tuple(labels), missing)


def _step(at: int, kept: KeptExchanges, placed: Sequence[_Placed], *, is_open: bool) -> ShownStep:
    request, response = kept.exchanges[at]
    host, path = _address(request)
    sent = [one.mark for one in placed if one.place.sent and one.place.span]
    received = [one.mark for one in placed if not one.place.sent and one.place.span]
    stream = _stream(response, placed, received)
    whole = Span(0, len(request.body))
    answer = Span(0, len(response.body))
    return ShownStep(
        number=at + 1,
        line=kept.lines[at] if at < len(kept.lines) else None,
        method=cut(request.method, 20),
        path=path,
        host=host,
        sent_headers=_headers(request.headers, ()),
        sent=tokens(request.body, whole, sent, _MOST_SENT),
        sent_size=len(request.body),
        status=_status(response.status),
        status_marks=tuple(one.mark for one in placed if one.place.kind is PlaceKind.STATUS),
        headers=_headers(response.headers, placed),
        body=() if stream else tokens(response.body, answer, received, _MOST_RECEIVED),
        size=len(response.body),
        stream=stream,
        notes=tuple(_notes(placed)),
        marked=bool(placed),
        open=is_open,
    )


def _address(request: Request) -> tuple[str, str]:
    """Return host and path of a request; the path alone where the address is none."""
    try:
        parts = urlsplit(request.url)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    except ValueError:
        return "", cut(request.url)
    return cut(parts.netloc, 120), cut(path)


def _status(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _stream(
    response: Response, placed: Sequence[_Placed], marks: Sequence[ByteMark]
) -> ShownStream | None:
    """Return a body event by event where it is a stream; findings that name events say so."""
    named = any(one.place.event is not None for one in placed)
    framing = framing_of(response.body)
    spans = stream_of(response.body) if named or _is_stream(response, framing) else None
    if spans is None or not spans.events:
        return None
    return streamed(response.body, spans, marks)


def _is_stream(response: Response, framing: Framing) -> bool:
    if framing is Framing.LINES:
        spans = stream_of(response.body)
        return spans is not None and len(spans.events) > 1 and _each_line(response.body)
    return framing is Framing.MESSAGES or (framing is Framing.OTHER and is_sse(response))


def _each_line(body: bytes) -> bool:
    """Return whether the first line is closed, which tells lines of JSON from JSON over lines."""
    return body.lstrip().partition(b"\n")[0].rstrip().endswith(b"}")


def _headers(headers: Headers, placed: Sequence[_Placed]) -> tuple[ShownHeader, ...]:
    marks = {one.place.header: one.mark for one in placed if one.place.kind is PlaceKind.HEADER}
    shown = [
        ShownHeader(cut(name, 80), cut(value, _LONGEST_HEADER), marks.get(name.lower()))
        for name, value in headers
        if name.lower() not in _PASSED_OVER or name.lower() in marks
    ]
    return tuple(sorted(shown, key=lambda one: one.mark is None)[:_MOST_HEADERS])


def _notes(placed: Iterable[_Placed]) -> Iterator[ByteMark]:
    for one in placed:
        if one.place.kind in (PlaceKind.BODY, PlaceKind.NO_HEADER):
            yield one.mark
