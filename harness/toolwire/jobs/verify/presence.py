"""What one answer tells of the dialect that was asked in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.body import JSON_STARTS, media_of
from toolwire.dialects.sharing import sharing
from toolwire.io.framing.kind import start_of
from toolwire.jobs.audit.run import read_in
from toolwire.jobs.internal import watched
from toolwire.jobs.lint.detect import detect
from toolwire.jobs.verify.error_shapes import message_of, shape_of, validates
from toolwire.jobs.verify.forms import form_of
from toolwire.jobs.verify.sighting import Fact, Presence
from toolwire.model.errors import CUT_OFF
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.model.reply import Reading
from toolwire.rules.views.torn import is_cut_off

_GONE: Final = frozenset({404, 405, 410, 501})
_LOCKED: Final = frozenset({401, 403})
_LATER: Final = frozenset({408, 409, 429})
_BEHIND_A_DOOR: Final = 0.45
#: What half a document says of the dialect that it is answered in.
_HALF: Final = 0.1
#: How a fact ends that says that the dialect is there and the model is not.
NO_SUCH_MODEL: Final = "no such model"


@dataclass(frozen=True, slots=True)
class Weighed:
    """Whether a dialect is there, and what says so."""

    presence: Presence
    facts: tuple[Fact, ...] = ()


def weigh(name: str, exchange: Exchange, model: str, nothing: Response | None) -> Weighed:
    """Judge the answer to one request.

    Args:
        name: the dialect that was asked in.
        exchange: request and answer.
        model: that was asked for.
        nothing: what the server answers at a path that it cannot have; None when nothing.

    Raises:
        TrafficError: the answer is too large to be read, or toolwire itself raised over it.
    """
    with watched(f"the search for {name}", exchange.evidence.source):
        return _weighed(name, exchange, model, nothing)


def _weighed(name: str, exchange: Exchange, model: str, nothing: Response | None) -> Weighed:
    response = exchange.response
    if response.status < 300:
        return _answered(name, exchange)
    if response.status < 400:
        return Weighed(Presence.ABSENT, (Fact(0.0, f"HTTP {response.status}: elsewhere"),))
    if response.status in _GONE:
        return _gone(name, exchange, model)
    return _turned_away(name, exchange, nothing)


def weigh_stream(name: str, exchange: Exchange) -> Weighed:
    """Judge the answer to a request for a stream.

    Raises:
        TrafficError: as `weigh`.
    """
    with watched(f"the search for {name}", exchange.evidence.source):
        return _weighed_stream(name, exchange)


def _weighed_stream(name: str, exchange: Exchange) -> Weighed:
    reading = read_in(name, exchange)
    if exchange.response.status >= 300:
        text = f"a request for a stream is answered with HTTP {exchange.response.status}"
        return Weighed(Presence.BUSY, (Fact(0.0, text),))
    if reading.mode is not Mode.STREAMING:
        return Weighed(Presence.BUSY, (Fact(0.0, "a request for a stream gets none"),))
    seen = _body_of(name, exchange)
    facts = [Fact(0.8 * seen.weight, f"stream: {seen.text}")] if seen.weight else []
    framing = load_dialect(name).facets(reading).get("framing")
    if framing:
        facts.append(Fact(0.2 if seen.weight else 0.0, f"stream framed as {framing}"))
    facts.extend(_decoded(reading, "stream: "))
    return Weighed(Presence.ANSWERS if seen.weight else Presence.BUSY, tuple(facts))


def _answered(name: str, exchange: Exchange) -> Weighed:
    response = exchange.response
    if not start_of(response.body).startswith((*JSON_STARTS, b"data:", b"event:", b"\0")):
        media = media_of(response) or "no content type"
        return Weighed(Presence.ABSENT, (Fact(0.0, f"HTTP {response.status} with {media}"),))
    reading = read_in(name, exchange)
    if reading.mode is Mode.BLOCKING and is_cut_off(reading):
        return Weighed(Presence.BUSY, (Fact(_HALF, CUT_OFF),))
    seen = _body_of(name, exchange)
    found = tuple(_decoded(reading))
    if not seen.weight and not found:
        return Weighed(Presence.ABSENT, (seen,))
    where = Fact(0.2, f"answers at {_path(exchange)}")
    return Weighed(Presence.ANSWERS, (where, *([seen] if seen.text else []), *found))


def _body_of(name: str, exchange: Exchange) -> Fact:
    """Return what the bytes of the answer say of themselves, without path and request."""
    both = sharing(name)
    dialect = load_dialect(name) if both is None else both.members
    alone = replace(exchange, request=None)
    seen = dialect.recognise(alone)
    if seen.confidence >= 0.5:
        return Fact(seen.confidence, seen.reason)
    other = detect(alone)
    if other.dialect is not None:
        return Fact(0.0, f"the body is one of {other.dialect}: {other.reason}")
    return Fact(0.0, "the body is of no known shape")


def _decoded(reading: Reading, where: str = "") -> list[Fact]:
    """Return what the dialect's decoder found: a call tells more than a text."""
    if not reading.ok:
        return []
    facets = load_dialect(reading.dialect).facets(reading)
    if reading.reply.tool_calls:
        field = facets.get("call_field") or "its place"
        ids = facets.get("id_pattern")
        text = f"{where}a call at {field}" + (f", ids like {ids}" if ids else "")
        return [Fact(0.5, text)]
    return [Fact(0.3, f"{where}a text where it has its text")] if reading.reply.text else []


def _turned_away(name: str, exchange: Exchange, nothing: Response | None) -> Weighed:
    response = exchange.response
    text = _answer_text(exchange)
    own = _own_error(name, response, text)
    anywhere = _alike(response, nothing)
    if response.status in _LOCKED:
        return _locked(own, text, anywhere=anywhere)
    if anywhere:
        return Weighed(Presence.ABSENT, (Fact(0.0, f"{text}, as at a path that is not there"),))
    facts = [own] if own else []
    if validates(response):
        facts.append(Fact(0.5, f"{text}: the body was read and found wrong"))
    elif not own:
        facts.append(Fact(0.4, f"{text}, which a path that is not there does not have"))
    client = response.status < 500 and response.status not in _LATER
    return Weighed(Presence.REFUSES if client else Presence.BUSY, tuple(facts))


def _locked(own: Fact | None, text: str, *, anywhere: bool) -> Weighed:
    """Weigh a refusal for want of a key; a door before everything hides what is behind it."""
    locked = "as any path has" if anywhere else "which other paths do not have"
    fact = own or Fact(0.1 if anywhere else 0.4, f"{text}, {locked}")
    if anywhere:
        fact = replace(fact, weight=min(fact.weight, _BEHIND_A_DOOR))
    return Weighed(Presence.LOCKED, (fact,))


def _own_error(name: str, response: Response, text: str) -> Fact | None:
    family, weight = shape_of(response)
    if family != form_of(name).family:
        return None
    return Fact(weight, f"{text}, in its own error shape")


def _gone(name: str, exchange: Exchange, model: str) -> Weighed:
    """Tell a path that is not there from a model that is not."""
    text = _answer_text(exchange)
    own = _own_error(name, exchange.response, text)
    if own and model and model in message_of(exchange.response):
        facts = (Fact(max(own.weight, 0.5), f"{own.text}: {NO_SUCH_MODEL}"),)
        return Weighed(Presence.REFUSES, facts)
    return Weighed(Presence.ABSENT, (Fact(0.0, text),))


def _answer_text(exchange: Exchange) -> str:
    return f"HTTP {exchange.response.status} at {_path(exchange)}"


def _alike(response: Response, nothing: Response | None) -> bool:
    """Return whether an answer is what the server says everywhere."""
    if nothing is None or nothing.status != response.status:
        return False
    return shape_of(nothing)[0] == shape_of(response)[0] and media_of(nothing) == media_of(response)


def _path(exchange: Exchange) -> str:
    url = exchange.request.url if exchange.request is not None else ""
    return "/" + url.split("/", 3)[-1].partition("?")[0]
