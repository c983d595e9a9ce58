"""What servers do to texts on their way: each of them known, and done to every text alike.

A text that holds the marks of `MARKS` shows each of these changes.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

TextChange: TypeAlias = "Callable[[str], str]"

#: What texts hold that show every change: letters of all kinds, blanks, marks of other formats.
MARKS: Final = (
    *("\n\n", "\t", "  ", "```py\n", "\n# ", "**", "*", "_", "/"),
    *('"', "'", "\\", "<b>", "&lt;", "& ", "{{", "[", "$", "%20", "+", "https://"),
)
#: Characters of texts that are looked at: every change is made of them.
LONGEST: Final = 20_000
_HIGH: Final = re.compile(r"[^\u0000-\uffff]")
_OTHER: Final = re.compile(r"[^\x00-\x7f]")
#: Letters of which texts need one of each sort.
_SORTS: Final = (re.compile("[\u00c0-\u017f]"), re.compile("[\u3000-\u9fff]"), _HIGH)
#: Blanks that decoders of tokens take away to clean a text up (`clean_up_tokenization_spaces`): before marks, and
#: before what English writes without its first letters.
_BEFORE_MARKS: Final = re.compile(r" (?=[.,!?]|n't\b|'(?:m|s|ve|re)\b)")
_FENCED: Final = re.compile(r"```\w*\n?(.*?)\n?```", re.DOTALL)
_ESCAPED: Final[Mapping[str, str]] = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    **{mark: mark for mark in '"\\/'},
}
_ESCAPE: Final = re.compile(r"\\([ntrbf\"\\/])")


def _plain_letters(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _once_more(text: str, *, ascii_only: bool) -> str:
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]


def _once_less(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED[found[1]], text)


def _replaced(old: str, new: str) -> TextChange:
    return lambda text: text.replace(old, new)


def _without(*marks: str) -> TextChange:
    return lambda text: text.translate({ord(mark): "" for mark in marks})


def _made(pattern: str | re.Pattern[str], new: str | Callable[[re.Match[str]], str]) -> TextChange:
    found = re.compile(pattern, re.MULTILINE) if isinstance(pattern, str) else pattern
    return lambda text: found.sub(new, text)


#: Changes that are told also of words that a model repeats: it hardly makes them itself.
LETTERS: Final[Mapping[str, TextChange]] = {
    "letters beyond the basic plane were dropped": _made(_HIGH, ""),
    "letters beyond the basic plane became question marks": _made(_HIGH, "?"),
    "letters beyond the basic plane became two question marks": _made(_HIGH, "??"),
    "letters beyond the basic plane were replaced": _made(_HIGH, "\ufffd"),
    "letters beyond the basic plane were replaced by halves": _made(_HIGH, "\ufffd\ufffd"),
    "other letters than ASCII were dropped": _made(_OTHER, ""),
    "other letters than ASCII became question marks": _made(_OTHER, "?"),
    "other letters than ASCII were replaced": _made(_OTHER, "\ufffd"),
    "other letters than ASCII became blanks": _made(_OTHER, " "),
    "letters beyond Latin-1 were dropped": _made(r"[^\x00-\xff]", ""),
    "letters beyond Latin-1 became question marks": _made(r"[^\x00-\xff]", "?"),
    "letters were escaped as a program shows them": lambda t: t.encode(
        "ascii", "backslashreplace"
    ).decode(),
    "letters were escaped as JSON may have them": _made(
        _OTHER, lambda found: _once_more(found[0], ascii_only=True)
    ),
    "letters became numbers of HTML": lambda t: t.encode("ascii", "xmlcharrefreplace").decode(),
    "letters lost their accents": _plain_letters,
    "letters lost their accents, and others were dropped": lambda t: (
        _plain_letters(t).encode("ascii", "ignore").decode()
    ),
    "UTF-8 was read as Latin-1": lambda t: t.encode("utf-8", "replace").decode("latin-1"),
    "UTF-8 was read as Windows-1252": lambda t: t.encode("utf-8", "replace").decode(
        "cp1252", "replace"
    ),
    "letters came in another normal form": lambda t: unicodedata.normalize("NFD", t),
    "all letters are small": str.lower,
    "all letters are capitals": str.upper,
    "it was escaped once more": lambda t: _once_more(t, ascii_only=False),
    "it was escaped once more, in ASCII": lambda t: _once_more(t, ascii_only=True),
    "line breaks were escaped once more": _replaced("\n", "\\n"),
    "line breaks were dropped": _replaced("\n", ""),
    "line breaks became those of HTML": _replaced("\n", "<br>"),
    "line breaks became those of Windows": _replaced("\n", "\r\n"),
    "backslashes became slashes": _replaced("\\", "/"),
    "tags were taken out": _made(r"<[^<>]*>", ""),
    "tabs were escaped once more": _replaced("\t", "\\t"),
    "tabs were dropped": _replaced("\t", ""),
    "line breaks and tabs were escaped once more": lambda t: t.replace("\n", "\\n").replace(
        "\t", "\\t"
    ),
    "control characters were dropped": _made(r"[\n\t]", ""),
    "all blanks were dropped": lambda t: "".join(t.split()),
    "backslashes were doubled": _replaced("\\", "\\\\"),
    "backslashes were dropped": _without("\\"),
    "quotes were escaped once more": _replaced('"', '\\"'),
    "quotes were dropped": _without('"'),
    "apostrophes were dropped": _without("'"),
    "apostrophes were doubled": _replaced("'", "''"),
    "apostrophes were escaped": _replaced("'", "\\'"),
    "apostrophes became those of HTML": _replaced("'", "&#39;"),
    "quotes became those of HTML": _replaced('"', "&quot;"),
    "HTML entities were written": html.escape,
    "HTML entities were written, quotes left alone": lambda t: html.escape(t, quote=False),
    "`&` became an entity": _replaced("&", "&amp;"),
    "angle brackets became entities": lambda t: t.replace("<", "&lt;").replace(">", "&gt;"),
    "angle brackets and `&` were escaped": lambda t: (
        t.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    ),
    "angle brackets were dropped": _without("<", ">"),
    "braces were dropped": _without("{", "}"),
    "brackets were dropped": _without("[", "]"),
    "slashes were escaped": _replaced("/", "\\/"),
    "dollar signs were dropped": _without("$"),
    "percent signs were doubled": _replaced("%", "%%"),
    "percent signs were read out of an address": _replaced("%20", " "),
    "underscores were escaped": _replaced("_", "\\_"),
    "stars were escaped": _replaced("*", "\\*"),
    "addresses were taken out": _made(r"https?://\S+", ""),
}
#: Those that are told of arguments alone: in words of its own a model may write so.
FORMS: Final[Mapping[str, TextChange]] = {
    "it was unescaped once more": _once_less,
    "HTML entities were read": html.unescape,
    "line breaks became blanks": _replaced("\n", " "),
    "several line breaks became one": _made(r"\n+", "\n"),
    "line breaks were doubled": _replaced("\n", "\n\n"),
    "line breaks became blanks, and blanks at both ends were dropped": lambda t: t.replace(
        "\n", " "
    ).strip(),
    "control characters became blanks": _made(r"[\n\t]", " "),
    "tabs became a blank": _replaced("\t", " "),
    "tabs became two blanks": _replaced("\t", "  "),
    "tabs became four blanks": _replaced("\t", "    "),
    "tabs became eight blanks": _replaced("\t", "        "),
    "several blanks became one": _made(r" {2,}", " "),
    "blanks before marks were dropped": _made(_BEFORE_MARKS, ""),
    "blanks of every kind became one": lambda t: " ".join(t.split()),
    "blanks at the beginning of lines were dropped": _made(r"^[ \t]+", ""),
    "blanks and line breaks at both ends were dropped": str.strip,
    "blanks and line breaks at the beginning were dropped": str.lstrip,
    "blanks and line breaks at the end were dropped": str.rstrip,
    "only the first line was kept": lambda t: t.split("\n", maxsplit=1)[0],
    "fences of Markdown were taken away": _made(_FENCED, r"\1"),
    "fenced code was taken out": _made(_FENCED, ""),
    "fences lost their backticks": _replaced("```", ""),
    "backticks were dropped": _without("`"),
    "double stars were dropped": _replaced("**", ""),
    "stars were dropped": _without("*"),
    "headings lost their signs": _made(r"^#+ ", ""),
    "double braces became single ones": lambda t: t.replace("{{", "{").replace("}}", "}"),
    "quotes became apostrophes": _replaced('"', "'"),
    "apostrophes came as other marks": _replaced("'", "\u2019"),
    "blanks were read out of an address": _replaced("+", " "),
}

#: What parsers of calls that are written as elements leave around a value, which no model writes into each.
AROUND: Final[Mapping[str, TextChange]] = {
    "a line break was put before and behind": lambda t: f"\n{t}\n",
    "a line break was put before": lambda t: f"\n{t}",
    "a line break was put behind": lambda t: f"{t}\n",
    "a blank was put before": lambda t: f" {t}",
    "quotes were put around": lambda t: f'"{t}"',
}
#: What words hold that show every change of `LETTERS`.
_TOLD: Final = (
    *("\n", "\t", "*", "_", "/", '"', "'", "\\", "<", "& "),
    *("{", "[", "$", "%20", "https://"),
)


def has_ends(texts: Iterable[str]) -> bool:
    """Return whether a text begins with a blank and ends with a line break."""
    return any(text.startswith(" ") and text.endswith("\n") for text in texts)


def tries_letters(words: str) -> bool:
    """Return whether words hold what shows it whatever is done to their letters and marks."""
    return len(words) < LONGEST and has_sorts(words) and all(mark in words for mark in _TOLD)


def has_sorts(words: str) -> bool:
    """Return whether words have letters with accents, others beyond Latin-1 and beyond the plane."""
    return all(sort.search(words) for sort in _SORTS)


def changed(text: str) -> Iterator[tuple[str, str]]:
    """Yield each change of `LETTERS` that a text shows, with the text as it then reads."""
    for how, change in LETTERS.items():
        other = change(text)
        if other != text:
            yield how, other
