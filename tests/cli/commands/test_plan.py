"""`toolwire plan`: figures and missing keys, without a connection."""

from __future__ import annotations

import json
import socket

import pytest
from click.testing import CliRunner

from toolwire.cli.commands.plan import command


@pytest.fixture(autouse=True)
def _no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("plan opened a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def planned(*words: str, env: dict[str, str | None] | None = None) -> str:
    """Run the command and return what it printed."""
    outcome = CliRunner().invoke(command, words, env=env, standalone_mode=False)
    assert outcome.exception is None, outcome.output
    return outcome.output


def test_a_missing_key_is_named() -> None:
    """The variable that has to be set stands at the end, and the key's value nowhere."""
    without = planned("-p", "openai", "-s", "single_call", env={"OPENAI_API_KEY": None})
    assert "no key: OPENAI_API_KEY (1 provider); their cases are not run" in without
    having = planned("-p", "openai", "-s", "single_call", env={"OPENAI_API_KEY": "sk-secret"})
    assert "are not run" not in having
    assert "sk-secret" not in having


def test_a_model_that_may_be_mistyped_is_noted() -> None:
    """It is asked all the same, since a file need not know what came out today."""
    words = ["-p", "openai/gpt-6-lunna", "-s", "single_call"]
    outcome = CliRunner().invoke(command, words, standalone_mode=False)
    told = "note: openai/gpt-6-lunna is in no file of openai; did you mean gpt-6-luna?"
    assert told in outcome.stderr.splitlines()
    assert outcome.return_value == 0
    other = CliRunner().invoke(command, ["-p", "openai/zz", "-s", "single_call"])
    assert "note:" not in other.stderr


def test_a_server_on_this_machine_needs_no_key() -> None:
    """Nobody has to invent a key for a server that asks for none."""
    told = planned("-p", "vllm", "-s", "single_call", "--json", env={"VLLM_API_KEY": None})
    assert json.loads(told)["key"] == "none"


def test_a_price_that_is_not_known_is_said() -> None:
    """The total does not pass for the whole when prices are missing."""
    told = planned("-p", "openai/gpt-of-mine", "-s", "single_call")
    assert "1 target whose price is not known" in told
    # In the words of the refusal that an audit would give.
    assert "--max-usd is refused for openai/gpt-of-mine: add `price`" in told
    known = planned("-p", "openai", "-s", "single_call")
    assert "price is not known" not in known
    assert "--max-usd" not in known


def test_json_says_whence_a_price_is() -> None:
    """A script sees USD per million tokens with source and day, and null for an unknown price."""
    words = ("-s", "single_call", "--json")
    priced, unpriced = (
        json.loads(planned("-p", name, *words)) for name in ("openai", "openai/mine")
    )
    assert priced["price"].keys() == {"input", "output", "note", "source", "read"}
    assert priced["price"]["source"].startswith("https://")
    assert (unpriced["price"], unpriced["usd"]) == (None, None)


def test_json_has_the_same_figures_for_scripts() -> None:
    """One line a target, with requests, tokens and dollars as numbers."""
    lines = planned("-p", "openai", "-p", "anthropic", "-s", "round_trip", "--json").splitlines()
    first, second = map(json.loads, lines)
    assert (first["target"], second["dialect"]) == ("openai/gpt-6-luna", "anthropic-messages")
    assert first["requests"] > first["cases"] > 0
    assert 0 < first["usd"] < 1
