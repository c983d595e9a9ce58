"""A request in which the system's words, or the user's earlier ones, come as several parts.

Where a format has parts for them its request schema says; clients write lists of them, and gateways that
expect a text, or read one part, lose what stands in the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.dialects import Dialect, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request
from toolwire.rules.mutate.alternatives import (
    USER,
    alternatives,
    known_paths,
    sorted_place,
    value_at,
)
from toolwire.rules.mutate.document_edit import put
from toolwire.rules.mutate.document_place import Path
from toolwire.rules.mutate.other_form import FORMS, SEVERAL_PARTS, in_parts
from toolwire.rules.mutate.probe_edit import in_dialect


def words_in_parts(dialect: Dialect, request: Request) -> Request:
    """Return a request with the words of the user in several parts, but for the last question."""
    document = _in_parts(dialect, request, users=True)
    return replace(request, body=dump(document))


@in_dialect
def system_in_parts(name: str, body: JsonObject) -> None:
    """Say the system prompt in several parts."""
    # Of a request its document alone tells which forms it may have.
    request = Request("POST", "", (), dump(body))
    document = _in_parts(load_dialect(name), request, users=False)
    body.clear()
    body.update(object_of(document))


def _in_parts(dialect: Dialect, request: Request, *, users: bool) -> Json:
    document = parse(request.body)
    for path, form in _parted(dialect, request, document, users=users):
        value = value_at(document, path)
        if isinstance(value, list):
            document = put(document, path, [part for one in value for part in _split(one)])
        else:
            document = FORMS[form].applied(document, path) or document
    return document


def _split(part: Json) -> list[Json]:
    """Return the parts of a text that is one; what is none stays as it is."""
    return in_parts([part], "") or [part]


def _parted(
    dialect: Dialect, request: Request, document: Json, *, users: bool
) -> Iterator[tuple[Path, str]]:
    found = alternatives(dialect, request)
    forms = {one.place: one.form for one in found if one.form in SEVERAL_PARTS}
    there = [
        (path, place)
        for path, place in (
            (path, sorted_place(document, path)) for path in known_paths(dialect, document)
        )
        if place in forms and (USER in place) is users
    ]
    last = max((path for path, _ in there), default=None, key=_order) if users else None
    yield from ((path, forms[place]) for path, place in there if path != last)


def _order(path: Path) -> tuple[int, ...]:
    return tuple(step for step in path if isinstance(step, int))
