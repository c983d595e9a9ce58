"""The configuration file: `toolwire.toml`, or the table `tool.toolwire` of pyproject.toml.

Whoever looks at a folder that somebody else made has somebody else's configuration. So it names
folders below its own and what fails, and nothing else: no address, no header, no variable, no
option of a live run. Which keys go where stands in `toolwire.cli.keys`, and no file changes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from toolwire.io.opening import content
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError

if TYPE_CHECKING:
    from toolwire.io.declarative import SchemaProblem

#: Names of the file and of the table in the project's own.
FILE: Final = "toolwire.toml"
PROJECT_FILE: Final = "pyproject.toml"
TABLE: Final = "[tool.toolwire]"
#: Keys whose values are folders.
FOLDERS: Final = ("providers", "suites", "cassettes", "baselines", "output")
#: Where a search ends: what is above is of another project.
_TOP: Final = ".git"
#: In bytes. tomllib needs quadratic time and memory for a key of many parts, and a key is one line.
_MOST: Final = 128 * 1024
_LONGEST_LINE: Final = 4000
#: The table is looked for by its name first: other people's files are not parsed.
_OUR_TABLE: Final = re.compile(rb"""tool[ \t]*\.[ \t]*["']?toolwire""")
_DRIVE: Final = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class Config:
    """What a configuration file says.

    Attributes:
        path: the file.
        table: `[tool.toolwire]` where it is in pyproject.toml, else "".
        values: key -> what it says, as it is written, in the file's order.
    """

    path: Path
    table: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return what the file is called on a screen: its path from here, and the table."""
        return f"{_from_here(self.path)} {self.table}".rstrip()

    def folder(self, key: str) -> Path | None:
        """Return the folder of a key, as a path from the working directory; None where none is.

        Raises:
            ToolwireError: it is not below the folder of the file, through a link or by its name.
        """
        text = self.values.get(key)
        if text is None:
            return None
        top = self.path.parent
        place = Path(text)
        outside = place.is_absolute() or _DRIVE.match(text) is not None or ".." in place.parts
        try:
            outside = outside or not (top / place).resolve().is_relative_to(top.resolve())
        except (OSError, ValueError) as error:
            what = f"{key!r} is no name of a folder: {error}"
            raise ToolwireError(what, where=self.name) from None
        if outside:
            what = f"{key!r} is not below the folder of this file: {text!r}"
            hint = f"name it with --{_OPTIONS.get(key, key)} where you mean it"
            raise ToolwireError(what, where=self.name, hint=hint)
        return _from_here(top / place)


#: Keys whose option has another name.
_OPTIONS: Final = {"baselines": "reports"}


def find(start: Path) -> Config | None:
    """Return the nearest configuration of a folder and those around it; None where there is none.

    The search ends at the folder that has `.git`, or at the root. In one folder `toolwire.toml`
    counts, and a table in pyproject.toml beside it is refused.

    Raises:
        ToolwireError: the file cannot be read, or is not of the form.
    """
    here = Path(os.path.abspath(start))  # noqa: PTH100 - links are not followed: as the user sees it
    for folder in (here, *here.parents):
        found = in_folder(folder)
        if found is not None or os.path.exists(folder / _TOP):  # noqa: PTH110 - never raises
            return found
    return None


def in_folder(folder: Path) -> Config | None:
    """Return the configuration of one folder; None where it has none.

    Raises:
        ToolwireError: see `find`.
    """
    own, project = folder / FILE, folder / PROJECT_FILE
    table = _table(project) if _is_file(project) else None
    if not _is_file(own):
        return None if table is None else _checked(Config(project, TABLE), table)
    if table is not None:
        hint = f"keep one of them; the other is {TABLE} in {PROJECT_FILE}"
        raise ToolwireError("there are two configurations", where=Config(own).name, hint=hint)
    return _checked(Config(own), _parsed(own, _bytes(own)))


def _is_file(path: Path) -> bool:
    # Of a folder around this one that nobody may look into: not `Path.is_file`, which raises.
    return os.path.isfile(path)  # noqa: PTH113 - see above


def _table(project: Path) -> Any:
    """Return our table of a project's file; None where it has none."""
    try:
        data = _bytes(project)
    except ToolwireError:
        return None  # as far as anybody can tell it has nothing to do with us
    if _OUR_TABLE.search(data) is None:
        return None
    tool = _parsed(project, data).get("tool")
    return tool.get("toolwire") if isinstance(tool, dict) else None


def _bytes(path: Path) -> bytes:
    try:
        return content(path, _MOST)
    except OSError as error:
        raise ToolwireError(f"cannot be read: {error.strerror}", where=Config(path).name) from None


def _parsed(path: Path, data: bytes) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - lazy: most folders have no configuration

    try:
        if max(map(len, data.splitlines()), default=0) > _LONGEST_LINE:
            raise ValueError(f"a line is longer than {_LONGEST_LINE:,} bytes")  # noqa: TRY301 - told as all others
        return tomllib.loads(data.decode())
    except RecursionError:
        what = "nested too deep"
    except UnicodeDecodeError:
        what = "not UTF-8"
    except ValueError as error:
        what = str(error)
    raise ToolwireError(f"not TOML: {what}", where=Config(path).name) from None


def _checked(config: Config, value: Any) -> Config:
    found = sorted(_wrong(value), key=lambda one: not one.unknown)
    if found:
        first, more = found[0], len(found) - 1
        rest = f"and {more} more problem{'s' if more > 1 else ''} in it" if more else ""
        hint = "; ".join(part for part in (first.hint, rest) if part)
        raise ToolwireError(first.what, where=config.name, hint=hint)
    return Config(config.path, config.table, value)


def _wrong(value: Any) -> Iterator[SchemaProblem]:
    from toolwire.io.declarative import SchemaProblem, problems  # noqa: PLC0415 - lazy, as above

    if not isinstance(value, dict):
        yield SchemaProblem("", "has to be a table")
        return
    # Dates and such are TOML's own; what is no text is wrong here, whatever it is.
    plain: JsonObject = {key: one if isinstance(one, str) else None for key, one in value.items()}
    for one in problems(plain, "config"):
        key = one.pointer[1:]
        if plain.get(key, "") is None and not one.unknown:
            yield SchemaProblem(one.pointer, f"{key!r} has to be text, in quotes")
        else:
            yield one


def _from_here(path: Path) -> Path:
    """Return a path from the working directory, where there is one on the same drive."""
    try:
        return Path(os.path.relpath(path))
    except ValueError:
        return path
