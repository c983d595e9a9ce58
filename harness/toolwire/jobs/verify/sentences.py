"""What findings say, word for word, by which several kinds of folds know them: each sentence stands here once."""

from __future__ import annotations

import re
from typing import Final

MEMBER_MISSING: Final = "A member that the published type requires is missing."
FEWER_OF_PROMPT: Final = "Fewer tokens are counted of the prompt than its words take"
OTHER_WORD: Final = "The stream ends in another word than the blocking reply."
WORD_OF_NO_API: Final = "The stop reason is not a word of this API."
ANOTHER_REASON: Final = "The text ended at a word of the request, and the reason is another."
HOLDS_NO_CALL: Final = "The reply ends as one with calls and holds none."
ENDS_WITHOUT_CALL: Final = "The reply holds calls and ends as one without."
CALL_LEFT_OUT: Final = "The call is left out where its request allows no more"
IN_ONE_MODE: Final = "The text came in one mode only"
NOTHING_SAID: Final = "The answer says nothing"
NO_COUNTS: Final = "No token counts are told in the"
PIECE_MISSING: Final = "A piece of the text is missing"
NOT_CALLED: Final = "A call was required and none came."
RESULT_MISSED: Final = "A history in which a call has no result was answered."
ANSWERED: Final = "A request that is wrong was answered"
NO_REASON: Final = "The finish reason is not a word of the vocabulary."
NO_CALL_STREAMED: Final = "The stream has no call; the blocking answer to the same request has."
NO_CALL_BESIDE_WORDS: Final = (
    "The stream has no call; the blocking answer to the same request has one beside words."
)
OTHER_TYPE: Final = "The value is not of the published type."
ARGUMENTS_LEFT_OUT: Final = "all arguments were left out."
NO_BLANKS: Final = "without the blanks between"
IMAGE_UNCOUNTED: Final = "No token is counted of an image among the user's words"
MORE_WORDS: Final = "The text has more words than its request allows"
#: What is said of calls that lack all of their arguments.
NO_ARGUMENTS: Final = frozenset(
    {
        "There are no arguments at all though a strict tool requires some.",
        "The call that was demanded has no arguments, though its tool requires some.",
        "A call behind results has no arguments although its tool requires some.",
    }
)
#: Begins what is said of counts of a prompt: of an answer's, and of the path that counts before one.
UNCOUNTED: Final = re.compile(
    rf"{FEWER_OF_PROMPT}|The path \S+ counts fewer tokens of a prompt than its words take"
)
#: Begins findings of words that are lost as a whole: of a part of them, it stands before these.
LOST: Final = re.compile(
    "The answer (to a result )?has no word of (?!the (beginning|middle|end) )"
    # A call that takes a result over needs it; what is not read is not counted.
    "|Behind a result come words, though the prompt writes out a call that takes it over"
    f"|{UNCOUNTED.pattern}"
)
