"""Whether findings tell of one member of every request that never reaches the model: how it is to choose
tools, their parameters, what its answer is to be, or whether it is to be a stream.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.request_form import RequestForm
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds import told_together
from toolwire.jobs.verify.folds.saying import SaidTogether, every, in_its_modes, some
from toolwire.jobs.verify.folds.sentences import (
    ANOTHER_CALLED,
    FEWER_CHOICES,
    HAS_THE_WORD,
    IN_ONE_PIECE,
    LONG_PARAMETERS,
    MORE_WORDS,
    NO_ARGUMENTS,
    NO_JSON,
    NONE_CAME,
    NONE_OF_ONE_TOOL,
    OBJECT_PARAMETER,
    OTHERS_CHOSEN,
    SEVERAL_CAME,
    UNCOUNTED,
    claim,
)
from toolwire.model.exchange import Mode

#: A switch of its own, where it is no member of the choice, has this in its name.
_SWITCH: Final = "parallel"
_OTHER_VALUE: Final = (
    "The call has not the value that its tool's schema alone allows, which it was to fill in."
)
#: The case that offers a strict tool, and how servers say that its schema is open.
_STRICT: Final = "tool_definition.strict"
_OPEN: Final = re.compile(r"\badditionalProperties\b|\bleaves an object open\b")
_NOT_ASKED_FOR: Final = "The body is framed as a stream that was not asked for."


def _form(found: ServerDeviation) -> RequestForm | None:
    return load_dialect(found.dialect).wire.request


def choice_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no call comes that is demanded of any tool, and no other choice is kept.

    Who only calls another tool than the one demanded has read that a call was.
    """
    kept = {f"{claim(text)}." for text in other.texts}
    broken = kept <= OTHERS_CHOSEN and kept not in ({ANOTHER_CALLED}, {NONE_OF_ONE_TOOL})
    return NONE_CAME in best.texts and broken and in_its_modes(best, other)


def choice_lost_with_switch(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether several calls come where one was allowed, in a format in which the choice says so."""
    form = _form(best)
    inside = form is not None and not any(_SWITCH in name for name in form.tool_members)
    several = all(text.startswith(SEVERAL_CAME) for text in other.texts)
    return (
        told_together.CHOICE_LOST in best.texts and inside and several and in_its_modes(best, other)
    )


def parameters_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether neither what a parameter's schema alone tells comes, nor a token is counted of one:
    neither of its description, nor of its members.
    """
    lost = best.texts <= {_OTHER_VALUE, told_together.PARAMETERS_LOST}
    counted = all(UNCOUNTED.match(text) for text in other.texts)
    each = all(any(part in text for text in other.texts) for part in _PARTS)
    named = all(any(part in text for part in _PARTS) for text in other.texts)
    return lost and counted and each and named and in_its_modes(best, other)


_PARTS: Final = (LONG_PARAMETERS, OBJECT_PARAMETER)
#: Nor does a tool of no parameters get any, though it is strict.
given_nothing: Final = SaidTogether(
    some(told_together.PARAMETERS_LOST), every(*sorted(NO_ARGUMENTS)), (in_its_modes,)
)
#: No token is counted of a description that is not read.
descriptions_uncounted: Final = SaidTogether(
    every("The call has not the value that its parameter's description names"),
    every(LONG_PARAMETERS),
    (in_its_modes,),
)


def closed_taken_for_open(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a strict tool whose schema is closed is refused as an open one, where no value comes that
    a schema alone tells.
    """
    unread = best.example.actual is None and in_its_modes(best, other)
    return unread and set(other.cases) == {_STRICT} and _OPEN.search(other.message) is not None


def settings_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether neither words at which a text ends nor a limit has an effect where one object holds both."""
    form = _form(best)
    one = form is not None and len(form.most_at) > 1 and form.most_at[:1] == form.ends_at[:1]
    passed = best.texts <= {HAS_THE_WORD, told_together.SETTINGS_PASSED_OVER}
    return one and passed and other.message.startswith(MORE_WORDS) and in_its_modes(best, other)


def all_settings_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no JSON comes, or fewer choices, where the object that is passed over asks for these, too."""
    form = _form(best)
    several = None if form is None else form.several
    held = several is not None and form is not None and several.path[:1] == form.most_at[:1]
    told = all(text.startswith((FEWER_CHOICES, NO_JSON)) for text in other.texts)
    return (
        told_together.SETTINGS_PASSED_OVER in best.texts
        and held
        and told
        and in_its_modes(best, other)
    )


def streams_reversed(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a stream comes where none was asked for, and none where one was."""
    whole = all(text.startswith(IN_ONE_PIECE) for text in best.texts)
    modes = (best.modes, other.modes) == ((str(Mode.STREAMING),), (str(Mode.BLOCKING),))
    return whole and modes and other.texts == {_NOT_ASKED_FOR}
