"""VCR cassettes: vcrpy's, cassetter's and go-vcr's (`interactions`), Ruby VCR's (`http_interactions`).

vcrpy, format version 1 (vcrpy 9.4.2, read 2026-11-21): `request` {method, uri, body, headers},
`response` {status {code}, headers, body {string | base64_string}}; its httpx stubs up to
version 5 wrote `status_code` and `content` instead. Ruby VCR 6 (as cassettes of crmne/ruby_llm show):
`request.body` and `response.body` are {encoding, string | base64_string}, `recorded_at` is an
HTTP date. cassetter, format version 1 (0.16.1, read 2026-11-23; what pydantic/pydantic-ai records
with): `status` is a number and a body {type: json | text | binary | none, content}, where json is
YAML and binary is hexadecimal. Serialisers of one's own keep vcrpy's {requests, responses}, two
lists of one length (langchain_tests/conftest.py of langchain-ai/langchain at 05ad2fbb). go-vcr
(dnaeon, v1 to v4): `status` is a line and `code` the number. opencode's http-recorder (JSON, version
1; packages/http-recorder/src/schema.ts of anomalyco/opencode at 32ad9cbc): `bodyEncoding: base64`
beside a body, `metadata.recordedAt`, and conversations over WebSocket, which are passed over
beside exchanges, and told where there is nothing else.
ReqCassette (Elixir, JSON, versions 1.0 and 2.0; lib/req_cassette/cassette.ex of lostbean/req_cassette
at 05c6e232): `body_json`, `body` or `body_blob` (base64), and the query beside the `uri`.
ExVCR (Elixir, JSON) and php-vcr (YAML or JSON) write a bare list of interactions, the one with a
`status_code`, the other with the code as text. Google's recorders: see `segment`.
Some projects keep JSON bodies as YAML, in `parsed_body` or as they are in `body`. Cassettes this
harness wrote carry a block `toolwire` that says how we know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from toolwire.io.json_text import JsonError, dump
from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Headers,
    Request,
    Response,
)
from toolwire.traffic import har, segment
from toolwire.traffic.bounded import (
    from_base64,
    iso_date,
    one_line,
    unpacked,
    without_coding,
)
from toolwire.traffic.unreadable import ForeignError, RefusedError, Unreadable
from toolwire.traffic.yaml_text import BadScalar, YamlValue, parse

_Object: TypeAlias = "dict[str, YamlValue]"

#: Top-level keys that make a document a cassette.
INTERACTIONS = ("interactions", "http_interactions")

#: What a cassette says of itself -> what we believe. Anyone can write `recorded` into a file;
#: that this harness recorded it is known of the cassettes of an audit only.
_LEVELS: Mapping[YamlValue, EvidenceLevel] = {
    "documented": EvidenceLevel.DOCUMENTED,
    "imported": EvidenceLevel.IMPORTED,
    "recorded": EvidenceLevel.IMPORTED,
}

#: A body's encoding as Ruby calls it, in capitals -> the codec its text goes back to bytes with.
_CODECS: Mapping[str, str] = {
    "ASCII-8BIT": "utf-8",
    "BINARY": "utf-8",
    "ISO-8859-1": "latin-1",
    "US-ASCII": "utf-8",
    "UTF-8": "utf-8",
    "WINDOWS-1252": "cp1252",
}

_DIGITS = re.compile("[0-9]{3}")

#: Members of a body that vcrpy or Ruby VCR stored.
_STORED = frozenset({"encoding", "string", "base64_string"})

#: Members beside a body of text that say it is base64: opencode's, and rig's in httpmock's form.
_BODY_ENCODINGS = ("bodyEncoding", "body_encoding")
_BASE64 = "base64"

#: Members beside a body that are the JSON itself: some projects', and ReqCassette's.
_PARSED = ("parsed_body", "body_json")

#: Members of a body that cassetter stored.
_TYPED = frozenset({"type", "content"})


@dataclass(frozen=True, slots=True)
class SelfReport:
    """What a cassette says of itself: how we know, since when, and of whom."""

    level: EvidenceLevel = EvidenceLevel.IMPORTED
    recorded_at: str | None = None
    provider: str = ""


NOTHING_SAID: Final = SelfReport()


def from_text(text: bytes, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a YAML cassette.

    Args:
        text: the whole file.
        source: its name, for citations and reports.
    """
    try:
        document = parse(text)
    except RefusedError as error:
        yield Unreadable(source, "whole file", str(error), isinstance(error, ForeignError))
        return
    if (
        isinstance(document, dict)
        and "log" in document
        and document.keys().isdisjoint(INTERACTIONS)
    ):
        yield from _of_archive(document["log"], source)
    else:
        yield from from_document(document, source)


def _of_archive(log: YamlValue, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield the exchanges of an HTTP archive that was written as YAML."""
    try:
        text = _json_bytes(log)
    except RefusedError as error:
        yield Unreadable(source, "whole file", str(error))
        return
    yield from har.from_document(text, source)


def is_interaction(value: YamlValue) -> bool:
    """Return whether an item of a bare list is an interaction of ExVCR or php-vcr.

    Their status is a `status_code`, or an object with a code: that of the corpus is a number.
    """
    response = value.get("response") if isinstance(value, dict) else None
    if not isinstance(response, dict) or "request" not in value:  # type: ignore[operator]  # a mapping, by its `response`
        return False
    return "status_code" in response or isinstance(response.get("status"), dict)


def from_document(document: YamlValue, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a parsed cassette (YAML or JSON)."""
    try:
        interactions = _interactions(document)
        provenance = NOTHING_SAID if isinstance(document, list) else _provenance(document)
    except RefusedError as error:
        yield Unreadable(source, "whole file", str(error), isinstance(error, ForeignError))
        return
    spoken = [_over_websocket(interaction) for interaction in interactions]
    for number, interaction in enumerate(interactions, start=1):
        # Beside exchanges, a conversation is what its recorder keeps as well, and no damage.
        if spoken[number - 1] and not all(spoken):
            continue
        position = f"interaction {number}"
        try:
            yield from_interaction(interaction, f"{source} #{number}", provenance)
        except RefusedError as error:
            yield Unreadable(source, position, str(error), isinstance(error, ForeignError))


def _over_websocket(interaction: YamlValue) -> bool:
    return isinstance(interaction, dict) and interaction.get("transport") == "websocket"


def _interactions(document: YamlValue) -> list[YamlValue]:
    if isinstance(document, list) and all(map(is_interaction, document)):
        return document
    found = _object(document, "the document")
    for key in INTERACTIONS:
        value = found.get(key)
        if isinstance(value, list):
            return value
    return _of_two_lists(found.get("requests"), found.get("responses"))


def _of_two_lists(requests: YamlValue, responses: YamlValue) -> list[YamlValue]:
    """Return the interactions of a document that is vcrpy's own value, requests beside responses."""
    if not (isinstance(requests, list) and isinstance(responses, list)):
        raise ForeignError("not a cassette: no list `interactions` or `http_interactions`")
    if len(requests) != len(responses):
        raise RefusedError(f"{len(requests)} requests have {len(responses)} responses")
    pairs = zip(requests, responses, strict=True)
    return [{"request": request, "response": response} for request, response in pairs]


def _provenance(cassette: YamlValue) -> SelfReport:
    document = _object(cassette, "the document")
    head, metadata = document.get("toolwire"), document.get("metadata")
    if head is None:
        day = metadata.get("recordedAt") if isinstance(metadata, dict) else None
        return SelfReport(recorded_at=_date(day))
    block = _object(head, "`toolwire`")
    word = block.get("evidence", block.get("level"))
    level = _LEVELS.get(word) if isinstance(word, str) else None
    if level is None:
        raise RefusedError(f"`toolwire.evidence` is none of {', '.join(map(str, _LEVELS))}")
    recorded_at, provider = block.get("recorded_at"), block.get("provider")
    return SelfReport(
        level,
        recorded_at if isinstance(recorded_at, str) else None,
        provider if isinstance(provider, str) else "",
    )


def from_interaction(
    value: YamlValue, place: str, provenance: SelfReport = NOTHING_SAID
) -> Exchange:
    """Return the exchange of one interaction; `place` cites it.

    Raises:
        RefusedError: it cannot be read, and why.
    """
    interaction = _object(value, "the interaction")
    if _over_websocket(interaction):
        raise ForeignError("a conversation over WebSocket, which has no exchanges of HTTP")
    if interaction.keys().isdisjoint(("request", "response")):
        raise ForeignError("no exchange over HTTP: neither `request` nor `response`")
    is_rebuilt = False
    if segment.are_kept(interaction):
        interaction, is_rebuilt = segment.whole(interaction)
    response, parsed = _response(_object(interaction.get("response"), "`response`"))
    beside = interaction.get("toolwire")
    if isinstance(beside, dict) and beside.get("broken_off") is True:
        response = replace(response, broken_off=True)
    request = interaction.get("request")
    recorded_at = provenance.recorded_at
    if provenance.level is EvidenceLevel.IMPORTED and recorded_at is None:
        recorded_at = _date(interaction.get("recorded_at")) or iso_date(response.header("date"))
    return Exchange(
        request=None if request is None else _request(_object(request, "`request`")),
        response=response,
        evidence=Evidence(provenance.level, place, recorded_at),
        fidelity=_fidelity(is_parsed=parsed, is_rebuilt=is_rebuilt),
        provider=provenance.provider,
    )


def _fidelity(*, is_parsed: bool, is_rebuilt: bool) -> Fidelity:
    if is_rebuilt:
        return Fidelity.REBUILT
    return Fidelity.PARSED if is_parsed else Fidelity.WIRE


def _date(value: YamlValue) -> str | None:
    if not isinstance(value, str):
        return None
    return value if value[:4].isdigit() else iso_date(value)


def _request(value: _Object) -> Request:
    method, url = value.get("method"), value.get("uri", value.get("url"))
    if not isinstance(method, str) or not isinstance(url, str):
        raise RefusedError("`request` has no `method` or no `uri`")
    if isinstance(query := value.get("query_string"), str) and query and "?" not in url:
        url = f"{url}?{query}"
    headers = _headers(value.get("headers"))
    body, _ = _body(value)
    return Request(method.upper(), url, without_coding(headers), unpacked(body, headers))


def _response(value: _Object) -> tuple[Response, bool]:
    headers = _headers(value.get("headers"))
    body, parsed = _body(value)
    # Text in a cassette was unpacked by the recorder: packed bytes are not text.
    body = unpacked(body, headers)
    return Response(_status(value), without_coding(headers), body), parsed


def _status(response: _Object) -> int:
    status = response.get("status", response.get("status_code"))
    if isinstance(status, dict):
        status = status.get("code")
        if isinstance(status, str) and _DIGITS.fullmatch(status):
            status = int(status)
    elif isinstance(status, str):
        status = response.get("code")
    if isinstance(status, bool) or not isinstance(status, int):
        raise RefusedError("`response` has no status code")
    return status


def _headers(value: YamlValue) -> Headers:
    if value is None:
        return ()
    return tuple(
        (name, _header_value(entry))
        for name, entries in _object(value, "`headers`").items()
        for entry in (entries if isinstance(entries, list) else [entries])
    )


def _header_value(value: YamlValue) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if value is None or isinstance(value, bool | int | float):
        return "" if value is None else str(value)
    raise RefusedError("a header value is not text")


def _body(message: _Object) -> tuple[bytes, bool]:
    """Return the stored body and whether it was stored as parsed JSON."""
    for member in _PARSED:
        if member in message:
            return _json_bytes(message[member]), True
    value = message.get("body", message.get("content"))
    is_packed = _BASE64 in map(message.get, _BODY_ENCODINGS)
    if isinstance(packed := value if is_packed else message.get("body_blob"), str):
        return from_base64(packed), False
    if not isinstance(value, dict):
        return _bytes(value, "utf-8"), False
    if not value.keys() <= _STORED:
        return _typed_body(value)
    if isinstance(packed := value.get("base64_string"), str):
        return from_base64(packed), False
    return _bytes(value.get("string"), _codec(value.get("encoding"))), False


def _typed_body(value: _Object) -> tuple[bytes, bool]:
    """Return a body that cassetter stored, or else one that is the JSON itself, as YAML."""
    if not ("type" in value and value.keys() <= _TYPED):
        return _json_bytes(value), True
    kind, content = value["type"], value.get("content")
    if kind == "json":
        return _json_bytes(content), True
    if kind == "text":
        return _bytes(content, "utf-8"), False
    if kind == "binary" and isinstance(content, str):
        return _from_hex(content), False
    if kind == "none" and content is None:
        return b"", False
    raise RefusedError("a body is none of json, text, binary and none, or has other content")


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise RefusedError(f"a body is not hexadecimal: {one_line(error)}") from None


def _codec(name: YamlValue) -> str:
    if name is None:
        return "utf-8"
    codec = _CODECS.get(name.upper()) if isinstance(name, str) else None
    if codec is None:
        raise RefusedError(f"a body's encoding is none of {', '.join(_CODECS)}")
    return codec


def _bytes(value: YamlValue, codec: str) -> bytes:
    if value is None:
        return b""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        try:
            return value.encode(codec)
        except UnicodeEncodeError as error:
            raise RefusedError(f"a body cannot be written: {one_line(error)}") from None
    if isinstance(value, BadScalar):
        raise RefusedError(f"a body is {value.reason}")
    raise RefusedError("a body is neither text nor bytes")


def _json_bytes(value: YamlValue) -> bytes:
    try:
        _only_json(value)
        return dump(value)
    except (JsonError, RecursionError):
        raise RefusedError("a body stored as YAML is nested too deeply") from None


def _only_json(value: YamlValue) -> None:
    if isinstance(value, bytes | BadScalar):
        raise RefusedError("a body stored as YAML holds what JSON cannot say")
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _only_json(item)


def _object(value: YamlValue, what: str) -> _Object:
    if not isinstance(value, dict):
        raise RefusedError(f"{what} is not a mapping")
    return value
