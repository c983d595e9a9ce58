"""Asking again with calls that are marked as another model's, where that is what a refusal misses.

The calls of a history that is made up here are no answers of the server. Models that want each call
back with what they sent beside it refuse them, and their vendor documents what is sent in its place.
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
        request: what was sent.
        reading: what it was answered.
    """
    form = load_dialect(reading.dialect).wire.request
    mark = form.call_mark if form is not None else None
    if form is None or mark is None or not _names(mark, reading):
        return None
    body = object_of(parse(request.body))
    unmarked = [part for part in _parts(form, body) if mark.member not in part]
    for part in unmarked:
        part[mark.member] = mark.value
    return replace(request, body=dump(body)) if unmarked else None


def _names(mark: CallMark, reading: Reading) -> bool:
    error = reading.reply.error
    message = error.message if error is not None and not reading.ok else None
    return mark.named in _OTHERS.sub("", (message or "").lower())


def _parts(form: RequestForm, body: JsonObject) -> Iterator[JsonObject]:
    """Yield what holds the first call of each message: the others came without anything beside them."""
    for message in form.history(body):
        for call in message.calls[:1]:
            holder = at(body, steps_of(call.pointer)[:-1])
            if isinstance(holder, dict):
                yield holder
