"""Lines of a journal: values to JSON and back, exactly."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any, TypeAlias

import msgspec

from toolwire import __version__
from toolwire.io.clock import timestamp
from toolwire.io.json_text import dump
from toolwire.io.secrets.known import NOTHING, Known
from toolwire.io.secrets.search import hidden
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request, Response, cut, marks_of
from toolwire.transport.cassette.vcr_format import Pair

#: Number of the file's form.
SCHEMA = 1


class EntryError(ValueError):
    """A line that is none of a journal; the message says why."""


class _JournalBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """Bytes as text where they are UTF-8, else in base64."""

    text: str = ""
    base64: str = ""

    @classmethod
    def of(cls, data: bytes) -> _JournalBody:
        try:
            return cls(text=data.decode())
        except UnicodeDecodeError:
            return cls(base64=b64encode(data).decode())

    @property
    def data(self) -> bytes:
        return b64decode(self.base64, validate=True) if self.base64 else self.text.encode()


class _JournalRequest(msgspec.Struct, frozen=True):
    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: _JournalBody


class _JournalResponse(msgspec.Struct, frozen=True):
    status: int
    headers: tuple[tuple[str, str], ...]
    body: _JournalBody
    #: Seconds since the request and length in bytes of each piece.
    chunks: tuple[tuple[float, int], ...] = ()
    #: As `Response.broken_off`.
    broken_off: bool = False


class Head(msgspec.Struct, frozen=True, tag="head", tag_field="kind"):
    """The first line: form, toolwire version, start (ISO 8601, UTC), and what the run was."""

    schema: int
    toolwire: str
    started_at: str
    run: dict[str, Any]

    @classmethod
    def of(cls, run: JsonObject) -> Head:
        """Return the head of a run that starts now with this version."""
        return cls(SCHEMA, __version__, timestamp(), run)


class Started(msgspec.Struct, frozen=True, tag="started", tag_field="kind"):
    """An item was begun."""

    item: str


class ExchangeEntry(msgspec.Struct, frozen=True, tag="exchange", tag_field="kind"):
    """One exchange of an item.

    Attributes:
        item: its id.
        run: which time the item was run, from 1.
        step: which exchange of that run, from 1.
        at: when it was answered, ISO 8601 in UTC.
        request: as it was asked, scrubbed.
        response: as it was answered, scrubbed.
        scrubbed: names of what was left out.
        cassette: its cassette below the cassette folder; "" when it has none.
        stand_ins: the answer holds stand-ins for secrets, which its server would not know again.
    """

    item: str
    run: int
    step: int
    at: str
    request: _JournalRequest
    response: _JournalResponse
    scrubbed: tuple[str, ...] = ()
    cassette: str = ""
    stand_ins: bool = False

    @classmethod
    def of(cls, item: str, run: int, step: int, pair: Pair, *, cassette: str = "") -> ExchangeEntry:
        """Return the line of an exchange that ended now."""
        request, response = pair
        return cls(
            item,
            run,
            step,
            timestamp(),
            _JournalRequest(
                request.method, request.url, request.headers, _JournalBody.of(request.body)
            ),
            _JournalResponse(
                response.status,
                response.headers,
                _JournalBody.of(response.body),
                marks_of(response.chunks),
                response.broken_off,
            ),
            response.scrubbed or (),
            cassette,
            response.stand_ins,
        )

    def without_bodies(self) -> ExchangeEntry:
        """Return what else is known of it: the bodies are held by who uses them."""
        request = msgspec.structs.replace(self.request, body=_JournalBody())
        response = msgspec.structs.replace(self.response, body=_JournalBody(), chunks=())
        return msgspec.structs.replace(self, request=request, response=response)

    @property
    def pair(self) -> Pair:
        """Return request and response."""
        request, response = self.request, self.response
        body = response.body.data
        return (
            Request(request.method, request.url, request.headers, request.body.data),
            Response(
                response.status,
                response.headers,
                body,
                cut(body, response.chunks),
                broken_off=response.broken_off,
            ),
        )


class Finished(msgspec.Struct, frozen=True, tag="finished", tag_field="kind"):
    """An item's observation, as results.jsonl spells it; the item is never asked again."""

    item: str
    observation: msgspec.Raw

    @classmethod
    def of(cls, item: str, observation: JsonObject, values: Known = NOTHING) -> Finished:
        """Return the line of an observation; reasons and findings may quote the wire."""
        return cls(item, msgspec.Raw(hidden(dump(observation), values)))


Entry: TypeAlias = Head | Started | ExchangeEntry | Finished

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encoded(entry: Entry) -> bytes:
    """Return the line of an entry, its line feed included."""
    return _ENCODER.encode(entry) + b"\n"


def _decoded(entry: ExchangeEntry) -> None:
    try:
        entry.request.body.data, entry.response.body.data  # noqa: B018 - whether they can be had
    except ValueError as error:
        raise EntryError(f"a body that is no base64: {error}") from None


def read(line: bytes) -> Entry:
    """Return the entry of a line.

    Raises:
        EntryError: it is none.
    """
    try:
        entry = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise EntryError(str(error)) from None
    if isinstance(entry, ExchangeEntry):
        _decoded(entry)
    if isinstance(entry, Finished):
        # `Raw` is a window on the whole line, which it would keep alive.
        return Finished(entry.item, entry.observation.copy())
    return entry
