"""Refusals of what a format has: of a tool choice that they name, of what they say is not supported, of an image.

That a server's model does not do something is no fault of the server. Who says so of no model, and answers
the same request without it, does not know a part of the format, which is told with its place and value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_diff import differences
from toolwire.io.json_text import dump, object_of
from toolwire.jobs.audit.controls.meaning import (
    ABOUT_STREAMS,
    UNSUPPORTED,
    Control,
    Controls,
    is_seen,
)
from toolwire.jobs.audit.outcome import Outcome
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Finding, Verdict
from toolwire.model.reply import ABSENT, Reading
from toolwire.rules import RULES
from toolwire.suites.model import BESIDE_IMAGE, CHOICE_FORMS, IN_SCHEMA, RIGHT, Step

#: How the formats call their tool choice, as messages write it.
_CHOICE: Final = re.compile(r"tool[ _]?choice|function[ _]?calling[ _]?config", re.IGNORECASE)
_FIRST, _LAST = 400, 500
#: With which servers say that they do not do something, besides those of a wrong request.
_NOT_IMPLEMENTED: Final = 501
_SHOWN: Final = 2_000
#: So much is shown of a value, and of so many places.
_VALUE, _PLACES = 64, 3
#: Questions of steps whose request is right and has nothing that its suite's title does not say.
_RIGHT: Final = ("", ABOUT_STREAMS)
_CHOICE_REFUSED: Final = "A form of the tool choice that the format has is refused."


def refused_choice(step: Step, reading: Reading) -> Finding | None:
    """Return the finding that a tool choice is refused; None where the refusal does not name it.

    What the tools or the messages of a request are refused for says nothing of its choice.
    """
    severity = RULES[CHOICE_FORMS].severity.get(reading.dialect)
    asked, error = reading.conversation, reading.reply.error
    status = reading.exchange.response.status
    if step.choice is None or step.probe is not None or severity is None or error is None:
        return None
    if asked is None or asked.choice is None or not _FIRST <= status < _LAST:
        return None
    if _CHOICE.search(error.message[:_SHOWN]) is None:
        return None
    return Finding(CHOICE_FORMS, severity, "status", _CHOICE_REFUSED, "an answer", status)


def refused_in_words(step: Step, reading: Reading) -> bool:
    """Return whether a right step is refused in words that say something is not supported, and not by a model."""
    error, status = reading.reply.error, reading.exchange.response.status
    known = _FIRST <= status < _LAST or status == _NOT_IMPLEMENTED
    in_schema = step.question == IN_SCHEMA and _has_one_document(reading)
    right = step.question in _RIGHT or in_schema
    documented = reading.exchange.evidence.level is EvidenceLevel.DOCUMENTED
    if error is None or not (known and right) or documented:
        return False
    words = error.message[:_SHOWN].lower()
    told = any(one in words for one in UNSUPPORTED)
    return told and not _is_of_a_model(words, step, reading)


def _has_one_document(reading: Reading) -> bool:
    """Return whether no vendor documents less of a format than its own."""
    form = load_dialect(reading.dialect).wire.request
    return form is not None and form.one_document


def _is_of_a_model(words: str, step: Step, reading: Reading) -> bool:
    """Return whether a refusal tells of a model, or of a choice that one has not while it thinks."""
    model = object_of(reading.request).get("model")
    named = isinstance(model, str) and bool(model) and model.lower() in words
    thinks = step.choice is not None and "thinking" in words
    return named or thinks or "model" in words


def unsupported_form(step: Step, reading: Reading, controls: Controls) -> Finding | None:
    """Return the finding that what a request may leave out is refused as not supported; None where
    it is not so.
    """
    without = controls.get(Control.FREE if step.question in _RIGHT else Control.SOUND)
    if without is None or not without.ok or not refused_in_words(step, reading):
        return None
    # Of Anthropic's format a choice says as well that calls come one at a time.
    asked = reading.conversation
    rule = RIGHT if asked is None or asked.choice is None else CHOICE_FORMS
    severity = RULES[rule].severity.get(reading.dialect)
    if severity is None:
        return None
    message = _CHOICE_REFUSED if rule == CHOICE_FORMS else "A right request is refused."
    status = reading.exchange.response.status
    finding = Finding(rule, severity, "status", message, "an answer", status)
    return _named(finding, reading, without)


def named_choice(
    findings: Iterable[Finding], reading: Reading, controls: Controls
) -> tuple[Finding, ...]:
    """Return findings, those of a tool choice that is refused with its place and value.

    What was recorded keeps its words.
    """
    sound = controls.get(Control.SOUND)
    asked = reading.exchange.evidence.level is EvidenceLevel.LIVE
    if sound is None or not (sound.ok and asked):
        return tuple(findings)
    return tuple(
        _named(one, reading, sound) if one.rule == CHOICE_FORMS else one for one in findings
    )


def _named(finding: Finding, reading: Reading, without: Reading) -> Finding:
    """Return a finding that a form is refused, with what is not so in the request that was answered."""
    every = differences(without.request, reading.request, lambda one, other: one == other)
    found = [one for one in every if one[2] is not ABSENT]
    # What is there beside what else is said for its sake, as a limit of tokens is.
    added = [one for one in found if one[1] is ABSENT] or found
    said = ", ".join(f"{place} {_short(dump(value))}" for place, _, value in added[:_PLACES])
    return replace(finding, message=f"{finding.message.rstrip('.')}: {said}.") if said else finding


def _short(value: bytes) -> str:
    text = value.decode()
    return text if len(text) <= _VALUE else f"{text[:_VALUE]}..."


def told(outcome: Outcome, finding: Finding) -> Outcome:
    """Return the outcome of a refusal with the rule that says the same, so that one cause is shown once."""
    if outcome.verdict is not Verdict.FAILED:
        return outcome
    return Outcome(outcome.verdict, f"{finding.rule}: {outcome.reason}", (finding.rule,))


def unseen(reading: Reading, controls: Controls) -> tuple[Finding, ...]:
    """Return the finding that an image is refused in a result, where it is taken among the user's words."""
    if not is_seen(controls):
        return ()
    message = (
        "An image in a tool result is refused, and the same one among the user's words is taken."
    )
    severity = RULES[BESIDE_IMAGE].severity[reading.dialect]
    status = reading.exchange.response.status
    return (Finding(BESIDE_IMAGE, severity, "status", message, "an answer", status),)
