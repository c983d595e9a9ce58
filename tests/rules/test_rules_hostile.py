"""Rules raise nothing, whatever a provider puts anywhere in its answer."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body, frames
from toolwire.rules.mutate.scenarios import clean

SCENARIOS = ["single_call", "parallel_calls", "plain_text", "refused", "round_trip"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
MISSING = "<missing>"


@cache
def _clean(name: str, scenario: str, mode: Mode) -> Exchange:
    return clean(load_dialect(name), scenario, mode)


def _places(value: Json) -> list[tuple[dict[str, Json] | list[Json], str | int]]:
    """List every container and key below a value."""
    keys: list[str] | list[int] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    found = [(value, key) for key in keys]
    for key in keys:
        found += _places(value[key])
    return found


def _replace(value: Json, place: int, new: Json) -> None:
    places = _places(value)
    if places:
        holder, key = places[place % len(places)]
        if new == MISSING:
            del holder[key]
        else:
            holder[key] = new


@pytest.mark.parametrize("name", DIALECTS)
@given(
    scenario=st.sampled_from(SCENARIOS),
    mode=st.sampled_from(Mode),
    place=st.integers(0, 10_000),
    new=VALUES | st.just(MISSING),
)
@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
def test_any_value_anywhere_raises_nothing(
    name: str, scenario: str, mode: Mode, place: int, new: Json
) -> None:
    """One member replaced by anything, or left out, yields findings and no exception."""
    exchange = _clean(name, scenario, mode)
    if load_dialect(name).decode(exchange).mode is Mode.BLOCKING:
        edited = body(lambda value: _replace(value, place, new))(exchange)
    else:

        def change(stream: list[tuple[str | None, Json]]) -> None:
            payloads = [payload for _, payload in stream if isinstance(payload, dict)]
            _replace(payloads, place, new)

        edited = frames(change)(exchange)
    for finding in judge(load_dialect(name).decode(edited)):
        assert finding.as_json()["rule"] == finding.rule
