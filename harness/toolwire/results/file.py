"""A results file: writing one whole, and reading one lazily."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from toolwire.io.clock import timestamp
from toolwire.io.files import replacing
from toolwire.io.guard import Guarded
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation, Stale
from toolwire.model.shard import Looked, Shard, shards_of
from toolwire.results.header import SCHEMA, Header, run_of
from toolwire.results.lines import FooterLine, HeaderLine, LineReader, line
from toolwire.results.model_list import ModelList, together
from toolwire.results.packing import MOST_OBSERVATIONS, ending, lines, packing, unpacking

_RERUN = "run it again"
#: Names of the results in the folder of a run or report; the first that is there counts.
NAMES = ("results.jsonl", "results.jsonl.gz")
#: Folder beside the results of a live run, of what it was answered.
EXCHANGES = "exchanges"


def write(
    path: Path,
    head: Header,
    observations: Iterable[Observation],
    *,
    finished_at: str | None = None,
    stale: Iterable[Stale] = (),
    looked: Iterable[Looked] | None = None,
    models: Iterable[ModelList] = (),
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
        models: what providers list; consumed as `stale`.

    Raises:
        ToolwireError: the folder or file cannot be written.
    """
    with replacing(path) as raw, packing(path, raw) as unguarded:
        file = Guarded(unguarded)
        count = _write_lines(file, head, observations)
        last = _last(count, finished_at or timestamp(), stale, looked)
        listed: list[Json] = [one.as_json() for one in together(models)]
        file.write(dump(last | ({"models": listed} if listed else {})) + b"\n")
    return count


def _write_lines(file: Guarded, head: Header, observations: Iterable[Observation]) -> int:
    count = 0
    first: JsonObject = {
        "kind": "header",
        "schema": head.schema,
        "toolwire": head.toolwire,
        "started_at": head.started_at,
        "selection": head.selection,
        **({"run": head.run} if head.run else {}),
        **({"rules": list(head.rules)} if head.rules else {}),
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
        models: what the APIs of providers list; () of a run that asked none.
    """

    path: Path
    header: Header
    count: int
    finished_at: str
    stale: tuple[Stale, ...] = ()
    shards: tuple[Shard, ...] = ()
    looked: tuple[Looked, ...] | None = None
    models: tuple[ModelList, ...] = ()

    def __iter__(self) -> Iterator[Observation]:
        """Yield the observations.

        Raises:
            ToolwireError: a line is not of the contract, or the count does not match.
        """
        seen, reader = 0, LineReader(self.header.run)
        with unpacking(self.path) as file:
            for number, text in enumerate(lines(file, self.path), start=1):
                where = f"{self.path}:{number}"
                found = reader.read(text, where)
                if isinstance(found, Observation):
                    seen += 1
                    if seen > self.count:
                        break
                    yield found
                elif isinstance(found, FooterLine):
                    break
                elif number > 1:
                    raise ToolwireError("a second header in one results file", where=where)
        if seen != self.count:
            raise ToolwireError(
                f"the footer promises {self.count} observations, the file has "
                f"{'more' if seen > self.count else seen}",
                where=str(self.path),
                hint=_RERUN,
            )


def read(path: Path) -> Results:
    """Open a results file: header and footer are read now, observations on iteration.

    Args:
        path: the file, compressed where it ends in `.gz`, or the folder of a run or report.

    Raises:
        ToolwireError: no such file, a folder without results, not a results file, another
            schema, or a run that was interrupted (no footer).
    """
    # Not `Path.is_dir`, which raises where a name is too long.
    path = _in_folder(path) if os.path.isdir(path) else path  # noqa: PTH112
    with unpacking(path) as file:
        first = next(lines(file, path), b"")
        end = ending(file, first)
    head = line(first, f"{path}:1")
    if not isinstance(head, HeaderLine):
        raise ToolwireError("does not begin with a header", where=f"{path}:1")
    if head.schema != SCHEMA:
        raise ToolwireError(
            f"schema {head.schema}, this version reads {SCHEMA}",
            where=f"{path}:1",
            hint="use the toolwire version that wrote it",
        )
    footer = _footer(path, end)
    if footer.observations > MOST_OBSERVATIONS:
        what = f"more than {MOST_OBSERVATIONS:,} observations"
        raise ToolwireError(what, where=str(path), hint="make results of parts of the traffic")
    return Results(
        path,
        Header(
            head.toolwire,
            head.started_at,
            head.selection,
            head.schema,
            run_of(head.run, head.started_at, head.selection),
            head.rules,
        ),
        footer.observations,
        footer.finished_at,
        footer.stale,
        shards_of(head.selection, f"{path}:1"),
        footer.looked,
        footer.models,
    )


def _in_folder(folder: Path) -> Path:
    for name in NAMES:
        if (folder / name).is_file():
            return folder / name
    hint = "name the folder of a run or a report, or the results file itself"
    raise ToolwireError(f"no {' or '.join(NAMES)} in this folder", where=str(folder), hint=hint)


def _footer(path: Path, end: bytes) -> FooterLine:
    last = end.rstrip(b"\n").rpartition(b"\n")[2]
    # A line cut off in the middle is as much an interruption as a missing footer.
    if end.endswith(b"\n") and b'"footer"' in last:
        footer = line(last, f"{path} (last line)")
        if isinstance(footer, FooterLine):
            return footer
    raise ToolwireError("an interrupted run: it has no footer", where=str(path), hint=_RERUN)
