"""TC509: said-text-is-whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.rules.arguments.probe_echo import SHOWN, recut
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, whole
from toolwire.rules.views.ending import ending_words
from toolwire.rules.views.limit import breaks_off
from toolwire.rules.views.probe_answer import said

#: What models leave out or add around words that they are to say.
_AROUND: Final = " \n.!?\"'"
#: Characters from which on a text is more than a piece or two of a stream.
_LONG: Final = 14
#: Characters of a piece that no model loses by a slip.
_PIECE: Final = 2
#: Quotation marks that two pieces have between them and around them, but for the first and the last.
_MARKS: Final = 2
_BLANKS: Final = re.compile(r"\s+")


def _quoted(reading: Reading) -> str:
    """Return the words that a reply was to say, and says in whatever form; "" for none."""
    what = asked(reading) if reading.reply.text and not ending_words(reading) else None
    # What breaks off at a limit is TC421's.
    if what is None or what.since or not whole(reading) or breaks_off(reading):
        return ""
    return (what.quoted or "").strip(_AROUND)


def _streamed(reading: Reading) -> bool:
    """Return whether a stream was to say words long enough to come in several pieces."""
    return reading.mode is Mode.STREAMING and len(_quoted(reading)) >= _LONG


def _is_whole(reading: Reading) -> Iterator[Violation]:
    wanted, came = _quoted(reading), (reading.reply.text or "").strip(_AROUND)
    if not wanted or wanted.casefold() in came.casefold():
        return
    glued = _BLANKS.sub("", wanted)
    if glued != wanted and glued in came:
        message = "The text came without its blanks."
        yield _told(reading, message, wanted, came, varies=False)
    elif _streamed(reading) and glued == _BLANKS.sub("", came) and len(came) < len(wanted):
        message = "The pieces of the text came without the blanks between them."
        # One blank may be a slip of the model.
        slip = len(wanted) - len(came) < _PIECE
        yield _told(reading, message, wanted, came, varies=slip)
    elif glued != wanted and glued in _BLANKS.sub("", came):
        # A model may break a line; that it does so in every text of a run is the server's doing.
        message = "The text came with other blanks than were to be said."
        yield _told(reading, message, wanted, came, varies=True)
    elif _streamed(reading) and (message := _in_pieces(wanted, came)):
        yield _told(reading, message, wanted, came, varies=True)


def _in_pieces(wanted: str, came: str) -> str:
    """Return what became of a text whose pieces were dealt with one by one; "" for nothing."""
    if abs(len(came) - len(wanted)) >= _PIECE and recut(wanted, came):
        return "A piece of the text is missing in the stream, or stands in it twice."
    if _reordered(wanted, came) or _reordered(f"{wanted}.", came):
        return "The pieces of the text came in another order."
    if came == wanted[1:]:
        return "The first character of the text is missing in the stream."
    if came.count('"') - wanted.count('"') >= _MARKS and _unquoted(came) == _unquoted(wanted):
        return "The pieces of the text came with quotation marks around them."
    return ""


def _unquoted(text: str) -> str:
    return text.replace('"', "").replace("\\", "").strip(_AROUND)


def _reordered(wanted: str, came: str) -> bool:
    letters, others = _BLANKS.sub("", wanted), _BLANKS.sub("", came)
    return letters != others and sorted(letters) == sorted(others)


def _told(reading: Reading, message: str, wanted: str, came: str, *, varies: bool) -> Violation:
    place = reading.reply.text_pointer
    return Violation(place, message, wanted[:SHOWN], came[:SHOWN], variance=varies)


RULE = Rule(
    id="TC509",
    name="said-text-is-whole",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        'A text that the prompt quotes to be said (`Say "..."`) comes with its blanks, and a stream '
        "of it without a piece missing or doubled, with the blanks between its pieces and these in "
        "their order, without marks around them. Another text is the model's, and not judged; so is what a stream does to its "
        "pieces once, but not that every stream of a run does, or that several blanks are gone."
    ),
    why="The user reads words run together, or without some of them, in one mode or in both.",
    breaks="whoever joins the pieces as they come: every official SDK, and what is built on them",
    workaround="Do not stream, where whole replies are right.",
    source=Source(
        "docs",
        "OpenAI: the pieces of a stream, joined, are the text",
        "https://developers.openai.com/api/docs/guides/streaming-responses",
        "2026-11-24",
    ),
    check=_is_whole,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("streams of a text that was quoted", _streamed, partly=True),
    mutations=(
        *mutations_for("say_so", said(lambda text: _BLANKS.sub("", text)), fault="blanks dropped"),
        *mutations_for(
            "say_so",
            said(lambda text: text[:5] + text[9:]),
            modes=(Mode.STREAMING,),
            fault="a piece missing",
        ),
        *mutations_for(
            "say_so",
            said(lambda text: text.replace(" ", "", 2)),
            modes=(Mode.STREAMING,),
            fault="blanks between pieces",
        ),
        *mutations_for(
            "say_so",
            said(lambda text: text[6:12] + text[:6] + text[12:]),
            modes=(Mode.STREAMING,),
            fault="another order",
        ),
    ),
    cases="""
mistral.rs | streamed pieces came without blanks | https://github.com/EricLBuehler/mistral.rs/issues/63 | issue closed 2024-04
aprender 0.63.0 | a stream loses every blank and line break, the whole reply has them | https://github.com/paiml/aprender/issues/2367 | PR merged 2026-08
vllm-mlx | pieces of blanks alone are dropped with some tool parsers | https://github.com/waybarrios/vllm-mlx/issues/431 | issue closed 2026-04
""",
)
