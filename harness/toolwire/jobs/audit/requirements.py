"""What `verify` asks a server beside the suites: each requirement of the request type, not kept once.

They are made of the dialect's request schema, for tools, tool choice and messages: each mandatory
member left out, and each optional one of another type. The published type says what the format's own vendor
refuses; a server that takes it lets a client's mistake pass, which is information. A server reads a
request before it writes an answer, so a sample is asked in a stream as well: of tools, tool choice
and messages the first place of each kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.exempt import Operator
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside_suite import asked_before, beside_suite
from toolwire.jobs.audit.control import request_of
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, ToolChoice, UserTurn
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules.mutate.document_edit import changes
from toolwire.rules.mutate.document_place import place_of
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import Case, Expectation, Requirement, Step

#: The suite that they are added to.
SUITE: Final = "request_validation"
_CHANGES: Final = (Operator.DROP, Operator.RETYPE)
_PROMPT: Final = 'Call get_weather({"location": "Paris"}).'
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9]+")


def requirement_items(targets: Sequence[Target], suites: Sequence[Suite]) -> Iterator[Item]:
    """Return what asks each target for what its format requires; nothing of targets in words.

    Args:
        targets: whom to ask.
        suites: what is asked anyway; without the one that they are added to, nothing is.
    """
    return beside_suite(SUITE, targets, suites, _items)


def kept_requirements(
    targets: Sequence[Target], suites: Sequence[Suite], cassettes: Path
) -> Iterator[Item]:
    """Return those that were asked of a target before, and whose answers a folder keeps."""
    return asked_before(
        targets, cassettes, (SUITE, "drop_"), lambda asked: requirement_items(asked, suites)
    )


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    native = target.provider.native_tools(target.model.id)
    if load_dialect(target.provider.dialect).in_words or not native:
        return
    right = _right(target, suite)
    (step,) = right.case.steps
    name = target.provider.dialect
    document = parse(request_of(right, step, (UserTurn(_PROMPT),), probing=False).body)
    fits = validator(name, "request").is_valid
    seen: set[str] = set()
    streamed: set[tuple[str, str | int]] = set()
    for edit in changes(document):
        place = _UNSAFE.sub("_", place_of(edit.path)).strip("_")
        inner = len(edit.path) > 1 and edit.operator in _CHANGES
        # Where a member is mandatory, its type is not asked as well: one question for each place.
        if inner and place not in seen and not fits(edit.document):
            seen.add(place)
            wrong = Requirement(str(edit.operator), edit.path)
            kind = (str(edit.operator), edit.path[0])
            modes = (Mode.BLOCKING,) if kind in streamed else tuple(Mode)
            streamed.add(kind)
            asked = replace(
                right.case,
                id=f"{edit.operator}_{place}",
                steps=(replace(step, requirement=wrong),),
                modes=modes,
            )
            yield from (replace(right, case=asked, mode=mode) for mode in modes)


def _right(target: Target, suite: Suite) -> Item:
    """Return what is asked without anything wrong, with the choice that says most."""
    named = ToolChoice(ChoiceMode.NAMED, suite.cases[0].tools[0].name)
    nothing = Requirement("", ())
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
