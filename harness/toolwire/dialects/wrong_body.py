"""Ways to make a right request body wrong at one place, for a dialect's table of known refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from toolwire.dialects.known_refusal import READ, KnownRefusal, WrongBody, in_body, of_body
from toolwire.io.json_text import items_of, object_of
from toolwire.io.pointer import at
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request
from toolwire.model.reply import Absent
from toolwire.model.topic import Topic

#: Steps from a body to a place in it; -1 is the last element of a list.
Path = tuple[str | int, ...]
#: An image as an address, which is no base64.
NO_BASE64: Final = "data:image/png;base64,iVBORw0KGgo="


def changed(path: Path, change: Callable[[Json], Json]) -> WrongBody:
    """Return what puts something else in the place of a value; it makes nothing where there is none."""

    def wrong(body: JsonObject) -> JsonObject | None:
        value = at(body, path)
        return None if isinstance(value, Absent) else object_of(_put(body, path, change(value)))

    return wrong


def put(path: Path, value: Json) -> WrongBody:
    """Return what puts a value at a place whose last step may be a member that is not there."""
    *holder, last = path
    assert isinstance(last, str)
    return changed(tuple(holder), lambda owner: {**object_of(owner), last: value})


def dropped(path: Path, *names: str) -> WrongBody:
    """Return what leaves members of an object out."""

    def without(owner: Json) -> Json:
        return {key: value for key, value in object_of(owner).items() if key not in names}

    return changed(path, without)


def prepended(path: Path, *more: Json) -> WrongBody:
    """Return what adds elements before those of a list."""
    return changed(path, lambda found: [*more, *found] if isinstance(found, list) else found)


def appended(path: Path, *more: Json) -> WrongBody:
    """Return what adds elements to a list."""
    return changed(path, lambda found: [*found, *more] if isinstance(found, list) else found)


def again(path: Path, **members: Json) -> WrongBody:
    """Return what adds the last element of a list once more, with other members."""

    def twice(found: Json) -> Json:
        last = object_of(next(reversed(items_of(found)), None))
        return [*items_of(found), {**last, **members}] if last else found

    return changed(path, twice)


def alone(path: Path) -> WrongBody:
    """Return what leaves the first element of a list, and no other."""
    return changed(path, lambda found: items_of(found)[:1])


def then(*wrongs: WrongBody) -> WrongBody:
    """Return what does one thing after the other; nothing where one of them cannot be done."""

    def all_of_them(body: JsonObject) -> JsonObject | None:
        made: JsonObject | None = body
        for wrong in wrongs:
            made = None if made is None else wrong(made)
        return made

    return all_of_them


def refused(
    ident: str,
    what: str,
    wrong: WrongBody,
    said: str,
    source: str,
    *,
    is_wrong: Callable[[JsonObject], bool] | None = None,
    loses: bool = False,
    read: str = READ,
    topic: Topic = Topic.OTHER,
) -> KnownRefusal:
    """Return something wrong with a body.

    Args:
        ident: names it.
        what: what is wrong, as a message ends.
        wrong: makes it.
        said: the vendor's words.
        source: where they stand.
        is_wrong: whether a body has it; None where rules, type or reader tell.
        loses: whether who answers it passes over something that was said.
        read: when the words were read there.
        topic: what of the request is wrong.
    """
    return KnownRefusal(
        id=ident,
        what=what,
        wrong=_different(of_body(wrong)),
        is_wrong=None if is_wrong is None else in_body(is_wrong),
        said=said,
        source=source,
        read=read,
        loses=loses,
        topic=topic,
    )


def _different(
    wrong: Callable[[Request], Request | None],
) -> Callable[[Request], Request | None]:
    def made(request: Request) -> Request | None:
        other = wrong(request)
        return None if other == request else other

    return made


def _put(holder: Json, path: Path, value: Json) -> Json:
    if not path:
        return value
    step, *rest = path
    inner = _put(at(holder, (step,)), tuple(rest), value)  # type: ignore[arg-type]
    if isinstance(holder, dict):
        return {**holder, str(step): inner}
    assert isinstance(holder, list)
    assert isinstance(step, int)
    elements = [*holder]
    elements[step] = inner
    return elements
