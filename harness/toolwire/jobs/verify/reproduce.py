"""From a deviation back to the requests that show it, and whether they show it again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from toolwire import rules
from toolwire.jobs.audit.controls.control import controls
from toolwire.jobs.audit.controls.meaning import Controls
from toolwire.jobs.audit.judge import judge
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import dialect_of, read_in
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.internal import watched
from toolwire.jobs.verify.curl import as_sent
from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation, in_answer
from toolwire.model.conversation import UserTurn
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.observation import Finding, Verdict
from toolwire.model.reply import Reading
from toolwire.rules import judge_pair
from toolwire.transport.cassette.file import load

#: Sends one request of an item once more.
Again: TypeAlias = Callable[[Item, Request], Awaitable[Response]]

#: Of so many examples the one with the shortest request is taken, and of these so many asked.
_LOOKED_AT: Final = 16
_ASKED: Final = 3
#: What comes and goes may show once more by chance.
_TIMES: Final = 3


@dataclass(frozen=True, slots=True)
class _RecordedExample:
    """An example with the requests that it was answered to, of one mode or of both."""

    example: DeviationExample
    requests: tuple[tuple[Item, Request], ...]

    @property
    def rank(self) -> tuple[int, bool, bool, int]:
        """Rank examples: in the first request of a case, of one answer, of few words."""
        example = self.example
        words = sum(len(request.body) for _, request in self.requests)
        return example.step, example.both, example.mode is not Mode.BLOCKING, words


async def reproduced(
    deviations: Sequence[ServerDeviation], items: Sequence[Item], cassettes: Path, again: Again
) -> tuple[ServerDeviation, ...]:
    """Ask again what showed each deviation, by itself and as a curl line asks it.

    Args:
        deviations: of one dialect.
        items: of that dialect.
        cassettes: the folder in which the run kept its exchanges.
        again: sends a request.

    Returns:
        The deviations with the first example that shows them each time, else the plainest.
    """
    # One after the other, as somebody with a shell asks: what shows under load only is told.
    return tuple([await _one(one, items, cassettes, again) for one in deviations])


async def _one(
    deviation: ServerDeviation, items: Sequence[Item], cassettes: Path, again: Again
) -> ServerDeviation:
    found = (_recorded(one, items, cassettes) for one in deviation.examples[:_LOOKED_AT])
    recorded = sorted((one for one in found if one is not None), key=lambda one: one.rank)
    for one in recorded[:_ASKED]:
        shown = [await _shown(deviation, one, again) for _ in range(_TIMES)]
        if None not in shown:
            example = shown[-1] or one.example
            return _with(deviation, replace(one, example=example), again=True)
    return _with(deviation, recorded[0], again=False) if recorded else deviation


def _with(
    deviation: ServerDeviation, recorded: _RecordedExample, *, again: bool
) -> ServerDeviation:
    requests = tuple((item.mode, request) for item, request in recorded.requests)
    told = deviation.headed(recorded.example.message)
    return replace(told, examples=(recorded.example,), requests=requests, again=again)


def _recorded(
    example: DeviationExample, items: Sequence[Item], cassettes: Path
) -> _RecordedExample | None:
    modes = (Mode.BLOCKING, Mode.STREAMING) if example.both else (example.mode,)
    requests: list[tuple[Item, Request]] = []
    for item in items:
        if item.case.name == example.case and item.mode in modes:
            try:
                pairs = load(cassettes, item.cassette).exchanges
            except ToolwireError:
                return None
            if example.step > len(pairs):
                return None
            requests.append((item, as_sent(pairs[example.step - 1][0])))
    return _RecordedExample(example, tuple(requests)) if len(requests) == len(modes) else None


async def _shown(
    deviation: ServerDeviation, recorded: _RecordedExample, again: Again
) -> DeviationExample | None:
    """Return the example as a second answer shows it; None where that one does not."""
    try:
        with watched("the judge of a second answer", recorded.requests[0][0].id):
            readings = [await _read(item, request, again) for item, request in recorded.requests]
            shown = _showing(deviation, recorded.example, *await _found(recorded, readings, again))
            alike = shown is not None and shown.message == recorded.example.message
            if recorded.example.step > 1 and not alike:
                # What was asked beside it says what its answer alone does not, or says in other words.
                found = await _found(recorded, readings, again, beside=True)
                shown = _showing(deviation, recorded.example, *found) or shown
            return shown
    except ToolwireError:
        return None


def _showing(
    deviation: ServerDeviation, example: DeviationExample, found: tuple[Finding, ...], unmet: str
) -> DeviationExample | None:
    for finding in found:
        # What a milder finding of the rule is worth, the case says that fails for it.
        due = deviation.own or deviation.severity
        grave = finding.severity is due or unmet.startswith(finding.rule)
        if finding.rule == deviation.rule and grave:
            return replace(
                example,
                pointer=in_answer(finding.pointer)[1],
                expected=finding.expected,
                actual=finding.actual,
                message=finding.message,
            )
    return example if not deviation.rule and unmet and unmet in deviation.message else None


async def _found(
    recorded: _RecordedExample, readings: list[Reading], again: Again, *, beside: bool = False
) -> tuple[tuple[Finding, ...], str]:
    if recorded.example.both:
        return judge_pair(replace(readings[1], twin=readings[0])), ""
    item, _ = recorded.requests[0]
    return await _judged(item, recorded.example.step, readings[0], again, beside=beside)


async def _judged(
    item: Item, number: int, reading: Reading, again: Again, *, beside: bool
) -> tuple[tuple[Finding, ...], str]:
    """Return the findings in an answer, and what a case demands of it that is not there.

    What was asked beside the first step of a case is asked again too; `beside`: of a later one as well,
    behind the history that its request has. Behind the last step stand such controls, of which nothing is
    expected; `beside`: the step is asked again whose answer they are compared with.
    """
    steps = item.case.steps
    if number > len(steps):
        if not beside or len(steps) > 1:
            return rules.judge(reading), ""
        first = request_of(item, steps[0], (UserTurn(steps[0].user or ""),))
        number, reading = 1, await _read(item, first, again)
    step = steps[number - 1]
    asked: Controls = {}
    told = reading.conversation.turns if beside and reading.conversation is not None else ()
    turns = (UserTurn(step.user),) if number == 1 and step.user is not None else told
    if turns:

        async def send(request: Request) -> Reading:
            return await _read(item, request, again)

        asked = await controls(item, step, turns, reading, send)
    seen = judge(step, reading, asked)
    reasons = [one.reason for one in seen.outcomes if one.verdict is Verdict.FAILED]
    return seen.findings, "; ".join(dict.fromkeys(reasons))


async def _read(item: Item, request: Request, again: Again) -> Reading:
    evidence = Evidence(EvidenceLevel.LIVE, item.target.endpoint.base_url)
    exchange = Exchange(request, await again(item, request), evidence)
    return read_in(dialect_of(item), exchange)
