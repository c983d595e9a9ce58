"""What `verify` asks a server beside the suites: right requests that say more than the plainest.

A format documents more than suites ask for: members that change nothing, names with dashes, schemas
with lists of objects, many tools, long results. All members go into one request, and so do
all forms of tools and all of results; where one of these is refused, halves of it are asked until it is
known which are refused (`right_request`). What is long has a request each: its tokens tell whether it
was read (TC146). Names have one, too, with a call that is demanded: a
name has to come back as it was declared, which other rules judge (TC762). So is the first of
many tools demanded, and the last: who passes on a few of them cannot call it. Where a format takes
names of more than 64 characters, one is asked that a server may refuse, but not cut (TC602).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from toolwire.dialects import Dialect, load_dialect
from toolwire.dialects.neutral import MORE
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, ToolChoice, UserTurn
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.rules.mutate.addition import (
    BEFORE,
    HISTORY,
    IN_ONE_STEP,
    LONG,
    NAMES,
    OF_MANY,
    RESULT,
    RESULTS,
    TITLES,
    TOOLS,
    carries,
)
from toolwire.rules.mutate.members_added import LARGE, header_of, query_of
from toolwire.rules.mutate.tool_names import LONGER_NAME
from toolwire.suites import Suite
from toolwire.suites.expressible import conversation_of, lacking
from toolwire.suites.model import RIGHT, Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "right_"
_TITLE: Final = "A right request that says more than the plainest"
_PROMPT: Final = 'Call get_weather({"location": "Paris"}).'


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    dialect = load_dialect(target.provider.dialect)
    if dialect.name not in RULES[RIGHT].severity or not takes_tools(target):
        return
    yield from _members(target, suite, dialect)
    yield from _apart(target, suite, dialect)
    yield from _degrees(target, suite, dialect)
    yield from _latest(target, suite, dialect)
    returned = (*RESULTS, *BEFORE)
    for name, forms in (("tools", TOOLS), ("results", returned), ("history", HISTORY)):
        yield from _asking(target, suite, name, _carried(suite, dialect, forms))
    for name in _carried(suite, dialect, (*LONG, LARGE, IN_ONE_STEP)):
        yield from _asking(target, suite, name, (name,))
    for name in _carried(suite, dialect, OF_MANY):
        yield _demanded(_item(target, suite, name, (name,)))
    for name in _carried(suite, dialect, NAMES):
        item = _demanded(_item(target, suite, name, (name,)))
        yield item
        if name == NAMES[-1]:
            # Streams give a name in pieces, where a short buffer shows.
            case = replace(item.case, id=f"{item.case.id}_streamed", modes=(Mode.STREAMING,))
            yield replace(item, case=case, mode=Mode.STREAMING)
    yield from _longer(target, suite, dialect)
    yield from _titles(target, suite, dialect)


def _longer(target: Target, suite: Suite, dialect: Dialect) -> Iterator[Item]:
    """Yield a name of more characters than older models take, which may be refused, but not cut."""
    form = dialect.wire.request.names if dialect.wire.request is not None else None
    if form is None or form.limit is None or form.limit < len(LONGER_NAME):
        return
    item = _item(target, suite, "longer_name", ())
    (tool,) = item.case.tools
    step = Step(Expectation(may_refuse=True), _PROMPT.replace(tool.name, LONGER_NAME))
    tools = (replace(tool, name=LONGER_NAME),)
    yield _demanded(replace(item, case=replace(item.case, tools=tools, steps=(step,))))


def _titles(target: Target, suite: Suite, dialect: Dialect) -> Iterator[Item]:
    """Yield names of which a run tells whether they come as declared where none is demanded (TC148)."""
    for names in TITLES:
        if _carried(suite, dialect, names) != names:
            continue
        for name in names:
            yield from (_item(target, suite, name, (name,), mode) for mode in Mode)
        return


def _members(target: Target, suite: Suite, dialect: Dialect) -> Iterator[Item]:
    neutral = dialect.wire.neutral
    assert neutral is not None
    for mode, name, otherwise in (
        (Mode.BLOCKING, "members", False),
        (Mode.STREAMING, "members_streamed", False),
        (Mode.BLOCKING, "members_otherwise", True),
    ):
        stream = mode is Mode.STREAMING
        found = neutral.of(target.model.id, stream=stream, otherwise=otherwise)
        yield from _asking(target, suite, name, tuple(one.place for one in found), mode)
    marked = tuple(one.place for one in neutral.returned)
    if marked:
        yield from _asking(target, suite, "members_returned", (RESULT, *marked))


def _apart(target: Target, suite: Suite, dialect: Dialect) -> Iterator[Item]:
    """Yield what nothing can stand beside, and members of tools whose call is demanded: who drops
    these has none.
    """
    neutral = dialect.wire.neutral
    assert neutral is not None
    for member in neutral.alone:
        yield from _asking(target, suite, f"alone_{member.path[-1]}", (member.place,))
    for place in neutral.called:
        yield _demanded(_item(target, suite, f"called_{place.rpartition('/')[2]}", (place,)))


def _degrees(target: Target, suite: Suite, dialect: Dialect) -> Iterator[Item]:
    """Yield what some models know only, beside how it usually stands: who refuses both cannot do it."""
    neutral = dialect.wire.neutral
    assert neutral is not None
    for one in neutral.degrees:
        for item in _asking(target, suite, f"degree_{one.path[-1]}", (one.place,)):
            (step,) = item.case.steps
            steps = (replace(step, expect=Expectation(may_refuse=True)),)
            extra = {} if one.instead is None else {dialect.name: one.instead}
            yield replace(item, case=replace(item.case, steps=steps, extra=extra))


def _latest(target: Target, suite: Suite, dialect: Dialect) -> Iterator[Item]:
    """Yield what some models take only, what stands behind an address, and headers of SDKs."""
    neutral = dialect.wire.neutral
    assert neutral is not None
    names: list[str] = []
    for member in (one for one in neutral.latest if one.is_asked(target.model.id)):
        # What is one more of a list may be one more of another, too.
        last = f"latest_{member.path[-1].strip(MORE)}"
        names.append(f"{last}_of_{member.path[-2]}" if last in names else last)
        yield from _asking(target, suite, names[-1], (member.place,))
    for words in neutral.queries:
        name = f"query_{words.partition('=')[0]}"
        yield from _asking(target, suite, name, (query_of(words),))
    for header in neutral.headers:
        name = f"header_{header[0].replace('-', '_')}"
        yield from _asking(target, suite, name, (header_of(*header),))


def _carried(suite: Suite, dialect: Dialect, forms: Sequence[str]) -> tuple[str, ...]:
    case = _case(suite, "", (), Mode.BLOCKING)
    asked = conversation_of(case, case.steps[0], (UserTurn(_PROMPT),))
    return tuple(one for one in forms if carries(dialect, asked, one))


def _asking(
    target: Target,
    suite: Suite,
    name: str,
    additions: tuple[str, ...],
    mode: Mode = Mode.BLOCKING,
) -> Iterator[Item]:
    item = _item(target, suite, name, additions, mode)
    if additions and lacking(item.case, target.endpoint, target.provider.dialect) is None:
        yield item


def _item(
    target: Target,
    suite: Suite,
    name: str,
    additions: tuple[str, ...],
    mode: Mode = Mode.BLOCKING,
) -> Item:
    return Item(target, suite, _case(suite, name, additions, mode), mode)


def _case(suite: Suite, name: str, additions: tuple[str, ...], mode: Mode) -> Case:
    step = Step(Expectation(), _PROMPT, probe=RIGHT, additions=additions)
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name in _PROMPT)
    return Case(suite.id, f"{_MARK}{name}", _TITLE, (tool,), (step,), modes=(mode,))


def _demanded(item: Item) -> Item:
    """Return an item whose call is demanded, as far as its target has words for that."""
    (step,) = item.case.steps
    named = ToolChoice(ChoiceMode.NAMED, item.case.tools[0].name)
    for choice in (named, ToolChoice(ChoiceMode.REQUIRED)):
        case = replace(item.case, steps=(replace(step, choice=choice),))
        if lacking(case, item.target.endpoint, item.target.provider.dialect) is None:
            return replace(item, case=case)
    return item


RIGHT_REQUESTS: Final = BesideSuite(SUITE, _MARK, _items)
