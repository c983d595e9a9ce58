"""The objects of an answer with members that the format's schemas do not know, found once.

Two rules are about such members: whether they are another spelling of a known one, and drift.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from toolwire.dialects.members import Members, closed, known
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Fidelity, Mode
from toolwire.model.reply import Reading
from toolwire.rules.views.documents import documents
from toolwire.rules.views.memoize import memoize

#: Place -> the names of each object seen there that had unknown ones.
_Shapes: TypeAlias = dict[Members, set[tuple[str, ...]]]

_EVENTS: Final = ("chunk", "error")


class UnknownMember(NamedTuple):
    """An object that has at least one member unknown at its place.

    Attributes:
        here: what is known at its place.
        pointer: where it stands.
        value: the object.
    """

    here: Members
    pointer: str
    value: JsonObject


@memoize
def unknown_members(reading: Reading) -> tuple[UnknownMember, ...]:
    """Return the objects with unknown members, the outer ones first; of a stream each shape once.

    Nothing is returned of an SDK's dump: the names there are those of the SDK's classes.
    """
    if reading.exchange.fidelity is Fidelity.DUMPED:
        return ()
    found: list[UnknownMember] = []
    if reading.mode is Mode.BLOCKING:
        body, kinds = reading.body, _kinds(reading)
        if isinstance(body, dict | list) and not _all_known(reading, kinds, [body]):
            _collect(known(reading.dialect, kinds), "", body, found)
        return tuple(found)
    if _all_known(reading, _EVENTS, documents(reading)):
        return ()
    top = known(reading.dialect, _EVENTS)
    shapes: _Shapes = {}
    for event in reading.events:
        value = event.json
        # Most events end here, so this is asked without keeping track of the place.
        if isinstance(value, dict) and not _familiar(top, value, shapes):
            fresh: list[UnknownMember] = []
            _collect(top, f"event[{event.number}]", value, fresh)
            found += [stranger for stranger in fresh if _new(stranger, shapes)]
    return tuple(found)


def _all_known(reading: Reading, kinds: tuple[str, ...], bodies: Sequence[Json]) -> bool:
    try:
        return closed(reading.dialect, kinds).is_valid(bodies)
    except ValueError:
        return False  # nested deeper than the library can follow


def _kinds(reading: Reading) -> tuple[str, ...]:
    if reading.exchange.response.status >= 400:
        return ("error",)
    return ("response",) if reading.ok else ("response", "error")


def _familiar(here: Members, value: JsonObject, shapes: _Shapes) -> bool:
    """Return whether nothing in an object is unknown that was not seen before."""
    names = here.names
    if names and not names.issuperset(value) and tuple(value) not in shapes.get(here, ()):
        return False
    inside = here.inside
    for name, child in value.items():
        if not child or not isinstance(child, dict | list) or name not in inside:
            continue
        inner = inside[name]
        if isinstance(child, dict):
            if not _familiar(inner, child, shapes):
                return False
        elif inner.items is not None:
            for item in child:
                if isinstance(item, dict) and not _familiar(inner.items, item, shapes):
                    return False
    return True


def _collect(here: Members, pointer: str, value: Json, found: list[UnknownMember]) -> None:
    if isinstance(value, dict):
        if here.names and not here.names.issuperset(value):
            found.append(UnknownMember(here, pointer, value))
        for name, inner in here.inside.items():
            child = value.get(name)
            if child and isinstance(child, dict | list):
                _collect(inner, f"{pointer}/{name}", child, found)
    elif isinstance(value, list) and here.items is not None:
        for number, item in enumerate(value):
            _collect(here.items, f"{pointer}/{number}", item, found)


def _new(stranger: UnknownMember, shapes: _Shapes) -> bool:
    seen = shapes.setdefault(stranger.here, set())
    shape = tuple(stranger.value)
    if shape in seen:
        return False
    seen.add(shape)
    return True
