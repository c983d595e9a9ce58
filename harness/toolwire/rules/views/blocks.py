"""A text of several lines that a tool returned and that is to be repeated with all its blanks.

With it one of the question itself is asked for: who repeats that one blank by blank does as told, and whatever is
otherwise in the first came so.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from toolwire.dialects.quoted import BLOCK, block_in
from toolwire.model.conversation import ResultsTurn
from toolwire.model.reply import Reading
from toolwire.rules.views.asked_for import asked, whole
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.text_changes import FORMS, LONGEST, changed

#: One of a result and one of the question.
_TWO: Final = 2


class AskedBlocks(NamedTuple):
    """A text of a result that was asked for, and one of the last words of the user."""

    returned: str
    here: str


@memoize
def asked_blocks(reading: Reading) -> AskedBlocks | None:
    """Return the texts that a reply was to repeat; None where not one of each was asked for."""
    what = asked(reading)
    ends = [] if what is None else BLOCK.findall(what.words)
    if what is None or len(ends) != _TWO or reading.reply.tool_calls:
        return None
    turns = (turn for turn in (*what.before, *what.since) if isinstance(turn, ResultsTurn))
    results = [one.content for turn in turns for one in turn.results if not one.error]
    here = [one for one in (block_in(what.words, *pair) for pair in ends) if one]
    returned = [one for text in results for one in (block_in(text, *pair) for pair in ends) if one]
    alone = len(here) == len(returned) == 1 and len(here[0]) + len(returned[0]) < LONGEST
    return AskedBlocks(returned[0], here[0]) if alone else None


def is_repeated(reading: Reading) -> bool:
    """Return whether a whole reply has the text of the question with all its blanks."""
    blocks = asked_blocks(reading)
    return blocks is not None and whole(reading) and blocks.here in (reading.reply.text or "")


def other_blanks(words: str, text: str) -> str:
    """Return how a text repeats words with other blanks; "" where they stand in it, or with another change.

    A change that is told of any words that are repeated is another rule's.
    """
    if words in text or _squeezed(words) not in _squeezed(text):
        return ""
    if any(other in text for _, other in changed(words)):
        return ""
    made = ((how, change(words)) for how, change in FORMS.items())
    of_blanks = ((how, other) for how, other in made if _squeezed(other) == _squeezed(words))
    found = (how for how, other in of_blanks if other != words and other in text)
    return next(found, "its blanks and line breaks are others")


def _squeezed(text: str) -> str:
    return "".join(text.split())
