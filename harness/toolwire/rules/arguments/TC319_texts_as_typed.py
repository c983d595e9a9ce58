"""TC319: texts-as-typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects import PlannedCall
from toolwire.model.conversation import Json
from toolwire.rules.arguments.probe_echo import SHOWN, again, pairs
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation

_FORMS: Final = ("NFC", "NFD", "NFKC", "NFKD")
#: Marks of typesetters -> as they are typed.
_TYPED: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"'}
)


def _normalised(text: str, came: str) -> bool:
    return came in {unicodedata.normalize(form, text) for form in _FORMS}


def _typeset(text: str, came: str) -> bool:
    return came.translate(_TYPED) == text.translate(_TYPED)


def _cased(text: str, came: str) -> bool:
    return came in (text.lower(), text.upper(), text.casefold())


#: What was done to each text that shows it -> whether it was, and which texts could show it.
_KINDS: Final[Mapping[str, tuple[Callable[[str, str], bool], Callable[[str], bool]]]] = {
    "letters came in another normal form of Unicode": (
        _normalised,
        lambda text: unicodedata.normalize("NFD", text) != text,
    ),
    "apostrophes came as other marks": (_typeset, lambda text: "'" in text),
    "quotes came as other marks": (_typeset, lambda text: '"' in text),
    "capitals came as small letters, or the other way": (
        _cased,
        lambda text: text.lower() != text,
    ),
}


def _texts(wanted: Json, came: Json) -> Iterator[tuple[str, str]]:
    """Yield each text that was written out, with the text that came in its place."""
    if isinstance(wanted, dict) and isinstance(came, dict):
        for name in wanted.keys() & came.keys():
            yield from _texts(wanted[name], came[name])
    elif isinstance(wanted, list) and isinstance(came, list) and len(wanted) == len(came):
        for one, another in zip(wanted, came, strict=True):
            yield from _texts(one, another)
    elif isinstance(wanted, str) and isinstance(came, str):
        yield wanted, came


def _every_text(reading: Reading) -> list[tuple[str, str]]:
    return [
        found
        for wanted, call in pairs(reading)
        if call.parse_error is None
        for found in _texts(wanted.arguments, call.arguments)
    ]


def _as_typed(reading: Reading) -> Iterator[Violation]:
    every = _every_text(reading)
    for how, (is_done, could) in _KINDS.items():
        shown = [pair for pair in every if could(pair[0])]
        if shown and all(text != came and is_done(text, came) for text, came in shown):
            text, came = shown[0]
            message = f"Every text that could show it came back otherwise: {how}."
            pointer = reading.reply.tool_calls[0].pointer
            yield Violation(pointer, message, text[:SHOWN], came[:SHOWN])
            return


def _due(reading: Reading) -> bool:
    """Return whether a text came that has capitals, accents and both sorts of typed quotes.

    Whatever a server does to one of them, such a text shows; one without some cannot clear it.
    """
    every = _every_text(reading)
    return any(all(could(text) for _, could in _KINDS.values()) for text, _ in every)


def _in_texts(change: Callable[[str], str]) -> Callable[[list[PlannedCall]], list[PlannedCall]]:
    def apply(calls: list[PlannedCall]) -> list[PlannedCall]:
        return [
            PlannedCall(call.name, {k: change(str(v)) for k, v in call.arguments.items()})
            for call in calls
        ]

    return apply


RULE = Rule(
    id="TC319",
    name="texts-as-typed",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "A text that the prompt writes out inside a call keeps its capitals, its apostrophes and "
        "quotes, and the normal form of its letters. A model may write them otherwise; a run in "
        "which every text that could show it did is the server's doing. What parsers do to texts "
        "is TC308's."
    ),
    why="A path, a name or a quotation no longer matches what it was copied from, and looks alike.",
    breaks="every client whose tools compare texts: file names, identifiers, edits that replace text",
    workaround="Compare without regard to case, quotes and normal form, where the tool can bear it.",
    source=Source(
        "spec",
        "RFC 8259, 8.3: strings are compared code unit by code unit",
        "https://www.rfc-editor.org/rfc/rfc8259#section-8.3",
        "2026-11-24",
    ),
    check=_as_typed,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("calls with a text of capitals, accents and typed quotes", _due),
    mutations=(
        *mutations_for(
            "spelt_closely",
            again(_in_texts(lambda text: unicodedata.normalize("NFD", text))),
            fault="normal form",
        ),
        *mutations_for(
            "spelt_closely",
            again(_in_texts(lambda text: text.replace("'", "\u2019"))),
            fault="apostrophe",
        ),
        *mutations_for("spelt_closely", again(_in_texts(str.lower)), fault="capitals"),
    ),
)
