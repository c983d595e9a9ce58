"""Models without native tools, and the lane in words that asks them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.sharing import in_words
from toolwire.providers import every_target, load_providers
from toolwire.providers.native import VARIABLE, disabled_in, switched_off
from toolwire.providers.prompted import prompted_target, with_prompted

PROVIDERS = load_providers()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (None, ()),
        ("", ()),
        (" , ,", ()),
        ("gpt-oss-40", ("gpt-oss-40",)),
        ("gpt-oss-40, other-model ,", ("gpt-oss-40", "other-model")),
    ],
)
def test_names_stand_between_commas(text: str | None, names: tuple[str, ...]) -> None:
    """Blanks around a name and empty names are nothing, as is a variable that is not set."""
    assert disabled_in({} if text is None else {VARIABLE: text}) == names


@given(
    st.text(st.characters(exclude_characters=","), min_size=1).filter(
        lambda name: name.strip() == name
    )
)
def test_a_model_is_named_by_its_id_whatever_stands_in_it(name: str) -> None:
    """An id with brackets or a star is itself too, not a pattern only."""
    (one, *_) = switched_off(PROVIDERS[:1], {VARIABLE: name})
    assert not one.native_tools(name)


def test_every_route_of_every_provider_is_meant() -> None:
    """The variable adds to what files say, in further routes too, and without it nothing changes."""
    assert switched_off(PROVIDERS, {}) == PROVIDERS
    for provider in switched_off(PROVIDERS, {VARIABLE: "some-*"}):
        assert all(not route.native_tools("some-model") for route in provider.routes)
        assert all(route.native_tools("another") for route in provider.routes)


def test_a_lane_asks_the_same_place_under_a_name_of_its_own() -> None:
    """Each OpenAI-shaped target has one, a file's own route where there is one, and no other has."""
    targets = every_target(PROVIDERS)
    names = {target.name: target.provider.dialect for target in targets}
    for target in targets:
        lane = prompted_target(target, in_words)
        assert (lane is not None) == (target.provider.dialect == "openai-chat")
        if lane is None:
            continue
        assert names.get(lane.name, "prompted") == "prompted"
        assert lane.provider.dialect == "prompted"
        assert lane.provider.id == target.provider.id
        assert lane.endpoint.base_url == target.endpoint.base_url
        assert lane.provider.key_env == target.provider.key_env
        assert lane.model == target.model


def test_lanes_stand_behind_who_gets_no_native_tools() -> None:
    """Each once, also where the lane was chosen itself."""
    targets = every_target(switched_off(PROVIDERS, {VARIABLE: "scripted"}))
    once = with_prompted(targets, in_words)
    assert len({target.name for target in once}) == len(once)
    assert with_prompted(once, in_words) == once
    added = {target.name for target in once} - {target.name for target in targets}
    assert "transformers.prompted/scripted" in added
    assert all(name.endswith("/scripted") for name in added)
