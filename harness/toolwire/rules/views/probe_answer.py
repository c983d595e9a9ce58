"""What an answer to a probe can be wrong in: refused where it has to be taken, or taken.

A probe asks something that is right, and a server that refuses it is at fault; or something
that is wrong, and a server that answers it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.dialects.known_refusal import found_in
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.faults import Change, Plant
from toolwire.rules.rule import Check, Violation
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.error_under_success import is_error_under_success
from toolwire.rules.views.other_framing import is_error_in_foreign_stream

_BLAMES: Final = "a status of 400 to 499"
#: Of these those that blame the key or the account: SDKs raise AuthenticationError and
#: PermissionDeniedError for them, and clients ask for another key.
_OF_THE_KEY: Final = frozenset({401, 402, 403})
#: Those that say something else than that a request is wrong: the method, the path, the time, the
#: type of the body, or what another request did. SDKs ask again after some of them (408, 409, 425).
_OF_ELSE: Final = frozenset({405, 406, 408, 409, 410, 411, 415, 423, 424, 425, 426, 431, 451})
#: Says that there is nothing such, as it does of a model: clients fetch it then, or ask another.
_NOT_THERE: Final = 404


def taken(message: str) -> Check:
    """Make a check that a right request is answered.

    Args:
        message: what is said of a refusal, one sentence.
    """

    def check(reading: Reading) -> Iterator[Violation]:
        if reading.ok:
            return
        status, error = reading.exchange.response.status, reading.reply.error
        pointer = "status" if status >= 400 or error is None else error.pointer
        yield Violation(pointer, message, "an answer", status)

    return check


def results_taken(message: str) -> Check:
    """Make a check that results in some form are taken, behind calls of the server's own.

    Where one of those has arguments that are no object (TC302, TC306) the history may be refused for them.

    Args:
        message: what is said of a refusal, one sentence.
    """
    check = taken(message)

    def of_results(reading: Reading) -> Iterator[Violation]:
        calls = () if reading.conversation is None else reading.conversation.calls()
        if all(isinstance(call.arguments, dict) or call.kind == "custom" for call in calls):
            yield from check(reading)

    return of_results


def refused(message: str) -> Check:
    """Make a check that a wrong request is refused, and as the client's mistake.

    Args:
        message: what is said of an answer, one sentence.
    """

    def check(reading: Reading) -> Iterator[Violation]:
        status = reading.exchange.response.status
        if reading.ok and _is_no_answer(reading):
            return  # of any request: TC003 or TC117 tells it
        if reading.ok:
            yield Violation("status", message, _BLAMES, status)
        elif is_error_under_success(reading):
            return  # of any refusal: TC002 tells it, whatever was asked
        elif status < 400:
            under = "The refusal comes under a status of success."
            yield Violation("status", under, _BLAMES, status)
        elif not 400 <= status < 500:
            reported = "The refusal does not say that the request is at fault."
            yield Violation("status", reported, _BLAMES, status)
        elif status in _OF_THE_KEY:
            other = "The refusal says that the key is at fault, which the request is."
            yield Violation("status", other, "400 or 422", status)
        elif status in _OF_ELSE:
            other = "The refusal does not say that what was sent is wrong, but something else."
            yield Violation("status", other, "400 or 422", status)
        elif (due := _own_status(reading)) not in (None, status):
            own = "The refusal has not the status that its vendor documents for it."
            yield Violation("status", own, due, status)

    return check


def _is_no_answer(reading: Reading) -> bool:
    """Return whether what came under a status of success is nothing, or an error that is framed as another format's."""
    empty = not reading.exchange.response.body.strip()
    return empty or is_error_in_foreign_stream(reading)


def _own_status(reading: Reading) -> int | None:
    """Return the status of a refusal that says what is not there, where nobody documents a format without it.

    Others' formats have servers that answer any wrong request with 400, as their vendors' own do at times.
    """
    form, sent = load_dialect(reading.dialect).wire.request, reading.exchange.request
    if sent is None or form is None or not (form.one_document or form.gone_alike):
        return None
    known = found_in(sent, form.known_refusals)
    return next((one.status for one in known if one.status == _NOT_THERE), None)


def turned_away(status: int = 400, message: str = "The request is not valid.") -> Plant:
    """Plant a refusal where an answer has to come."""
    kind = "invalid_request" if status < 500 else "server_error"
    return answered(Answer(refusal=Refusal(status, kind, message)))


def answered(answer: Answer | Callable[[Exchange], Answer]) -> Plant:
    """Plant another answer to the same request, written by the reference responder."""

    def plant(name: str, _mode: Mode) -> Change:
        def apply(exchange: Exchange) -> Exchange:
            assert exchange.request is not None
            planned = answer if isinstance(answer, Answer) else answer(exchange)
            return replace(exchange, response=load_dialect(name).respond(exchange.request, planned))

        return apply

    return plant


def said(change: Callable[[str], str]) -> Plant:
    """Plant other words in the place of those that are to be said, where any are."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            what = asked(load_dialect(name).decode(exchange))
            if what is None or what.since or what.quoted is None or what.calls:
                raise LookupError("no words are to be said")
            return Answer(text=change(what.quoted))

        return answered(other)(name, mode)

    return plant
