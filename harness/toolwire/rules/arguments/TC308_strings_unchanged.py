"""TC308: strings-unchanged."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import quote, unquote, unquote_plus

from toolwire.dialects import DIALECTS
from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json
from toolwire.rules.arguments.probe_echo import SHOWN, again, changed, with_location
from toolwire.rules.groups import IN_WORDS
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Subject, Violation
from toolwire.rules.views.text_changes import FORMS, LETTERS, TextChange


def _without_one_layer(text: str) -> str:
    try:
        value = parse(f'"{text}"')
    except JsonError:
        return text
    return value if isinstance(value, str) else text


#: Those of the changes to texts that hardly any model makes.
_KNOWN: Final = (
    *("HTML entities were written", "HTML entities were written, quotes left alone"),
    *("HTML entities were read", "tags were taken out"),
    *("it was escaped once more", "it was escaped once more, in ASCII"),
    *("UTF-8 was read as Latin-1", "blanks were read out of an address"),
    "letters were escaped as a program shows them",
    *("other letters than ASCII were dropped", "other letters than ASCII became question marks"),
    "letters beyond the basic plane were replaced",
    "letters beyond the basic plane were replaced by halves",
    "letters beyond the basic plane were dropped",
    *("letters beyond Latin-1 were dropped", "letters beyond Latin-1 became question marks"),
    *("line breaks were escaped once more", "line breaks became those of Windows"),
    *("line breaks and tabs were escaped once more", "tabs were escaped once more"),
    *("line breaks became blanks", "line breaks were dropped"),
    *("tabs became four blanks", "control characters became blanks"),
    *("slashes were escaped", "quotes became apostrophes"),
    *("quotes were dropped", "backslashes were dropped"),
)
_CHANGES: Final = {**LETTERS, **FORMS}
#: Letters beyond ASCII that a text needs so that no slip of a model doubles each of them.
_SEVERAL: Final = 3


def _twice(text: str) -> str:
    """Return a text with each of its letters beyond ASCII twice, where there are several."""
    came, letters = re.subn(r"([^\x00-\x7f])", r"\1\1", text)
    return came if letters >= _SEVERAL else text


#: What parsers do to text -> how it then reads.
_MANGLED: Final[Mapping[str, TextChange]] = {
    **{how: _CHANGES[how] for how in _KNOWN},
    "it was unescaped once more": _without_one_layer,
    "it was read as a part of an address": unquote_plus,
    "percent signs were read out of an address": unquote,
    "it was written as a part of an address": quote,
    "each letter beyond ASCII came twice": _twice,
    "joiners were dropped": lambda t: re.sub("[\u200c\u200d]", "", t),
    "the underscores of a number were dropped": lambda t: re.sub(r"(?<=\d)_(?=\d)", "", t),
    "the leading zeros of a number were dropped": lambda t: re.sub(r"\b0+(?=\d)", "", t),
}


#: Letters for which programs make room, and how many more a text has that nobody leaves out by a slip.
_ROOM: Final = frozenset({16, 20, 32, 40, 50, 64, 80, 100, 128, 200, 255, 256})
_REST: Final = 8
_CUT: Final = "it was cut inside a word, where programs cut"


#: What a decoder writes for bytes that are no character, which a model hardly does.
_SIGN: Final = "\ufffd"
_BEYOND: Final = re.compile(r"[^\x00-\x7f]+")
_UNDECODED: Final = "letters beyond ASCII were replaced"


#: Blanks that nobody leaves out by a slip.
_BLANKS: Final = 2
_LOST: Final = "blanks between its words are gone"


#: What a model may do after all; what small ones do that write a text on one line: whether each text comes
#: so is for a run to tell (TC325).
_MILD: Final[Mapping[str, Severity]] = {
    **dict.fromkeys(
        (
            *(_CUT, _LOST, "quotes became apostrophes"),
            *("line breaks and tabs were escaped once more", "tabs were escaped once more"),
        ),
        Severity.WARNING,
    ),
    **dict.fromkeys(
        (
            *("line breaks became blanks", "control characters became blanks"),
            "tabs became four blanks",
        ),
        Severity.INFO,
    ),
}


def _glued(text: str) -> str:
    return "".join(text.split())


def _is_cut(text: str, came: str) -> bool:
    """Return whether a text was cut after a number of letters that programs make room for."""
    kept = len(came)
    if kept not in _ROOM or len(text) < kept + _REST or not text.startswith(came):
        return False
    return came[-1].isalnum() and text[kept].isalnum()


def _is_undecoded(text: str, came: str) -> bool:
    """Return whether a text came with U+FFFD in place of letters beyond ASCII, and else as it was."""
    # Runs are compared as such: how many letters a sign stands for could be tried in too many ways.
    replaced = _SIGN in came and _SIGN not in text
    return replaced and _BEYOND.sub(_SIGN, came) == _BEYOND.sub(_SIGN, text)


def _how(text: str, came: Json) -> str | None:
    """Return what a parser did to a text; None where it may have been the model."""
    if isinstance(came, str):
        if _is_cut(text, came):
            return _CUT
        if len(text) - len(came) >= _BLANKS and _glued(text) == _glued(came):
            return _LOST
        known = next((how for how, mangle in _MANGLED.items() if mangle(text) == came), None)
        return known or (_UNDECODED if _is_undecoded(text, came) else None)
    return "it was read as a value" if _value_of(text) == (came,) else None


def _value_of(text: str) -> tuple[Json, ...]:
    """Return the value a loose parser reads in a text, as JSON or as Python; () for none."""
    plain = text.strip().replace("_", "")
    for spelled in (plain, plain.lower(), plain.lstrip("0") or "0"):
        try:
            return (parse(spelled),)
        except JsonError:
            continue
    return (None,) if plain == "None" else ()


def _strings_unchanged(reading: Reading) -> Iterator[Violation]:
    for call, text, came in changed(reading):
        how = _how(text, came)
        if how is not None:
            message = f"A text came back changed as parsers change it: {how}."
            shown = came[:SHOWN] if isinstance(came, str) else came
            yield Violation(call.pointer, message, text[:SHOWN], shown, _MILD.get(how))
            return


RULE = Rule(
    id="TC308",
    name="strings-unchanged",
    severity={
        **dict.fromkeys(DIALECTS, Severity.ERROR),
        **dict.fromkeys(IN_WORDS, Severity.WARNING),
    },
    statement=(
        "A text that the prompt writes out inside a call comes back byte for byte. Only what "
        "parsers do counts: HTML entities, tags taken out, one escape too many or too few, UTF-8 "
        "read as Latin-1, the escapes of addresses, a cut after a round number of letters and "
        "several blanks gone (warnings), letters beyond ASCII each twice where there are three or more, "
        "letters, quotes or backslashes dropped or replaced (quotes "
        "by apostrophes: a warning), line breaks and tabs flattened (blanks for them: an "
        "information) or made those of another system, digits folded, a text read as a number, a "
        "boolean or null. Another text is the model's, and not judged; what decides it is a backend "
        "with a fixed answer."
    ),
    why="The tool gets another text than the model wrote, and is called again and again.",
    breaks=(
        "No client can tell: openai-node's runTools, openai-agents, the tool runners of "
        "anthropic-python and anthropic-node, LangChain, pydantic-ai, llama_index and the "
        "Vercel AI SDK run the tool with the other text. Over SGLang's GLM parser agents ask "
        "again for ever (sglang#30644)."
    ),
    workaround="Read texts by the schema's type, and never evaluate them.",
    check=_strings_unchanged,
    subject=Subject.PROBE,
    needs_request=True,
    needs_asked=True,
    mutations=(
        *mutations_for("spelt_out", again(with_location(html.escape)), fault="entities"),
        *mutations_for(
            "spelt_out",
            again(with_location(lambda t: t.replace("123_456", "123456"))),
            ("openai-chat",),
            fault="underscore",
        ),
        *mutations_for(
            "spelt_out",
            again(with_location(LETTERS["UTF-8 was read as Latin-1"])),
            ("openai-chat",),
            fault="Latin-1",
        ),
        *mutations_for(
            "spelt_out",
            again(with_location(lambda t: t.replace("\u6771\u4eac", _SIGN * 4))),
            ("openai-chat",),
            fault="undecoded",
        ),
    ),
    cases="""
SGLang (GLM) | "123_456" becomes "123456" although schema says string | https://github.com/sgl-project/sglang/issues/30644 | issue closed (inactive) 2026-07
""",
)
