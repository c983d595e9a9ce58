"""Which result is of which call."""

from __future__ import annotations

import pytest

from toolwire.model.conversation import ToolCall, ToolResult
from toolwire.rules.views.result_pairs import results_of


def call(known: str | None) -> ToolCall:
    """Return a call of that id."""
    return ToolCall("get_weather", known, {})


def result(known: str | None, content: str = "18 C") -> ToolResult:
    """Return a result of the call of that id."""
    return ToolResult(known, "get_weather", content)


@pytest.mark.fast
def test_results_are_of_the_calls_that_their_ids_name() -> None:
    """In whatever order they stand; a call that no result names has none, and of two the first counts."""
    first, second = result("a"), result("b")
    calls = (call("a"), call("b"), call("c"))
    assert results_of(calls, (second, first)) == (first, second, None)
    assert results_of(calls[:1], (first, result("a", "Else."))) == (first,)


@pytest.mark.fast
def test_results_without_ids_are_of_the_calls_in_their_place() -> None:
    """Formats without ids say no more; a call behind the last result has none."""
    first, second = result(None), result(None, "Sunny.")
    assert results_of((call(None), call(None)), (first, second)) == (first, second)
    assert results_of((call(None), call(None)), (first,)) == (first, None)
