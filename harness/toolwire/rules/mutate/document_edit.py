"""Changes of a JSON document in one place each.

A changed document shares everything with the old one but what leads to the change: making ten
thousand of them is then no work to speak of. Neither is ever changed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from toolwire.dialects.exempt import Operator
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.document_place import Closed, Path, walk
from toolwire.rules.mutate.other_values import NO_WORDS, Words, others


@dataclass(frozen=True, slots=True)
class DocumentEdit:
    """One change of a document: what was done where, and the document it makes."""

    operator: Operator
    path: Path
    document: Json


def _open(_path: Path) -> bool:
    return False


def changes(
    document: Json, closed: Closed = _open, words: Words = NO_WORDS
) -> Iterator[DocumentEdit]:
    """Yield a document with one change, for every place and operator but inside closed places.

    Args:
        document: what is changed.
        closed: whether nothing inside a place is to be changed.
        words: the closed sets of words of the document's format.
    """
    for path, value in walk(document, closed):
        yield from changes_at(document, path, value, words)


def changes_at(
    document: Json, path: Path, value: Json, words: Words = NO_WORDS
) -> Iterator[DocumentEdit]:
    """Yield a document with one change of the value at a path, for every operator."""
    for operator, new in _edits(path[-1]):
        changed = rebuilt(document, path, new)
        if changed is not None:
            yield DocumentEdit(operator, path, changed)
    if value is not None:
        yield DocumentEdit(Operator.NULL, path, put(document, path, None))
    yield DocumentEdit(Operator.RETYPE, path, put(document, path, _retyped(value)))
    for operator, other in others(path, value, words):
        yield DocumentEdit(operator, path, put(document, path, other))


#: A container -> the container that takes its place; None where it cannot be changed so.
_Edit = Callable[[Json], Json]


def _edits(step: str | int) -> Iterator[tuple[Operator, _Edit]]:
    if isinstance(step, str):
        yield Operator.DROP, lambda holder: _without(holder, step)
        yield Operator.RENAME, lambda holder: _renamed(holder, step)
    else:
        yield Operator.DROP, lambda holder: _items(holder, step, 1, ())
        yield Operator.DUPLICATE, lambda holder: _items(holder, step, 1, (0, 0))
        yield Operator.REORDER, lambda holder: _items(holder, step, 2, (1, 0))


def rebuilt(document: Json, path: Path, new: _Edit) -> Json:
    """Return a document in which what holds the value at a path is another container.

    None where `new` makes none.
    """
    if len(path) == 1:
        return new(document)
    step = path[0]
    inner = rebuilt(document[step], path[1:], new)  # type: ignore[index]
    return None if inner is None else _set(document, step, inner)


def put(document: Json, path: Path, value: Json) -> Json:
    """Return a document with a value at a path, whose last step may be a new member."""
    return rebuilt(document, path, lambda holder: _set(holder, path[-1], value))


def _set(holder: Json, step: str | int, value: Json) -> Json:
    if isinstance(holder, dict) and isinstance(step, str):
        return {**holder, step: value}
    assert isinstance(holder, list)
    assert isinstance(step, int)
    return [*holder[:step], value, *holder[step + 1 :]]


def _without(holder: Json, name: str) -> JsonObject:
    assert isinstance(holder, dict)
    return {key: value for key, value in holder.items() if key != name}


def _renamed(holder: Json, name: str) -> JsonObject:
    assert isinstance(holder, dict)
    return {respelled(key) if key == name else key: value for key, value in holder.items()}


def _items(holder: Json, number: int, taken: int, put: tuple[int, ...]) -> list[Json] | None:
    """Return a list in which some items from a number on come in another order or number."""
    assert isinstance(holder, list)
    items = holder[number : number + taken]
    if len(items) < taken:
        return None
    return [*holder[:number], *(items[place] for place in put), *holder[number + taken :]]


def _retyped(value: Json) -> Json:
    """Return a value of another type, as near to the old one as such mistakes are."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) or value is None:
        return 7
    if isinstance(value, list):
        return value[0] if value else {}
    return dump(value).decode()


def respelled(name: str) -> str:
    """Return a member's name in another style.

    Snake case becomes camel case, camel case becomes snake case, and a word gets a capital.
    """
    first, *rest = name.split("_")
    if rest:
        return first + "".join(word.capitalize() for word in rest)
    if name != name.lower():
        return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
    return name.capitalize()
