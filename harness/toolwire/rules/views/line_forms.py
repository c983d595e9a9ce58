"""In which form a line of before stands in its request, where a format has two forms of the same place.

What a server reads in one of them shows nothing of the other.
"""

from __future__ import annotations

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json
from toolwire.rules.mutate.own_answers import in_other_form
from toolwire.rules.mutate.system_messages import system_messages
from toolwire.rules.rule import Reading
from toolwire.rules.views.lines_of_before import Form, asked_lines


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
    return any(_has(part, lines.before[0].line) for content in said for part in items_of(content))


def in_other_answers(reading: Reading) -> bool:
    """Return whether earlier answers of the model are written in the form that is not their format's usual one."""
    return in_other_form(reading.dialect, object_of(reading.request))


def in_parts(reading: Reading) -> bool:
    """Return whether a line of before stands in a message of several texts, of which a server may read one."""
    lines, form = asked_lines(reading), load_dialect(reading.dialect).wire.request
    if lines is None or form is None or form.parts is None:
        return False
    line = lines.before[0].line
    messages = map(object_of, items_of(object_of(reading.request).get(form.parts.history)))
    lists = (items_of(value) for message in messages for value in message.values())
    return any(
        sum(isinstance(object_of(part).get("text"), str) for part in parts) > 1
        and any(_has(part, line) for part in parts)
        for parts in lists
    )


def _has(part: Json, line: str) -> bool:
    text = object_of(part).get("text")
    return isinstance(text, str) and line in text


def otherwise(form: Form) -> Form:
    """Make the test of the usual form."""
    return lambda reading: not form(reading)
