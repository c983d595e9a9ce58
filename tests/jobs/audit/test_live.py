"""Cases side by side: units, attempts, repetition, and what happens to the others."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.live import LiveRun, UnitResult, units
from toolwire.jobs.audit.plan import Item, plan
from toolwire.jobs.audit.run import dialect_of, run
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import Evidence, Mode, Request, Response
from toolwire.model.observation import Verdict
from toolwire.providers import load_providers, targets
from toolwire.providers.deviations import shipped_deviations
from toolwire.suites import load_suites
from toolwire.transport.reference import Reference

SUITES = load_suites()
TARGETS = targets(load_providers(), ["openai", "anthropic"])
ITEMS = plan(TARGETS, [suite for suite in SUITES if suite.id in {"single_call", "round_trip"}])
LISTED = shipped_deviations()


def reference(item: Item) -> Reference:
    """Return a correct server for an item."""
    return Reference(load_dialect(dialect_of(item)))


class Moody:
    """A server that answers with text the first times, and does as asked after that."""

    def __init__(self, item: Item, moods: int) -> None:
        self._dialect = load_dialect(dialect_of(item))
        self._inner = Reference(self._dialect)
        self.moods = moods
        self.asked = 0

    @property
    def evidence(self) -> Evidence:
        """Return the evidence of the server behind."""
        return self._inner.evidence

    async def send(self, request: Request) -> Response:
        """Answer, in the mood of the moment."""
        from toolwire.dialects import Answer

        self.asked += 1
        if self.asked <= self.moods:
            return self._dialect.respond(request, Answer(text="No."))
        return await self._inner.send(request)


def collected(live: LiveRun, items: tuple[Item, ...]) -> list[UnitResult]:
    """Run items to the end."""

    async def all_of_it() -> list[UnitResult]:
        return [seen async for seen in live.run(items)]

    return asyncio.run(all_of_it())


def test_side_by_side_sees_what_one_after_the_other_sees() -> None:
    """Every observation of a replay, the comparisons of both modes included, comes here too."""
    found = [o for seen in collected(LiveRun(reference, LISTED), ITEMS) for o in seen.observations]
    expected = list(run(ITEMS, reference))
    assert Counter(map(str, found)) == Counter(map(str, expected))


def test_units_are_the_modes_of_one_case() -> None:
    """Both modes of a case stay together, and nothing else does."""
    grouped = list(units(ITEMS))
    assert [item for unit in grouped for item in unit] == list(ITEMS)
    modes = {tuple(item.mode for item in unit) for unit in grouped}
    assert (Mode.BLOCKING, Mode.STREAMING) in modes
    assert all(len(set(unit)) == len(unit) for unit in modes)
    assert all(len({item.case.name for item in unit}) == 1 for unit in grouped)


@pytest.mark.parametrize(
    ("moods", "verdict"), [(0, Verdict.CONFORMANT), (2, Verdict.CONFORMANT), (3, None)]
)
def test_a_model_in_a_mood_is_asked_again(moods: int, verdict: Verdict | None) -> None:
    """A case allows so many attempts; after these it is inconclusive, and never failed."""
    item = next(i for i in ITEMS if i.case.attempts == 3 and len(i.case.steps) == 1)
    server = Moody(item, moods)
    (seen,) = collected(LiveRun(lambda _: server, LISTED), (item,))
    assert seen.observations[0].verdict is (verdict or Verdict.INCONCLUSIVE)
    assert server.asked == min(moods + 1, 3)


def test_repetition_measures_instead_of_asking_again() -> None:
    """Five runs are five runs, and their rate is told."""
    item = next(i for i in ITEMS if i.case.attempts == 3 and len(i.case.steps) == 1)
    server = Moody(item, 2)
    (seen,) = collected(LiveRun(lambda _: server, LISTED, repeat=5), (item,))
    trials = seen.observations[0].trials
    assert trials is not None
    assert (server.asked, trials.runs, trials.met) == (5, 5, 3)
    assert seen.observations[0].verdict is Verdict.INCONCLUSIVE


def test_no_more_units_run_than_allowed() -> None:
    """The concurrency is a ceiling, and it is reached."""
    running, most = 0, 0

    class Slow:
        def __init__(self, item: Item) -> None:
            self._inner = reference(item)
            self.evidence = self._inner.evidence

        async def send(self, request: Request) -> Response:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1
            return await self._inner.send(request)

    collected(LiveRun(Slow, LISTED, concurrency=3), ITEMS)
    assert most == 3


def test_one_that_cannot_be_asked_disturbs_no_other() -> None:
    """A fault of one case is that case's `not-run`, with its reason."""

    def some(item: Item) -> Reference:
        if item.mode is Mode.STREAMING:
            raise TrafficError("no key: OPENAI_API_KEY is not set")
        return reference(item)

    seen = [o for unit in collected(LiveRun(some, LISTED), ITEMS) for o in unit.observations]
    blocking = {o.verdict for o in seen if o.mode is Mode.BLOCKING}
    streaming = {
        (o.verdict, "OPENAI_API_KEY" in o.reason) for o in seen if o.mode is Mode.STREAMING
    }
    assert blocking == {Verdict.CONFORMANT}
    assert streaming == {(Verdict.NOT_RUN, True)}


def test_a_unit_says_which_run_it_tells_of() -> None:
    """The recording that is kept is the one the verdict was given for."""
    item = next(i for i in ITEMS if i.case.attempts == 3 and len(i.case.steps) == 1)
    server = Moody(item, 1)
    (seen,) = collected(LiveRun(lambda _: server, LISTED), (item,))
    assert seen.runs == (2,)


def test_a_run_that_is_given_up_leaves_nothing_behind() -> None:
    """Breaking off cancels what is in flight."""
    cancelled: list[str] = []

    class Endless:
        evidence = reference(ITEMS[0]).evidence

        async def send(self, request: Request) -> Response:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled.append(request.url)
                raise
            raise AssertionError("never reached")

    async def break_off() -> None:
        live = LiveRun(lambda _: Endless(), LISTED, concurrency=4)
        task = asyncio.create_task(anext(live.run(ITEMS)))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(break_off())
    assert len(cancelled) == 4
