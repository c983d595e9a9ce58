"""TC128: member-once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of, repeated_member
from toolwire.model.conversation import ToolCall
from toolwire.rules.arguments.arguments import TEXTUAL, calls
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.faults import Change, arguments, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.dialect_paths import arguments_at

#: A document is read a second time for this: a larger one is passed over.
_LARGEST: Final = 1_000_000
_TEXT: Final = '{"location":"Rome","location":"Paris","days":2}'


def _member_once(reading: Reading) -> Iterator[Violation]:
    known: set[str] = set()
    for call in calls(reading):
        place, text = _holds(reading, call)
        if place in known or len(text) > _LARGEST or not _may_be_twice(call, text):
            continue
        known.add(place)
        name = repeated_member(text)
        if name is not None:
            message = "An object has a member twice."
            yield Violation(place, message, "each name once", name[:60])
            return


def _holds(reading: Reading, call: ToolCall) -> tuple[str, str | bytes]:
    """Return the text that the arguments of a call are read from, and where it stands."""
    if call.raw is not None:
        return arguments_at(reading, call), call.raw
    if call.pointer.startswith("event["):
        number = int(call.pointer[len("event[") :].partition("]")[0])
        return f"event[{number}]", reading.events[number].data
    return "", reading.exchange.response.body


def _may_be_twice(call: ToolCall, text: str | bytes) -> bool:
    """Return whether a name may stand twice in an object of the arguments, which is cheap to ask."""
    held = object_of(call.arguments)
    if isinstance(text, str):
        # With no more colons behind quotes than members there is no further name, in any object.
        return text.count('":') + text.count('" :') != len(held)
    names = (f'"{name}"'.encode("utf-8", "surrogatepass") for name in held)
    return any(text.count(name) > 1 for name in names)


def _in_the_document(_dialect: str, _mode: Mode) -> Change:
    """Plant a first value of an argument before the one that is meant, in the body's own bytes."""

    def twice(data: bytes) -> bytes:
        return data.replace(b'{"location":', b'{"location":"Rome","location":', 1)

    return raw_body(twice)


_STREAMED_TEXT: Final = ("anthropic-messages", "bedrock-converse")
_VALUES: Final = ("cohere-v1", "gemini-generate", "ollama-chat")

RULE = Rule(
    id="TC128",
    name="member-once",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "No object of a call's arguments has a member twice; where the wire carries the arguments "
        "as an object, no object of the body or event that holds them has. Two that are equal count "
        "too."
    ),
    why=(
        "Parsers differ in which of the two they keep, and some refuse the document (RFC 8259, "
        "section 4): a guard that reads the one lets the other pass, and the tool runs with it."
    ),
    breaks="nobody who was tried: Python and JavaScript keep the last, Go the last, others the first",
    workaround="Refuse the call where the parser can tell.",
    source=Source(
        "spec",
        "RFC 8259 section 4: the names within an object should be unique; behaviour is "
        "unpredictable where they are not",
        "https://www.rfc-editor.org/rfc/rfc8259#section-4",
        "2026-11-24",
    ),
    check=_member_once,
    needs_calls=True,
    needs_wire=True,
    mutations=(
        *mutations_for("single_call", arguments(_TEXT), TEXTUAL),
        *mutations_for("single_call", arguments(_TEXT), _STREAMED_TEXT, (Mode.STREAMING,)),
        *mutations_for("single_call", _in_the_document, _STREAMED_TEXT, (Mode.BLOCKING,)),
        *mutations_for("single_call", _in_the_document, _VALUES),
    ),
)
