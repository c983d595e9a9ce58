"""What a live audit would ask and cost at most, found without a connection.

Every item is run against the reference responder, which counts instead of a provider: its
requests are those a provider would get. Ceilings, not forecasts: a model that does as it is
asked needs each attempt once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from toolwire.dialects import Answer, Dialect, Refusal, load_dialect
from toolwire.dialects.body import sent_of
from toolwire.io.json_text import object_of
from toolwire.jobs.audit.controls.control import FUNCTIONS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import TransportFor, dialect_of, observe
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.providers.model import Model, Target
from toolwire.transport import Transport
from toolwire.transport.reference import Reference

#: Output tokens a reply is taken to need where the request itself sets no limit. Our prompts
#: ask for one sentence or a few calls; reasoning models think some hundred tokens before them.
MOST_OUTPUT = 1_024
# Text is no denser than this in any tokenizer in use: English has four bytes a token, JSON
# three, and a byte-level tokenizer never makes two tokens of one byte.
_BYTES_A_TOKEN = 3
#: Members by which dialects limit the output.
_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_MILLION = 1_000_000
_NO = Refusal(400, "invalid_request", "No.")


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The most that requests can come to, in tokens."""

    requests: int = 0
    input: int = 0
    output: int = 0

    def times(self, factor: int) -> Ceiling:
        """Return the ceiling of asking all of it several times."""
        return Ceiling(self.requests * factor, self.input * factor, self.output * factor)

    def less(self, other: Ceiling) -> Ceiling:
        """Return the ceiling without a part of it."""
        return Ceiling(
            self.requests - other.requests, self.input - other.input, self.output - other.output
        )

    def plus(self, more: Ceiling) -> Ceiling:
        """Return the ceiling of both together."""
        return Ceiling(
            self.requests + more.requests, self.input + more.input, self.output + more.output
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """One target.

    Attributes:
        target: who would be asked.
        cases: items that would be asked, each mode counted.
        absent: items that would not, because the target lacks what they ask for.
        ceiling: requests and tokens at most.
        usd: what that costs; None where the price of the model is not known.
    """

    target: Target
    cases: int
    absent: int
    ceiling: Ceiling
    usd: float | None


class _Counting:
    """A transport that counts what it is asked: all, and the first request."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self.ceiling = Ceiling()
        self.first = Ceiling()

    @property
    def evidence(self) -> Evidence:
        return self._inner.evidence

    async def send(self, request: Request) -> Response:
        self.ceiling = self.ceiling.plus(ceiling_of(request))
        if self.ceiling.requests == 1:
            self.first = self.ceiling
        return await self._inner.send(request)


class _Refusing:
    """A server that refuses everything, so that every control is asked."""

    evidence = Evidence(EvidenceLevel.DOCUMENTED, "refuses everything")

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    async def send(self, request: Request) -> Response:
        return self._dialect.respond(request, Answer(refusal=_NO))


def ceiling_of(request: Request) -> Ceiling:
    """Return the most one request can come to."""
    body = object_of(sent_of(request))
    config = object_of(body.get("inferenceConfig"))
    config |= object_of(body.get("generationConfig"))
    limits = [body.get(name) for name in _LIMITS]
    limits += [config.get("maxTokens"), config.get("maxOutputTokens")]
    numbers = [limit for limit in limits if isinstance(limit, int) and limit > 0]
    tokens = -(-len(request.body) // _BYTES_A_TOKEN)
    return Ceiling(1, tokens, min(numbers, default=MOST_OUTPUT))


def cost(ceiling: Ceiling, model: Model) -> float | None:
    """Return the price of tokens in USD; None where the model's price is not known."""
    if model.price is None:
        return None
    dear = ceiling.input * model.price.input + ceiling.output * model.price.output
    return dear / _MILLION


def estimate(items: Iterable[Item], repeat: int = 1) -> Iterator[Estimate]:
    """Yield the estimate of each target, in the order in which the items name them.

    Args:
        items: what would be audited.
        repeat: how often each item would be run.
    """
    by_target: dict[str, Estimate] = {}
    with asyncio.Runner() as runner:
        # Not `runner.run`: see `toolwire.jobs.audit.run.run`.
        work = runner.get_loop().run_until_complete
        for item in items:
            name = item.target.name
            known = by_target.get(name) or Estimate(item.target, 0, 0, Ceiling(), None)
            if item.absent is not None:
                by_target[name] = replace(known, absent=known.absent + 1)
                continue
            more = known.ceiling.plus(work(_ceiling_of_item(item)).times(repeat))
            by_target[name] = replace(known, cases=known.cases + 1, ceiling=more)
    for found in by_target.values():
        yield replace(found, usd=cost(found.ceiling, found.target.model))


async def _ceiling_of_item(item: Item) -> Ceiling:
    """Return the most that an item asks: every attempt, and what is asked beside a refusal."""
    dialect, attempts = load_dialect(dialect_of(item)), item.case.attempts
    clean, refused = _Counting(Reference(dialect)), _Counting(_Refusing(dialect))
    for counting in (clean, refused):
        await observe(item, _always(counting))
    if clean.ceiling.requests > len(item.case.steps):
        # What has to be refused was; its controls are asked until one is answered.
        return max(clean.ceiling, refused.ceiling, key=lambda one: one.requests).times(attempts)
    if item.case.legacy:
        return clean.ceiling.plus(refused.first.times(FUNCTIONS)).times(attempts)
    # A refusal is not asked again, so that its controls are asked once.
    once = refused.ceiling.less(refused.first)
    asks = any(step.question for step in item.case.steps)
    return clean.ceiling.times(attempts).plus(once.times(attempts if asks else 1))


def _always(transport: Transport) -> TransportFor:
    return lambda _: transport
