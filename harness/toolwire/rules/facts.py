"""What is known of a reading before its rules are asked, as far as it decides which of them are."""

from __future__ import annotations

from typing import Final, NamedTuple

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Fidelity, Mode
from toolwire.model.reply import Reading
from toolwire.rules.rule import Rule, Subject
from toolwire.rules.views.asked_for import asks_outright, may_ask_again
from toolwire.rules.views.leaks import may_hold_markup
from toolwire.rules.views.request_steps import has_history
from toolwire.rules.views.torn import is_cut_off, is_torn

#: Judged on every reading; what else is judged depends on how the reading came about.
ALWAYS: Final = frozenset({Subject.RESPONSE, Subject.CONVERSATION})
BOTH: Final = frozenset({Subject.AB})
PAIRED: Final = ALWAYS | BOTH
REQUEST: Final = frozenset({Subject.REQUEST})

#: How exchanges are stored whose events are framed as they came.
_FRAMED: Final = frozenset({Fidelity.WIRE, Fidelity.NORMALISED})
#: Calls of which ids can tell one from another.
_SEVERAL: Final = 2


class ReadingFacts(NamedTuple):
    """What decides which rules are asked of a reading.

    Attributes:
        dialect: its name.
        mode: how it was answered.
        fidelity: how it is stored.
        subjects: what the rules are about.
        probing: id of the probe rule whose question the request asks; "" for none.
        ok: no error came.
        request: what the request says is known, and may be held against the answer.
        choice: it has a tool choice.
        called: a call came, or a piece of one.
        markup: a text of the answer may hold markup.
        history: the request has calls or results in its history.
        asked: the prompt writes out calls, or quotes what to say.
        again: the prompt may ask for a line or a text of before.
        apart: ids tell the calls apart.
        torn: an event was lost as a whole.
        cut_off: the connection was closed in the middle of the answer.
        twin_cut_off: likewise in the answer of the other mode.
    """

    dialect: str
    mode: Mode
    fidelity: Fidelity
    subjects: frozenset[Subject]
    probing: str
    ok: bool
    request: bool
    choice: bool
    called: bool
    markup: bool
    history: bool
    asked: bool
    again: bool
    apart: bool
    torn: bool
    cut_off: bool
    twin_cut_off: bool


def facts_of(
    reading: Reading, subjects: frozenset[Subject], probing: str, *, request_valid: bool
) -> ReadingFacts:
    """Return the facts of a reading, in the order in which `ReadingFacts` has them.

    Args:
        reading: what is judged.
        subjects: what the rules that are asked are about.
        probing: see `ReadingFacts`.
        request_valid: False for a request that is wrong on purpose.
    """
    reply, conversation = reading.reply, reading.conversation
    # No text of the answer is looked through for rules about requests.
    of_request = subjects is REQUEST
    return ReadingFacts(
        reading.dialect,
        reading.mode,
        Fidelity.EDITED if _is_masked(reading) else reading.exchange.fidelity,
        subjects,
        probing,
        reading.ok,
        request_valid and conversation is not None,
        conversation is not None and conversation.choice is not None,
        bool(reply.tool_calls or reading.deltas),
        of_request or _may_hold_markup(reading),
        of_request and has_history(reading),
        not of_request and asks_outright(reading),
        not of_request and may_ask_again(reading),
        _apart(reading),
        is_torn(reading),
        is_cut_off(reading),
        reading.twin is not None and is_cut_off(reading.twin),
    )


def applies(rule: Rule, facts: ReadingFacts) -> bool:
    """Return whether a rule is asked of a reading of which these facts are known."""
    return (
        facts.dialect in rule.severity
        and (rule.subject in facts.subjects or rule.id == facts.probing)
        and facts.mode in rule.modes
        and (rule.always or rule.on_error is not facts.ok)
        and _has_what_is_needed(rule, facts)
        and not _is_put_down_to_a_loss(rule, facts)
    )


def _has_what_is_needed(rule: Rule, facts: ReadingFacts) -> bool:
    return (
        (facts.fidelity in _FRAMED or not rule.needs_wire)
        and (facts.fidelity is not Fidelity.NORMALISED or not rule.needs_ids)
        and (facts.apart or not rule.compares_ids)
        and (facts.request or not rule.needs_request)
        and (facts.called or not rule.needs_calls)
        and (facts.choice or not rule.needs_choice)
        and (facts.markup or not rule.needs_markup)
        and (facts.history or not rule.needs_history)
        and (facts.asked or not rule.needs_asked)
        and (facts.again or not rule.needs_again)
    )


def _is_put_down_to_a_loss(rule: Rule, facts: ReadingFacts) -> bool:
    """Return whether a part of an answer was lost on the way, and what a rule would miss is missing
    for that reason.
    """
    if facts.cut_off and not (rule.needs_wire and rule.always):
        return True
    if facts.twin_cut_off and rule.subject in BOTH:
        return True
    return facts.torn and _speaks_of_the_whole(rule)


def _speaks_of_the_whole(rule: Rule) -> bool:
    """Return whether a rule holds a whole answer to what was asked, or to the other mode's as a
    model may vary it.
    """
    of_modes = rule.subject in BOTH and rule.variance is not None
    of_contents = rule.needs_request or rule.subject in {Subject.CONVERSATION, Subject.PROBE}
    return of_modes or (of_contents and not rule.always)


def _is_masked(reading: Reading) -> bool:
    request = reading.exchange.request
    return request is not None and load_dialect(reading.dialect).wire.serving.is_masked(request.url)


def _may_hold_markup(reading: Reading) -> bool:
    text = reading.reply.text
    return bool(text and may_hold_markup(text)) or load_dialect(reading.dialect).in_words


def _apart(reading: Reading) -> bool:
    """Return whether the ids of an exchange still tell its calls apart."""
    if reading.exchange.fidelity is not Fidelity.NORMALISED:
        return True
    earlier = reading.conversation.calls() if reading.conversation is not None else ()
    known = [call.id for call in (*earlier, *reading.reply.tool_calls)]
    return len(known) < _SEVERAL or len(set(known)) > 1
