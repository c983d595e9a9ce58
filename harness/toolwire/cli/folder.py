"""What a run leaves in a folder: nothing of another run is replaced untold, nothing old stays.

Only files are removed that this program writes: pages by their names and exchanges by name and
first line, in a folder that holds results of ours. What a user put beside them is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from toolwire.cli.screen.table import plain
from toolwire.io.files import sweep
from toolwire.io.json_text import JsonError, canonical, items_of, object_of, parse
from toolwire.io.lists import listed
from toolwire.io.opening import beginning, content
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.results import EXCHANGES, NAMES, Header, read

RESULTS: Final = "results.jsonl"
#: Stands for `EXCHANGES` while a run is under way, so that a run that does not come to its end
#: leaves the one before whole.
_UNDER_WAY: Final = "exchanges.part"
#: Names of the files that stand beside results; passports are told by their index.
_PAGES: Final = (
    "report.md", "report.html", "checklist.md", "issue.md", "summary.md", "changes.md",
    "matrix.csv", "matrix.json", "drift.json", "models.json", "quirks.json", "journal.done.jsonl",
    "results.jsonl.gz",
)  # fmt: skip
#: Documents whose names others use too: they are ours where their beginning says so.
_SIGNED: Final = ("results.sarif", "junit.xml")
_SIGNED_BYTES: Final = 4096
_INDEX_BYTES: Final = 16 * 1024 * 1024
_PASSPORT = re.compile(r"quirks/[a-z0-9][a-z0-9-]{0,63}\.json", re.ASCII)
_EXCHANGE = re.compile(r".+\.(?:blocking|streaming)(?:\.run-[0-9]+)?\.yaml", re.ASCII)
_EXCHANGE_HEAD: Final = b"toolwire:"
#: Members of a selection that say how, or what was not there, and not what was looked at.
_PASSED_OVER: Final = frozenset({"left_out", "repeat", "unasked"})
_MOST_NAMES: Final = 3


def claim_folder(folder: Path, selection: JsonObject, *, overwrite: bool) -> None:
    """Make sure that a folder may get results; see `claim`, which is asked of each name of them."""
    for name in NAMES:
        claim(folder / name, selection, overwrite=overwrite)


def claim(path: Path, selection: JsonObject, *, overwrite: bool) -> None:
    """Make sure that a results file may be written: there is none, or one of the same selection.

    Args:
        path: the file.
        selection: what the new run looks at, as its header will say.
        overwrite: the user has said that whatever is there may go.

    Raises:
        ToolwireError: something else is there; says what, and what to do.
    """
    if overwrite or not path.exists():
        return
    hint = "--overwrite replaces it; or name another -o"
    head = _header(path)
    if head is None:
        raise ToolwireError(
            "there is a file that is no results of ours", where=str(path), hint=hint
        )
    if not same(head.selection, selection):
        what = f"holds results of another selection: {plain(_words(head.selection))}"
        raise ToolwireError(what, where=str(path), hint=hint)


def _header(path: Path) -> Header | None:
    try:
        return read(path).header
    except ToolwireError:
        return None


def same(one: JsonObject, other: JsonObject) -> bool:
    """Say whether two runs looked at the same, as their headers tell it."""
    return _identity(one) == _identity(other)


def _identity(selection: JsonObject) -> bytes:
    return canonical({name: value for name, value in selection.items() if name not in _PASSED_OVER})


def _words(selection: JsonObject) -> str:
    """Return `providers openai, suites single_call, live`."""
    named = (
        f"{name} {_names(value)}" if value is not True else name
        for name, value in selection.items()
        if name not in _PASSED_OVER
    )
    return ", ".join(named) or "it does not say of what"


def _names(value: Json) -> str:
    names = [str(one) for one in value] if isinstance(value, list) else [str(value)]
    return listed(names, _MOST_NAMES, " ")


def files_of_earlier_run(folder: Path) -> frozenset[Path]:
    """Return what an earlier run left in a folder beside its results; nothing where there are none."""
    if not any(_header(folder / name) for name in NAMES if (folder / name).exists()):
        return frozenset()
    named = (folder / name for name in chain(_PAGES, _passports(folder)))
    signed = (folder / name for name in _SIGNED if _begins(folder / name, b"toolwire"))
    return frozenset(path for path in (*named, *signed, *_exchanges(folder)) if path.is_file())


def pages(left: frozenset[Path]) -> frozenset[Path]:
    """Return what `toolwire report` writes of what `files_of_earlier_run` found: nothing that a run
    was answered.
    """
    return frozenset(path for path in left if path.suffix not in {".yaml", ".jsonl"})


def _passports(folder: Path) -> Iterator[str]:
    """Yield the names of passports: what the index names, and what begins as one does.

    A run that was killed while it wrote its pages may have written a new index.
    """
    for path in (folder / "quirks").glob("*.json"):
        passport = f"quirks/{path.name}"
        begin = f'{{\n"schema": 1,\n"provider": "{path.stem}",\n"dialects": '.encode()
        if _PASSPORT.fullmatch(passport) and _begins(path, begin, len(begin)):
            yield passport
    try:
        index = object_of(parse(content(folder / "quirks.json", _INDEX_BYTES)))
    except (OSError, JsonError):
        return
    for row in items_of(index.get("passports")):
        name = object_of(row).get("file")
        if isinstance(name, str) and _PASSPORT.fullmatch(name):
            yield name


def _exchanges(folder: Path) -> Iterator[Path]:
    for path in (folder / EXCHANGES).glob("*/*/*.yaml"):
        if _EXCHANGE.fullmatch(path.name) and _begins(path, _EXCHANGE_HEAD, len(_EXCHANGE_HEAD)):
            yield path


def _begins(path: Path, word: bytes, length: int = _SIGNED_BYTES) -> bool:
    try:
        return word in beginning(path, length)
    except OSError:
        return False


def remove(paths: Iterable[Path]) -> None:
    """Remove files, and folders of exchanges or passports that are empty then.

    Raises:
        ToolwireError: one cannot be removed.
    """
    for path in paths:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            what = f"left by an earlier run, cannot be removed: {error.strerror}"
            raise ToolwireError(what, where=str(path)) from error
        _prune(path.parent)


def _prune(folder: Path) -> None:
    """Remove a folder and those around it, up to one of ours, while they are empty."""
    if not {EXCHANGES, _UNDER_WAY, "quirks"} & {*folder.parts[-3:]}:
        return
    try:
        folder.rmdir()
    except OSError:
        return  # something of somebody else's is in it
    _prune(folder.parent)


def under_way(output: Path) -> Path:
    """Return the folder of what a run that is under way was answered."""
    return output / _UNDER_WAY


def written_in(folder: Path) -> tuple[Path, ...]:
    """Return the files by their names that a run may write beside its results, and these."""
    return tuple(folder / name for name in (RESULTS, *_PAGES) if not name.endswith(".gz"))


def move_into_place(output: Path) -> frozenset[Path]:
    """Put what a finished run was answered in its place, and return where it is.

    Raises:
        ToolwireError: a file cannot be moved.
    """
    part, placed = under_way(output), set[Path]()
    for left in part.glob("*/*"):
        sweep(left)
        _prune(left)
    for path in sorted(part.glob("*/*/*.yaml")):
        target = output / EXCHANGES / path.relative_to(part)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)
        except OSError as error:
            raise ToolwireError(f"cannot be moved: {error.strerror}", where=str(path)) from error
        placed.add(target)
        _prune(path.parent)
    return frozenset(placed)
