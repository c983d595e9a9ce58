"""What became of a text that was to be said, whose pieces were dealt with one by one.

A model may say something else; what is told here is what programs do that cut texts and join them.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from toolwire.model.reply import Reading
from toolwire.rules.arguments.probe_echo import recut
from toolwire.rules.views.asked_for import asked, whole
from toolwire.rules.views.ending import ending_words
from toolwire.rules.views.limit import breaks_off

#: What models leave out or add around words that they are to say.
AROUND: Final = " \n.!?\"'"
#: Characters from which on a text is more than a piece or two of a stream.
LONG: Final = 14
#: Characters of a piece that no model loses by a slip.
_PIECE: Final = 2
#: Quotation marks that two pieces have between them and around them, but for the first and the last.
_MARKS: Final = 2
BLANKS: Final = re.compile(r"\s+")


class Alteration(NamedTuple):
    """What was done to a text; `varies` where a model may do it once."""

    message: str
    varies: bool


def quoted_words(reading: Reading) -> str:
    """Return the words that a reply was to say, and says in whatever form; "" for none."""
    what = asked(reading) if reading.reply.text and not ending_words(reading) else None
    # What breaks off at a limit is TC421's.
    if what is None or what.since or not whole(reading) or breaks_off(reading):
        return ""
    return (what.quoted or "").strip(AROUND)


def altered(wanted: str, came: str, *, in_pieces: bool) -> Alteration | None:
    """Return what was done to a text on the way; None for nothing, or where the model said another.

    Args:
        wanted: what was to be said.
        came: what was said, both without what stands around them.
        in_pieces: whether it is looked for what is done to pieces.
    """
    if not wanted or wanted.casefold() in came.casefold():
        return None
    glued = BLANKS.sub("", wanted)
    if glued != wanted and glued in came:
        return Alteration("The text came without its blanks.", varies=False)
    if in_pieces and glued == BLANKS.sub("", came) and len(came) < len(wanted):
        message = "The pieces of the text came without the blanks between them."
        # One blank may be a slip of the model.
        return Alteration(message, varies=len(wanted) - len(came) < _PIECE)
    if glued != wanted and glued in BLANKS.sub("", came):
        # A model may break a line; that it does so in every text of a run is the server's doing.
        return Alteration("The text came with other blanks than were to be said.", varies=True)
    message = _in_pieces(wanted, came) if in_pieces else ""
    return Alteration(message, varies=True) if message else None


def _in_pieces(wanted: str, came: str) -> str:
    """Return what became of a text whose pieces were dealt with one by one; "" for nothing."""
    if abs(len(came) - len(wanted)) >= _PIECE and recut(wanted, came):
        return "A piece of the text is missing, or stands there twice."
    if _reordered(wanted, came) or _reordered(f"{wanted}.", came):
        return "The pieces of the text came in another order."
    if came == wanted[1:]:
        return "The first character of the text is missing."
    if came.count('"') - wanted.count('"') >= _MARKS and _unquoted(came) == _unquoted(wanted):
        return "The pieces of the text came with quotation marks around them."
    return ""


def _unquoted(text: str) -> str:
    return text.replace('"', "").replace("\\", "").strip(AROUND)


def _reordered(wanted: str, came: str) -> bool:
    letters, others = BLANKS.sub("", wanted), BLANKS.sub("", came)
    return letters != others and sorted(letters) == sorted(others)
