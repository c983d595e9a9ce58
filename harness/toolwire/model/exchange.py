"""One request and its response, as bytes, with provenance."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from msgspec import field

from toolwire.model.conversation import JsonObject
from toolwire.model.value import Value

Headers: TypeAlias = tuple[tuple[str, str], ...]
_ACCEPTED: Final = 202


class Mode(StrEnum):
    """How the response was asked for."""

    BLOCKING = "blocking"
    STREAMING = "streaming"


class EvidenceLevel(StrEnum):
    """How we know, strongest first.

    `live`: this run called the provider. `recorded`: a cassette this harness recorded from
    the provider's own endpoint. `submitted`: a cassette that somebody recorded with this harness
    and handed in; the verdict is ours, who sent the bytes is theirs to say. `imported`: traffic
    someone else recorded. `documented`: composed from the vendor's documentation; proves the
    harness, never a provider.
    """

    LIVE = "live"
    RECORDED = "recorded"
    SUBMITTED = "submitted"
    IMPORTED = "imported"
    DOCUMENTED = "documented"

    @property
    def rank(self) -> int:
        """Return 0 for the strongest level, rising."""
        return _RANKS[self]


_RANKS = {level: number for number, level in enumerate(EvidenceLevel)}


class Fidelity(StrEnum):
    """How close a stored exchange is to the bytes that were on the wire.

    `wire`: bytes as they came. `parsed`: a JSON body stored as parsed JSON, key order and
    number spelling may be lost. `rebuilt`: framing put together again from stored events,
    so nothing about framing can be judged. `edited`: stored without its request, possibly
    trimmed by hand. `normalised`: ids and times redacted. `dumped`: an SDK's objects,
    absent keys may show as null.
    """

    WIRE = "wire"
    PARSED = "parsed"
    REBUILT = "rebuilt"
    EDITED = "edited"
    NORMALISED = "normalised"
    DUMPED = "dumped"


def _header(headers: Headers, name: str) -> str | None:
    wanted = name.lower()
    size = len(wanted)
    for key, value in headers:
        if len(key) == size and key.lower() == wanted:
            return value
    return None


class Endpoint(Value, frozen=True):
    """Where a dialect sends its requests.

    Attributes:
        base_url: scheme, host and base path without a trailing slash.
        model: model name as the provider spells it.
        path: path below `base_url` replacing the dialect's own, `{model}` filled in; None
            for the dialect's own path.
        stream_path: the same for streamed requests, where they differ.
        headers: headers beside the dialect's own (never a key: transports add those).
        extra: members merged into every request body.
        models_path: path below `base_url` of the list of models; None where there is none.
    """

    base_url: str
    model: str
    path: str | None = None
    stream_path: str | None = None
    headers: Headers = ()
    extra: JsonObject = field(default_factory=dict)
    models_path: str | None = None


class Request(Value, frozen=True):
    """A request as sent; `body` is the exact bytes."""

    method: str
    url: str
    headers: Headers
    body: bytes

    def header(self, name: str) -> str | None:
        """Return the first value of a header, compared without case, or None."""
        return _header(self.headers, name)

    @property
    def host(self) -> str:
        """Return the host that was asked; "" where nothing says so.

        Recorders write a vendor's address where a gateway was asked in its place; the header is what was
        sent (langchain-ai/langsmith-sdk at 82c4d319, test_anthropic_test_beta_parse_sync_api.yaml).
        """
        asked = _hostname(self.url)
        sent = _hostname(f"//{(self.header('host') or '').strip()}")
        return sent if asked and "." in sent else asked  # a mask is one word


def _hostname(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""  # `http://[::1`: an address somebody else wrote


class Chunk(Value, frozen=True):
    """One piece of a body as it arrived: bytes and seconds since the request was sent."""

    data: bytes
    at: float


def cut(body: bytes, marks: Iterable[tuple[float, int]]) -> tuple[Chunk, ...]:
    """Return the pieces of a body.

    Args:
        body: all of it.
        marks: seconds and length in bytes of each piece, as `marks_of` has them.
    """
    chunks: list[Chunk] = []
    start = 0
    for at, length in marks:
        chunks.append(Chunk(body[start : start + length], at))
        start += length
    return tuple(chunks)


def marks_of(chunks: Iterable[Chunk]) -> tuple[tuple[float, int], ...]:
    """Return seconds and length of each piece, by which `cut` finds it again."""
    return tuple((chunk.at, len(chunk.data)) for chunk in chunks)


class Response(Value, frozen=True):
    """A response as received, content encoding removed, framing intact.

    Attributes:
        status: of HTTP.
        headers: name and value, in the order they came.
        body: the bytes.
        chunks: arrival boundaries where they are known; their data joins to `body`.
        scrubbed: names of what was left out before anybody saw it, as a cassette tells them; None
            of an answer that was not looked at for secrets.
        stand_ins: the body holds stand-ins for secrets, which its server would not know again.
        broken_off: the connection was closed before the body was whole: fewer bytes came than were
            announced, or the last chunk did not (RFC 9112, section 8).

    Two are equal where the bytes are: `scrubbed` and `stand_ins` say how it was kept, and are not
    compared.
    """

    status: int
    headers: Headers
    body: bytes
    chunks: tuple[Chunk, ...] = ()
    scrubbed: tuple[str, ...] | None = None
    stand_ins: bool = False
    broken_off: bool = False

    @property
    def _received(self) -> tuple[int, Headers, bytes, tuple[Chunk, ...], bool]:
        return self.status, self.headers, self.body, self.chunks, self.broken_off

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Response) and self._received == other._received

    def __hash__(self) -> int:
        return hash(self._received)

    def header(self, name: str) -> str | None:
        """Return the first value of a header, compared without case, or None."""
        return _header(self.headers, name)


class Evidence(Value, frozen=True):
    """How an exchange came to us.

    Attributes:
        level: how strong it is.
        source: file and position, or repository, path, commit and index.
        recorded_at: ISO 8601 date or time of the response; None when unknown.
        sha256: hex digest of a cassette's file; of recorded traffic the first 16 characters of that
            of the response body; None when not computed.
        at: host that answered where it is not the provider's own (`--at`); "" where it is.
    """

    level: EvidenceLevel
    source: str
    recorded_at: str | None = None
    sha256: str | None = None
    at: str = ""


class Exchange(Value, frozen=True):
    """One request and its response; `request` is None when it was not kept.

    `provider` is what the source says of who answered; empty when it does not say.
    """

    request: Request | None
    response: Response
    evidence: Evidence
    fidelity: Fidelity = Fidelity.WIRE
    provider: str = ""

    @property
    def body_not_kept(self) -> bool:
        """Whether somebody's recording has no body, and nothing says that none came."""
        if self.response.body or self.evidence.level is not EvidenceLevel.IMPORTED:
            return False
        return self.response.header("content-length") != "0"

    @property
    def is_put_off(self) -> bool:
        """Whether the request was accepted, and its answer is to be fetched later (RFC 9110, 15.3.3)."""
        return self.response.status == _ACCEPTED and not self.response.body
