"""What a provider file says together with what it mirrors: one form for each route.

A file has a first route (its own members) and further ones (`speaks`). Any of them may
mirror a route of another provider, named `provider` or `provider.route`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from toolwire.io.declarative import Document
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.io.nearest import hint_for
from toolwire.model.conversation import JsonObject

#: What `mirrors` passes on: the form of the wire and what is documented of it. Never the
#: key (it must not travel to another host), the hosts, the models with their extra request
#: members, or another's deviations.
INHERITED: tuple[str, ...] = (
    "auth",
    "dialect",
    "docs",
    "documented",
    "headers",
    "models_path",
    "path",
    "stream_path",
    "variables",
)
#: The facts of `wire` that `mirrors` passes on: where things stand, which is what it means to
#: speak a format. How a vendor fills them in (ids, stop words, error bodies, framing) is its own
#: to document, unless its pages say that it answers as the mirrored one (`as_mirrored`).
FORMAT_FACTS = frozenset(
    {"arguments", "call_field", "definition_field", "id_field", "result_field"}
    | {"result_id_field", "schema_field", "stop_field"}
)
#: The member of `wire` by which a file says that.
AS_MIRRORED = "as_mirrored"
#: What belongs to the first route alone and does not pass to the further routes of a file.
_FIRST_ROUTE = frozenset(
    {"defines", "deviations", "dialect", "documented", "extra", "headers", "legacy", "mirrors"}
    | {"models_path", "path", "speaks", "stream_path", "wire"}
)
#: What a further route has of its file even when another provider mirrors it.
_OF_FILE = ("docs", "variables")


@dataclass(frozen=True, slots=True)
class _Route:
    """One route of one file: its members, and where they stand."""

    document: Document
    pointer: str
    name: str
    members: JsonObject

    @property
    def mirrored(self) -> str | None:
        return string_of(self.members.get("mirrors"))


def resolved(name: str, documents: Mapping[str, Document]) -> tuple[JsonObject, ...]:
    """Return the forms of a provider's routes, first route first, mirrors filled in.

    A capability that came by mirroring says from whom in `inherited`; a further route says
    its name in `route`.

    Args:
        name: a provider id, key of `documents`.
        documents: every provider's document, already checked against the schema.

    Raises:
        ToolwireError: a mirror that is not there, a circle, a route without a dialect, or
            two routes of one name; names file and line.
    """
    known = {route.name: route for doc in documents.values() for route in _routes(doc)}
    first, *further = _routes(documents[name])
    form = _form(first, known)
    common = {key: value for key, value in form.items() if key not in _FIRST_ROUTE}
    return form, *(_further(route, common, known) for route in further)


def _routes(document: Document) -> Iterator[_Route]:
    value = object_of(document.value)
    name = str(value["provider"])
    yield _Route(document, "", name, value)
    passed: set[str] = set()
    for number, entry in enumerate(items_of(value.get("speaks"))):
        members = {key: value[key] for key in _OF_FILE if key in value} | object_of(entry)
        route = str(members.get("as") or members["dialect"])
        pointer = f"/speaks/{number}"
        if route in passed:
            hint = "name one of them with `as`"
            raise document.error(pointer, f"another route is called {route!r}", hint)
        passed.add(route)
        yield _Route(document, pointer, f"{name}.{route}", members)


def _further(route: _Route, common: JsonObject, known: Mapping[str, _Route]) -> JsonObject:
    mirrored = _form(route, known)
    # Key and address are the provider's own, so its way of sending the key comes before that
    # of whom the route mirrors; so do its documentation pages.
    form = mirrored | common | {key: value for key, value in route.members.items() if key != "as"}
    form |= {key: mirrored[key] for key in ("documented", "wire")}
    # A path that is mirrored needs its variables, beside those of the provider's address.
    form["variables"] = object_of(mirrored.get("variables")) | object_of(common.get("variables"))
    form["route"] = route.name.partition(".")[2]
    return form


def _form(route: _Route, known: Mapping[str, _Route]) -> JsonObject:
    form: JsonObject = {}
    documented: JsonObject = {}
    wire: JsonObject = {}
    variables: JsonObject = {}
    for link, adopted in reversed(_adopted(_chain(route, known))):
        own = link is route
        members = link.members
        form |= {key: members[key] for key in members if own or key in INHERITED}
        variables |= object_of(members.get("variables"))
        for suite, capability in object_of(members.get("documented")).items():
            origin: JsonObject = {} if own else {"inherited": link.name, "own": adopted}
            documented[suite] = object_of(capability) | origin
        for facet, fact in object_of(members.get("wire")).items():
            if facet != AS_MIRRORED and (adopted or facet in FORMAT_FACTS):
                wire[facet] = object_of(fact) | ({} if own else {"inherited": link.name})
    form |= {"documented": documented, "variables": variables, "wire": wire}
    if "dialect" not in form:
        what = "neither this provider nor what it mirrors has a dialect"
        raise route.document.error("/mirrors", what)
    return form


def _adopted(chain: Iterable[_Route]) -> tuple[tuple[_Route, bool], ...]:
    """Return the links of a chain, each with whether the first answers as it by its own word."""
    found: list[tuple[_Route, bool]] = []
    adopted = True
    for link in chain:
        found.append((link, adopted))
        adopted = adopted and AS_MIRRORED in object_of(link.members.get("wire"))
    return tuple(found)


def _chain(route: _Route, known: Mapping[str, _Route]) -> Iterator[_Route]:
    """Yield a route, then the one it mirrors, and so on."""
    passed: list[str] = []
    while True:
        passed.append(route.name)
        yield route
        mirrored = route.mirrored
        if mirrored is None:
            return
        where = f"{route.pointer}/mirrors"
        if mirrored not in known:
            hint = hint_for(mirrored, known)
            raise route.document.error(where, f"unknown provider {mirrored!r}", hint)
        if mirrored in passed:
            circle = " mirrors ".join((*passed, mirrored))
            raise route.document.error(where, f"providers mirror each other: {circle}")
        route = known[mirrored]
