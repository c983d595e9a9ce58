"""What a text format of tool calls is: a name, its markers, a decoder and an encoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from toolwire.model.conversation import Json, JsonObject


@dataclass(frozen=True, slots=True)
class TextCall:
    """One whole call written in text.

    Attributes:
        name: the tool it names.
        arguments: the parsed value; for families that are not `typed` an object of texts.
        id: the call's id where the format has one.
        form: the spelling, where a format has several.
        start, end: offsets of its markup in the text; not compared.
    """

    name: str
    arguments: Json
    id: str | None = None
    form: str = ""
    start: int = -1
    end: int = -1


class ProblemKind(StrEnum):
    """What is wrong with markup.

    `truncated`: the text ended inside it. `malformed`: its body cannot be read; it stays in
    the text. `form`: it was read, but is not what the format's own parser looks for. `unread`:
    nobody looked at it, because the text is too large; that says nothing of the markup.
    """

    TRUNCATED = "truncated"
    MALFORMED = "malformed"
    FORM = "form"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class MarkupProblem:
    """One thing wrong with the markup in a text.

    Attributes:
        kind: what sort of thing.
        at: its offset in the text.
        reason: one sentence that contains no value from the text.
        name: the tool it names, as far as it came; hostile.
    """

    kind: ProblemKind
    at: int
    reason: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, read.

    Attributes:
        calls: whole calls, in the order of the text.
        text: what is left without the markup: neither whole calls nor truncated ones.
        problems: in the order of the text.
    """

    calls: tuple[TextCall, ...]
    text: str
    problems: tuple[MarkupProblem, ...] = ()

    @property
    def problem(self) -> MarkupProblem | None:
        """Return the first problem; None when there is none."""
        return self.problems[0] if self.problems else None

    def names(self) -> tuple[str, ...]:
        """Return every tool named by a call, whole or broken."""
        broken = (problem.name for problem in self.problems if problem.name)
        return (*(call.name for call in self.calls), *broken)


@dataclass(frozen=True, slots=True)
class TextFamily:
    """A text format that models are trained, or told, to write tool calls in.

    Attributes:
        name: as in the rule catalogue, section TX.
        title: whose models write it.
        markers: strings of which one is enough to know it in ordinary text; () where it has
            none and only a whole call tells.
        decode: a text to the calls in it; any text is bearable, in time linear in its length.
        encode: calls to the text a correct model writes.
        control: the markers are single tokens of the tokenizer, never plain text.
        typed: values keep their JSON types on the wire; otherwise they are all text and the
            tool's schema says what they are (`typed.with_types`).
    """

    name: str
    title: str
    markers: tuple[str, ...]
    decode: Callable[[str], Decoded]
    encode: Callable[[Sequence[tuple[str, JsonObject]]], str]
    control: bool = False
    typed: bool = True
