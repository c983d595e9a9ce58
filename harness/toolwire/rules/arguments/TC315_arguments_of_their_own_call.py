"""TC315: arguments-of-their-own-call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from toolwire.dialects import PlannedCall
from toolwire.model.conversation import JsonObject, ToolCall
from toolwire.rules.arguments.probe_echo import again
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked, written

_SEVERAL = 2


def _of_their_own_call(reading: Reading) -> Iterator[Violation]:
    came = reading.reply.tool_calls
    what = asked(reading) if len(came) >= _SEVERAL else None
    if what is None or what.since or any(call.parse_error is not None for call in came):
        return
    wanted = {(c.name, written(c.arguments)): c for c in what.calls}
    have = [(c.name or "", written(c.arguments)) for c in came]
    # Each name and each value came as often as it was written out, and only their pairs differ.
    names = Counter(name for name, _ in wanted) == Counter(name for name, _ in have)
    values = Counter(text for _, text in wanted) == Counter(text for _, text in have)
    if names and values and Counter(have) != Counter(wanted.keys()):
        place = next(n for n, pair in enumerate(have) if pair not in wanted)
        message = "The calls have each other's arguments."
        mine = next(text for name, text in wanted if name == have[place][0])
        yield Violation(came[place].pointer, message, mine[:200], have[place][1][:200])
    elif values and {name for name, _ in have} < {name for name, _ in wanted}:
        place = next(n for n, pair in enumerate(have) if pair not in wanted)
        message = "A call has the name of another."
        mine = next(name for name, text in wanted if text == have[place][1])
        yield Violation(came[place].pointer, message, mine, have[place][0][:200], variance=True)
    elif (piled := _gathered(what.calls, came)) is not None:
        message = "A call has the arguments of those before it as well."
        mine, theirs = written(what.calls[piled].arguments), have[piled][1]
        yield Violation(came[piled].pointer, message, mine[:200], theirs[:200], variance=True)
    elif (told := _of_another(what.calls, came)) is not None:
        message = "A call has the arguments of another."
        mine, theirs = written(what.calls[told].arguments), have[told][1]
        yield Violation(came[told].pointer, message, mine[:200], theirs[:200], variance=True)
    elif len(have) == len(wanted) and have and set(have) < wanted.keys():
        lost = next(text for name, text in wanted if (name, text) not in have)
        message = "One call came twice, in the place of another."
        yield Violation(came[-1].pointer, message, lost[:200], have[-1][1][:200], variance=True)


def _gathered(wanted: Sequence[PlannedCall], came: Sequence[ToolCall]) -> int | None:
    """Return the first call that has the arguments of all before it besides its own; None for none."""
    if [call.name for call in wanted] != [call.name for call in came]:
        return None
    before: JsonObject = {}
    for place, (mine, call) in enumerate(zip(wanted, came, strict=True)):
        before = {**before, **mine.arguments}
        if call.arguments != before:
            return None
        if call.arguments != mine.arguments:
            return place
    return None


def _of_another(wanted: Sequence[PlannedCall], came: Sequence[ToolCall]) -> int | None:
    """Return the first call that has the arguments of a call of another tool; None for none."""
    if [call.name for call in wanted] != [call.name for call in came]:
        return None
    for place, (mine, call) in enumerate(zip(wanted, came, strict=True)):
        others = [one.arguments for one in wanted if one.name != mine.name]
        if call.arguments != mine.arguments and call.arguments in others:
            return place
    return None


def _due(reading: Reading) -> bool:
    """Return whether as many calls came as were written out, of tools of two names at least."""
    what, came = asked(reading), len(reading.reply.tool_calls)
    if what is None or what.since or came < _SEVERAL:
        return False
    return came == len(what.calls) and len({call.name for call in what.calls}) >= _SEVERAL


def _repeated(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [calls[0], *calls[:-1]]


def _renamed(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(calls[0].name, call.arguments) for call in calls]


def _piled(calls: list[PlannedCall]) -> list[PlannedCall]:
    before: JsonObject = {}
    piled: list[PlannedCall] = []
    for call in calls:
        before = {**before, **call.arguments}
        piled.append(PlannedCall(call.name, before))
    return piled


def _copied(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(call.name, calls[0].arguments) for call in calls]


def _swapped(calls: list[PlannedCall]) -> list[PlannedCall]:
    values = [call.arguments for call in calls]
    return [PlannedCall(c.name, v) for c, v in zip(calls, values[1:] + values[:1], strict=True)]


RULE = Rule(
    id="TC315",
    name="arguments-of-their-own-call",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "Of several calls in one reply each has its own arguments. Judged where the prompt writes "
        "the calls out: all names and all arguments came, but some call has those of another. A "
        "call that came twice, in the place of another, under the name of another, with the arguments of "
        "another, or with those of the calls before it as well, may be a model's slip; that it is so in every such "
        "reply of a run is the server's doing."
    ),
    why="Each tool runs, and with another's order: the booking is cancelled that was to be kept.",
    breaks=(
        "whoever runs parallel calls: with tools whose schemas are alike no validator notices, "
        "else all of them refuse"
    ),
    workaround="Switch parallel calls off.",
    source=Source(
        "docs",
        "OpenAI: a reply holds any number of calls, each with an id, a name and its arguments",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-24",
    ),
    check=_of_their_own_call,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("replies with as many calls as were written out", _due, partly=True),
    mutations=(
        *mutations_for("spelt_apart", again(_swapped), fault="each other's"),
        *mutations_for("spelt_apart", again(_repeated), fault="one call twice"),
        *mutations_for("spelt_out", again(_piled), fault="those before it as well"),
        *mutations_for("spelt_apart", again(_renamed), fault="the name of another"),
        *mutations_for("spelt_apart", again(_copied), fault="the arguments of another"),
    ),
    cases="""
langchain-oracle | pieces of streamed parallel calls were put to the wrong call | https://github.com/oracle/langchain-oracle/issues/253 | issue closed 2026-07
any-llm (as Anthropic's API) | arguments of calls that come by turns were mixed | https://github.com/mozilla-ai/any-llm/issues/1305 | PR merged 2026-08
Continue | pieces without an id go to the call that came last | https://github.com/continuedev/continue/issues/13223 | issue open 2026-09
""",
)
