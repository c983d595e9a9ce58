"""The cassettes whose bytes a page may show: in folders of ours, unchanged, read once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from toolwire.jobs.report.proofs import is_kept_name
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.transport.cassette.file import load
from toolwire.transport.cassette.lines import begins

_SHOWN = frozenset({EvidenceLevel.LIVE, EvidenceLevel.RECORDED, EvidenceLevel.SUBMITTED})


@dataclass(frozen=True, slots=True)
class KeptExchanges:
    """The exchanges of one source.

    Attributes:
        path: of the cassette, from the folder in which it lies on, with forward slashes.
        exchanges: request and response, one a step.
        lines: at which the exchanges begin in the file, from 1.
        endpoint: host that answered, as the cassette says.
        server: what the server called itself; "" where it did not.
        problem: why the bytes are not shown or not marked; "" where nothing is wrong.
        file: the cassette itself.
    """

    path: str
    exchanges: tuple[tuple[Request, Response], ...] = ()
    lines: tuple[int, ...] = ()
    endpoint: str = ""
    server: str = ""
    problem: str = ""
    file: Path = Path()


@dataclass(slots=True)
class KeptFiles:
    """Cassettes below some folders, the first that has a source counts."""

    folders: tuple[Path, ...]
    _read: dict[tuple[str, str | None], KeptExchanges | None] = field(default_factory=dict)

    def has(self, evidence: Evidence) -> bool:
        """Return whether there is a file for evidence whose bytes are ours to show."""
        ours = evidence.level in _SHOWN and is_kept_name(evidence.source)
        return ours and any(_lies_in(one, evidence.source) for one in self.folders)

    def of(self, evidence: Evidence) -> KeptExchanges | None:
        """Return the exchanges of evidence; None where its bytes are not ours to show, or not here."""
        if not self.has(evidence):
            return None
        key = (evidence.source, evidence.sha256)
        if key not in self._read:
            self._read[key] = self._find(evidence)
        return self._read[key]

    def _find(self, evidence: Evidence) -> KeptExchanges | None:
        found = [one for one in self.folders if _lies_in(one, evidence.source)]
        every = [_kept(one, evidence) for one in found]
        sound = [one for one in every if not one.problem]
        return next(iter([*sound, *every]), None)


def _lies_in(folder: Path, source: str) -> bool:
    """Return whether a source is a file of a folder, and not a link that leads out of it."""
    try:
        file = (folder / source).resolve(strict=True)
        return file.is_file() and file.is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def _kept(folder: Path, evidence: Evidence) -> KeptExchanges:
    shown = f"{folder.name}/{evidence.source}"
    try:
        cassette = load(folder, PurePosixPath(evidence.source))
    except ToolwireError as error:
        return KeptExchanges(shown, problem=f"the file cannot be shown: {error.what}")
    head = cassette.provenance
    if head.evidence is not EvidenceLevel.RECORDED:
        # Whatever the results claim: what others recorded is theirs.
        return KeptExchanges(shown, problem=f"the file says that it is {head.evidence}")
    problem = ""
    if evidence.sha256 is None:
        problem = "the results name no digest of the file: nothing says that these are its bytes"
    elif cassette.sha256 != evidence.sha256:
        problem = "the file has changed since these results were written"
    return KeptExchanges(
        shown,
        cassette.exchanges,
        begins(folder / evidence.source),
        head.endpoint,
        head.server or "",
        problem,
        folder / evidence.source,
    )
