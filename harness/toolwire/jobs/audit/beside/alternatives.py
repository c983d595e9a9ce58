"""What `verify` asks a server beside the suites: each request in the other forms that say the same.

A vendor documents several forms of one request (a text or a list of parts, null or nothing), and
clients send all of them. The dialect's request schema says which there are, and where; each is
asked once, in a stream only where it is none of a whole reply's. Who refuses one, and takes the same
request as our encoder writes it, breaks the clients that write the other (TC748). Who refuses that
one, the usual form, and takes another, breaks the clients that write it (TC749).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from toolwire.dialects import Dialect, load_dialect
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.jobs.audit.alternative import BARE, CALLS, EMPTY, WORDS
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, takes_tools
from toolwire.jobs.audit.beside.earlier_lines import PROBED
from toolwire.jobs.audit.beside.line_forms import ANSWERED, SAID_IN_PARTS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import ChoiceMode, Json, Tool, ToolChoice, UserTurn
from toolwire.model.exchange import Mode, Request
from toolwire.providers.model import Target
from toolwire.rules import PROBES, RULES
from toolwire.rules.mutate.alternatives import USER, alternatives, sorted_place
from toolwire.rules.mutate.long_text import LONG_TEXT, amid, telling
from toolwire.rules.mutate.other_form import APART, LEFT_OUT, PARTS, RESPELLED, SAID
from toolwire.rules.proof.exchanges import NO_PLACE
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import FORM, OTHER_FORM, USUAL, Alternative, Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "form_"
_PROMPT: Final = 'Call get_weather({"location": "Paris"}).'
_SYSTEM: Final = "Do as you are told."
_USUAL_FORM: Final = Alternative("", (), None, "", "")
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class _Base:
    """What a request says beside the user's words and a tool, and what that is called.

    `choice` and `parallel` say what holds without being said: the model is free to call, several
    times in a reply. `several` tools are offered, the one that is called amid others. `forms` are
    those that it is asked in; all where none is named.
    """

    name: str
    system: bool = False
    history: str = ""
    choice: bool = False
    parallel: bool = False
    several: bool = False
    forms: tuple[str, ...] = ()


#: Requests that are written otherwise, the plainest first: the first that has a place is asked.
_BASES: Final = (
    _Base("plain"),
    _Base("system", system=True),
    _Base("calls", history=CALLS),
    _Base("empty", history=EMPTY),
    # Its results are asked in parts beside one call alone.
    _Base("bare", history=BARE, forms=(LEFT_OUT, RESPELLED)),
    _Base("words", history=WORDS),
    _Base("choice", choice=True),
    _Base("parallel", parallel=True),
    _Base("several", several=True, forms=(APART,)),
)

#: Probe rules whose question a server may refuse, or asks for what reaches the model alone: which form is
#: refused is told here.
_REFUSED_HERE: Final = frozenset(
    {FORM, OTHER_FORM, USUAL, *PROBED.values(), SAID_IN_PARTS, *ANSWERED}
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    dialect = load_dialect(target.provider.dialect)
    if dialect.name not in RULES[FORM].severity or not takes_tools(target):
        return
    seen: set[tuple[str, str]] = set()
    asked: list[Json] = []
    for mode in Mode:
        for base in _BASES:
            usual = _usual(target, suite, mode, base)
            (step,) = usual.case.steps
            if lacking(usual.case, target.endpoint, dialect.name) is not None:
                continue
            request = request_of(usual, step, (UserTurn(_PROMPT),), probing=False)
            # What is said and need not be is a base of its own: without it, it is the one before.
            asked.append(parse(request.body))
            others: list[Alternative] = []
            for one in alternatives(dialect, request):
                known = one.key in seen or parse(one.request.body) in asked
                unmeant = base.forms and one.form not in base.forms
                if known or unmeant or _asked_elsewhere(dialect.name, request, one.request):
                    continue
                seen.add(one.key)
                others.append(Alternative(one.form, one.path, one.word, one.place, base.history))
            # What a system prompt is to do is asked nowhere else.
            alone = base.system and mode is Mode.BLOCKING
            if (others or alone) and dialect.name in RULES[USUAL].severity:
                instead = (
                    *others,
                    *_unkept(dialect, base),
                    *_more_of_calls(dialect, base, request),
                )
                form = replace(_USUAL_FORM, history=base.history, instead=instead)
                yield _asking(usual, f"usual_{base.name}", form)
            for other in others:
                place = _UNSAFE.sub("_", other.place).strip("_")
                yield _asking(_lengthened(usual, other), f"{other.form}_{place}", other)


def _unkept(dialect: Dialect, base: _Base) -> Iterator[Alternative]:
    """Yield the plainest request that says nothing of keeping the answer: asked where every other is refused."""
    keeps = dialect.wire.keeps
    if keeps and base == _BASES[0]:
        yield Alternative(LEFT_OUT, (keeps,), None, f"/{keeps}", base.history)


def _more_of_calls(dialect: Dialect, base: _Base, request: Request) -> Iterator[Alternative]:
    """Yield a history whose call says what it need not say, each by itself and all together: asked where every
    other form is refused.
    """
    neutral, form, stated = dialect.wire.neutral, dialect.wire.request, dialect.wire.stated
    parts = None if form is None else form.parts
    if not base.history or neutral is None or parts is None or stated is None:
        return
    document = parse(request.body)
    items = enumerate(items_of(object_of(document).get(parts.history)))
    calls = (place for place, item in items if stated.is_call(object_of(item)))
    for place in islice(calls, 1):
        more: list[Alternative] = []
        for name, word in neutral.left_out:
            path = (parts.history, place, name)
            place_said = sorted_place(document, path)
            more.append(Alternative(SAID, path, word, place_said, base.history))
        yield from more
        if len(more) > 1:
            yield replace(more[0], beside=tuple(more[1:]))


def _asking(usual: Item, name: str, alternative: Alternative) -> Item:
    """Return what asks for a form of a request, by the name of its case."""
    (step,) = usual.case.steps
    rule = FORM if alternative.form else USUAL
    step = replace(step, alternative=alternative, probe=rule)
    return replace(usual, case=replace(usual.case, id=f"{_MARK}{name}", steps=(step,)))


def _lengthened(usual: Item, other: Alternative) -> Item:
    """Return what asks with a long text where parts are, so that its tokens tell who read them all.

    A system prompt is long in each of its forms: who does not know one passes over it. So are tools
    and a choice in another spelling: tools tell much, and one is demanded, as it is of several that
    stand apart; a choice forbids the call of the prompt.
    """
    case = usual.case
    (step,) = case.steps
    if other.form in PARTS and USER in other.place:
        case = replace(case, steps=(replace(step, user=f"{LONG_TEXT} {_PROMPT}"),))
    elif case.system is not None:
        case = replace(case, system=LONG_TEXT)
    elif other.form == RESPELLED and step.choice is not None:
        case = replace(case, steps=(replace(step, choice=ToolChoice(ChoiceMode.NONE)),))
    elif other.form == RESPELLED and not other.history:
        case = replace(case, tools=telling(case.tools), steps=(_demanding(step, case.tools[0]),))
    elif other.form == APART:
        # Who says that it does not support them, as Vertex AI does, is believed.
        asked = replace(_demanding(step, case.tools[1]), expect=Expectation(may_refuse=True))
        case = replace(case, steps=(asked,))
    return replace(usual, case=case)


def _demanding(step: Step, tool: Tool) -> Step:
    """Return a step that demands a call: who passes over the form of a tool has none to call."""
    return replace(step, choice=ToolChoice(ChoiceMode.NAMED, tool.name))


def _asked_elsewhere(name: str, request: Request, other: Request) -> bool:
    """Return whether the question of another probe rule makes the same of a request."""
    wanted = parse(other.body)
    for rule_id in PROBES:
        ask = RULES[rule_id].probing.get(name) if rule_id not in _REFUSED_HERE else None
        if ask is None:
            continue
        body = object_of(parse(request.body))
        try:
            ask(body)
        except NO_PLACE:
            continue
        if body == wanted:
            return True
    return False


def _usual(target: Target, suite: Suite, mode: Mode, base: _Base) -> Item:
    """Return what is asked as our encoder writes it."""
    step = Step(
        Expectation(),
        _PROMPT,
        choice=ToolChoice(ChoiceMode.AUTO) if base.choice else None,
        parallel=True if base.parallel else None,
        probe=FORM,
        alternative=replace(_USUAL_FORM, history=base.history),
    )
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name in _PROMPT)
    title = "Another documented form of a request that is taken"
    system = _SYSTEM if base.system else None
    tools = amid(tool) if base.several else (tool,)
    case = Case(suite.id, "", title, tools, (step,), system=system, modes=(mode,))
    return Item(target, suite, case, mode)


ALTERNATIVES: Final = BesideSuite(SUITE, _MARK, _items)
