"""A budget: set aside before a request, settled after it, never overspent."""

from __future__ import annotations

import asyncio

import pytest

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.budget import Budget, BudgetError, Metered
from toolwire.jobs.audit.estimate import ceiling_of, cost
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Request, Response
from toolwire.providers.model import Model, Price
from toolwire.transport.reference import Reference

CHAT = load_dialect("openai-chat")
MODEL = Model("m", Price(1_000.0, 1_000.0))
REQUEST = CHAT.encode(
    Conversation((UserTurn("Hello."),)), Endpoint("https://api.example.invalid/v1", "m")
)
MOST = cost(ceiling_of(REQUEST), MODEL) or 0.0


def metered(budget: Budget, inner: object = None, model: Model = MODEL) -> Metered:
    """Return a transport that spends from a budget."""
    return Metered(inner or Reference(CHAT), budget, "p", model, CHAT.decode)  # type: ignore[arg-type]


class Failing:
    """A transport whose connection breaks, or that is refused."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, status: int | None) -> None:
        self.status = status

    async def send(self, _: Request) -> Response:
        """Refuse, or break."""
        if self.status is None:
            raise TrafficError("the connection was reset")
        return Response(self.status, (), b"{}")


def test_usage_takes_the_ceilings_place() -> None:
    """What the reply reports is what was spent; it is less than was set aside."""
    budget = Budget()
    asyncio.run(metered(budget).send(REQUEST))
    assert 0 < budget.usd < MOST
    assert budget.by_provider == {"p": pytest.approx(budget.usd)}


def test_what_does_not_fit_is_not_sent() -> None:
    """A request whose ceiling exceeds what is left is refused before it goes out."""
    budget = Budget(most_usd=MOST / 2)
    with pytest.raises(BudgetError, match="--max-usd"):
        asyncio.run(metered(budget).send(REQUEST))
    assert budget.usd == 0.0


def test_requests_in_flight_together_do_not_overspend() -> None:
    """Ten at once with room for three ceilings: three go out."""
    budget = Budget(most_usd=MOST * 3.5)
    transport = metered(budget, Failing(None))

    async def all_at_once() -> list[object]:
        return await asyncio.gather(
            *(transport.send(REQUEST) for _ in range(10)), return_exceptions=True
        )

    outcomes = asyncio.run(all_at_once())
    assert sum(isinstance(outcome, BudgetError) for outcome in outcomes) == 7
    assert budget.usd <= MOST * 3.5


def test_a_broken_connection_counts_as_its_ceiling() -> None:
    """Nobody knows what the provider charges for an answer that did not arrive."""
    budget = Budget()
    with pytest.raises(TrafficError, match="reset"):
        asyncio.run(metered(budget, Failing(None)).send(REQUEST))
    assert budget.usd == pytest.approx(MOST)


def test_a_refusal_costs_nothing() -> None:
    """An error status is not charged for."""
    budget = Budget()
    asyncio.run(metered(budget, Failing(429)).send(REQUEST))
    assert budget.usd == 0.0


def test_attempts_are_limited_whatever_they_cost() -> None:
    """--max-requests counts what goes out, and stops before one too many."""
    budget = Budget(most_requests=2)
    budget.permit()
    budget.permit()
    with pytest.raises(BudgetError, match="--max-requests 2"):
        budget.permit()
    assert budget.requests == 2


def test_a_model_without_a_price_is_not_asked_within_a_limit() -> None:
    """Nobody can say what fits: nothing is sent and nothing set aside; without a limit it is."""
    budget, inner = Budget(most_usd=100.0), Failing(200)
    with pytest.raises(BudgetError, match="price is not known, so --max-usd 100"):
        asyncio.run(metered(budget, inner, model=Model("unpriced")).send(REQUEST))
    assert (budget.usd, budget.by_provider) == (0.0, {})
    free = Budget(most_requests=1)
    asyncio.run(metered(free, model=Model("unpriced")).send(REQUEST))
    assert free.usd == 0.0
