"""Whose path it is."""

from __future__ import annotations

import pytest

from tests.jobs.serve.wire import INVALID, ROOTS
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.serve.routes import Match, find
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.scenarios import clean

ALL = tuple(DIALECTS)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_answers_where_its_own_requests_go(name: str, mode: Mode) -> None:
    """The paths of our encoders, below what SDKs put before them, are served."""
    request = clean(load_dialect(name), "single_call", mode).request
    assert request is not None
    path = request.url.replace(INVALID, ROOTS.get(name, "")).partition("?")[0]
    assert find(path, (name,)) == Match(name, "POST")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/v1/chat/completions", "openai-chat"),
        ("/chat/completions", "openai-chat"),
        ("/openai/deployments/gpt/chat/completions", "openai-chat"),
        ("/v1/completions", "chatml"),
        ("/v1/responses", "openai-responses"),
        ("/v1/messages", "anthropic-messages"),
        ("/v1/chat", "cohere-v1"),
        ("/v2/chat", "cohere-v2"),
        ("/api/chat", "ollama-chat"),
        ("/model/us.amazon.nova-micro-v1%3A0/converse", "bedrock-converse"),
        ("/model/a/converse-stream", "bedrock-converse"),
        ("/v1beta/models/gemini-3:generateContent", "gemini-generate"),
        ("/v1/models/gemini-3:streamGenerateContent", "gemini-generate"),
        (
            "/v1beta1/projects/p/locations/global/publishers/google/models/m:generateContent",
            "gemini-generate",
        ),
        ("/v1/publishers/google/models/m:streamGenerateContent", "gemini-generate"),
    ],
)
def test_every_official_path_has_its_dialect(path: str, name: str) -> None:
    """With everything served each path goes to the dialect whose SDK asks for it."""
    assert find(path, ALL) == Match(name, "POST")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/v1/chat/completion", "openai-chat"),
        ("/v2/chats", "cohere-v2"),
        ("/api/generate", "ollama-chat"),
        ("/v1beta/models/gemini-3:embedContent", "gemini-generate"),
        ("/model/a/invoke", "bedrock-converse"),
        ("//v2/chat", ALL[0]),
        ("", ALL[0]),
    ],
)
def test_a_wrong_path_is_answered_by_the_likest_dialect(path: str, name: str) -> None:
    """Nothing is served there, and the error comes in words that the client may know."""
    assert find(path, ALL) == Match(name)


@pytest.mark.parametrize(
    ("path", "served", "name"),
    [
        ("/v1/models", ("openai-chat",), "openai-chat"),
        ("/v1/models", ("anthropic-messages",), "anthropic-messages"),
        ("/v1/models", ("cohere-v1", "cohere-v2"), "cohere-v2"),
        ("/v1beta/models", ("gemini-generate",), "gemini-generate"),
        ("/v1/models", ALL, "openai-chat"),
        ("/v1beta/models", ALL, "gemini-generate"),
        ("/api/tags", ALL, "ollama-chat"),
    ],
)
def test_models_are_listed_where_clients_look(
    path: str, served: tuple[str, ...], name: str
) -> None:
    """The path of a list is that of its dialect; of those that share one, OpenAI's answers."""
    assert find(path, served) == Match(name, "GET", lists=True)
