"""In which form a line of before stands in its request, where a format has two forms of the same place.

What a server reads in one of them shows nothing of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.faults import Change, Plant
from toolwire.rules.mutate.system_messages import system_messages
from toolwire.rules.rule import Check, Reading, Violation
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    asked_lines,
    due_of,
    here_alone_of,
    reached_at,
    repeated_of,
)

#: Whether the request of a reading has a line in some form.
Form: TypeAlias = "Callable[[Reading], bool]"


def in_system_messages(reading: Reading) -> bool:
    """Return whether a request has several messages of the system."""
    return system_messages(reading.dialect, object_of(reading.request)) > 1


def in_said_parts(reading: Reading) -> bool:
    """Return whether a line that the model said stands in a list of parts, in one message with its calls.

    Where calls are parts themselves there is no other form.
    """
    lines, form = asked_lines(reading), load_dialect(reading.dialect).wire.request
    if lines is None or form is None or form.parts is None:
        return False
    messages = map(object_of, items_of(object_of(reading.request).get(form.parts.history)))
    said = (one.get("content") for one in messages if one.get("tool_calls"))
    return any(_has(part, lines.before.line) for content in said for part in items_of(content))


def _has(part: Json, line: str) -> bool:
    text = object_of(part).get("text")
    return isinstance(text, str) and line in text


def otherwise(form: Form) -> Form:
    """Make the test of the usual form."""
    return lambda reading: not form(reading)


def due_in(place: LinePlace, form: Form) -> Callable[[Reading], bool]:
    """Make a test as `due_of` does, of lines in a form."""
    due = due_of(place)
    return lambda reading: due(reading) and form(reading)


def reached_in(place: LinePlace, form: Form) -> Callable[[Reading], bool]:
    """Make a test as `reached_at` does, of lines in a form."""
    reached = reached_at(place)
    return lambda reading: reached(reading) and form(reading)


def repeated_in(place: LinePlace, form: Form, message: str) -> Check:
    """Make a check as `repeated_of` does, of lines in a form."""
    repeated = repeated_of(place, message)

    def check(reading: Reading) -> Iterator[Violation]:
        if form(reading):
            yield from repeated(reading)

    return check


def here_alone_in(place: LinePlace, form: Form) -> Plant:
    """Plant as `here_alone_of` does, where the line is in a form."""
    plant = here_alone_of(place)

    def planted(name: str, mode: Mode) -> Change:
        change = plant(name, mode)

        def apply(exchange: Exchange) -> Exchange:
            if not form(load_dialect(name).decode(exchange)):
                raise LookupError("the line stands in another form")
            return change(exchange)

        return apply

    return planted
