"""The facets of a format as a table, and the one walker that reads them in a reading.

A row is a word of the comparison matrix, mostly the path of a member, or a small reader for
what a word alone cannot say. Text from the wire goes in only where it looks like a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from toolwire.dialects.facet import nothing_of, tells_absence, tells_framing
from toolwire.dialects.paths import first_at
from toolwire.dialects.shape import id_shape
from toolwire.model.conversation import JsonObject, ResultsTurn
from toolwire.model.reply import ABSENT, Reading

#: What a reading shows of one facet; None for nothing.
Reader: TypeAlias = "Callable[[Reading], str | None]"
#: A word that holds wherever its group is shown, a reader, or None: the format has no such thing.
Row: TypeAlias = "str | Reader | None"
Condition: TypeAlias = "Callable[[Reading], bool]"
#: A facet with its word, or with what reads it.
_Row: TypeAlias = "tuple[str, str | None, Reader | None]"


def has_calls(reading: Reading) -> bool:
    """Return whether a reply calls tools."""
    return bool(reading.reply.tool_calls)


def always(_: Reading) -> bool:
    """Return that everything is shown which stands there."""
    return True


def _has_stop(reading: Reading) -> bool:
    return reading.reply.stop is not None


def _was_taken(reading: Reading) -> bool:
    # Only what was answered is known to be taken.
    return reading.ok


def _has_error(reading: Reading) -> bool:
    return reading.reply.error is not None


class Shown(NamedTuple):
    """Which readings show anything at all of calls, stop, request, framing and error."""

    calls: Condition
    stop: Condition
    request: Condition
    framing: Condition
    error: Condition


USUALLY: Final = Shown(has_calls, _has_stop, _was_taken, tells_framing, _has_error)


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetTable:
    """How each of `observation.FACETS` is told; none has a default, as in `Wire`.

    Attributes:
        shown: the conditions of the groups of rows that follow.
        call_field, legacy_api, id_field, id_pattern, arguments, no_arguments, stop_on_call,
            text_beside_call: of replies that call tools.
        stop_field: of replies that have a stop reason.
        definition_field, schema_field, result_field, result_id_field: of requests.
        framing: of streams.
        error_field: of errors.
    """

    shown: Shown
    call_field: Row
    legacy_api: Row
    id_field: Row
    id_pattern: Row
    arguments: Row
    no_arguments: Row
    stop_on_call: Row
    text_beside_call: Row
    stop_field: Row
    definition_field: Row
    schema_field: Row
    result_field: Row
    result_id_field: Row
    framing: Row
    error_field: Row
    _rows: tuple[tuple[Condition, tuple[_Row, ...]], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Lay the rows out by group once, since every exchange asks for them."""
        rows = (
            tuple(
                (key, *((row, None) if isinstance(row, str) else (None, row)))
                for key in group
                if (row := getattr(self, key)) is not None
            )
            for group in _GROUPS
        )
        object.__setattr__(self, "_rows", tuple(zip(self.shown, rows, strict=True)))

    def read(self, reading: Reading) -> Mapping[str, str]:
        """Return keys of `observation.FACETS` with what this reading shows, no more."""
        words: dict[str, str] = {}
        before, holds = None, False
        for shown, rows in self._rows:
            # Two groups in a row may have one condition, which may cost something.
            if shown is not before:
                before, holds = shown, shown(reading)
            if holds:
                for key, fixed, read in rows:
                    word = fixed if read is None else read(reading)
                    if word is not None:
                        words[key] = word
        return words


#: The rows that each condition of `Shown` is about.
_GROUPS: Final = (
    (
        "call_field",
        "legacy_api",
        "id_field",
        "id_pattern",
        "arguments",
        "no_arguments",
        "stop_on_call",
        "text_beside_call",
    ),
    ("stop_field",),
    ("definition_field", "schema_field", "result_field", "result_id_field"),
    ("framing",),
    ("error_field",),
)


def _word(row: Row, reading: Reading) -> str | None:
    return row(reading) if callable(row) else row


def object_sent(path: str) -> Callable[[Reading], JsonObject]:
    """Return what finds the first object with members at a path of a request; {} for none."""
    first = first_at(path, lambda value: isinstance(value, dict) and bool(value))

    def find(reading: Reading) -> JsonObject:
        value = first(reading.request)
        return value if isinstance(value, dict) else {}

    return find


def sent_at(words: Mapping[str, str]) -> Reader:
    """Return what reads the word of the first of these paths at which a request has something."""
    paths = tuple((first_at(path), word) for path, word in words.items())

    def read(reading: Reading) -> str | None:
        for first, word in paths:
            if first(reading.request) is not ABSENT:
                return word
        return None

    return read


def member_sent(path: str, *members: str, otherwise: str | None = None) -> Reader:
    """Return what reads which member the first object at a path of a request has.

    `otherwise` is said of an object that has none of them.
    """
    find = object_sent(path)

    def read(reading: Reading) -> str | None:
        first = find(reading)
        return next((name for name in members if name in first), otherwise if first else None)

    return read


def _results(reading: Reading) -> list[ResultsTurn]:
    turns = reading.conversation.turns if reading.conversation else ()
    return [turn for turn in turns if isinstance(turn, ResultsTurn)]


def results_sent(word: str) -> Reader:
    """Return what reads a word where a request has results."""
    return lambda reading: word if _results(reading) else None


def result_ids_sent(word: str) -> Reader:
    """Return what reads a word where a request has results, each with the id of its call."""

    def read(reading: Reading) -> str | None:
        turns = _results(reading)
        named = all(result.call_id is not None for turn in turns for result in turn.results)
        return word if turns and named else None

    return read


def stop_at(path: str) -> Reader:
    """Return what reads where the stop reason stands, where stops are shown by calls alone."""
    return lambda reading: None if reading.reply.stop is None else path


def id_at(path: str) -> Reader:
    """Return what reads where a call's id stands; `absent` only where that can be told."""

    def read(reading: Reading) -> str | None:
        if reading.reply.tool_calls[0].id is not None:
            return path
        return "absent" if tells_absence(reading) else None

    return read


def id_if_there(path: str) -> Reader:
    """Return what reads where a call's id stands, in formats whose calls all have one."""
    return lambda reading: None if reading.reply.tool_calls[0].id is None else path


def id_pattern(reading: Reading) -> str | None:
    """Return what the id of the first call looks like."""
    first = reading.reply.tool_calls[0]
    return None if first.id is None else id_shape(first.id, first.name)


def object_arguments(reading: Reading) -> str | None:
    """Return `object` where the arguments of the first call are one."""
    return "object" if isinstance(reading.reply.tool_calls[0].arguments, dict) else None


def empty_object(reading: Reading) -> str | None:
    """Return `{}` where a call has no arguments."""
    return "{}" if any(call.arguments == {} for call in reading.reply.tool_calls) else None


def parsed_nothing(reading: Reading) -> str | None:
    """Return how "no arguments" is written by calls that are text, and have nothing else."""
    return nothing_of(call.arguments for call in reading.reply.tool_calls)


def first_of(*rows: Row) -> Reader:
    """Return what reads the first of these rows that says something."""
    return lambda reading: next((w for r in rows if (w := _word(r, reading)) is not None), None)
