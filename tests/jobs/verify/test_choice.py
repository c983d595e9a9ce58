"""Which dialect is audited, and when nothing can be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.jobs.verify.address import address_of
from toolwire.jobs.verify.choice import ALL, AUTO, chosen
from toolwire.jobs.verify.sighting import DialectSighting, Fact, Presence
from toolwire.model.errors import CUT_OFF, HUNG_UP, TrafficError


def seen(name: str, sure: float = 0.98, presence: Presence = Presence.ANSWERS) -> DialectSighting:
    """Return a sighting of a dialect."""
    return DialectSighting(name, "http://h", presence, (Fact(sure, "it looks like it"),))


def names(sightings: list[DialectSighting], url: str, dialect: str = AUTO) -> list[str]:
    """Return the dialects that are audited."""
    return [one.dialect for one in chosen(sightings, dialect, address_of(url))]


SEVERAL = [seen("anthropic-messages"), seen("openai-chat"), seen("openai-responses", 0.97)]


def test_of_equally_sure_ones_the_usual_comes_first() -> None:
    """llama.cpp and vLLM speak three dialects; they are OpenAI-compatible."""
    assert names(SEVERAL, "http://h:8000") == ["openai-chat"]


def test_the_endpoint_that_was_given_decides() -> None:
    """Who gives the path of Messages asks about Messages."""
    assert names(SEVERAL, "http://h:8000/v1/messages") == ["anthropic-messages"]


def test_ollama_is_itself_unless_its_other_path_was_given() -> None:
    """It answers in OpenAI's form below /v1; who gives that asks about that."""
    native = DialectSighting("ollama-chat", "http://h", Presence.ANSWERS, (Fact(0.98, "it is"),))
    found = [DialectSighting("openai-chat", "http://h/v1", Presence.ANSWERS, native.facts), native]
    assert names(found, "http://h") == ["ollama-chat"]
    assert names(found, "http://h/v1") == ["openai-chat"]


def test_a_known_host_decides() -> None:
    """Anthropic's own host answers in OpenAI's form too, and is Anthropic's."""
    assert names(SEVERAL, "https://api.anthropic.com") == ["anthropic-messages"]


def test_the_surer_comes_before_the_usual() -> None:
    """What is half seen gives way."""
    found = [seen("openai-chat", 0.6), seen("gemini-generate")]
    assert names(found, "http://h") == ["gemini-generate"]


def test_all_are_audited_in_a_fixed_order_when_asked_for() -> None:
    """What is absent or too unsure is left out."""
    found = [*SEVERAL, seen("cohere-v2", 0.3), seen("ollama-chat", 0.9, Presence.ABSENT)]
    wanted = ["openai-chat", "anthropic-messages", "openai-responses"]
    assert names(found, "http://h", ALL) == wanted


def test_a_format_of_its_own_is_no_error() -> None:
    """A server that answers and speaks nothing known is a finding, not a failure."""
    assert names([seen("openai-chat", 0.0, Presence.ABSENT)], "http://h") == []


def test_a_dialect_that_is_named_is_audited_in_whatever_shape_it_answers() -> None:
    """Who names the dialect wants to know what is wrong with its body; a page that is gone has none."""
    lost = seen("openai-chat", 0.0, Presence.ABSENT)
    assert names([replace(lost, status=200)], "http://h", "openai-chat") == ["openai-chat"]
    assert names([replace(lost, status=200)], "http://h") == []
    assert names([replace(lost, status=404)], "http://h", "openai-chat") == []


@pytest.mark.parametrize(
    ("presence", "told"),
    [
        (Presence.UNREACHED, "is the server running"),
        (Presence.LOCKED, "--key-env"),
        (Presence.BUSY, "it may speak openai-chat, but .*; it said: no such key, or none"),
    ],
)
def test_nothing_to_ask_is_told(presence: Presence, told: str) -> None:
    """No answer, no key and no room end the run with what to do, and what the server said."""
    one = replace(seen("openai-chat", 0.4, presence), refusal="no such key,\n or none")
    with pytest.raises(TrafficError, match=told):
        names([one], "http://h")


@pytest.mark.parametrize("why", [HUNG_UP, f"{CUT_OFF} (3 attempts)"])
def test_a_server_that_closes_early_is_running(why: str) -> None:
    """It is not told to look for the server, which took the request."""
    one = replace(seen("openai-chat", 0.0, Presence.UNREACHED), refusal=why)
    with pytest.raises(TrafficError, match=r"closed the connection .*it took the request") as told:
        names([one], "http://h")
    assert "is the server running" not in str(told.value)


def test_a_server_that_fails_at_every_path_is_told_to_fail() -> None:
    """It is no format of its own: nothing could be looked at."""
    absent = replace(seen("openai-chat", 0.0, Presence.ABSENT), status=500, refusal="boom")
    with pytest.raises(TrafficError, match=r"it fails with HTTP 500 .*; it said: boom"):
        names([absent, replace(absent, dialect="ollama-chat", refusal="")], "http://h")
    assert names([absent, seen("ollama-chat", 0.0, Presence.ABSENT)], "http://h") == []
