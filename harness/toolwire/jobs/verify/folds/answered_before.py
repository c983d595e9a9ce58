"""Whether findings tell of answers that are those of earlier requests: with the same words, and other tools or none,
or right ones where these are wrong.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.lost_parts import counts_of_tools
from toolwire.jobs.verify.folds.saying import SaidTogether, every, in_its_modes, some
from toolwire.jobs.verify.folds.sentences import (
    ANSWERED,
    CALL_ID_IN_ONE_MODE,
    DEMANDED_OF_NOBODY,
    NONE_CAME,
    NONE_OF_ONE_TOOL,
    OTHER_PARAMETERS,
    OTHER_WORD,
    OTHERS_CHOSEN,
    PASSED_OVER,
    TOOL_UNTOLD,
)
from toolwire.model.topic import Topic

_TOOL_OF_ANOTHER: Final = some(
    "The answer calls the tool of another conversation, which ended in the same words."
)
#: What is said of modes where the call of one of them is that of a request with `functions`.
_OTHER_KIND: Final = "The call is of another kind in the stream."

#: How a refusal names the id of a call, which calls of `functions` have none of.
_CALL_ID: Final = re.compile("call_?id", re.IGNORECASE)

#: The answer was made for another choice.
choice_of_before: Final = SaidTogether(
    _TOOL_OF_ANOTHER,
    every(
        *(PASSED_OVER, NONE_CAME, NONE_OF_ONE_TOOL.rstrip("."), *OTHERS_CHOSEN),
        DEMANDED_OF_NOBODY,
    ),
    (in_its_modes,),
)
#: It was made for `functions` where there are `tools`, or the reverse.
kind_of_before: Final = SaidTogether(
    _TOOL_OF_ANOTHER,
    every(
        "A request with tools is answered in function_call.",
        "A request with functions is answered in tool_calls.",
    ),
    (in_its_modes,),
)
#: It tells of tools, or of a choice, as they were then.
tools_told_of_before: Final = SaidTogether(
    _TOOL_OF_ANOTHER,
    every(
        *(TOOL_UNTOLD, OTHER_PARAMETERS),
        "Another choice is told than was asked for.",
        "Whether a tool is strict is told otherwise than it was asked for.",
        "The response says that calls may be parallel, and the request forbade it.",
    ),
    (in_its_modes,),
)
_kinds_apart: Final = SaidTogether(
    _TOOL_OF_ANOTHER, every(_OTHER_KIND, OTHER_WORD, CALL_ID_IN_ONE_MODE), (in_its_modes,)
)


def kind_of_before_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether in one mode a call is of the other kind, and what goes with it is of that kind, too."""
    return _OTHER_KIND in other.texts and _kinds_apart(best, other)


def counted_before(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the tokens told are those of a prompt with other tools."""
    before = _TOOL_OF_ANOTHER.fits(best) and in_its_modes(best, other)
    return before and counts_of_tools(other)


def right_before(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in tools, or in the choice of one."""
    before = _TOOL_OF_ANOTHER.fits(best) and in_its_modes(best, other)
    answered = all(text.startswith(ANSWERED) for text in other.texts)
    return before and answered and other.topics == {Topic.TOOLS}


def refused_for_its_kind(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refuses to go on from its own call for the id that it did not give, as words name it."""
    before = _TOOL_OF_ANOTHER.fits(best) and in_its_modes(best, other)
    return before and _CALL_ID.search(other.said) is not None
