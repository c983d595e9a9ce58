"""The table of servers fits the provider files, and what is written in it can be filled in."""

from __future__ import annotations

from string import Formatter

import pytest

from servers.recipe import MODEL, Recipe
from servers.table import RECIPES
from toolwire.providers import load_providers

FILLED = {"home", "cache", "config", "port", "upstream"}
ROUTES = {route.name: route for provider in load_providers() for route in provider.routes}
every = pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)


def fields(*texts: str) -> set[str]:
    """Return the names that stand in braces."""
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


@every
def test_every_route_is_one_of_a_provider_file(recipe: Recipe) -> None:
    """All of one provider, whose first model is the scripted one: it is what the server serves."""
    routes = [ROUTES[name] for name in recipe.routes]
    assert len({route.id for route in routes}) == 1
    assert {route.models[0].id for route in routes} == {MODEL}


@every
def test_commands_environments_and_configurations_can_be_filled_in(recipe: Recipe) -> None:
    """No brace is left over; a server is told its port, and listens on loopback only."""
    told = (*recipe.command, *recipe.version, *recipe.environment.values(), recipe.config)
    assert fields(*told) <= FILLED
    assert fields(*recipe.version) <= {"home"}
    assert "port" in fields(*recipe.command)
    host = recipe.command.index("--host")
    assert recipe.command[host + 1] == "127.0.0.1"


@every
def test_a_key_is_the_one_that_the_provider_file_asks_for(recipe: Recipe) -> None:
    """Whoever demands a key is asked with it; none is written in the table."""
    wanted = {ROUTES[name].key_env for name in recipe.routes}
    assert wanted <= {*recipe.keys, "", "VLLM_API_KEY"}
    assert not any("sk-" in word for word in (*recipe.command, *recipe.environment.values()))


def test_what_stands_in_front_of_another_names_one_that_stands_alone() -> None:
    """One step only: a gateway, and the server behind it."""
    by_name = {recipe.name: recipe for recipe in RECIPES}
    assert len(by_name) == len(RECIPES)
    for recipe in RECIPES:
        assert bool(recipe.behind) == ("upstream" in fields(*recipe.command, recipe.config))
        if recipe.behind:
            assert not by_name[recipe.behind].behind


def test_the_four_that_are_to_be_recorded_are_there() -> None:
    """llama.cpp, vLLM, transformers and LiteLLM."""
    assert {recipe.name for recipe in RECIPES} == {"llama-cpp", "vllm", "transformers", "litellm"}
