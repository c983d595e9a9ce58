"""Cassettes: the exchanges of one target, case and mode, in vcrpy's YAML format.

Any vcrpy user can replay or re-record them: vcrpy and pytest-recording look at
`interactions` and `version` and pass over what is ours, the `toolwire` block at the top
(where the exchanges come from) and in an interaction (when which piece arrived).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from harness import __version__
from harness.errors import TrafficError
from harness.exchange import Evidence, EvidenceLevel, Mode, Request
from harness.files import write_atomically
from harness.json_text import JsonError, canonical, parse
from harness.transport import vcr_format
from harness.transport.scrub import refuse_keys, scrub, scrub_url
from harness.transport.vcr_format import Pair

__all__ = [
    "Cassette",
    "MissingCassetteError",
    "Pair",
    "Provenance",
    "cassette_path",
    "load",
    "request_key",
    "requests_digest",
    "save",
    "shipped_cassettes",
]

_MAX_BYTES = 64 * 1024 * 1024
_MAX_NAME = 200
_FORBIDDEN = re.compile(r"[^A-Za-z0-9._-]+")
_RERECORD = "compose or record it again"


class MissingCassetteError(TrafficError):
    """There is no cassette where one has to be."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """The header block of a cassette: how we know.

    Attributes:
        evidence: `documented` when composed, `recorded` when this harness recorded it,
            `imported` when the file does not say.
        recorded_at: ISO 8601 date or time; None when the file does not say.
        endpoint: host that answered, or that the documentation speaks of.
        server: version the server gave of itself; None when it gave none.
        harness: toolwire version that wrote the file; "" when the file does not say.
        requests: `requests_digest` of the requests, hex; "" when the file does not say.
        scrubbed: names of headers and query parameters that were left out.
    """

    evidence: EvidenceLevel
    recorded_at: str | None = None
    endpoint: str = ""
    server: str | None = None
    harness: str = __version__
    requests: str = ""
    scrubbed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cassette:
    """A loaded cassette.

    Attributes:
        provenance: its header block.
        exchanges: request and response, in the order they happened.
        source: path relative to the cassette folder, with forward slashes.
        sha256: hex digest of the file.
    """

    provenance: Provenance
    exchanges: tuple[Pair, ...]
    source: str
    sha256: str

    @property
    def evidence(self) -> Evidence:
        """Return how we know what these exchanges say."""
        head = self.provenance
        return Evidence(head.evidence, self.source, head.recorded_at, self.sha256)


def shipped_cassettes() -> Path:
    """Return the folder of shipped cassettes: the checkout's, else the installed one."""
    package = Path(__file__).resolve().parents[1]
    checkout = package.parent / "cassettes"
    return checkout if (package.parent / "suites").is_dir() else package / "_shipped" / "cassettes"


def cassette_path(provider: str, model: str, case: str, mode: Mode) -> PurePosixPath:
    """Return `<provider>/<model>/<suite>.<case>.<mode>.yaml`, below a cassette folder.

    Characters that some file system forbids become `-`; a part that had any, or is too
    long, ends in a digest of the original, so that two names never share a file.

    Args:
        provider: provider id.
        model: model name as the provider spells it; may hold slashes and colons.
        case: `suite.case`.
        mode: response mode.
    """
    return PurePosixPath(_part(provider), _part(model), f"{_part(case)}.{mode}.yaml")


def _part(name: str) -> str:
    safe = _FORBIDDEN.sub("-", name).strip(".-")
    if safe == name and len(name) <= _MAX_NAME:
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{safe[:_MAX_NAME]}-{digest}"


def request_key(request: Request) -> tuple[str, str, bytes]:
    """Return what two requests must share to be the same: method, path, canonical body.

    The path includes the query parameters a cassette may hold; the host is left out, so
    that a cassette serves a target behind another base URL. A body that is not JSON is
    compared as it is.
    """
    url, _ = scrub_url(request.url)
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    try:
        body = canonical(parse(request.body))
    except JsonError:
        body = request.body
    return request.method.upper(), path, body


def requests_digest(requests: Iterable[Request]) -> str:
    """Return the SHA-256 (hex) of a request set, whatever its key order and host."""
    digest = hashlib.sha256()
    for method, path, body in map(request_key, requests):
        head = f"{method} {path} {len(body)}\n".encode()
        digest.update(head + body + b"\n")
    return digest.hexdigest()


def save(path: Path, exchanges: Sequence[Pair], provenance: Provenance) -> None:
    """Write a cassette: scrubbed, to a temporary file, then renamed.

    `requests`, `scrubbed` and `harness` of the header are filled in here.

    Raises:
        ToolwireError: something like a key is in it, or the file cannot be written.
    """
    cleaned = [scrub(request, response) for request, response in exchanges]
    names = sorted({name for _, _, dropped in cleaned for name in dropped})
    head = _head(provenance, requests_digest(request for request, _, _ in cleaned), names)
    text = vcr_format.dump(head, [(request, response) for request, response, _ in cleaned])
    refuse_keys(text, str(path))
    write_atomically(path, text)


def _head(provenance: Provenance, digest: str, scrubbed: list[str]) -> dict[str, object]:
    return {
        "evidence": str(provenance.evidence),
        "recorded_at": provenance.recorded_at,
        "endpoint": provenance.endpoint,
        "server": provenance.server,
        "harness": __version__,
        "requests": digest,
        "scrubbed": scrubbed,
    }


def load(folder: Path, path: PurePosixPath) -> Cassette:
    """Read one cassette below a cassette folder.

    Raises:
        MissingCassetteError: there is no such file.
        TrafficError: it cannot be read as a cassette; says where and why.
    """
    file = folder / path
    try:
        if file.stat().st_size > _MAX_BYTES:
            raise TrafficError(f"larger than {_MAX_BYTES} bytes", where=str(file))
        data = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise MissingCassetteError(f"no cassette at {path}") from None
    except OSError as error:
        raise TrafficError(f"cannot read: {error.strerror}", where=str(file)) from error
    try:
        head, exchanges = vcr_format.parse(data)
        provenance = _provenance(head)
    except vcr_format.FormatError as error:
        where = f"{file}:{error.line}" if error.line else str(file)
        raise TrafficError(f"not a cassette: {error}", where=where, hint=_RERECORD) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TrafficError(
            f"not a cassette: header `toolwire`: {type(error).__name__}: {str(error)[:200]}",
            where=str(file),
            hint=_RERECORD,
        ) from None
    return Cassette(provenance, exchanges, str(path), hashlib.sha256(data).hexdigest())


def _provenance(head: dict[str, Any] | None) -> Provenance:
    if head is None:
        # Recorded with plain vcrpy: we cannot say by whom.
        return Provenance(EvidenceLevel.IMPORTED, harness="")
    recorded_at, server = head.get("recorded_at"), head.get("server")
    level = EvidenceLevel(head["evidence"])
    if level is EvidenceLevel.LIVE:
        raise ValueError("a cassette cannot be `live`")
    return Provenance(
        level,
        None if recorded_at is None else str(recorded_at),
        str(head.get("endpoint") or ""),
        None if server is None else str(server),
        str(head.get("harness") or ""),
        str(head.get("requests") or ""),
        tuple(str(name) for name in head.get("scrubbed") or ()),
    )
