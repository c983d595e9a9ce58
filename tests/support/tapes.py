"""A folder of cassettes, as a correct server of the format would fill it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from toolwire.dialects import load_dialect
from toolwire.jobs.audit import run
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import dialect_of
from toolwire.model.exchange import EvidenceLevel
from toolwire.transport.cassette.file import Provenance, save
from toolwire.transport.record import Recorder
from toolwire.transport.reference import Reference

__all__ = ["tape"]


def tape(
    items: Iterable[Item],
    folder: Path,
    level: EvidenceLevel = EvidenceLevel.DOCUMENTED,
    read: str = "2026-11-21",
) -> None:
    """Write the cassette of every item that is not absent, in the format's usual voice.

    Whether the provider's file documents an answer is not asked: these are the bytes of a
    made-up server.
    """
    for item in items:
        recorder = Recorder(Reference(load_dialect(dialect_of(item))))
        list(run((item,), lambda _, kept=recorder: kept))  # type: ignore[misc]
        if recorder.exchanges:
            host = urlsplit(item.target.endpoint.base_url).hostname or ""
            save(folder / item.cassette, recorder.exchanges, Provenance(level, read, host))
