"""Giving a text the form that its request wants: that of a schema, and an end at a word or at a limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.body import json_of
from toolwire.dialects.dialect import Answer, Dialect
from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import Json, Tool

#: A text of no more characters a token is let be; one that is cut keeps fewer.
_LET_BE: Final = 4
_KEPT: Final = 2
#: Characters that stand around the arguments of a call that is text.
_MARKS: Final = 50


def shaped(planned: Answer, dialect: Dialect, sent: Json) -> Answer:
    """Return an answer whose text fits the schema that its request wants, as a grammar makes it
    fit, or that is JSON.

    Args:
        planned: what would be said without a schema.
        dialect: of the request.
        sent: the request's body.
    """
    form = dialect.wire.request
    if form is None or planned.text is None or planned.calls:
        return planned
    schema = form.wanted_schema(object_of(sent))
    if schema is None:
        wants = form.text_form is not None and form.text_form.json_mode(object_of(sent)) is not None
        return replace(planned, text=_as_json(planned.text)) if wants else planned
    made = sample_arguments(Tool("answer", parameters=schema))
    known = object_of(schema.get("properties"))
    free = {name: value for name, value in made.items() if not _is_fixed(known.get(name))}
    first = next((name for name, value in free.items() if isinstance(value, str)), None)
    said = made if first is None else {**made, first: planned.text}
    return replace(planned, text=dump(said).decode())


def _is_fixed(schema: Json) -> bool:
    """Return whether a schema says which value there is."""
    return not object_of(schema).keys().isdisjoint(("const", "enum"))


def _as_json(text: str) -> str:
    """Return a text as a JSON object that says it; itself where it is one."""
    told = json_of(text)
    return text if isinstance(told, dict) else dump({"answer": text}).decode()


def ended(planned: Answer, dialect: Dialect, sent: Json) -> Answer:
    """Return an answer that ends before the first of the words that its request names.

    Args:
        planned: what would be said without such words.
        dialect: of the request.
        sent: the request's body.
    """
    form, text = dialect.wire.request, planned.text
    if form is None or text is None:
        return planned
    words = [word for word in form.ending_words(object_of(sent)) if word in text]
    if not words:
        return planned
    first = min(words, key=text.index)
    return replace(planned, text=text[: text.index(first)], calls=(), ended_at=first)


def limited(planned: Answer, dialect: Dialect, sent: Json) -> Answer:
    """Return an answer whose text is cut where the limit of its request is reached, before any call.

    A call that goes beyond the limit is left out, as servers do that tell whole calls only.

    Args:
        planned: what would be said without a limit.
        dialect: of the request.
        sent: the request's body.
    """
    form, text = dialect.wire.request, planned.text or ""
    most = None if form is None else form.most_tokens(object_of(sent))
    if most is None:
        return planned
    if len(text) > most * _LET_BE:
        return replace(planned, text=text[: most * _KEPT], calls=(), cut=True, ended_at="")
    # Where calls are text, their names and marks are written as well.
    marks = _MARKS if dialect.in_words else 0
    called = sum(len(dump(call.arguments)) + marks for call in planned.calls)
    if len(text) + called > most * _LET_BE:
        return replace(planned, calls=(), cut=True, ended_at="")
    return planned
