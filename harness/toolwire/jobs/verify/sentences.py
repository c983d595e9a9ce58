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
RESULT_MISSED: Final = "A history in which a call has no result was answered."
ANSWERED: Final = "A request that is wrong was answered"
MORE_WORDS: Final = "The text has more words than its request allows"
#: Begins findings of words that are lost as a whole: of a part of them, it stands before these.
LOST: Final = re.compile(
    "The answer (to a result )?has no word of (?!the (beginning|middle|end) )"
    # A call that takes a result over needs it; what is not read is not counted.
    "|Behind a result come words, though the prompt writes out a call that takes it over"
    f"|{FEWER_OF_PROMPT}"
)
