"""Putting one thing wrong in a request that was right: what its published type requires, left out.

The request has a call and its result behind the user's words, so that what is required of a history
is there to be left out, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.body import sent_of
from toolwire.dialects.exempt import Operator
from toolwire.dialects.known_refusal import KnownRefusal
from toolwire.dialects.schemas import schema, validator
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.io.pointer import at, steps_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode, Request
from toolwire.model.observation import Chance, Finding, Severity
from toolwire.model.reply import ABSENT, Absent, Reading
from toolwire.model.topic import Topic
from toolwire.rules.mutate.document_edit import changes_at
from toolwire.rules.mutate.document_place import Path, place_of, walk
from toolwire.rules.mutate.schema_misfits import Misfit, misfits
from toolwire.suites.faults import FAULTS_SAID, TOPICS, UNKNOWN_CHOICE
from toolwire.suites.model import REFUSED, Requirement, Step

_REFUSAL, _FAILURE = 400, 500
_OPERATORS = (Operator.DROP, Operator.RETYPE)
#: A tool or a result that is there once more: the published type has no word for it, the vendor's refusal has.
TWICE: Final = str(Operator.DUPLICATE)
#: How the ids of cases begin that ask for what the vendor is known to refuse besides.
KNOWN: Final = "known"
#: Lengths of names and ids are not asked: of four real servers asked on 2026-11-28 nearly all took any.
_DONE = {
    "drop": "left out",
    "retype": "of another type",
    TWICE: "said twice",
    "enum": "a word that is none",
    "minItems": "with too few elements",
    "maxItems": "with too many elements",
    "minimum": "too small",
    "maximum": "too large",
}


def wrong_edits(dialect: str, document: Json) -> Iterator[Misfit]:
    """Yield a request with one member left out, of another type, against its schema's bounds, or there twice.

    Some fit the request type all the same. Of members that the request does not have, its own are asked for alone.
    """
    for path, value in walk(document):
        yield from _of_operators(document, path, value)
    yield from _of_bounds(dialect, document)
    yield from _of_doubles(dialect, document)


def _of_doubles(dialect: str, document: Json) -> Iterator[Misfit]:
    """Yield a request with a tool or a result once more, where the vendor refuses that."""
    form = load_dialect(dialect).wire.request
    if form is None:
        return
    sent = object_of(document)
    tools = (one.pointer for one in form.definitions(sent) if form.names_once)
    results = (one for step in form.history(sent) for one in step.results if form.answers_once)
    once = {*map(_element, tools), *(_element(one.pointer) for one in results)}
    for path, value in walk(document):
        if isinstance(path[-1], int) and tuple(map(str, path)) in once:
            for edit in changes_at(document, path, value):
                if edit.operator is Operator.DUPLICATE:
                    yield Misfit(TWICE, edit.path, edit.document)


def _element(pointer: str) -> tuple[str, ...]:
    """Return the steps to the element of a list that something in a request is, or stands in."""
    steps = steps_of(pointer)
    while steps and not steps[-1].isdecimal():
        steps.pop()
    return tuple(steps)


def topic_of(dialect: str, document: Json, path: Path) -> Topic:
    """Return what of a right request is wrong where a place of it is."""
    form = load_dialect(dialect).wire.request
    if form is None:
        return Topic.OTHER
    if path and path[0] in form.tool_members:
        return Topic.TOOLS
    sent = object_of(document)
    held = {
        _element(one.pointer) for step in form.history(sent) for one in (*step.calls, *step.results)
    }
    within = tuple(map(str, path))
    inside = any(within[: len(one)] == one for one in held)
    # A list that has nothing else is of them, too.
    value = at(document, path)
    there = [] if isinstance(value, Absent) else items_of(value)
    items = [(*within, str(place)) for place, _ in enumerate(there)]
    of_them = inside or (bool(items) and held.issuperset(items))
    return Topic.ROUND if of_them else Topic.OTHER


def _of_operators(document: Json, path: Path, value: Json) -> Iterator[Misfit]:
    for edit in changes_at(document, path, value):
        if edit.operator in _OPERATORS:
            yield Misfit(str(edit.operator), edit.path, edit.document)


def _of_bounds(dialect: str, document: Json) -> Iterator[Misfit]:
    fits = validator(dialect, "request").is_valid
    told = schema(dialect, "request")
    members = object_of(told.get("properties"))
    for misfit in misfits(told, document):
        # What may not be there at all is another format's member, by which a request of it is known.
        known = misfit.change in _DONE and members.get(str(misfit.path[0])) is not False
        if at(document, misfit.path) is ABSENT:
            # Deeper down, what is beside a wrong member may be missing too.
            if known and len(misfit.path) == 1 and not fits(misfit.document):
                yield misfit
        elif known and misfit.change not in _OPERATORS:
            yield misfit


def without(request: Request, requirement: Requirement, dialect: str) -> Request:
    """Return a request that does not keep a requirement, and is else the same."""
    if requirement.refusal:
        wrong = known_refusal(dialect, requirement).wrong(request)
        assert wrong is not None
        return wrong
    document, path = parse(request.body), requirement.path
    value = at(document, path)
    one_of = chain(
        () if isinstance(value, Absent) else _of_operators(document, path, value),
        _of_bounds(dialect, document),
        _of_doubles(dialect, document),
    )
    edited = next(
        edit.document for edit in one_of if (edit.change, edit.path) == (requirement.change, path)
    )
    return replace(request, body=dump(edited))


def known_refusal(dialect: str, requirement: Requirement) -> KnownRefusal:
    """Return what is wrong with a request by a requirement that the vendor's refusal alone tells."""
    form = load_dialect(dialect).wire.request
    known = () if form is None else form.known_refusals
    return next(one for one in known if one.id == requirement.refusal)


def named(finding: Finding, step: Step, reading: Reading) -> Finding:
    """Return a finding that names what was wrong in the request that was answered.

    How grave it is, the requirement says: a server of a format need not demand all that the format's
    own vendor does. Where a server fails over it, or a stream tells of it under a status of success, only
    the run tells: one that does so with each wrong request does not look at requests before it answers (`blame`).
    Of a model that there is not, and of what is no JSON, one request is asked, and who fails over it is asked again in
    vain.
    """
    requirement = step.requirement
    if finding.rule != REFUSED:
        return finding
    if requirement is None:
        # A step that is to be refused without a fault has a tool choice of nobody's tool.
        asked = step.fault or (UNKNOWN_CHOICE if step.choice else "")
        fault = FAULTS_SAID.get(asked)
        if fault is None:
            return finding
        topic = TOPICS.get(asked, Topic.OTHER)
        return replace(finding, message=_ending(finding, fault), topic=topic)
    what = _said(reading.dialect, requirement)
    others = f"; so does {', '.join(requirement.takers)}" if requirement.takers else ""
    failed = _is_failure(reading)
    return replace(
        finding,
        severity=Severity.WARNING if failed else requirement.severity,
        message=_ending(finding, f"{what}{'' if failed else others}"),
        variance=failed and not _is_known_alone(reading, requirement),
        topic=requirement.topic,
    )


def is_of_words(finding: Finding, step: Step, reading: Reading) -> bool:
    """Return whether a finding is of a fault that stands in a prompt alone, where its server has to read nothing.

    What a request of such a format requires besides its server reads like any other.
    """
    in_prompt = step.requirement is None and load_dialect(reading.dialect).in_words
    return finding.rule == REFUSED and in_prompt


def _ending(finding: Finding, what: str) -> str:
    return f"{finding.message.rstrip('.')}: {what}."


def _said(dialect: str, requirement: Requirement) -> str:
    if requirement.refusal:
        return known_refusal(dialect, requirement).what
    return f"{place_of(requirement.path)} {_DONE[requirement.change]}"


def blame(reading: Reading, requirement: Requirement) -> Mapping[str, Chance]:
    """Return how the refusal of such a request counts for whose fault the server says it is.

    That there is no such model is said before a request is read any further.
    """
    if requirement.not_there:
        return {}
    failed = _is_failure(reading)
    return {REFUSED: Chance(1, int(failed), int(not failed))}


def _is_known_alone(reading: Reading, requirement: Requirement) -> bool:
    """Return whether one request shows that a server fails over what is wrong in it, whatever it does with others."""
    sent = reading.exchange.request
    return requirement.not_there or (sent is not None and sent_of(sent) is None)


def _is_failure(reading: Reading) -> bool:
    """Say whether what came instead of a refusal has the status of a server that failed, or of a success.

    A body that refuses under a success is another rule's (TC002).
    """
    status = reading.exchange.response.status
    under_success = not reading.ok and status < _REFUSAL and reading.mode is Mode.STREAMING
    return status >= _FAILURE or under_success
