"""What a refusal means, read off the control requests that were asked beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum, StrEnum, auto
from typing import Final, TypeAlias

from toolwire import rules
from toolwire.model.reply import Reading
from toolwire.rules.mutate.members_added import QUERY
from toolwire.suites.model import (
    BESIDE_IMAGE,
    BROKEN_CALL,
    EVERY_PART,
    FORM,
    NULL_CONTENT,
    RIGHT,
    SEVERAL_TOOLS,
    WIDEST,
    Step,
)

#: HTTP statuses that say nothing about the wire format: nobody answered the question.
NOT_ANSWERED: Mapping[int, str] = {
    401: "the key was not accepted",
    402: "the account has no credit",
    403: "the key may not do this",
    404: "the model or path does not exist",
    408: "the server timed out",
    429: "the rate limit was reached",
    502: "the server is not reachable",
    503: "the server is not available",
    504: "the server timed out",
    529: "the server is overloaded",
}
#: Of these those that are an answer where the body says what went wrong: who writes an error of
#: its own was reached, and failed over this request.
_SAID: Final = frozenset({502})
#: Of these those that blame the key. Said of a wrong request and not of the same without its fault,
#: they blame what was right.
_OF_THE_KEY: Final = frozenset({401, 402, 403})
#: The one that blames the model or the path. Said of a request that goes on from an answer which this
#: very model has just given on this very path, it is the answer that was not found.
_NOT_THERE: Final = 404
#: Those of a server that is out of order for a while. Said of a model that there is not whenever it
#: is asked for, and never of the same with the right one, they are how this server refuses it: SDKs
#: ask again after each.
_OUT_OF_ORDER: Final = frozenset({502, 503, 504})
#: The header that says after which pause a server will be there (RFC 9110, section 10.2.3).
_PAUSE: Final = "retry-after"
#: Words by which servers say that a call has no result behind it: those of OpenAI, Anthropic,
#: Google, AWS and others.
NO_RESULT_BEHIND: Final = re.compile(
    r"call has no (output|(tool )?result)|no tool output found|must be followed by tool|without .{0,6}tool_?result"
    r"|expected tool_?result|function response parts|number of function calls",
    re.IGNORECASE,
)
#: Words by which a refusal says that the feature is absent, not that the request is wrong.
UNSUPPORTED: Final = (
    "not support",
    "n't support",
    "unsupported",
    "supported only",
    "not available for",
    "not implemented",
    "unrecognized request argument",
    "unknown parameter",
)
#: The probe whose question is the stream itself: its control is the same without one.
ABOUT_STREAMS: Final = "TC006"
#: Probe -> whether its refusal is about something else where `elsewhere` is answered, or where it is refused.
_ELSEWHERE: Final[Mapping[str, bool]] = {
    NULL_CONTENT: False,
    BESIDE_IMAGE: False,
    BROKEN_CALL: False,
    SEVERAL_TOOLS: True,
    WIDEST: True,
    RIGHT: True,
    FORM: False,
}


class Control(StrEnum):
    """What is asked beside a step.

    `sound`: the same without its fault or the change of its probe; of a usual form the same in
    another. `plain`: the plainest request with a tool. `bare`: the same without the tool. `whole`:
    the plainest request with a tool, and no stream. `long`: the plainest with a tool, as long as
    what is refused. Beside `functions` that brought no function_call: `words`, the same without
    them; `tooled`, the same with `tools`; `forced`, the same with `function_call` naming the
    function. Beside an answer that passes over what is honoured without tools: `apart`, the same
    without them; `listed`, the same with its word in a list; `first`, the same with its word the
    first of the list. `elsewhere`: the same without, or with, what another case asks by itself.
    `written`: the same with its whole history, where it goes on from an answer.
    `unreasoned`: the same without the items of reasoning in its history.
    `seen`: the same with the image of a result among the user's words.
    `schema`: the plainest with its schema in the other of two places that a format has for it.
    `history`: the plainest with a call and its result, or an answer in words, before it. `free`:
        the same without
    its tool choice and what else it may leave out, where that is refused as not supported.
    `counted`: what the format's path for that counts of the same long prompt. `no_image`: a short
    request with a result;
    `image_said`: the same with an image among the user's words; `image_returned`: with the image in
        the result; `images_said`: with two images among the user's words. `thoughtless`: the same without the thoughts
        of its running turn.
    """

    SOUND = "sound"
    PLAIN = "plain"
    BARE = "bare"
    WHOLE = "whole"
    LONG = "long"
    WORDS = "words"
    TOOLED = "tooled"
    FORCED = "forced"
    APART = "apart"
    LISTED = "listed"
    FIRST = "first"
    WRITTEN = "written"
    ELSEWHERE = "elsewhere"
    UNREASONED = "unreasoned"
    SEEN = "seen"
    HISTORY = "history"
    FREE = "free"
    SCHEMA = "schema"
    COUNTED = "counted"
    BEFORE = "before"
    AGAIN = "again"
    AFTER = "after"
    NO_IMAGE = "no_image"
    IMAGE_SAID = "image_said"
    IMAGE_RETURNED = "image_returned"
    IMAGES_SAID = "images_said"
    THOUGHTLESS = "thoughtless"


#: What was asked beside a step, and answered, in that order: by control, or by an addition of the step
#: that was refused where the same request was taken without it.
Controls: TypeAlias = Mapping[str, Reading]


class Meaning(Enum):
    """What a refusal is about.

    `OWN`: what this request has and its control has not. `TOOLS`: tools as such; the same
    without tools is answered. `EVERYTHING`: no request was answered. `ELSE`: something that the
    control has too, and that is not tools. `ELSEWHERE`: what another case asks by itself.
    `UNKNOWN`: the control itself was not answered, by a rate limit, say.
    """

    OWN = auto()
    TOOLS = auto()
    EVERYTHING = auto()
    ELSE = auto()
    ELSEWHERE = auto()
    UNKNOWN = auto()


def meaning(step: Step, controls: Controls) -> Meaning:
    """Return what the refusal of a step is about; `OWN` where nothing was asked beside it."""
    if not controls:
        return Meaning.OWN
    # A route that is not found with what stands behind it is an answer to that.
    asked = (one for key, one in controls.items() if not key.startswith(QUERY))
    if unanswered(one for one in asked if not _tells_of_one(step, controls, one)):
        return Meaning.UNKNOWN
    answered = {control for control, reading in controls.items() if reading.ok}
    if _own(step, controls) in answered:
        return Meaning.ELSEWHERE if is_elsewhere(step, controls) else Meaning.OWN
    if not answered:
        return Meaning.EVERYTHING
    # In a stream tools may be refused that are taken without one.
    return Meaning.TOOLS if answered == {Control.BARE} else Meaning.ELSE


def about(step: Step, reading: Reading, controls: Controls) -> Meaning:
    """Return what a refusal is about, by its controls and by what it says itself.

    That a model is not found is said of the model, where the right one is answered in the plainest
    request: what else the server refuses of the history beside it is another matter.
    """
    if fails_over_nobody(step, reading):
        always = _always_fails_over_nobody(step, reading, controls)
        return Meaning.OWN if always else Meaning.UNKNOWN
    return _about_what_was_asked(step, reading, controls)


def _about_what_was_asked(step: Step, reading: Reading, controls: Controls) -> Meaning:
    plain = controls.get(Control.PLAIN)
    if _asks_nobody(step) and plain is not None and plain.ok and _status(reading) == _NOT_THERE:
        return Meaning.OWN
    return meaning(step, controls)


def _status(reading: Reading) -> int:
    return reading.exchange.response.status


def _asks_nobody(step: Step) -> bool:
    return step.requirement is not None and step.requirement.not_there


def fails_over_nobody(step: Step, reading: Reading) -> bool:
    """Return whether a server is out of order where it is asked for a model that there is not.

    One that names a pause after which it will be there is believed.
    """
    out_of_order = _status(reading) in _OUT_OF_ORDER and bool(not_answered(reading))
    believed = reading.exchange.response.header(_PAUSE) is not None
    return out_of_order and not believed and _asks_nobody(step)


def _always_fails_over_nobody(step: Step, reading: Reading, controls: Controls) -> bool:
    """Return whether it was so twice, and never with the right model: no load explains that."""
    right = [controls.get(one) for one in (Control.BEFORE, Control.AFTER)]
    again = controls.get(Control.AGAIN)
    if again is None or _status(again) != _status(reading) or not fails_over_nobody(step, again):
        return False
    return all(one is not None and one.ok for one in right)


def _tells_of_one(step: Step, controls: Controls, refusal: Reading) -> bool:
    """Return whether a refusal that blames the key is of an only addition, and the request without
    it is answered.
    """
    sound = controls.get(Control.SOUND)
    alone = len(step.additions) == 1 and refusal is controls.get(step.additions[0])
    of_the_key = refusal.exchange.response.status in _OF_THE_KEY
    return alone and of_the_key and sound is not None and sound.ok


def _own(step: Step, controls: Controls) -> Control | None:
    """Return the control that differs from a step in what the step asks, and in no more."""
    order: tuple[Control, ...] = (Control.SOUND, Control.PLAIN, Control.FREE)
    if step.probe == ABOUT_STREAMS:
        order = (Control.SOUND, Control.WHOLE, Control.PLAIN)
    return next((control for control in order if control in controls), None)


def loses_parts(step: Step, controls: Controls) -> bool:
    """Return whether what is lost beside an image is lost of several texts as well."""
    other = controls.get(Control.ELSEWHERE)
    if step.question != BESIDE_IMAGE or other is None or not other.ok:
        return False
    return any(one.rule == EVERY_PART for one in rules.judge(other, EVERY_PART))


def is_seen(controls: Controls) -> bool:
    """Return whether the image that is refused in a result is taken among the user's words."""
    answer = controls.get(Control.SEEN)
    return answer is not None and answer.ok


def is_elsewhere(step: Step, controls: Controls) -> bool:
    """Return whether a refusal is about what another case asks by itself."""
    answer, history = controls.get(Control.ELSEWHERE), controls.get(Control.HISTORY)
    schema = controls.get(Control.SCHEMA)
    if any(one is not None and not one.ok for one in (history, schema)):
        return True
    return answer is not None and answer.ok is _ELSEWHERE.get(step.question)


def in_no_form(step: Step, controls: Controls) -> bool:
    """Return whether what a usual form says is refused in each of its forms, and tools are not.

    A plain request with a tool was answered then: what it does not say is not taken at all.
    """
    if step.alternative is None or step.alternative.form:
        return False
    answered = {control for control, reading in controls.items() if reading.ok}
    taken = Control.PLAIN in answered and Control.SOUND not in answered
    return taken and not is_elsewhere(step, controls)


def not_answered(reading: Reading) -> str:
    """Return why nobody answered a request; "" where somebody did, with a refusal or a failure."""
    status, error = reading.exchange.response.status, reading.reply.error
    if status not in NOT_ANSWERED or (status in _SAID and error is not None and error.message):
        return ""
    return f"HTTP {status}: {NOT_ANSWERED[status]}"


def says_unanswered(reading: Reading) -> bool:
    """Return whether a refusal says in its words that a call of the history has no result."""
    status, error = reading.exchange.response.status, reading.reply.error
    told = error.message if error is not None else ""
    return 400 <= status < 500 and NO_RESULT_BEHIND.search(told) is not None


def says_unsupported(reading: Reading) -> bool:
    """Return whether a refusal says in its words that something is not supported."""
    status, error = reading.exchange.response.status, reading.reply.error
    told = error.message.lower() if error is not None else ""
    return 400 <= status < 500 and any(words in told for words in UNSUPPORTED)


def blames_what_was_right(step: Step, reading: Reading) -> bool:
    """Return whether a refusal blames the key, or what answered before, and so may be misdirected.

    That is the step before, or of what stands behind an address the same without it.
    """
    status = reading.exchange.response.status
    found = step.continues or any(one.startswith(QUERY) for one in step.additions)
    found = found or _asks_nobody(step)
    return status in _OF_THE_KEY or (found and status == _NOT_THERE)


def misdirected(step: Step, reading: Reading, controls: Controls) -> bool:
    """Return whether a refusal blames what was right for what only the question of a step can be to blame for."""
    # Who goes on from an answer has had it: that shows as much as a control.
    if not step.question or not (controls or step.continues):
        return False
    if fails_over_nobody(step, reading):
        return _always_fails_over_nobody(step, reading, controls)
    blames = blames_what_was_right(step, reading)
    return blames and _about_what_was_asked(step, reading, controls) is Meaning.OWN


def unanswered(readings: Iterable[Reading]) -> str:
    """Return why the first of these was not answered; "" where all were, refused or not."""
    return next(filter(None, map(not_answered, readings)), "")
