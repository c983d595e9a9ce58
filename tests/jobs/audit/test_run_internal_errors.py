"""What raises over the answer to a case, and what is too large of it: not-run, with the reason."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.jobs.audit.test_run import reference, seen
from tests.support.raising import broken_rule
from toolwire.dialects import load_dialect
from toolwire.jobs.audit.budget import price_of
from toolwire.jobs.audit.run import run
from toolwire.jobs.internal import InternalError
from toolwire.jobs.verify.presence import weigh
from toolwire.jobs.verify.sighting import Presence
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Observation, Verdict
from toolwire.model.size import BESIDE
from toolwire.providers.model import Model, Price
from toolwire.rules.mutate.scenarios import clean

LONG = b"data: 1\n\n" * (BESIDE.events + 1)


class _Long:
    """A transport whose answers are longer than is judged."""

    evidence = Evidence(EvidenceLevel.LIVE, "here")

    async def send(self, _: Request) -> Response:
        return Response(200, (("content-type", "text/event-stream"),), LONG)


def raised(observation: Observation) -> str:
    """Return who raised, of an observation that nobody may take for a good one."""
    assert observation.verdict is Verdict.NOT_RUN
    assert observation.reason.startswith("internal: ")
    return observation.reason.removeprefix("internal: ").split(" raised ")[0]


def test_a_rule_that_raises_makes_a_case_not_run(
    lab: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is the line to report; the next case is run."""
    item = lab.item(lab.ASK)
    good = seen(item, reference(item))
    broken_rule(monkeypatch, "TC101", RecursionError("too deep"))
    first, second = run([item, item], lambda _: reference(item))
    assert good.verdict is Verdict.CONFORMANT
    assert [raised(one) for one in (first, second)] == ["rule TC101"] * 2


def test_a_decoder_that_raises_makes_a_case_not_run(
    lab: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decoder is to raise on nothing; where it does, nothing was looked at."""
    item = lab.item(lab.ASK)
    transport = reference(item)
    # The package has a function of the module's name.
    running = sys.modules["toolwire.jobs.audit.run"]
    known = load_dialect

    def raising(_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(running, "load_dialect", lambda name: replace(known(name), decode=raising))
    assert raised(seen(item, transport)) == "the decoder of openai-chat"


def test_a_comparison_that_raises_is_not_run(
    lab: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both modes keep their verdicts; the comparison of the two says that it was not made."""
    items = [lab.item(lab.ASK, mode=mode) for mode in (Mode.BLOCKING, Mode.STREAMING)]
    broken_rule(monkeypatch, "TC908", ValueError("wrong"))
    blocking, streaming, both = run(items, lambda _: reference(items[0]))
    assert {blocking.verdict, streaming.verdict} == {Verdict.CONFORMANT}
    assert raised(both) == "rule TC908"


def test_an_answer_that_is_too_large_makes_a_case_not_run(lab: SimpleNamespace) -> None:
    """It says how much there is and how much is judged."""
    observation = seen(lab.item(lab.ASK, mode=Mode.STREAMING), _Long())
    assert observation.verdict is Verdict.NOT_RUN
    assert observation.reason.startswith(f"too large: {BESIDE.events + 1:,} events")


def test_an_answer_nobody_can_read_costs_its_ceiling() -> None:
    """What a run has spent does not depend on whether toolwire can read the answer."""
    model = Model("m", Price(1_000.0, 1_000.0))
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)

    def raising(_: object) -> None:
        raise ValueError

    long = replace(exchange, response=replace(exchange.response, body=LONG))
    ceiling = price_of(exchange, model, raising)
    assert ceiling == price_of(long, model, raising)
    assert ceiling > price_of(exchange, model, load_dialect("openai-chat").decode)


def test_a_search_over_which_toolwire_raises_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """`verify` looks for dialects before it judges; an entry there is no sighting."""
    exchange = clean(load_dialect("openai-chat"), "single_call", Mode.BLOCKING)
    assert weigh("openai-chat", exchange, "m", None).presence is Presence.ANSWERS

    def raising(*_: object) -> None:
        raise ValueError("wrong")

    monkeypatch.setattr("toolwire.jobs.verify.presence._body_of", raising)
    with pytest.raises(InternalError, match="the search for openai-chat raised ValueError"):
        weigh("openai-chat", exchange, "m", None)
