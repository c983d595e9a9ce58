"""Asking again with calls that are marked as another model's, where that is what a refusal misses.

The calls of a history that is made up here are no answers of the server. Models that want each call
back with what they sent beside it refuse them, and take something else in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.request_form import CallMark, RequestForm
from toolwire.io.json_text import dump, object_of, parse
from toolwire.io.pointer import at, steps_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request
from toolwire.model.reply import Reading

_OTHERS: Final = re.compile("[^a-z]+")


def with_marks(request: Request, reading: Reading) -> Request | None:
    """Return a request with its unmarked calls marked; None where its answer does not ask for that.

    Args:
        request: what was sent; no answer of the server's stands in it.
        reading: what it was answered.
    """
    form = load_dialect(reading.dialect).wire.request
    mark = form.call_mark if form is not None else None
    if form is None or mark is None or not _names(mark, reading):
        return None
    return _marked(request, form, mark)


def marked_for(model: str, request: Request, name: str) -> Request:
    """Return a request of a dialect with its calls marked, where a model is known to want that."""
    form = load_dialect(name).wire.request
    mark = form.call_mark if form is not None else None
    if form is None or mark is None or mark.models is None or not mark.models.search(model):
        return request
    return _marked(request, form, mark) or request


def _marked(request: Request, form: RequestForm, mark: CallMark) -> Request | None:
    """Return a request with its unmarked calls marked; None where it has none."""
    body = object_of(parse(request.body))
    unmarked = [one for one in _holders(form, mark, body) if mark.member not in one]
    for one in unmarked:
        one[mark.member] = mark.value
    return replace(request, body=dump(body)) if unmarked else None


def lacks_mark(reading: Reading) -> bool:
    """Return whether a refusal asks for a mark of which no vendor documents what it is for such calls.

    The server wants back what its model sent beside a call. One that stands in a request of ours was made
    by no model, so nothing shows how one of theirs is taken.
    """
    form = load_dialect(reading.dialect).wire.request
    mark = form.call_mark if form is not None else None
    return mark is not None and not mark.documented and _names(mark, reading)


def _names(mark: CallMark, reading: Reading) -> bool:
    error = reading.reply.error
    message = error.message if error is not None and not reading.ok else None
    return mark.named in _OTHERS.sub("", (message or "").lower())


def _holders(form: RequestForm, mark: CallMark, body: JsonObject) -> Iterator[JsonObject]:
    """Yield where the mark of each message with calls stands, of several beside the first of them."""
    for message in form.history(body):
        for call in message.calls[:1]:
            if mark.of_message:
                yield message.value
            elif isinstance(holder := at(body, steps_of(call.pointer)[:-1]), dict):
                yield holder
