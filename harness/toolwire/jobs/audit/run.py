"""Running cases: encode, send, decode, judge, and on to the next turn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from toolwire.dialects import load_dialect
from toolwire.dialects.described import described
from toolwire.jobs.audit.controls.control import controls
from toolwire.jobs.audit.controls.marked_calls import with_marks
from toolwire.jobs.audit.controls.meaning import Controls
from toolwire.jobs.audit.deviations import marked
from toolwire.jobs.audit.documented_absence import beside_documentation
from toolwire.jobs.audit.judge import judge
from toolwire.jobs.audit.mode_result import ModeResult, observation_of, placed
from toolwire.jobs.audit.no_further import no_further
from toolwire.jobs.audit.outcome import Outcome, StepResult, fold
from toolwire.jobs.audit.pairs import compared, paired
from toolwire.jobs.audit.plan import Item, absence
from toolwire.jobs.audit.reasoning_state import lost_state
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.audit.timing import TOTAL, timing
from toolwire.jobs.internal import InternalError, watched
from toolwire.model.conversation import AssistantTurn, Turn, UserTurn
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request
from toolwire.model.observation import SCRIPTED, Chance, Finding, Observation, Verdict
from toolwire.model.reply import Reading
from toolwire.model.size import BESIDE, lightened, too_large, too_many
from toolwire.providers.deviations import KnownDeviation, shipped_deviations
from toolwire.rules import RULES
from toolwire.suites.answers import results_for
from toolwire.suites.model import Step
from toolwire.transport import StaleCassetteError, Transport
from toolwire.transport.cassette.file import MissingCassetteError, load
from toolwire.transport.cassette.replay import Replay

TransportFor: TypeAlias = Callable[[Item], Transport]
#: A server of one's own has no address but that of this machine, under any of its names.
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(slots=True)
class _Conversation:
    """How far a conversation came."""

    turns: list[Turn] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    times: list[Mapping[str, float]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    outcomes: list[tuple[int, Outcome]] = field(default_factory=list)
    facets: dict[str, str] = field(default_factory=dict)
    chances: dict[str, Chance] = field(default_factory=dict)


def replay_from(folder: Path) -> TransportFor:
    """Return transports that replay the cassettes below a folder.

    Making one raises `MissingCassetteError` or `TrafficError`, which `run` turns into
    `not-run`.
    """
    return lambda item: Replay(load(folder, item.cassette))


def run(
    items: Iterable[Item], transport_for: TransportFor, listed: KnownDeviation | None = None
) -> Iterator[Observation]:
    """Run items one after the other; every item yields one observation.

    Where the streaming mode of a case comes right after its blocking mode, the comparison of
    the two (`pairs`) yields one more.

    Args:
        items: consumed one at a time.
        transport_for: makes the transport of one item; raises `ToolwireError` when there
            is nothing to ask, for example no cassette.
        listed: known deviations; None for those of the shipped provider files.
    """
    listed = listed or shipped_deviations()
    with asyncio.Runner() as runner:
        # Not `runner.run`: it installs a signal handler for every item, a quarter of the time.
        loop = runner.get_loop()
        before: ModeResult | None = None
        for item in items:
            result = loop.run_until_complete(run_item(item, transport_for))
            yield marked(result.observation, result.outcomes, listed)
            if before is not None and paired(before.item, item):
                both = compared(before, result, listed)
                if both is not None:
                    yield both
            before = result


async def observe(item: Item, transport_for: TransportFor) -> Observation:
    """Run one item.

    What cannot be looked at becomes `not-run` with the reason, never an exception.
    """
    return (await run_item(item, transport_for)).observation


async def run_item(item: Item, transport_for: TransportFor) -> ModeResult:
    """Run one item, and keep what was read for a comparison with its other mode.

    As `observe`, it raises nothing for what cannot be looked at.
    """
    if item.absent is not None:
        return ModeResult(item, _absent(item, item.absent))
    transport = _transport(item, transport_for)
    if isinstance(transport, Observation):
        return ModeResult(item, transport)
    course = _Conversation()
    try:
        await _converse(item, transport, course)
    except StaleCassetteError as error:
        # What was recorded answers another question: nothing of it may count.
        return ModeResult(item, not_run(item, str(error), evidence_of(item, transport.evidence)))
    except InternalError as error:
        # What else was found is told, and decides nothing: not everything was looked at.
        findings = (*course.findings, *error.findings)
        evidence = evidence_of(item, transport.evidence)
        return ModeResult(item, replace(not_run(item, str(error), evidence), findings=findings))
    outcome = fold(course.outcomes, several=len(item.case.steps) > 1)
    outcome = beside_documentation(item, outcome, course.facets)
    evidence = evidence_of(item, transport.evidence)
    seen = observation_of(item, outcome, evidence, course.findings, course.facets)
    seen = replace(seen, timing=_timing(course.times), chances=course.chances)
    return ModeResult(item, seen, tuple(course.readings), tuple(course.outcomes))


def _transport(item: Item, transport_for: TransportFor) -> Transport | Observation:
    """Return what answers an item; what is to be said of it where nothing does."""
    try:
        return transport_for(item)
    except MissingCassetteError as error:
        documented = item.documented_absence if item.checks_absence else None
        if documented is not None:
            return _absent(item, absence(documented))
        return not_run(item, str(error))
    except ToolwireError as error:
        return not_run(item, str(error))


def evidence_of(item: Item, evidence: Evidence, host: str = "") -> Evidence:
    """Return evidence that says which host answered, if that is not the provider's own.

    Args:
        item: what was asked.
        evidence: as its transport has it; of a cassette with the host of its header.
        host: where a live run asked instead; "" where the evidence says.
    """
    own = urlsplit(item.target.endpoint.base_url).hostname or ""
    at = host or evidence.at
    here = at in _LOOPBACK and own in _LOOPBACK
    return replace(evidence, at="" if here or at == own else at)


def _timing(every: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    """Return the times of the first exchange that has them; the total is that of all."""
    times = [found for found in every if found]
    if not times:
        return {}
    return {**times[0], TOTAL: sum(found[TOTAL] for found in times)}


async def _converse(item: Item, transport: Transport, course: _Conversation) -> None:
    keeps: Reading | None = None
    for number, step in enumerate(item.case.steps, start=1):
        course.turns.append(_turn(step, course.turns))
        turns = tuple(course.turns)
        send = _sending(item, transport, first=number == 1)
        try:
            reading = await send(request_of(item, step, turns))
            asked_beside = await controls(item, step, turns, reading, send)
        except (StaleCassetteError, InternalError):
            raise
        except ToolwireError as error:
            course.outcomes.append((number, Outcome(Verdict.NOT_RUN, str(error))))
            return
        with watched("the judge of a case", item.id):
            if keeps is not None:
                course.outcomes.extend(
                    (number - 1, outcome) for outcome in lost_state(keeps, reading)
                )
            keeps = reading if step.expect.echo else None
            seen = _judged(item, number, reading, asked_beside, course)
        after = item.case.steps[number] if number < len(item.case.steps) else None
        ended = no_further(reading, after, over=seen.over)
        if ended is not None:
            course.outcomes.append((number, ended))
        if seen.over or ended is not None:
            return
        reply = reading.reply
        # While the next step is asked, nothing more is needed of this one.
        del reading, asked_beside
        course.turns.append(AssistantTurn(reply.text, reply.tool_calls, reply.echo, reply.id))


def _sending(
    item: Item, transport: Transport, *, first: bool
) -> Callable[[Request], Awaitable[Reading]]:
    """Return what asks for a step, and again where the calls that stand in a first one want marks."""

    async def send(request: Request) -> Reading:
        reading = await _sent(item, transport, request)
        # Behind an answer of the server's a call lacks what the server itself did not send.
        again = with_marks(request, reading) if first else None
        return reading if again is None else await _sent(item, transport, again)

    return send


def _judged(
    item: Item, number: int, reading: Reading, asked_beside: Controls, course: _Conversation
) -> StepResult:
    """Judge the answer to one step, and add what it shows to the course."""
    several, step = len(item.case.steps) > 1, item.case.steps[number - 1]
    course.readings.append(lightened(reading))
    course.times.append(timing(reading))
    scripted, turns = _scripted(item, reading), tuple(course.turns)
    seen = judge(step, reading, asked_beside, scripted=scripted, turns=turns)
    own = item.target.provider.dialect == reading.dialect
    _count(course.chances, _proving(item, seen.chances, own=own), own=own)
    course.findings.extend(placed(f, number) if several else f for f in seen.findings)
    course.outcomes.extend((number, outcome) for outcome in seen.outcomes)
    if own:
        # Facets are of the target's own format, not of one a case speaks instead.
        _merge(course.facets, {**described(reading), **seen.facets})
    return seen


def _scripted(item: Item, reading: Reading) -> bool:
    """Return whether the model's own answer is known: composed, or of the scripted model."""
    composed = reading.exchange.evidence.level is EvidenceLevel.DOCUMENTED
    return composed or item.target.model.id == SCRIPTED


def _proving(item: Item, chances: Mapping[str, Chance], *, own: bool) -> Mapping[str, Chance]:
    """Return what an answer counts for: where other code writes it, what it has right says nothing.

    Functions are a path of their own, and so are calls in words: done right there, nothing is said of
    tools. A rule that is of words alone is counted by them.
    """
    if own and not item.case.legacy:
        return chances
    native = item.target.provider.dialect
    return {
        rule: one
        for rule, one in chances.items()
        if one.hits or not (own or native in RULES[rule].severity)
    }


def _count(counts: dict[str, Chance], more: Mapping[str, Chance], *, own: bool) -> None:
    for rule, chance in more.items():
        # What a server can do in another target does not show that it can in this one.
        there = chance if own else replace(chance, cleared=0, parts=0)
        counts[rule] = counts.get(rule, Chance()) + there


def _turn(step: Step, turns: list[Turn]) -> Turn:
    if step.user is not None:
        return UserTurn(step.user)
    last = turns[-1] if turns else None
    calls = last.calls if isinstance(last, AssistantTurn) else ()
    return results_for(step, calls)


async def _sent(item: Item, transport: Transport, request: Request) -> Reading:
    response = await transport.send(request)
    exchange = Exchange(request, response, transport.evidence, provider=item.target.provider.id)
    return read_in(dialect_of(item), exchange)


def read_in(name: str, exchange: Exchange) -> Reading:
    """Decode an answer in a dialect.

    Raises:
        TrafficError: it is too large to be judged.
        InternalError: toolwire itself raised.
    """
    large = too_large(exchange, BESIDE)
    if large:
        raise TrafficError(large)
    with watched(f"the decoder of {name}", exchange.evidence.source):
        reading = load_dialect(name).decode(exchange)
        large = too_many(reading)
    if large:
        raise TrafficError(large)
    return reading


def dialect_of(item: Item) -> str:
    """Return the dialect an item is asked in: the case's own, else the provider's."""
    return item.case.dialect or item.target.provider.dialect


def _merge(facets: dict[str, str], more: Mapping[str, str]) -> None:
    for key, word in more.items():
        known = facets.setdefault(key, word)
        if word not in known.split("; "):
            facets[key] = f"{known}; {word}"


def not_run(item: Item, reason: str, evidence: Evidence | None = None) -> Observation:
    """Return the observation of an item that could not be looked at."""
    nothing = Evidence(EvidenceLevel.DOCUMENTED, str(item.cassette))
    return observation_of(item, Outcome(Verdict.NOT_RUN, reason), evidence or nothing)


def _absent(item: Item, reason: str) -> Observation:
    documented = item.documented_absence
    link = documented.source if documented is not None else None
    evidence = (
        Evidence(EvidenceLevel.DOCUMENTED, link.url, link.read)
        if link is not None
        else Evidence(EvidenceLevel.DOCUMENTED, f"dialect {dialect_of(item)}")
    )
    return observation_of(item, Outcome(Verdict.UNSUPPORTED, reason), evidence)
