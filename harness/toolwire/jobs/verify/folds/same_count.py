"""Whether two findings of a run tell of one thing that befell its counts of tokens."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    ANYTHING,
    SaidTogether,
    every,
    in_its_answers,
    in_its_modes,
    in_the_same_modes,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    FEWER_OF_PROMPT,
    IMAGE_COUNTED_LESS,
    IMAGE_UNCOUNTED,
    KEPT_UNCOUNTED,
    NO_COUNTS,
    NO_PART,
    NOT_KEPT,
    NOTHING_KEPT,
    ONE_PART,
)
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.addition import LONG

#: How the user's words are lost with which an image is, and the case beside which it is asked.
_IN_PARTS: Final = ", in several parts"
_IMAGE_ASKED: Final = f"history_forms.right_{LONG[0]}"
_IN_SEVERAL: Final = re.compile(
    r"history_forms\.form_in_parts_(contents_user_parts|messages_user_content)"
)
#: Of an event of a stream beside those before; and of an answer beside what it says.
_FEWER_THAN_BEFORE: Final = "Fewer tokens of the answer are counted than in an event before."
_FEWER_THAN_WORDS: Final = "Fewer tokens are counted of the answer than its words take."
_ANOTHER_NUMBER: Final = "The same answer has another number of tokens when streamed."
_ANOTHER_PROMPT: Final = "The prompt of one request has another number of tokens when streamed."


#: Counts are missing in a stream whose chunk of them has none.
without_counts: Final = SaidTogether(
    some("The chunk has no choices and no usage."), ANYTHING, (in_the_same_modes,)
)

#: A stream counts neither the prompt nor the answer as the whole reply does.
both_counted_otherwise: Final = SaidTogether(
    every(_ANOTHER_PROMPT), every(_ANOTHER_NUMBER), (in_the_same_modes,)
)


def counted_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that differs between the modes is that one tells no counts."""
    where = "stream" if best.modes == (str(Mode.STREAMING),) else "blocking reply"
    told = {f"{NO_COUNTS} {where}."}
    return len(best.modes) == 1 and other.texts == told


def image_lost_with_words(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether an image is not counted that is a part of the user's words, of which one is read."""
    lost = all(_IN_PARTS in text for text in best.texts)
    less = all(text.startswith((FEWER_OF_PROMPT, IMAGE_UNCOUNTED)) for text in other.texts)
    cases = {_IMAGE_ASKED, *best.shown_in}
    counted = all(_IN_SEVERAL.match(one.case) or one.case in cases for one in other.examples)
    return lost and less and counted


#: What is not counted is an image in a result of whose parts one alone is read, or none.
image_not_counted: Final = SaidTogether(every(ONE_PART, NO_PART), every(IMAGE_COUNTED_LESS))


#: What is not counted is a conversation of which the model has no word.
kept_not_counted: Final = SaidTogether(
    every(NOTHING_KEPT, NOT_KEPT), every(KEPT_UNCOUNTED), (in_its_modes,)
)


#: Who goes on from an id that the end of a stream tells otherwise goes on from another conversation.
kept_under_another_id: Final = SaidTogether(
    every("The events do not agree on which answer they are of.", at=("/response/id",)),
    every(KEPT_UNCOUNTED),
    (in_its_modes, in_its_answers),
)


#: An answer is not counted whole whose events count what each of them says.
counted_by_event: Final = SaidTogether(
    some(_FEWER_THAN_BEFORE), every(_FEWER_THAN_WORDS), (in_its_modes,)
)


def counted_less_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the mode that counts too little of an answer is the one that counts less of the same."""
    streamed = best.modes == (str(Mode.STREAMING),)
    less = (
        isinstance(one.expected, int)
        and isinstance(one.actual, int)
        and (one.actual < one.expected) is streamed
        for one in other.examples
    )
    alone = len(best.modes) == 1 and best.texts == {_FEWER_THAN_WORDS}
    return alone and other.texts == {_ANOTHER_NUMBER} and all(less)
