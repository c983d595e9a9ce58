"""Rules raise nothing, whatever a provider puts anywhere in its answer."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.hostile import ANYTHING, misplace
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body, frames
from toolwire.rules.mutate.scenarios import clean

SCENARIOS = ["single_call", "parallel_calls", "plain_text", "refused", "round_trip"]


@cache
def _clean(name: str, scenario: str, mode: Mode) -> Exchange:
    return clean(load_dialect(name), scenario, mode)


@pytest.mark.parametrize("name", DIALECTS)
@given(
    scenario=st.sampled_from(SCENARIOS),
    mode=st.sampled_from(Mode),
    place=st.integers(0, 10_000),
    new=ANYTHING,
)
@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
def test_any_value_anywhere_raises_nothing(
    name: str, scenario: str, mode: Mode, place: int, new: Json
) -> None:
    """One member replaced by anything, or left out, yields findings and no exception."""
    exchange = _clean(name, scenario, mode)
    if load_dialect(name).decode(exchange).mode is Mode.BLOCKING:
        edited = body(lambda value: misplace(value, place, new))(exchange)
    else:

        def change(stream: list[tuple[str | None, Json]]) -> None:
            payloads: list[Json] = [payload for _, payload in stream if isinstance(payload, dict)]
            misplace(payloads, place, new)

        edited = frames(change)(exchange)
    for finding in judge(load_dialect(name).decode(edited)):
        assert finding.as_json()["rule"] == finding.rule
