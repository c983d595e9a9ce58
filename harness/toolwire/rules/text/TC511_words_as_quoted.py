"""TC511: words-as-quoted."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange
from toolwire.rules.arguments.probe_echo import SHOWN
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, Plant, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import Asked, asked, whole
from toolwire.rules.views.probe_answer import answered

#: What models leave out or add around words that they are to say.
_AROUND: Final = " \n.!?\"'"
_FORMS: Final = ("NFC", "NFD", "NFKC", "NFKD")
#: Marks of typesetters -> as they are typed.
_TYPED: Final = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'"})
#: Signs that take no room, which stand before a text or in it.
_UNSEEN: Final = str.maketrans(dict.fromkeys("\ufeff\u200b\u2060\x00"))
#: Members of schemas by which tools are told again.
_SCHEMAS: Final = ('"parameters"', '"input_schema"', '"inputSchema"', '"properties"')
#: Letters of words that nobody repeats by chance.
_LONG: Final = 20


def _in_latin(text: str) -> str:
    return text.encode("utf-8", "replace").decode("latin-1")


def _in_windows(text: str) -> str:
    return text.encode("utf-8", "replace").decode("cp1252", "replace")


#: What was done to a text -> how it then reads.
_MADE: Final[Mapping[str, Callable[[str], str]]] = {
    "letters came in another normal form": lambda t: unicodedata.normalize("NFD", t),
    "apostrophes came as other marks": lambda t: t.replace("'", "\u2019"),
    "UTF-8 was read as Latin-1": _in_latin,
    "UTF-8 was read as Windows-1252": _in_windows,
    "other letters than ASCII were dropped": lambda t: t.encode("ascii", "ignore").decode(),
    "other letters than ASCII became question marks": lambda t: t.encode(
        "ascii", "replace"
    ).decode(),
    "it was escaped": lambda t: t.encode("ascii", "backslashreplace").decode(),
}
_TWICE: Final = "they came twice"
_REPEATED: Final = "the words of the user came with them"
#: What a model may do by itself.
_FREE: Final = frozenset({*tuple(_MADE)[:2], "its marks came otherwise", _TWICE, _REPEATED})


def _quoted(reading: Reading) -> tuple[Asked, str] | None:
    """Return what is asked for with the words that a reply is to say, and says something else or them."""
    what = asked(reading) if reading.reply.text and not reading.reply.tool_calls else None
    if what is None or what.since or what.calls or not whole(reading):
        return None
    return (what, what.quoted) if what.quoted else None


def _shows(words: str) -> bool:
    """Return whether words show whatever is done to them: with accents, an apostrophe and `&`."""
    accents = unicodedata.normalize("NFD", words) != words
    return accents and "'" in words and "&" in words


def _due(reading: Reading) -> bool:
    found = _quoted(reading)
    return found is not None and _shows(found[1])


def _as_quoted(reading: Reading) -> Iterator[Violation]:
    found = _quoted(reading)
    if found is None or not _shows(found[1]):
        return
    what, words = found
    came = reading.reply.text or ""
    how = _altered(words, came) or _around(what, words, came)
    if how:
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


def _around(what: Asked, words: str, came: str) -> str:
    """Return what stands around words, or in their place, that only a program puts there."""
    text, wanted = came.strip(), words.strip(_AROUND)
    if text[:1] in ('"', "{", "[") and _holds(text, wanted):
        return "they came as JSON"
    if text[:2] in ("b'", 'b"') and text[-1] == text[1]:
        return "they came as a program shows bytes"
    if wanted and text.count(wanted) > 1 and not what.words.count(wanted) > 1:
        return _TWICE
    if len(what.words) >= _LONG and what.words in came:
        return _REPEATED
    named = any(tool.name in came for tool in what.tools)
    return "the tools came with them" if named and any(key in came for key in _SCHEMAS) else ""


def _holds(text: str, wanted: str) -> bool:
    """Return whether a text is JSON, a string or with a member, in which the wanted words are."""
    try:
        value = parse(text)
    except JsonError:
        return False
    # A model may put what it says into quotation marks.
    if isinstance(value, str):
        return value.strip(_AROUND) == wanted and "\\" in text
    members: list[Json] = [*value.values()] if isinstance(value, dict) else [value]
    inner = [*members, *(m for one in members if isinstance(one, list) for m in one)]
    return any(isinstance(one, str) and one.strip(_AROUND) == wanted for one in inner)


def _said(change: Callable[[str], str]) -> Plant:
    """Plant other words in the place of those that are to be said, where any are."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            found = _quoted(load_dialect(name).decode(exchange))
            if found is None:
                raise LookupError("no words are to be said")
            return Answer(text=change(found[1]))

        return answered(other)(name, mode)

    return plant


def _echoed(name: str, mode: Mode) -> Change:
    """Plant the words of the user before those that are to be said."""

    def other(exchange: Exchange) -> Answer:
        found = _quoted(load_dialect(name).decode(exchange))
        if found is None:
            raise LookupError("no words are to be said")
        return Answer(text=f"{found[0].words}\n{found[1]}")

    return answered(other)(name, mode)


RULE = Rule(
    id="TC511",
    name="words-as-quoted",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        'A text that the prompt quotes to be said (`Say "..."`) keeps its letters and marks: no '
        "entities, no other charset, normal form or apostrophe, no sign that nobody sees; and it comes "
        "once, without the words of the user, the tools or JSON around it. Judged where it has accents, "
        "an apostrophe and `&`. Another text is the model's. A model may also write another normal form or "
        "apostrophe, repeat itself or the user; a run in which every such text came so is the server's doing."
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
            "say_closely", _said(lambda t: unicodedata.normalize("NFD", t)), fault="normal form"
        ),
        *mutations_for("say_closely", _said(html.escape), fault="entities"),
        *mutations_for("say_closely", _said(_in_latin), fault="Latin-1"),
        *mutations_for("say_closely", _said(lambda t: f"\ufeff{t}"), fault="a sign nobody sees"),
        *mutations_for("say_closely", _said(lambda t: f"{t}{t}"), fault="twice"),
        *mutations_for("say_closely", _echoed, fault="the words of the user"),
    ),
)
