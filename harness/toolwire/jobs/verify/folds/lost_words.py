"""Whether findings tell of messages, or of what these hold, that never reach the model: the first of them, all
behind it, words of the user, results, and tools behind the first.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds import told_together
from toolwire.jobs.verify.folds.saying import SaidTogether, every, in_its_modes, some
from toolwire.jobs.verify.folds.sentences import (
    FEWER_OF_PROMPT,
    IMAGE_COUNTED_LESS,
    IMAGE_UNCOUNTED,
    IN_ONE_PIECE,
    LONG_BEHIND,
    LONG_TOOLS,
    LOST,
    NOT_GONE_ON,
    NOTHING_SAID,
    OF_REVERSED_TOOLS,
    RESULT_UNSEEN,
    RESULTS_AGAIN,
    ROW_LOST,
    TOOL_UNTOLD,
    UNCOUNTED,
    UNSENT,
    WITHOUT_STREAM,
    WORDS_FOR_A_CALL,
    WORDS_UNSEEN,
)
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.exchange import Endpoint
from toolwire.rules.mutate.system_messages import system_messages

_NOWHERE: Final = Endpoint("https://api.example.invalid", "reference-model")
_FIRST_LOST: Final = "The answer has no word of the first message, of which it was to repeat a line"
_DEVELOPER_LOST: Final = "The answer has no word of a message of the developer"
#: Cases whose first message has the image that they count, or is all that they count.
_IN_FIRST: Final = re.compile(
    r"history_forms\.(right_long_system|form_text_part_\w*tool_result\w*|form_developer_message\w*)"
)
#: Cases that count results, and the one that counts an image in one.
_RESULTS: Final = r"history_forms\.right_results|round_trip\.line_result_\d+"
_OF_RESULTS: Final = re.compile(_RESULTS)
_WITH_IMAGE: Final = re.compile(rf"{_RESULTS}|history_forms\.right_long_system")
#: Cases that count what stands behind the first message.
_BEHIND_FIRST: Final = re.compile(
    rf"{_RESULTS}|history_forms\.right_long_(arguments|behind|history|system)"
    r"|round_trip\.line_(words|called|said|reply|row)_\d+|reasoning_state\.\w+"
)
_EARLIER: Final = "earlier questions and answers"
#: What is counted of other parts of a request.
_ELSEWHERE: Final = ("a long system prompt", LONG_TOOLS)
#: Cases that count words of the user, or an image among them.
_OF_USER: Final = re.compile(
    r"history_forms\.(right_long_(behind|system|history)|form_\w+_(messages_user_content|input_user_content"
    r"|contents_user_parts))|round_trip\.(line_(words|row|beside)_\d+|kept_\w+)"
)
_ONE_CHOSEN: Final = (
    "The tool was called that the choice names first, and the prompt asks for another of them."
)
#: Cases that count words in several parts, or an image beside them; and the one whose words stand beside a result.
_OF_PARTS: Final = re.compile(
    r"history_forms\.(form_(in_parts|text_part)_(messages_user_content|input_user_content|contents_user_parts)"
    r"|right_long_system)|round_trip\.(line_words_\d+|kept_\w+)"
)
_BESIDE_RESULT: Final = "history_forms.right_long_behind"
_IN_PARTS: Final = "in several parts"
_RESULT_ALONE: Final = "The answer repeats the result alone: the words in one message with it"
_NOT_ASKED: Final = "The history lacks what was asked."
_KEPT: Final = "of the conversation that was to be kept"


@cache
def _system_is_a_message(name: str) -> bool:
    asked = Conversation((UserTurn("Hello."),), (), system="Be brief.")
    body = parse(load_dialect(name).encode(asked, _NOWHERE).body)
    return system_messages(name, object_of(body)) > 0


#: Nothing goes on from a prompt that is lost, nor is a line of it repeated, where the first message is.
first_lost: Final = SaidTogether(
    every(_FIRST_LOST), every(NOT_GONE_ON, ROW_LOST, _DEVELOPER_LOST), (in_its_modes,)
)


def system_first(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the system prompt is lost where the first message is, and it is that."""
    lost = all(text.startswith(_FIRST_LOST) for text in best.texts) and in_its_modes(best, other)
    return lost and _system_is_a_message(other.dialect) and all(map(LOST.match, other.texts))


def first_uncounted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is counted too low are prompts whose first message is most of them."""
    lost = any(text.startswith(_FIRST_LOST) for text in best.texts) and in_its_modes(best, other)
    less = all(text.startswith((FEWER_OF_PROMPT, IMAGE_UNCOUNTED)) for text in other.texts)
    return lost and less and all(_IN_FIRST.fullmatch(one.case) for one in other.examples)


def others_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls are made again that were answered, and all that is counted too low stands behind
    the first message, which alone is read.
    """
    again = RESULTS_AGAIN in best.texts and in_its_modes(best, other)
    earlier = any(part in text for part in (_EARLIER, LONG_BEHIND) for text in other.texts)
    elsewhere = any(part in text for part in _ELSEWHERE for text in other.texts)
    behind = all(_BEHIND_FIRST.fullmatch(one.case) for one in other.examples)
    return again and earlier and behind and not elsewhere


def results_uncounted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether nothing goes on from results, and all that is counted too low are these."""
    lost = all(text.startswith(NOT_GONE_ON) for text in best.texts) and in_its_modes(best, other)
    counted = all(UNCOUNTED.match(text) for text in other.texts)
    return lost and counted and all(_OF_RESULTS.fullmatch(one.case) for one in other.examples)


def results_unseen(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no word of a result comes, and all that is counted too low are results, or an image in one."""
    lost = any(text.startswith(RESULT_UNSEEN) for text in best.texts) and in_its_modes(best, other)
    told = {one.case for one in best.examples}
    less = all(UNCOUNTED.match(text) or text.startswith(IMAGE_COUNTED_LESS) for text in other.texts)
    return (
        lost
        and less
        and all(_WITH_IMAGE.fullmatch(one.case) or one.case in told for one in other.examples)
    )


def results_in_other_forms(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether words of results are lost in another form as well, where no result is read."""
    lost = told_together.RESULTS_LOST in best.texts and in_its_modes(best, other)
    return lost and all(LOST.match(text) or _KEPT in text for text in other.texts)


def words_uncounted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no call comes that words of the user write out, and all that is counted too low are these."""
    unread = best.texts <= {WORDS_FOR_A_CALL, told_together.USER_LOST} and in_its_modes(best, other)
    less = all(
        text.startswith(IMAGE_UNCOUNTED) or UNCOUNTED.match(text) is not None
        for text in other.texts
    )
    return unread and less and all(_OF_USER.fullmatch(one.case) for one in other.examples)


#: Nothing else comes that words of the user ask for.
nothing_asked: Final = SaidTogether(
    some(told_together.USER_LOST), every(_ONE_CHOSEN, _NOT_ASKED, NOTHING_SAID), (in_its_modes,)
)


def answered_in_one_piece(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether requests of which nothing is left are answered with nothing, and not as a stream."""
    nothing = any(text.startswith(NOTHING_SAID) for text in best.texts)
    whole = all(text.startswith((IN_ONE_PIECE, WITHOUT_STREAM)) for text in other.texts)
    return told_together.USER_LOST in best.texts and nothing and whole


#: The history that a server tells lacks words of the user that the model does not have, either.
words_unsent: Final = SaidTogether(
    every(WORDS_UNSEEN, _FIRST_LOST),
    every(UNSENT),
    (in_its_modes,),
)
#: Of many tools none but the first is called, and none is counted.
later_tools_uncounted: Final = SaidTogether(
    every(OF_REVERSED_TOOLS), every(LONG_TOOLS), (in_its_modes,)
)
#: Nor is one called behind results, or one that a choice names beside the first.
later_tools_lost: Final = SaidTogether(
    some(told_together.FIRST_TOOL_ALONE),
    every(NOT_GONE_ON, _ONE_CHOSEN, TOOL_UNTOLD),
    (in_its_modes,),
)


#: Words in one message with a result are a part of it, of which another is read.
beside_lost: Final = SaidTogether(every(_IN_PARTS), every(_RESULT_ALONE), (in_its_modes,))


def parts_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is counted too low are words in several parts, of which some are lost, or an
    image among these.
    """
    beside = any(text.startswith(_RESULT_ALONE) for text in best.texts)
    lost = any(_IN_PARTS in text for text in best.texts) and in_its_modes(best, other)
    less = all(
        text.startswith(IMAGE_UNCOUNTED) or UNCOUNTED.match(text) is not None
        for text in other.texts
    )
    elsewhere = any(part in text for part in _ELSEWHERE for text in other.texts)
    cases = {_BESIDE_RESULT} if beside else frozenset()
    counted = all(_OF_PARTS.fullmatch(one.case) or one.case in cases for one in other.examples)
    return lost and less and counted and not elsewhere
