"""A limit in USD is refused before anything is asked, where a price is not known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.jobs.audit.plan import Item, plan
from toolwire.jobs.audit.price import refuse_unpriced, unpriced
from toolwire.model.errors import ToolwireError
from toolwire.providers import load_providers, targets
from toolwire.providers.model import Model, Price
from toolwire.suites import load_suites

SUITES = {suite.id: suite for suite in load_suites()}
(OPENAI,) = targets(load_providers(), ["openai"])


def asked(*models: Model, suite: str = "single_call") -> tuple[Item, ...]:
    """Return the items of a suite for models of one provider."""
    return plan([replace(OPENAI, model=model) for model in models], [SUITES[suite]])


def test_a_model_without_a_price_refuses_the_limit_by_name() -> None:
    """The refusal names provider and model, once each, and says what to do."""
    items = asked(Model("b-1"), Model("priced", Price(1.0, 2.0)), Model("a-1"))
    with pytest.raises(ToolwireError) as caught:
        refuse_unpriced(items, 0.5)
    told = str(caught.value)
    assert "--max-usd 0.5" in told
    assert "openai/a-1, openai/b-1 is not known" in told
    assert "openai/priced" not in told
    assert "`price`" in told
    assert "--max-requests" in told
    assert "\n" not in told


def test_a_long_list_is_counted() -> None:
    """Forty models do not make forty names: the rest is counted."""
    with pytest.raises(ToolwireError, match="and 3 more is not known"):
        refuse_unpriced(asked(*(Model(f"m-{n}") for n in range(8))), 1.0)


def test_a_price_of_nothing_is_a_price() -> None:
    """A server of one's own costs nothing a token, which is known."""
    refuse_unpriced(asked(Model("own", Price(0.0, 0.0))), 0.0)


def test_without_a_limit_no_price_is_needed() -> None:
    """--max-requests needs none."""
    items = asked(Model("m"))
    assert unpriced(items) == ("openai/m",)
    refuse_unpriced(items, None)


def test_who_is_asked_nothing_needs_no_price() -> None:
    """A target that lacks what its items ask for sends no request."""
    (cohere,) = targets(load_providers(), ["cohere"])
    (items,) = [plan([replace(cohere, model=Model("m"))], [SUITES["legacy_function_call"]])]
    assert items
    refuse_unpriced(items, 1.0)
