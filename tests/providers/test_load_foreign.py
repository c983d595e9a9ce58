"""Provider files of others: what they decide about keys, and what no file can say."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.errors import ToolwireError
from toolwire.providers import Provider, load_providers, targets

FILE = """\
provider: {name}
title: Mine
dialect: openai-chat
base_url: {url}
key_env: "{key}"
models:
  - {{id: m, confirmed: false}}
{more}
"""


def load(folder: Path, name: str, url: str, key: str, more: str = "") -> dict[str, Provider]:
    """Load a provider file of somebody beside the shipped ones; return each route by its name."""
    text = FILE.format(name=name, url=url, key=key, more=more)
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    return {route.name: route for one in load_providers([folder]) for route in one.routes}


def test_what_ships_is_trusted() -> None:
    """No shipped route is foreign by itself."""
    assert not [route.name for one in load_providers() for route in one.routes if route.foreign]


def test_only_what_somebody_else_decides_is_foreign(tmp_path: Path) -> None:
    """A file of others is foreign, and every shipped provider beside it is not."""
    found = load(tmp_path, "mine", "https://mine.example/v1", "OPENAI_API_KEY")
    assert [name for name, route in found.items() if route.foreign] == ["mine"]


@pytest.mark.parametrize(
    ("url", "key", "foreign"),
    [
        ("https://api.mistral.ai/v1", "MISTRAL_API_KEY", False),
        ("https://api.mistral.ai/v2", "MISTRAL_API_KEY", False),
        ("http://api.mistral.ai/v1", "MISTRAL_API_KEY", True),
        ("https://api.mistral.ai:8443/v1", "MISTRAL_API_KEY", True),
        ("https://api.mistral.ai@evil.example/v1", "MISTRAL_API_KEY", True),
        ("https://api.mistral.ai.evil.example/v1", "MISTRAL_API_KEY", True),
        ("https://evil.example/v1", "MISTRAL_API_KEY", True),
        ("https://api.mistral.ai/v1", "GITHUB_TOKEN", True),
    ],
)
def test_another_file_in_place_of_a_shipped_one(
    tmp_path: Path, url: str, key: str, *, foreign: bool
) -> None:
    """It gets the shipped key at the shipped origin, as the shipped one would, and nowhere else."""
    assert load(tmp_path, "mistral", url, key)["mistral"].foreign is foreign


def test_the_word_in_place_of_a_variable_is_part_of_it(tmp_path: Path) -> None:
    """An address of variables is trusted with the shipped stand-ins only: they may be the host."""
    address, key = "https://{DATABRICKS_HOST}/serving-endpoints", "DATABRICKS_TOKEN"
    more = "variables: {DATABRICKS_HOST: evil.example}"
    assert load(tmp_path, "databricks", address, key, more)["databricks"].foreign


def test_what_mirrors_a_foreign_file_may_be_foreign(tmp_path: Path) -> None:
    """A shipped provider that takes variables from it reads what nobody has vouched for."""
    more = "path: /{HOME_TEAM}/x\nvariables: {HOME_TEAM: yours}"
    found = load(tmp_path, "anthropic", "https://evil.example/v1", "", more)
    assert found["minimax"].variables == {"HOME_TEAM": "yours"}
    assert found["minimax"].foreign


@pytest.mark.parametrize(
    "name",
    ["MINE_API_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "DB_PASSWORD"],
)
def test_no_key_can_stand_in_an_address(tmp_path: Path, name: str) -> None:
    """A variable that holds a key is refused among those of addresses, with the file's line."""
    more = f"variables: {{{name}: a-word}}"
    with pytest.raises(ToolwireError, match=r"mine\.yaml:\d+.* would stand in an address"):
        load(tmp_path, "mine", f"https://mine.example/{{{name}}}", "MINE_API_KEY", more)


def test_headers_and_members_are_taken_word_for_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing in them is filled in from the environment, however it is written."""
    secret = "made-up-" + "secret"
    monkeypatch.setenv("MADE_UP", secret)
    more = 'headers: {X-A: "{MADE_UP} ${MADE_UP} $MADE_UP"}\nextra: {a: "{MADE_UP} ${MADE_UP}"}'
    load(tmp_path, "mine", "https://mine.example/v1", "", more)
    (target,) = targets(load_providers([tmp_path]), ["mine"])
    endpoint = target.reached({"MADE_UP": secret})
    request = load_dialect("openai-chat").encode(Conversation(turns=(UserTurn("Hi."),)), endpoint)
    assert dict(request.headers)["x-a"] == "{MADE_UP} ${MADE_UP} $MADE_UP"
    assert secret not in f"{request.url}{request.headers}{request.body!r}"
