"""TC511: words-as-quoted."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.rules.arguments.probe_echo import SHOWN
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, tries_letters, whole
from toolwire.rules.views.probe_answer import said
from toolwire.rules.views.text_changes import FORMS, LETTERS, TextChange

#: What models leave out or add around words that they are to say.
_AROUND: Final = " \n.!?\"'"
_FORMS: Final = ("NFC", "NFD", "NFKC", "NFKD")
#: Marks of typesetters -> as they are typed.
_TYPED: Final = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'"})
#: Signs that take no room, which stand before a text or in it.
_UNSEEN: Final = str.maketrans(dict.fromkeys("\ufeff\u200b\u2060\x00"))


#: Changes that say nothing: a model may leave out what its own language has not.
_LEFT_OUT: Final = (
    *("letters lost their accents", "letters lost their accents, and others were dropped"),
    *("letters beyond the basic plane were dropped", "apostrophes were dropped"),
)
#: What was done to a text -> how it then reads.
_MADE: Final[Mapping[str, TextChange]] = {
    **{how: change for how, change in LETTERS.items() if how not in _LEFT_OUT},
    "apostrophes came as other marks": FORMS["apostrophes came as other marks"],
    "its marks were escaped twice": lambda t: t.replace("'", "\\\\'"),
}
#: What a model may do by itself.
_FREE: Final = frozenset(
    {
        *("all letters are small", "all letters are capitals"),
        *("letters came in another normal form", "apostrophes came as other marks"),
        "its marks came otherwise",
    }
)


def _quoted(reading: Reading) -> str:
    """Return the words that a reply is to say, and says something else or them; "" for none to judge."""
    what = asked(reading) if reading.reply.text and not reading.reply.tool_calls else None
    if what is None or what.since or what.calls or not what.quoted or not whole(reading):
        return ""
    return what.quoted if tries_letters(what.quoted) else ""


def _due(reading: Reading) -> bool:
    return bool(_quoted(reading))


def _as_quoted(reading: Reading) -> Iterator[Violation]:
    words, came = _quoted(reading), reading.reply.text or ""
    if words and (how := _altered(words, came)):
        message = f"The words that were to be said came otherwise: {how}."
        shown = words[:SHOWN], came[:SHOWN]
        yield Violation(reading.reply.text_pointer, message, *shown, variance=how in _FREE)


def _altered(words: str, came: str) -> str:
    """Return what was done to the letters of words; "" for nothing."""
    wanted, there = words.strip(_AROUND), came.strip(_AROUND)
    if there == wanted:
        return ""
    if there.translate(_UNSEEN).strip(_AROUND) == wanted:
        return "signs that nobody sees are in it"
    if html.unescape(there) in (wanted, words):
        return "HTML entities were written"
    typed = {unicodedata.normalize(form, there.translate(_TYPED)) for form in _FORMS}
    for how, change in _MADE.items():
        if there == change(wanted).strip(_AROUND):
            return how
    return "its marks came otherwise" if wanted in typed else ""


RULE = Rule(
    id="TC511",
    name="words-as-quoted",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        'A text that the prompt quotes to be said (`Say "..."`) keeps its letters and marks: no '
        "entities, no other charset, normal form, case or apostrophe, no sign that nobody sees. Judged "
        "where it has accents, an apostrophe and `&`. Another text is the model's. A model may also write "
        "another normal form, case or apostrophe; a run in which every such text came so is the server's "
        "doing. What stands around the words is TC512's."
    ),
    why="The user reads another text than the model wrote, and it goes back with the history.",
    breaks="whoever shows the text, or compares it: every official SDK hands it on as it came",
    workaround="",
    source=Source(
        "spec",
        "RFC 8259, 8.1 and 8.3: JSON is UTF-8, and strings are compared code unit by code unit",
        "https://www.rfc-editor.org/rfc/rfc8259#section-8",
        "2026-11-24",
    ),
    check=_as_quoted,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("texts with accents and marks that were quoted", _due, partly=True),
    mutations=(
        *mutations_for(
            "say_closely", said(lambda t: unicodedata.normalize("NFD", t)), fault="normal form"
        ),
        *mutations_for("say_closely", said(html.escape), fault="entities"),
        *mutations_for("say_closely", said(LETTERS["UTF-8 was read as Latin-1"]), fault="Latin-1"),
        *mutations_for("say_closely", said(lambda t: f"\ufeff{t}"), fault="a sign nobody sees"),
        *mutations_for("say_closely", said(str.lower), fault="small letters"),
        *mutations_for(
            "say_closely", said(LETTERS["it was escaped once more, in ASCII"]), fault="escapes"
        ),
    ),
)
