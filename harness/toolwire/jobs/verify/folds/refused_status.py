"""Whether two findings of a run tell of one status with which wrong requests are refused."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.folds.sentences import claim

#: Begins what rules say of a refusal that is none as it should be.
_REFUSAL: Final = "The refusal "
_SERVERS_OWN: Final = 500
_KIND_OF_ANOTHER: Final = "The kind of the error is not one of this status."
#: How findings begin of an error whose kind is none of the format's: its word, or the number in its place.
_OWN_KIND: Final = (
    "The kind of the error is a word of ",
    "The error is of a kind that there is none of.",
    "A key of the published type is of another type.",
    "The error object lacks a member its type requires.",
)
#: Members that tell of which kind an error is.
_KINDS: Final = frozenset({"code", "status", "type"})
#: How the ids of cases begin that ask what is wrong.
_WRONG_REQUESTS: Final = (
    "request_validation.",
    "reasoning_state.altered_signature",
    "tool_choice.foreign_word",
    "tool_choice.unknown_name",
)


def not_refused_as_due(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is said of refusals is said of those of wrong requests of every kind."""
    known = {claim(text) for text in best.texts}
    said = {claim(text) for text in other.texts}
    return said <= known and all(text.startswith(_REFUSAL) for text in said)


def kind_of_what_was_wrong(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a kind of error fits the wrong request, and not the status of the server's own faults,
    or is the server's own as that status is.
    """
    refusals = all(text.startswith(_REFUSAL) for text in best.texts)
    status = best.example.actual
    failed = refusals and isinstance(status, int) and status >= _SERVERS_OWN
    if not failed or other.texts == {_KIND_OF_ANOTHER}:
        return failed
    # An error that such a server makes of its own accord is of a kind of its own.
    own = all(text.startswith(_OWN_KIND) for text in other.texts)
    return own and all(_tells_the_kind(one) and _is_wrong(one) for one in other.examples)


def _tells_the_kind(one: DeviationExample) -> bool:
    return one.pointer.rpartition("/")[2] in _KINDS


def _is_wrong(one: DeviationExample) -> bool:
    """Return whether an answer is one to a request that is wrong."""
    return one.case.startswith(_WRONG_REQUESTS)
