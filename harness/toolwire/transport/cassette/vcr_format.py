"""vcrpy's YAML format: exchanges to text and back.

Neither way goes through vcrpy itself: importing it costs 0.4 s (it imports every HTTP client
there is to patch), which each `toolwire audit` would pay, and its request objects cost a third of
writing a small cassette. What is written is what vcrpy's own serialiser writes (a test holds the
two together), with one change: text of several lines becomes a YAML block, so that a diff of two
streams can be read. The file is plain ASCII, because vcrpy opens cassettes in the locale's
encoding. Reading uses PyYAML's C loader, as vcrpy does. vcrpy 9.4.2 and PyYAML 6.0.3, measured
2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, TypeAlias

from toolwire.io import coding
from toolwire.model.exchange import Chunk, Headers, Request, Response, cut, marks_of

Pair: TypeAlias = tuple[Request, Response]

_MAX_BODY = 64 * 1024 * 1024
_MAX_DEPTH = 100
_TOO_DEEP = f"nested more than {_MAX_DEPTH} levels deep"
_VERSION = 1
_SUSPICIOUS_OPENERS = 2_000
_SUSPICIOUS_BYTES = 4_000_000
#: Most YAML nodes: an exchange has some sixty, each costs a kilobyte while it is read.
_MAX_NODES = 150_000


class FormatError(ValueError):
    """Bytes that are not a cassette; `line` is where, 0 when that is not known."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def dump(head: Mapping[str, object], exchanges: Sequence[Pair]) -> bytes:
    """Write exchanges as vcrpy does, with `head` as a block `toolwire` in front.

    Chunk boundaries go into a block `toolwire` of the interaction, as pairs of seconds
    since the request and length in bytes; `broken_off: true` stands there where the connection
    was closed before the body was whole.
    """
    # Lazy: a missing cassette must not cost the import of YAML.
    from toolwire.transport.cassette.yaml_block import written  # noqa: PLC0415

    interactions = [_interaction(request, response) for request, response in exchanges]
    document = {"toolwire": dict(head), "version": _VERSION, "interactions": interactions}
    return written(document).encode()


def _interaction(request: Request, response: Response) -> dict[str, Any]:
    item: dict[str, Any] = {
        "request": {
            "method": request.method,
            "uri": request.url,
            "body": _readable(request.body) if request.body else None,
            "headers": _grouped(request.headers),
        },
        "response": {
            "status": {"code": response.status, "message": _phrase(response.status)},
            "headers": _grouped(response.headers),
            "body": {"string": _readable(response.body)},
        },
    }
    beside: dict[str, Any] = {}
    if response.chunks:
        beside["chunks"] = [list(mark) for mark in marks_of(response.chunks)]
    if response.broken_off:
        beside["broken_off"] = True
    if beside:
        item["toolwire"] = beside
    return item


def _readable(body: bytes) -> str | bytes:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body


def _grouped(headers: Headers) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for name, value in headers:
        grouped.setdefault(name, []).append(value)
    return grouped


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def parse(data: bytes) -> tuple[dict[str, Any] | None, tuple[Pair, ...]]:
    """Read a cassette: its `toolwire` block (None when it has none) and its exchanges.

    Content encodings, which a cassette re-recorded with plain vcrpy may hold, are undone.

    Raises:
        FormatError: it is not YAML, not vcrpy's format, or a body cannot be unpacked.
    """
    document = _document(data)
    if document.get("version") != _VERSION:
        raise FormatError("`version` is not 1, the only version vcrpy has")
    try:
        return document.get("toolwire"), tuple(_pair(item) for item in document["interactions"])
    except KeyError as error:
        raise FormatError(f"no member {error}") from None
    except FormatError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise FormatError(str(error)[:200]) from None


def _document(data: bytes) -> dict[str, Any]:
    import yaml  # noqa: PLC0415 - lazy: a missing cassette must not cost the import

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if _suspicious(data):
            _refuse_costs(data, loader)
        document = yaml.load(data, loader)  # noqa: S506 - both loaders are the safe ones
    except FormatError:
        raise
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else 0
        # The bound of libyaml (PyYAML 6.0.4) is wider than ours, and may be met while it looks ahead.
        deep = "nesting depth" in str(error.problem)
        what = _TOO_DEEP if deep else f"not YAML: {error.problem}"
        raise FormatError(what, line) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise FormatError(f"not YAML: {str(error)[:200]}") from None
    if not isinstance(document, dict):
        raise FormatError("the document is not a mapping")
    return document


def _suspicious(data: bytes) -> bool:
    """Say whether the text could be nested so deeply that the C loader overflows the stack.

    It recurses without a check and ends the process with a segmentation fault somewhere
    above 15,000 levels (PyYAML 6.0.3). Every level needs an opener or, by indentation, a
    line longer than the one before.
    """
    openers = sum(data.count(mark) for mark in (b"[", b"{", b"- ", b"? "))
    if openers > _SUSPICIOUS_OPENERS or len(data) > _SUSPICIOUS_BYTES:
        return True
    # Each node costs the loader a kilobyte, and each merge key (`<<`) copies what it names.
    return data.count(b",") + data.count(b"\n") > _MAX_NODES // 2 or any(
        mark in data for mark in (b"<<", b"merge")
    )


def _refuse_costs(data: bytes, loader: Any) -> None:
    """Refuse what is small as a file and large as values, looking at its events alone."""
    import yaml  # noqa: PLC0415 - lazy, as in the caller

    depth = nodes = 0
    for event in yaml.parse(data, loader):
        nodes += isinstance(event, yaml.NodeEvent)
        if nodes > _MAX_NODES:
            raise FormatError(f"more than {_MAX_NODES:,} values")
        if isinstance(event, yaml.ScalarEvent) and _merges(event):
            raise FormatError("merge keys (`<<`) are not read")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _MAX_DEPTH:
                raise FormatError(_TOO_DEEP)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _merges(event: Any) -> bool:
    tag: str = event.tag or ""
    return tag.endswith(":merge") or (event.value == "<<" and event.implicit[0])


def _pair(item: dict[str, Any]) -> Pair:
    request, response = item["request"], item["response"]
    headers = _headers(response.get("headers"))
    body = _decoded(_bytes(response["body"].get("string")), headers)
    extra = item.get("toolwire") or {}
    return (
        Request(
            word(request["method"]),
            word(request["uri"]),
            _headers(request.get("headers")),
            _bytes(request.get("body")),
        ),
        Response(
            int(response["status"]["code"]),
            tuple((k, v) for k, v in headers if k.lower() != "content-encoding"),
            body,
            _chunks(body, extra.get("chunks") or ()),
            broken_off=extra.get("broken_off") is True,
        ),
    )


def word(value: object) -> str:
    """Return a scalar of a cassette as text.

    Raises:
        FormatError: it is a list or a mapping. Aliases make those as large as one likes when
            they are written out.
    """
    if isinstance(value, list | dict | set | tuple):
        raise FormatError(f"a {type(value).__name__} where text has to be")
    return str(value)


def _bytes(value: object) -> bytes:
    if value is None:
        return b""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes):
        return value
    raise FormatError(f"a body is neither text nor bytes but {type(value).__name__}")


def _headers(value: dict[str, Any] | None) -> Headers:
    return tuple(
        (word(name), word(entry))
        for name, entries in (value or {}).items()
        for entry in (entries if isinstance(entries, list) else [entries])
    )


def _decoded(body: bytes, headers: Headers) -> bytes:
    """Undo content encodings, which a cassette re-recorded with plain vcrpy may hold."""
    named = ",".join(value for name, value in headers if name.lower() == "content-encoding")
    if not named:
        return body
    try:
        return coding.unpacked(body, named, _MAX_BODY)
    except coding.CodingError as error:
        raise FormatError(str(error)) from None


def _chunks(body: bytes, marks: Iterable[Sequence[float]]) -> tuple[Chunk, ...]:
    lengths = [(float(at), int(length)) for at, length in marks]
    if lengths and sum(length for _, length in lengths) != len(body):
        raise FormatError("`toolwire.chunks` do not add up to the body")
    return cut(body, lengths)
