"""A request in which the system's words, and the user's earlier ones, come as several parts.

Where a format has parts for them its request schema says; clients write lists of them, and gateways that
expect a text, or read one part, lose what stands in the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import Dialect
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json
from toolwire.model.exchange import Request
from toolwire.rules.mutate.alternatives import USER, alternatives, known_paths, sorted_place
from toolwire.rules.mutate.document_place import Path
from toolwire.rules.mutate.other_form import FORMS, SEVERAL_PARTS

#: Dialect -> place -> the form in which it has several parts.
_FORMS: Final[dict[str, dict[str, str]]] = {}


def words_in_parts(dialect: Dialect, request: Request) -> Request:
    """Return a request with all words of the system and the user in several parts, but for the last question."""
    document = parse(request.body)
    for path, form in _parted(dialect, request, document):
        # What is a list of other things already stays one.
        document = FORMS[form].applied(document, path) or document
    return replace(request, body=dump(document))


def _parted(dialect: Dialect, request: Request, document: Json) -> Iterator[tuple[Path, str]]:
    if dialect.name not in _FORMS:
        _FORMS[dialect.name] = {
            one.place: one.form
            for one in alternatives(dialect, request)
            if one.form in SEVERAL_PARTS
        }
    forms = _FORMS[dialect.name]
    found = [(path, sorted_place(document, path)) for path in known_paths(dialect, document)]
    there = [(path, place) for path, place in found if place in forms]
    asking = max((path for path, place in there if USER in place), default=None, key=_order)
    yield from ((path, forms[place]) for path, place in there if path != asking)


def _order(path: Path) -> tuple[int, ...]:
    return tuple(step for step in path if isinstance(step, int))
