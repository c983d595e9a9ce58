"""Cassettes: the exchanges of one target, case and mode, in vcrpy's YAML format.

Any vcrpy user can replay or re-record them: vcrpy and pytest-recording look at
`interactions` and `version` and pass over what is ours, the `toolwire` block at the top
(where the exchanges come from) and in an interaction (when which piece arrived).
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from toolwire import __version__
from toolwire.io.files import write_atomically
from toolwire.io.guard import guarded
from toolwire.io.json_text import JsonError, canonical, parse
from toolwire.io.opening import content
from toolwire.io.secrets.known import NOTHING, Known
from toolwire.io.secrets.standin import folded
from toolwire.io.shipped import shipped
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request
from toolwire.transport.cassette import vcr_format
from toolwire.transport.cassette.vcr_format import Pair, word
from toolwire.transport.scrub.exchange import as_written, hits, refuse_keys, scrub

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
        return Evidence(head.evidence, self.source, head.recorded_at, self.sha256, head.endpoint)


def shipped_cassettes() -> Path:
    """Return the folder of shipped cassettes: what the wheel has, unpacked, else the checkout's."""
    return shipped("cassettes")


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
    return target_folder(provider, model) / f"{_part(case)}.{mode}.yaml"


def target_folder(provider: str, model: str) -> PurePosixPath:
    """Return the folder of all cassettes of a provider's model, below a cassette folder."""
    return PurePosixPath(_part(provider), _part(model))


def run_path(cassette: PurePosixPath, run: int) -> PurePosixPath:
    """Return where another run of a case is kept than the one its verdict tells of.

    Args:
        cassette: see `cassette_path`.
        run: which of the runs of that case and mode, from 1.
    """
    return cassette.with_name(f"{cassette.stem}.run-{run}{cassette.suffix}")


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
    compared as it is. Both are taken as a cassette holds them, with stand-ins for secrets;
    stand-ins of an older form are the same as those of today.
    """
    method, path, body = written_key(request)
    return (
        method,
        folded(path.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass"),
        folded(body),
    )


def written_key(request: Request) -> tuple[str, str, bytes]:
    """Return method, path and canonical body as a cassette of today holds them: for showing."""
    return _key(request.method, *as_written(request))


def _key(method: str, url: str, body: bytes) -> tuple[str, str, bytes]:
    try:
        parts = urlsplit(url)
    except ValueError:
        path = url  # no address that anybody could ask; it is still the same as itself
    else:
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    with contextlib.suppress(JsonError):
        body = canonical(parse(body))
    return method.upper(), path, body


def requests_digest(requests: Iterable[Request]) -> str:
    """Return the SHA-256 (hex) of a request set, whatever its key order and host."""
    return _digest(map(written_key, requests))


def _digest(keys: Iterable[tuple[str, str, bytes]]) -> str:
    digest = hashlib.sha256()
    for method, path, body in keys:
        head = f"{method} {path} {len(body)}\n".encode()
        digest.update(head + body + b"\n")
    return digest.hexdigest()


def save(
    path: Path, exchanges: Sequence[Pair], provenance: Provenance, values: Known = NOTHING
) -> str:
    """Write a cassette: scrubbed, to a temporary file, then renamed; return its SHA-256, hex.

    `requests` and `harness` of the header are filled in here, `scrubbed` is added to.

    Args:
        path: the file; its folder is made when it is missing.
        exchanges: in the order they happened.
        provenance: how we know.
        values: keys of this run, which are looked for literally.

    Raises:
        ToolwireError: something secret is left in it, or the file cannot be written.
    """
    cleaned = [scrub(request, response, values) for request, response in exchanges]
    names = {name for one in cleaned for name in one.names}
    scrubbed = [one.pair for one in cleaned]
    for number, pair in enumerate(scrubbed):
        for hit in hits(*pair):
            raise ToolwireError(
                f"not written: {hit.kind} is left in interactions[{number}]/{hit.place}",
                where=str(path),
                hint="report it: scrubbing has to take it out",
            )
    whole = replace(provenance, scrubbed=(*provenance.scrubbed, *names))
    return put(path, scrubbed, whole, values)


def put(
    path: Path,
    scrubbed: Sequence[Pair],
    provenance: Provenance,
    values: Known = NOTHING,
    *,
    durable: bool = True,
) -> str:
    """Write a cassette of exchanges that `scrub` made, and return its SHA-256; else as `save`.

    `durable` False leaves it to the system when the bytes reach the disk: for exchanges that a
    journal keeps.
    """
    head = _head(provenance, _digest(_key(r.method, r.url, r.body) for r, _ in scrubbed))
    # Exchanges were looked at by who scrubbed them; what the server calls itself was not.
    refuse_keys(f"{provenance.endpoint} {provenance.server}".encode(), str(path), values)
    data = guarded(vcr_format.dump(head, scrubbed))
    write_atomically(path, data, durable=durable)
    return hashlib.sha256(data).hexdigest()


def rewrite(path: Path) -> bool:
    """Scrub a cassette of ours in place; False for a file that is none, which is left alone.

    Raises:
        ToolwireError: as `save`.
        TrafficError: it cannot be read.
    """
    try:
        head, exchanges = vcr_format.parse(content(path, _MAX_BYTES))
        if head is None:
            return False
        provenance = _provenance(head)
    except (vcr_format.FormatError, KeyError, TypeError, ValueError, AttributeError):
        return False
    except OSError as error:
        raise TrafficError(f"cannot read: {error.strerror}", where=str(path)) from error
    save(path, exchanges, provenance)
    return True


def _head(provenance: Provenance, digest: str) -> dict[str, object]:
    return {
        "evidence": str(provenance.evidence),
        "recorded_at": provenance.recorded_at,
        "endpoint": provenance.endpoint,
        "server": provenance.server,
        "harness": __version__,
        "requests": digest,
        "scrubbed": sorted(set(provenance.scrubbed)),
    }


def load(folder: Path, path: PurePosixPath) -> Cassette:
    """Read one cassette below a cassette folder.

    Raises:
        MissingCassetteError: there is no such file.
        TrafficError: it cannot be read as a cassette, or is one of ours and holds something
            secret; says where and why.
    """
    file = folder / path
    try:
        data = content(file, _MAX_BYTES)
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
    if head is not None:
        # The bytes of a composed one are our own responder's: a quick look is enough, and what
        # would need a closer one is found by `toolwire cassettes scrub --check`.
        closely = provenance.evidence is not EvidenceLevel.DOCUMENTED
        _refuse_secrets(exchanges, str(file), closely=closely)
    return Cassette(provenance, exchanges, str(path), hashlib.sha256(data).hexdigest())


def _refuse_secrets(exchanges: Sequence[Pair], where: str, *, closely: bool) -> None:
    for number, pair in enumerate(exchanges):
        for hit in hits(*pair, closely=closely):
            raise TrafficError(
                f"holds something secret: {hit.kind} in interactions[{number}]/{hit.place}",
                where=where,
                hint="take the secret out of use, then run `toolwire cassettes scrub`",
            )


def _provenance(head: dict[str, Any] | None) -> Provenance:
    if head is None:
        # Recorded with plain vcrpy: we cannot say by whom.
        return Provenance(EvidenceLevel.IMPORTED, harness="")
    recorded_at, server = head.get("recorded_at"), head.get("server")
    level = EvidenceLevel(word(head["evidence"]))
    if level in {EvidenceLevel.LIVE, EvidenceLevel.SUBMITTED}:
        # Which run asked, and which folder a file lies in, is not the file's to say.
        raise ValueError(f"a cassette cannot be `{level}`")
    return Provenance(
        level,
        None if recorded_at is None else word(recorded_at),
        word(head.get("endpoint") or ""),
        None if server is None else word(server),
        word(head.get("harness") or ""),
        word(head.get("requests") or ""),
        tuple(word(name) for name in head.get("scrubbed") or ()),
    )
