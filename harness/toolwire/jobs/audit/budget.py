"""What a live run may spend, and what it has spent.

Before a request is sent its ceiling is set aside, so that requests in flight together cannot
overspend; when it was answered, what the reply says of its usage takes the ceiling's place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from toolwire.jobs.audit.estimate import Ceiling, ceiling_of, cost
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import Evidence, Exchange, Request, Response
from toolwire.model.reply import Reading, Usage
from toolwire.model.size import too_large
from toolwire.providers.model import Model
from toolwire.transport import Transport

Read: TypeAlias = Callable[[Exchange], Reading]


class BudgetError(TrafficError):
    """The request was not sent, because it could have overspent."""


@dataclass(slots=True)
class Budget:
    """A run's limits and its spend so far.

    Attributes:
        most_usd, most_requests: the limits; None for none.
        usd: spent, and set aside for requests in flight. Models without a known price count
            as nothing where there is no limit in USD; where there is one they are not asked.
        requests: attempts sent so far, those that are repeated after a fault included.
        by_provider: provider id -> USD.
    """

    most_usd: float | None = None
    most_requests: int | None = None
    usd: float = 0.0
    requests: int = 0
    by_provider: dict[str, float] = field(default_factory=dict)

    def permit(self) -> None:
        """Count one attempt to be sent.

        Raises:
            BudgetError: there may be no more.
        """
        if self.most_requests is not None and self.requests >= self.most_requests:
            raise BudgetError(f"budget: --max-requests {self.most_requests} is used up")
        self.requests += 1

    def reserve(self, ceiling: float | None) -> float:
        """Set aside the ceiling of one request, in USD, and return it.

        Args:
            ceiling: None where the price is not known.

        Raises:
            BudgetError: it does not fit, or nobody can tell; nothing is set aside then.
        """
        if ceiling is None and self.most_usd is not None:
            raise BudgetError(
                f"budget: the price is not known, so --max-usd {self.most_usd:g} stops it"
            )
        dear = ceiling or 0.0
        if self.most_usd is not None and self.usd + dear > self.most_usd:
            raise BudgetError(
                f"budget: this request may cost {dear:.4f} USD, and {self.usd:.4f} of "
                f"--max-usd {self.most_usd:g} are spent or set aside"
            )
        self.usd += dear
        return dear

    def spent_by(self, provider: str) -> float:
        """Return what a provider was paid so far, in USD."""
        return self.by_provider.get(provider, 0.0)

    def settle(self, provider: str, reserved: float, spent: float) -> None:
        """Replace what was set aside for a request by what it came to."""
        self.usd += spent - reserved
        self.by_provider[provider] = self.by_provider.get(provider, 0.0) + spent


def price_of(exchange: Exchange, model: Model, read: Read) -> float:
    """Return what an exchange cost in USD, by the usage it reports; 0.0 without a price.

    What it does not report counts as the ceiling of its request.

    Args:
        exchange: request and response.
        model: whose prices count.
        read: decodes it.
    """
    request = exchange.request
    if request is None or exchange.response.status >= 400:
        return 0.0  # no provider charges for a refusal
    most, usage = ceiling_of(request), _usage(exchange, read)
    if usage is None:
        return cost(most, model) or 0.0
    tokens_in = most.input if usage.input is None else usage.input
    tokens_out = most.output if usage.output is None else usage.output
    return cost(Ceiling(1, tokens_in, tokens_out), model) or 0.0


def _usage(exchange: Exchange, read: Read) -> Usage | None:
    """Return the usage a reply reports; None where it does not, or nobody can read it."""
    if too_large(exchange):
        return None
    try:
        return read(exchange).reply.usage
    except Exception:  # noqa: BLE001 - who judges the reply tells of it; here only money counts
        return None


class Metered:
    """A transport that asks the budget before it sends.

    Args:
        inner: the transport that sends.
        budget: shared by all cases of the run.
        provider: whose spend it is.
        model: whose prices count.
        read: decodes an exchange, for the usage it reports.
    """

    def __init__(
        self, inner: Transport, budget: Budget, provider: str, model: Model, read: Read
    ) -> None:
        self._inner = inner
        self._budget = budget
        self._provider = provider
        self._model = model
        self._read = read

    @property
    def evidence(self) -> Evidence:
        """Return the evidence of the transport that sends."""
        return self._inner.evidence

    async def send(self, request: Request) -> Response:
        """Send a request that fits the budget.

        Raises:
            BudgetError: it does not fit.
            TrafficError: the inner transport could not answer; its ceiling counts as spent,
                since nobody knows what the provider charges for it.
        """
        reserved = self._budget.reserve(cost(ceiling_of(request), self._model))
        spent = reserved
        try:
            response = await self._inner.send(request)
            exchange = Exchange(request, response, self.evidence)
            spent = price_of(exchange, self._model, self._read)
        finally:
            self._budget.settle(self._provider, reserved, spent)
        return response
