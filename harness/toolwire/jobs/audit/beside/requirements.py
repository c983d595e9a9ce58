"""What `verify` asks a server beside the suites: each requirement of the request type, not kept
once.

They are made of the dialect's request schema, for every member of a right request: left out where
it is mandatory, of another type, a word that is none, just outside of a bound. The published type
says what the format's own vendor refuses; whether a server that takes it is told so at warning is
told by what other servers do (`known_servers`). Beside them it is asked for a tool and a result
that are there twice, where the vendor refuses them in words of its own: of two that are called
alike a server has to pass over one. A server reads a request before it writes an answer, so a
sample is asked in a stream as well: the first of each kind of change in each part of the request.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.exempt import Operator
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.io.pointer import at
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, takes_tools
from toolwire.jobs.audit.beside.known_servers import known_servers
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.requirement import KNOWN, TWICE, topic_of, wrong_edits
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import ChoiceMode, Json, ToolChoice, UserTurn
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import ABSENT
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.rules.mutate.document_place import Path as Steps
from toolwire.rules.mutate.document_place import place_of
from toolwire.rules.mutate.schema_misfits import Misfit
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import REFUSED, Case, Expectation, Requirement, Step

#: The suite that they are added to.
SUITE: Final = "request_validation"
#: What the published type says in so many words: a mandatory member, the words that there are.
_TOLD: Final = (Operator.DROP, "enum")
#: Changes that are asked for in a stream as well.
_SAMPLED: Final = (Operator.DROP, Operator.RETYPE)
#: As many streams alone show that what befalls all of them is that mode's (`LEAST_RATE_OF_MODE`).
_LEAST_STREAMED: Final = 6
_PROMPT: Final = 'Call get_weather({"location": "Paris"}).'
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9]+")


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect not in RULES[REFUSED].severity or not takes_tools(target):
        return
    right = _right(target, suite)
    (step,) = right.case.steps
    free = replace(step, choice=None)
    name = target.provider.dialect
    document, unforced = _document(right, step), _document(right, free)
    wrongs = _wrongs(name, document)
    streamed = _streamed(wrongs)
    for wrong in wrongs:
        asked_as = _id(wrong)
        modes = tuple(Mode) if asked_as in streamed else (Mode.BLOCKING,)
        known = known_servers(name, asked_as)
        # Of two that are called alike one is passed over, however many servers do it.
        twice = wrong.change == TWICE
        told = len(wrong.path) == 1 or wrong.change in _TOLD
        severity = Severity.WARNING if twice else known.severity(whole=told)
        requirement = Requirement(
            wrong.change,
            wrong.path,
            severity=severity,
            takers=known.takes,
            topic=topic_of(name, document, wrong.path),
        )
        # A server without named choices refuses one whatever else is wrong.
        asking = step if at(unforced, wrong.path) is ABSENT else free
        steps = (replace(asking, requirement=requirement),)
        asked = replace(right.case, id=asked_as, steps=steps, modes=modes)
        yield from (replace(right, case=asked, mode=mode) for mode in modes)
    yield from _known(right, free)


def _wrongs(name: str, document: Json) -> list[Misfit]:
    """Return what is asked of a right request's body, each place once."""
    fits = validator(name, "request").is_valid
    found: dict[str, Misfit] = {}
    for wrong in wrong_edits(name, document):
        if wrong.change == TWICE or not fits(wrong.document):
            found.setdefault(_about(wrong), wrong)
    return [*found.values()]


def _streamed(wrongs: list[Misfit]) -> frozenset[str]:
    """Return the ids of what is asked in a stream as well: of each kind the first, and as many as show one mode."""
    sampled = {_id(wrong): wrong for wrong in wrongs if wrong.change in _SAMPLED}
    first = {_kind(wrong): asked_as for asked_as, wrong in reversed(sampled.items())}
    others = [asked_as for asked_as in sampled if asked_as not in first.values()]
    return frozenset([*first.values(), *others[: max(0, _LEAST_STREAMED - len(first))]])


def _kind(wrong: Misfit) -> tuple[str, str | int]:
    return wrong.change, wrong.path[0] if len(wrong.path) > 1 else ""


def _known(right: Item, step: Step) -> Iterator[Item]:
    """Yield what the vendor is known to refuse though its request type does not say so."""
    name = right.target.provider.dialect
    form = load_dialect(name).wire.request
    sent = request_of(right, step, (UserTurn(_PROMPT),), probing=False)
    for one in () if form is None else form.known_refusals:
        if one.wrong(sent) is not None:
            known = known_servers(name, f"{KNOWN}_{one.id}")
            severity = Severity.WARNING if one.loses else known.severity(whole=True, said=True)
            requirement = Requirement(
                refusal=one.id,
                severity=severity,
                takers=known.takes,
                status=one.status,
                topic=one.topic,
            )
            steps = (replace(step, requirement=requirement),)
            yield replace(right, case=replace(right.case, id=f"{KNOWN}_{one.id}", steps=steps))


def _document(right: Item, step: Step) -> Json:
    return parse(request_of(right, step, (UserTurn(_PROMPT),), probing=False).body)


def _about(wrong: Misfit) -> str:
    """Return what makes one more question the same: of a mandatory member the type is not asked as well.

    Of the request's own members everything is asked: a server looks at them first.
    """
    inner = len(wrong.path) > 1 and wrong.change in _SAMPLED
    return _letters(wrong.path) if inner else _id(wrong)


def _id(wrong: Misfit) -> str:
    """Return a change and its place as the id of a case."""
    # A list and its elements have the same letters.
    end = "_itself" if len(wrong.path) == 1 else ""
    return f"{wrong.change}_{_letters(wrong.path)}{end}"


def _letters(path: Steps) -> str:
    return _UNSAFE.sub("_", place_of(path)).strip("_")


def _right(target: Target, suite: Suite) -> Item:
    """Return what is asked without anything wrong, with the choice that says most."""
    named = ToolChoice(ChoiceMode.NAMED, suite.cases[0].tools[0].name)
    nothing = Requirement()
    for choice in (named, ToolChoice(ChoiceMode.REQUIRED)):
        step = Step(Expectation(refused=True), _PROMPT, choice=choice, requirement=nothing)
        case = _case(suite, step)
        if lacking(case, target.endpoint, target.provider.dialect) is None:
            break
    else:
        case = _case(suite, replace(step, choice=None))
    return Item(target, suite, case, Mode.BLOCKING)


def _case(suite: Suite, step: Step) -> Case:
    title = "Something that the request type requires is not kept"
    return Case(suite.id, "", title, suite.cases[0].tools, (step,), modes=(Mode.BLOCKING,))


REQUIREMENTS: Final = BesideSuite(SUITE, "drop_", _items)
