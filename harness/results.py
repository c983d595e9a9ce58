"""results.jsonl: what an audit or a lint run saw, one JSON document a line.

First a header, then one line per observation, last a footer (design.md, section 6). A file
without its footer is an interrupted run: it is refused, never reported. Reading and writing
stream, so memory stays flat however long the file is. Members this version does not know
are passed over: within one `schema` number, members are only ever added.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from harness import __version__
from harness.conversation import Json, JsonObject
from harness.errors import ToolwireError
from harness.exchange import Evidence, EvidenceLevel, Mode
from harness.files import replacing, tail
from harness.json_text import dump
from harness.observation import Chance, Finding, Observation, Severity, Stale, Trials, Verdict
from harness.shard import Looked, Parts, Shard, parts_of, shards_of

__all__ = [
    "SCHEMA",
    "Header",
    "Merged",
    "Results",
    "header",
    "merge",
    "now",
    "observation",
    "read",
    "write",
]

#: Number of the file contract.
SCHEMA = 1

_RERUN = "run it again"


@dataclass(frozen=True, slots=True)
class Header:
    """What a run was: contract number, toolwire version, start (ISO 8601, UTC), selection.

    `run` is the id of the run: its start and a word that no other run has; ids of runs sort
    in the order in which they started.
    """

    toolwire: str
    started_at: str
    selection: JsonObject = field(default_factory=dict)
    schema: int = SCHEMA
    run: str = ""


def now() -> str:
    """Return the present second, ISO 8601 in UTC, as headers and footers spell it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def header(selection: JsonObject) -> Header:
    """Return the header of a run that starts now with this version."""
    started = now()
    return Header(__version__, started, selection, run=new_run(started))


def new_run(started_at: str) -> str:
    """Return an id for a run that started at a time (ISO 8601), different at every call."""
    return f"{_compact(started_at)}-{secrets.token_hex(4)}"


def _compact(started_at: str) -> str:
    """Return `20261122T143000Z` for an ISO 8601 time in UTC."""
    return f"{re.sub('[^0-9T]', '', started_at[:19])}Z"


def _run_of(head: _Header) -> str:
    """Return the id of a run; one that says none is told apart by its start and selection."""
    told = hashlib.sha256(dump(head.selection)).hexdigest()[:8]
    return head.run or f"{_compact(head.started_at)}-{told}"


class _Finding(msgspec.Struct):
    rule: str
    severity: Severity
    pointer: str
    message: str
    expected: Any = None
    actual: Any = None
    variance: bool = False

    def value(self) -> Finding:
        return Finding(*msgspec.structs.astuple(self))


class _Evidence(msgspec.Struct):
    level: EvidenceLevel
    source: str
    recorded_at: str | None = None
    sha256: str | None = None


class _Header(msgspec.Struct, tag="header", tag_field="kind"):
    schema: int
    toolwire: str
    started_at: str
    selection: dict[str, Any]
    run: str = ""


class _Trials(msgspec.Struct):
    runs: int
    met: int
    low: float
    high: float

    def value(self) -> Trials:
        return Trials(self.runs, self.met, self.low, self.high)


class _Observation(msgspec.Struct, tag="observation", tag_field="kind"):
    provider: str
    dialect: str
    model: str
    suite: str
    case: str
    mode: Mode
    verdict: Verdict
    reason: str
    findings: list[_Finding]
    facets: dict[str, str]
    evidence: _Evidence
    timing: dict[str, float]
    known: tuple[str, ...] = ()
    otherwise: Verdict | None = None
    trials: _Trials | None = None
    asked: bool | None = None
    run: str = ""
    chances: dict[str, tuple[int, int, int]] = msgspec.field(default_factory=dict)

    def value(self, run: str = "") -> Observation:
        """Return the observation, of a run where the line names none."""
        # Lines from before `asked` was said: only lint called a case `traffic`.
        asked = self.case.partition(".")[0] != "traffic" if self.asked is None else self.asked
        return Observation(
            provider=self.provider,
            dialect=self.dialect,
            model=self.model,
            suite=self.suite,
            case=self.case,
            mode=self.mode,
            verdict=self.verdict,
            evidence=Evidence(
                self.evidence.level,
                self.evidence.source,
                self.evidence.recorded_at,
                self.evidence.sha256,
            ),
            reason=self.reason,
            findings=tuple(finding.value() for finding in self.findings),
            facets=self.facets,
            timing=self.timing,
            known=self.known,
            otherwise=self.otherwise,
            trials=None if self.trials is None else self.trials.value(),
            asked=asked,
            run=self.run or (run if asked else ""),
            chances={rule: Chance(*counts) for rule, counts in self.chances.items()},
        )


class _Footer(msgspec.Struct, tag="footer", tag_field="kind"):
    observations: int
    finished_at: str
    stale: tuple[Stale, ...] = ()
    looked: tuple[Looked, ...] | None = None


_LINE = msgspec.json.Decoder(_Header | _Observation | _Footer)


def _line(text: bytes, where: str) -> _Header | _Observation | _Footer:
    try:
        line: _Header | _Observation | _Footer = _LINE.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ToolwireError(f"not a line of results.jsonl: {error}", where=where) from None
    return line


def observation(line: bytes | str, where: str = "observation") -> Observation:
    """Read one observation line.

    Raises:
        ToolwireError: it is not one.
    """
    read_line = _line(line.encode() if isinstance(line, str) else line, where)
    if not isinstance(read_line, _Observation):
        raise ToolwireError("not an observation", where=where)
    return read_line.value()


def write(
    path: Path,
    head: Header,
    observations: Iterable[Observation],
    *,
    finished_at: str | None = None,
    stale: Iterable[Stale] = (),
    looked: Iterable[Looked] | None = None,
) -> int:
    """Write a results file and return the number of observations.

    Lines go to a temporary file in the same folder, which is synchronised to disk and then
    renamed, so that `path` is either the whole run or what it was before.

    Args:
        path: the file; its folder is made when it is missing.
        head: first line.
        observations: consumed one at a time.
        finished_at: ISO 8601 time for the footer; None for now.
        stale: listed deviations that no longer show; consumed after the observations.
        looked: in one part of a run instead how far it looked for each; consumed as `stale`.

    Raises:
        ToolwireError: the folder or file cannot be written.
    """
    with replacing(path) as file:
        count = _write_lines(file, head, observations)
        file.write(dump(_last(count, finished_at or now(), stale, looked)) + b"\n")
    return count


def _write_lines(file: BinaryIO, head: Header, observations: Iterable[Observation]) -> int:
    count = 0
    first: JsonObject = {
        "kind": "header",
        "schema": head.schema,
        "toolwire": head.toolwire,
        "started_at": head.started_at,
        "selection": head.selection,
        **({"run": head.run} if head.run else {}),
    }
    file.write(dump(first) + b"\n")
    for seen in observations:
        file.write(dump(seen.as_json()) + b"\n")
        count += 1
    return count


def _last(
    count: int, finished_at: str, stale: Iterable[Stale], looked: Iterable[Looked] | None
) -> JsonObject:
    last: JsonObject = {"kind": "footer", "observations": count, "finished_at": finished_at}
    passed: list[Json] = [one.as_json() for one in stale]
    if passed:
        last["stale"] = passed
    if looked is not None:
        last["looked"] = [one.as_json() for one in looked]
    return last


@dataclass(frozen=True, slots=True)
class Results:
    """A finished results file; iterating reads the observations from disk, lazily.

    Attributes:
        path: the file.
        header: its first line.
        count: observations its footer promises; iteration raises when they are not there.
        finished_at: ISO 8601 time of the footer.
        stale: listed deviations that no longer showed in the run.
        shards: which parts of a run it is; () for a whole one.
        looked: how far a part looked for listed deviations; None where it does not say.
    """

    path: Path
    header: Header
    count: int
    finished_at: str
    stale: tuple[Stale, ...] = ()
    shards: tuple[Shard, ...] = ()
    looked: tuple[Looked, ...] | None = None

    def __iter__(self) -> Iterator[Observation]:
        """Yield the observations.

        Raises:
            ToolwireError: a line is not of the contract, or the count does not match.
        """
        seen = 0
        with self.path.open("rb") as file:
            for number, text in enumerate(file, start=1):
                where = f"{self.path}:{number}"
                line = _line(text, where)
                if isinstance(line, _Observation):
                    seen += 1
                    yield line.value(self.header.run)
                elif isinstance(line, _Footer):
                    break
                elif number > 1:
                    raise ToolwireError("a second header in one results file", where=where)
        if seen != self.count:
            raise ToolwireError(
                f"the footer promises {self.count} observations, the file has {seen}",
                where=str(self.path),
                hint=_RERUN,
            )


def read(path: Path) -> Results:
    """Open a results file: header and footer are read now, observations on iteration.

    Raises:
        ToolwireError: no such file, not a results file, another schema, or a run that was
            interrupted (no footer).
    """
    try:
        with path.open("rb") as file:
            first = file.readline()
            end = tail(file)
    except OSError as error:
        raise ToolwireError(f"cannot read: {error.strerror}", where=str(path)) from error
    head = _line(first, f"{path}:1")
    if not isinstance(head, _Header):
        raise ToolwireError("does not begin with a header", where=f"{path}:1")
    if head.schema != SCHEMA:
        raise ToolwireError(
            f"schema {head.schema}, this version reads {SCHEMA}",
            where=f"{path}:1",
            hint="use the toolwire version that wrote it",
        )
    footer = _footer(path, end)
    return Results(
        path,
        Header(head.toolwire, head.started_at, head.selection, head.schema, _run_of(head)),
        footer.observations,
        footer.finished_at,
        footer.stale,
        shards_of(head.selection, f"{path}:1"),
        footer.looked,
    )


def _footer(path: Path, end: bytes) -> _Footer:
    last = end.rstrip(b"\n").rpartition(b"\n")[2]
    # A line cut off in the middle is as much an interruption as a missing footer.
    if end.endswith(b"\n") and b'"footer"' in last:
        footer = _line(last, f"{path} (last line)")
        if isinstance(footer, _Footer):
            return footer
    raise ToolwireError("an interrupted run: it has no footer", where=str(path), hint=_RERUN)


@dataclass(frozen=True, slots=True)
class Merged:
    """Several runs taken as one; iterating chains their observations in the order given."""

    parts: tuple[Results, ...]

    @property
    def runs(self) -> tuple[Parts, ...]:
        """Return the runs they are of; parts of one run are one, the first to start first."""
        ordered = sorted(self.parts, key=lambda part: part.header.started_at)
        return parts_of((part.header.selection, part.shards, part.looked) for part in ordered)

    @property
    def header(self) -> Header:
        """Return the header of the run that started first."""
        head = min((part.header for part in self.parts), key=lambda head: head.started_at)
        return replace(head, selection=self.runs[0].told)

    @property
    def count(self) -> int:
        """Return the number of observations of all parts."""
        return sum(part.count for part in self.parts)

    @property
    def stale(self) -> tuple[Stale, ...]:
        """Return the listed deviations that no longer showed in one of the runs."""
        whole = (one for part in self.parts for one in part.stale)
        divided = (one for run in self.runs for one in run.stale())
        return tuple(dict.fromkeys((*whole, *divided)))

    @property
    def looked(self) -> tuple[Looked, ...] | None:
        """Return how far the parts of a run looked of which others are missing."""
        first, *more = self.runs
        return first.looked if first.missing and not more else None

    def __iter__(self) -> Iterator[Observation]:
        """Yield the observations of every part; raises as `Results` does."""
        for part in self.parts:
            yield from part


def merge(*results: Results) -> Merged:
    """Take several runs as one.

    Raises:
        ToolwireError: there is none, or they disagree on schema or toolwire version.
    """
    if not results:
        raise ToolwireError("no results to merge", hint="name at least one results.jsonl")
    first = results[0]
    for other in results[1:]:
        mine = (first.header.schema, first.header.toolwire)
        theirs = (other.header.schema, other.header.toolwire)
        if mine != theirs:
            raise ToolwireError(
                f"written by toolwire {theirs[1]} (schema {theirs[0]}), but {first.path} by "
                f"{mine[1]} (schema {mine[0]})",
                where=str(other.path),
                hint="runs merge only within one version",
            )
    return Merged(results)
