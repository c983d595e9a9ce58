"""Ceilings of a live audit: counted against the reference responder, never forecast."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.jobs.audit.estimate import MOST_OUTPUT, Ceiling, ceiling_of, cost, estimate
from toolwire.jobs.audit.plan import plan
from toolwire.model.exchange import Mode, Request
from toolwire.providers import load_providers, targets
from toolwire.providers.model import Model, Price
from toolwire.suites import load_suites

SUITES = {suite.id: suite for suite in load_suites()}
(OPENAI,) = targets(load_providers(), ["openai"])


def test_every_step_and_attempt_of_a_case_is_counted() -> None:
    """Each step counts as often as it may be asked, and once what is asked where it is refused."""
    suite = SUITES["round_trip"]
    items = plan([OPENAI], [suite])
    (found,) = estimate(items)
    steps = sum(len(item.case.steps) * item.case.attempts for item in items)
    # The plainest request with a tool, the same without; of a stream also the same in one piece. A
    # probe's question may be asked again, and then so are these.
    beside = sum(
        (3 if item.mode is Mode.STREAMING else 2)
        * (item.case.attempts if any(step.question for step in item.case.steps) else 1)
        for item in items
    )
    expected = steps + beside
    assert (found.cases, found.absent, found.ceiling.requests) == (len(items), 0, expected)
    assert found.ceiling.output == expected * MOST_OUTPUT


def test_asking_again_costs_again() -> None:
    """Five repetitions are five times the ceiling."""
    items = plan([OPENAI], [SUITES["single_call"]])
    (once,), (often,) = estimate(items), estimate(items, repeat=5)
    assert often.ceiling == once.ceiling.times(5)


def test_what_the_target_lacks_is_not_paid_for() -> None:
    """Items that are documented as absent are counted apart, and cost nothing."""
    (cohere,) = targets(load_providers(), ["cohere"])
    (found,) = estimate(plan([cohere], [SUITES["legacy_function_call"]]))
    assert found.cases == 0
    assert found.absent > 0
    assert found.ceiling == Ceiling()


def test_no_price_is_not_no_cost() -> None:
    """A model whose price nobody has written down has no ceiling in money."""
    assert cost(Ceiling(1, 10, 10), Model("m")) is None
    priced = Model("m", Price(1.0, 10.0))
    assert cost(Ceiling(1, 1_000_000, 100_000), priced) == pytest.approx(2.0)
    unpriced = replace(OPENAI, model=Model("m"))
    (found,) = estimate(plan([unpriced], [SUITES["single_call"]]))
    assert found.usd is None


@pytest.mark.parametrize(
    ("body", "output"),
    [
        (b"{}", MOST_OUTPUT),
        (b'{"max_tokens": 7}', 7),
        (b'{"max_completion_tokens": 9, "max_tokens": 7}', 7),
        (b'{"generationConfig": {"maxOutputTokens": 5}}', 5),
        (b'{"inferenceConfig": {"maxTokens": 6}}', 6),
        (b'{"max_tokens": "many"}', MOST_OUTPUT),
        (b"not JSON", MOST_OUTPUT),
    ],
)
def test_the_limit_in_a_request_is_its_ceiling(body: bytes, output: int) -> None:
    """Where the request limits the reply the limit counts, else a stated assumption."""
    found = ceiling_of(Request("POST", "https://api.example.invalid/v1", (), body))
    assert found == Ceiling(1, -(-len(body) // 3), output)
