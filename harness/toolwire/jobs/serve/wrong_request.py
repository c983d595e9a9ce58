"""What a strict vendor refuses beside what `dialects.refusal` knows: a request of the wrong form.

Two sources say so, the same that judge others: the vendor's published request type, and the
rules about requests whose `error` says that the vendor refuses what they find.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from jsonschema_rs import ValidationError

from toolwire.dialects import Dialect, Refusal
from toolwire.dialects.known_refusal import found_in
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.observation import Severity
from toolwire.rules import RulesError, judge_request

#: Bytes of a request that is looked at: what is larger costs more than it tells.
LARGEST_JUDGED: Final = 256 * 1024
_NOT_FOUND: Final = 404
#: Characters of what is said of a request: a finding may quote a value of any length.
_LONGEST: Final = 300
_UNANSWERED: Final = Response(200, (), b"")
_EVIDENCE: Final = Evidence(EvidenceLevel.DOCUMENTED, "toolwire serve")
#: Paths that name the model: of an Azure deployment, and of Bedrock's InvokeModel.
_NAMING: Final = ("/deployments/", "/model/")


def wrong_form(dialect: Dialect, request: Request, sent: Json) -> Refusal | None:
    """Return how a strict vendor refuses a request for its form; None when it takes it.

    Args:
        dialect: what is spoken.
        request: as it came.
        sent: its body. A tool choice in the words of another vendor of the format is taken.
    """
    if len(request.body) > LARGEST_JUDGED:
        return None
    form = dialect.wire.request
    for known in found_in(request, () if form is None else form.known_refusals):
        kind = "not_found" if known.status == _NOT_FOUND else "invalid_request"
        return Refusal(known.status, kind, f"The request has what is refused: {known.what}.")
    problem = _unfit(dialect, request, sent) or _broken(dialect, request)
    if problem is None:
        return None
    return Refusal(400, "invalid_request", problem[:_LONGEST])


def _unfit(dialect: Dialect, request: Request, sent: Json) -> str | None:
    known, body = validator(dialect.name, "request"), object_of(sent)
    if any(step in request.url for step in _NAMING):
        body = {"model": "deployed", **body}
    if _chosen_elsewhere(dialect, body):
        body = {key: value for key, value in body.items() if key != "tool_choice"}
    try:
        error = None if known.is_valid(body) else next(known.iter_errors(body), None)
    except ValueError:
        # It follows values only so deep, and no format is as deep as that.
        return "The request body is nested too deeply."
    if error is None:
        return None
    error = _deepest(error)
    place = "/".join(map(str, error.instance_path))
    return f"{place or 'The body'}: {error.message}"


def _deepest(error: ValidationError) -> ValidationError:
    """Return what is wrong deepest in a value that is of none of several kinds: it was meant to be of that one."""
    while True:
        kinds: Iterable[Iterable[ValidationError]] = getattr(error.kind, "context", ())
        within = max(chain.from_iterable(kinds), key=_depth, default=error)
        if _depth(within) <= _depth(error):
            return error
        error = within


def _depth(error: ValidationError) -> int:
    return len(error.instance_path)


def _chosen_elsewhere(dialect: Dialect, body: JsonObject) -> bool:
    form = dialect.wire.request
    known = None if form is None else form.choice_elsewhere
    return known is not None and known(object_of(body.get("tool_choice")))


def _broken(dialect: Dialect, request: Request) -> str | None:
    try:
        found = judge_request(dialect.decode(Exchange(request, _UNANSWERED, _EVIDENCE)))
    except RulesError as error:
        found = error.findings
    return next((f.message for f in found if f.severity is Severity.ERROR), None)
