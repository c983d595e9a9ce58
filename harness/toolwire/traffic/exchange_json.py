"""One exchange as a JSON object, the form of the recorded-traffic corpus.

`{"source": {repo, path, commit, interaction_index, fidelity}, "provider", "request": {method,
url, headers, body}, "response": {status, headers, body | body_text | body_base64 | chunks},
"recorded_at"}`. Bodies stored as parsed JSON become the very bytes they are stored as. `chunks`
are the pieces of text in which a stream came, as Mastra's recorder keeps them.

ReqLLM's fixtures (Elixir; test/support/fixtures of agentjido/req_llm at 19748e93, 2026-09) have
the same form, but for bytes: a body is `{"b64"}`, and the pieces of a stream, `{"b64"}` each,
stand in `chunks` beside the response, whose body is null. They are told by the
`canonical_json` beside each request's body; elsewhere `{"b64"}` is a body like any other. Their
`provider` is no name of ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Headers,
    Request,
    Response,
)
from toolwire.traffic.bounded import from_base64, one_line, unpacked, without_coding
from toolwire.traffic.digest import digest_of
from toolwire.traffic.stored_text import bytes_of
from toolwire.traffic.unreadable import ForeignError, RefusedError
from toolwire.traffic.value_count import refuse_too_many

_NULL = b"null"
_NO_RESPONSE = "Object missing required field `response`"

#: What the corpus calls the way an exchange was stored -> how close that is to the wire.
_FIDELITY: Mapping[str, Fidelity] = {
    "http": Fidelity.WIRE,
    "http-json-parsed": Fidelity.PARSED,
    "normalised": Fidelity.NORMALISED,
    "response-http": Fidelity.WIRE,
    "response-only": Fidelity.EDITED,
    "sdk-dump": Fidelity.DUMPED,
    "segments": Fidelity.REBUILT,
}


_CHUNKS = msgspec.json.Decoder(list[str])


class _Packed(msgspec.Struct):
    """Bytes as ReqLLM keeps them; `decoded`, a text to read, stands beside them at times."""

    b64: str


_PACKED = msgspec.json.Decoder(_Packed)
_PACKED_PIECES = msgspec.json.Decoder(list[_Packed])
_PACKED_START = re.compile(rb'\{\s*"b64"\s*:')
_NOT_THERE = msgspec.Raw(b"")


def _joined(chunks: bytes) -> bytes:
    if chunks == _NULL:
        return b""
    refuse_too_many(chunks, whole=True)
    return bytes_of("".join(_CHUNKS.decode(chunks)))


def _unpacked_pieces(chunks: bytes) -> bytes:
    if not chunks.startswith(b"["):
        return b""
    refuse_too_many(chunks, whole=True)
    return b"".join(from_base64(piece.b64) for piece in _PACKED_PIECES.decode(chunks))


class _LineBody(msgspec.Struct):
    headers: dict[str, str | list[str]] | None = None
    body: msgspec.Raw = msgspec.Raw(_NULL)
    body_text: str | None = None
    body_base64: str | None = None
    chunks: msgspec.Raw = msgspec.Raw(_NULL)

    def flat_headers(self) -> Headers:
        flat: list[tuple[str, str]] = []
        for name, values in (self.headers or {}).items():
            if isinstance(values, str):
                flat.append((name, values))
            else:
                flat += [(name, value) for value in values]
        return tuple(flat)

    def is_json(self, *, packs: bool) -> bool:
        """Return whether the body is JSON that stands there; `packs` as for `content`."""
        body = bytes(self.body)
        return body != _NULL and not (packs and _PACKED_START.match(body))

    def content(self, headers: Headers, *, packs: bool) -> bytes:
        """Return the body; `packs` says whether its recorder writes bytes as `{"b64"}`."""
        if self.body_text is not None:
            return bytes_of(self.body_text)
        if self.body_base64 is not None:
            return unpacked(from_base64(self.body_base64), headers)
        body = bytes(self.body)
        if body == _NULL:
            return _joined(bytes(self.chunks))
        if packs and _PACKED_START.match(body):
            return unpacked(from_base64(_PACKED.decode(body).b64), headers)
        return body


class _LineRequest(_LineBody):
    method: str | None = None
    url: str | None = None
    canonical_json: msgspec.Raw = _NOT_THERE

    def exchange_part(self, *, packs: bool) -> Request | None:
        headers = self.flat_headers()
        body = self.content(headers, packs=packs)
        if self.method is None and self.url is None and not body:
            return None
        method = (self.method or "").upper()
        return Request(method, self.url or "", without_coding(headers), body)


class _LineResponse(_LineBody, kw_only=True):
    status: int

    def exchange_part(self, pieces: bytes, *, packs: bool) -> Response:
        """Return the response; `pieces` are those of a stream that stand beside it."""
        headers = self.flat_headers()
        body = self.content(headers, packs=packs) or _unpacked_pieces(pieces)
        return Response(self.status, without_coding(headers), body)


class _LineSource(msgspec.Struct):
    repo: str | None = None
    path: str | None = None
    commit: str | None = None
    interaction_index: int | None = None
    fidelity: str | None = None

    def citation(self) -> str | None:
        """Return `repo path@commit #index` of the parts that are known."""
        if self.repo is None and self.path is None:
            return None
        place = " ".join(filter(None, (self.repo, self.path)))
        commit = f"@{self.commit}" if self.commit else ""
        index = "" if self.interaction_index is None else f" #{self.interaction_index}"
        return f"{place}{commit}{index}"


class _ExchangeLine(msgspec.Struct):
    response: _LineResponse
    request: _LineRequest | None = None
    source: _LineSource | None = None
    provider: str | None = None
    recorded_at: str | None = None
    captured_at: str | None = None
    model_spec: str | None = None
    chunks: msgspec.Raw = msgspec.Raw(_NULL)

    @property
    def packs(self) -> bool:
        """Return whether ReqLLM recorded it, which writes bytes as `{"b64"}`."""
        return self.request is not None and bool(bytes(self.request.canonical_json))


_DECODER = msgspec.json.Decoder(_ExchangeLine)


def from_line(text: bytes | msgspec.Raw, place: str) -> Exchange:
    """Read one exchange; `place` cites it when the line itself names no source.

    Without a stated fidelity, a body stored as JSON counts as `parsed`, other bodies as
    `wire`.

    Raises:
        RefusedError: it is not JSON, not of this form, or a body cannot be unpacked.
    """
    try:
        # Bodies are cut out without being looked at, so their UTF-8 is judged here.
        str(text, "utf-8")
        line = _DECODER.decode(text)
        source, packs = line.source or _LineSource(), line.packs
        response = line.response.exchange_part(bytes(line.chunks), packs=packs)
        return Exchange(
            request=line.request.exchange_part(packs=packs) if line.request else None,
            response=response,
            evidence=Evidence(
                EvidenceLevel.IMPORTED,
                source.citation() or place,
                line.recorded_at or line.captured_at,
                # Whoever judges it wants it; to add it then takes another exchange.
                digest_of(response.body),
            ),
            fidelity=_fidelity(source.fidelity, line.response, packs=packs),
            provider="" if line.model_spec else line.provider or "",
        )
    except msgspec.ValidationError as error:
        foreign = str(error) == _NO_RESPONSE
        refused = ForeignError if foreign else RefusedError
        raise refused(f"not an exchange: {one_line(error)}") from None
    except RecursionError:
        raise RefusedError("not JSON: nested too deeply") from None
    except UnicodeError as error:
        raise RefusedError(f"not UTF-8: {one_line(error)}") from None
    except msgspec.MsgspecError as error:
        raise RefusedError(f"not JSON: {one_line(error)}") from None


def _fidelity(word: str | None, response: _LineResponse, *, packs: bool) -> Fidelity:
    if word is None:
        return Fidelity.PARSED if response.is_json(packs=packs) else Fidelity.WIRE
    try:
        return _FIDELITY[word]
    except KeyError:
        known = ", ".join(_FIDELITY)
        raise RefusedError(f"fidelity {one_line(word)!r} is none of {known}") from None
