"""Whether two findings of a run tell of one history that was refused."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.same_refusal import refused_alike
from toolwire.jobs.verify.folds.saying import ANYTHING, SaidTogether, every, in_its_answers
from toolwire.jobs.verify.folds.sentences import SHARED_ID

_OWN_ID: Final = "An id that the server gave a call is refused when it comes back."
#: How words name an id: in words, or at the end of a member's name.
_NAMES_ID: Final = re.compile(r"(?<![A-Za-z])ids?(?![A-Za-z])", re.IGNORECASE)
_NO_OBJECT: Final = "The error body is not a JSON object."
#: From which status on a server says that it failed.
_FAILED: Final = 500

#: How words say that two calls have one id.
_SHARED: Final = re.compile(
    r"\b(share|the same|unique|duplicated?|twice|more than once|repeated)\b", re.IGNORECASE
)

#: What is no JSON is the body of a refusal that is told of.
_of_no_json: Final = SaidTogether(ANYTHING, every(_NO_OBJECT), (in_its_answers,))


def own_id_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refuses its own messages for an id that it gave, which its words name."""
    alike = best.example.actual == other.example.actual
    return best.texts == {_OWN_ID} and alike and _NAMES_ID.search(other.said) is not None


def shared_id_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refuses its own messages for the id that it gave two calls of each, as its words say."""
    alike = best.texts == {SHARED_ID} and in_its_answers(best, other)
    said = _NAMES_ID.search(other.said) and _SHARED.search(other.said)
    return alike and said is not None


def broke_down(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all errors that are no JSON are those of a server that fails over a form of a history."""
    status = best.example.actual
    return isinstance(status, int) and status >= _FAILED and _of_no_json(best, other)


def refused_as_any_result(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a wrong result is refused with the status and in the words in which a right one is."""
    return set(other.modes) <= set(best.modes) and refused_alike(best, other)
