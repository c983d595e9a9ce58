"""Arguments of one call, put together from streamed `partialArgs`.

Each piece names its place by a JSONPath and brings a scalar, or a fragment of a string that
goes on in later pieces of the same path while they say `willContinue`. Nothing is guessed:
a piece that fits nowhere, or a value that never ends, leaves the whole call unread.

Paths are RFC 9535 singular queries: `$.a.b[0]` as Vertex writes them, or the normalized
`$['a']['b'][0]`. They come from a provider and are hostile, so their length and depth are
bounded and an array grows by its next index only: no piece costs more than its own size.

Source: google-genai 3.4.0 `types.PartialArg`, RFC 9535 sections 2.3.1, 2.5.1 and 2.7, read
2026-11-21.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json, JsonObject

_LONGEST = 4096
_DEEPEST = 64
_VALUES = ("stringValue", "numberValue", "boolValue", "nullValue")
_ROOT = "$"
# One step each. A shorthand name ends where another step begins, and may have characters
# that RFC 9535 wants quoted, since they cannot be mistaken there. Queries that may find
# several places (`*`, `..`, `?`, slices, unions) are none of these.
_NAME = re.compile(r"\.([^\s.\[\]'\"*]+)")
_INDEX = re.compile(r"\[(0|[1-9][0-9]{0,8})\]", re.ASCII)
_QUOTED = re.compile(r"\[(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\")\]", re.DOTALL)

_Path: TypeAlias = tuple[str | int, ...]


@dataclass(slots=True)
class _Text:
    """A string on its way; `open` while more of it is announced."""

    parts: list[str]
    open: bool


@dataclass(frozen=True, slots=True)
class _Whole:
    """A value that came in one piece."""

    value: Json


@dataclass(frozen=True, slots=True)
class _Branch:
    """An object (text keys) or an array (keys 0, 1, 2 ...) under way."""

    of: type
    members: dict[str | int, _Branch | _Text | _Whole] = field(default_factory=dict)


class _NoPlaceError(Exception):
    """A piece that cannot be put where its path says; the text says why."""


class PartialArgs:
    """Collects the pieces of one call's arguments.

    Attributes:
        problem: why the arguments cannot be put together, and `problem_at` the place of the
            piece it was found in; both None as long as everything fits.
    """

    __slots__ = ("_root", "problem", "problem_at")

    def __init__(self) -> None:
        self._root = _Branch(str)
        self.problem: str | None = None
        self.problem_at: str | None = None

    def take_whole(self, args: Json, pointer: str) -> None:
        """Take an `args` member that came beside the pieces; its members are complete."""
        if self.problem is None and not isinstance(args, dict):
            self._fail("args beside partialArgs are not an object", pointer)
        elif isinstance(args, dict):
            for key, value in args.items():
                if key in self._root.members:
                    self._fail("args repeat a streamed argument", pointer)
                    return
                self._root.members[key] = _Whole(value)

    def take(self, pieces: Json, pointer: str) -> None:
        """Take one `partialArgs` member; after a problem nothing more is looked at."""
        if self.problem is not None:
            return
        if not isinstance(pieces, list):
            self._fail("partialArgs is not an array", pointer)
            return
        for position, piece in enumerate(pieces):
            try:
                self._put(piece)
            except _NoPlaceError as problem:
                self._fail(str(problem), f"{pointer}/{position}")
                return

    def value(self) -> JsonObject | None:
        """Return the arguments; None when there is a problem or a string has not ended."""
        if self.problem is not None:
            return None
        try:
            built = _built(self._root)
        except _NoPlaceError as problem:
            self.problem = str(problem)
            return None
        return built if isinstance(built, dict) else None

    def _fail(self, reason: str, pointer: str) -> None:
        self.problem, self.problem_at = reason, pointer

    def _put(self, piece: Json) -> None:
        if not isinstance(piece, dict):
            raise _NoPlaceError("a piece is not an object")
        path = path_of(piece.get("jsonPath"))
        if path is None:
            raise _NoPlaceError("a jsonPath does not name one place")
        here = self._root
        for step, following in pairwise(path):
            here = _down(here, step, type(following))
        _leave(here, path[-1], piece)


def path_of(text: Json) -> _Path | None:
    """Return the steps of a path to one argument; None when it is not such a path.

    Strings step into objects, integers into arrays. The root alone names no argument.
    """
    if not isinstance(text, str) or len(text) > _LONGEST or not text.startswith(_ROOT):
        return None
    return _steps(text)


@lru_cache(maxsize=64)  # a string comes in many pieces of one path
def _steps(text: str) -> _Path | None:
    steps: list[str | int] = []
    at = len(_ROOT)
    while at < len(text) and len(steps) < _DEEPEST:
        if found := _NAME.match(text, at):
            steps.append(found[1])
        elif found := _INDEX.match(text, at):
            steps.append(int(found[1]))
        elif (found := _QUOTED.match(text, at)) and (name := _unquoted(found)) is not None:
            steps.append(name)
        else:
            return None
        at = found.end()
    return tuple(steps) if steps and at == len(text) else None


def _unquoted(found: re.Match[str]) -> str | None:
    """Return a quoted name; escapes are those of JSON, and in single quotes that of one."""
    single, double = found.groups()
    if single is None:
        text = double
    elif "\\" not in single and '"' not in single:
        return single
    else:
        text = re.sub(r"\\.|\"", _in_double, single, flags=re.DOTALL)
    try:
        value = parse(f'"{text}"')
    except JsonError:
        return None
    return value if isinstance(value, str) else None


def _in_double(found: re.Match[str]) -> str:
    mark = found[0]
    return {'"': '\\"', "\\'": "'"}.get(mark, mark)


def _grow(branch: _Branch, step: str | int) -> None:
    """Check that a step is the branch's kind and, in an array, its next index."""
    if not isinstance(step, branch.of):
        raise _NoPlaceError("a path steps into an object as into an array, or the reverse")
    if isinstance(step, int) and step != len(branch.members):
        raise _NoPlaceError("an index leaves a gap in its array")


def _down(branch: _Branch, step: str | int, of: type) -> _Branch:
    found = branch.members.get(step)
    if found is None:
        _grow(branch, step)
        found = branch.members[step] = _Branch(of)
    if not isinstance(found, _Branch):
        raise _NoPlaceError("a path leads through a value")
    return found


def _leave(branch: _Branch, step: str | int, piece: JsonObject) -> None:
    found = branch.members.get(step)
    value = _value(piece)
    more = piece.get("willContinue") is True
    if isinstance(found, _Text) and found.open and isinstance(value, str):
        found.parts.append(value)
        found.open = more
    elif found is not None:
        raise _NoPlaceError("a path names a value that has come before")
    else:
        _grow(branch, step)
        branch.members[step] = _Text([value], more) if isinstance(value, str) else _Whole(value)


def _value(piece: JsonObject) -> str | int | float | bool | None:
    given = [key for key in _VALUES if key in piece]
    if len(given) != 1:
        raise _NoPlaceError("a piece does not have exactly one value")
    key = given[0]
    value = piece[key]
    if key == "nullValue" and value in (None, "NULL_VALUE"):
        return None
    if key == "stringValue" and isinstance(value, str):
        return value
    if key == "boolValue" and isinstance(value, bool):
        return value
    if key == "numberValue" and isinstance(value, int | float) and not isinstance(value, bool):
        return value
    raise _NoPlaceError(f"{key} has another type")


def _built(node: _Branch | _Text | _Whole) -> Json:
    if isinstance(node, _Whole):
        return node.value
    if isinstance(node, _Text):
        if node.open:
            raise _NoPlaceError("a string did not end")
        return "".join(node.parts)
    if node.of is int:
        return [_built(member) for member in node.members.values()]
    return {str(key): _built(member) for key, member in node.members.items()}
