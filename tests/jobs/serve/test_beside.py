"""What clients ask for beside conversations: counts, caches, one model."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire.dialects import DIALECTS
from toolwire.io.json_text import dump, parse
from toolwire.jobs.serve import Server
from toolwire.model.exchange import Request

ROOT = "http://127.0.0.1"
ALL = tuple(DIALECTS)


def asked(method: str, path: str, body: Any = None, served: tuple[str, ...] = ALL) -> Any:
    """Ask a server, and return status and body of its answer."""
    sent = b"" if body is None else dump(body)
    response = Server(served).answer(Request(method, ROOT + path, (), sent)).response
    return response.status, parse(response.body)


@pytest.mark.parametrize(
    ("path", "member", "body"),
    [
        ("/v1/messages/count_tokens?beta=true", "input_tokens", {"messages": []}),
        ("/v1/responses/input_tokens", "input_tokens", {"input": "Hi."}),
        ("/v1beta/models/gemini-3:countTokens", "totalTokens", {"contents": []}),
    ],
)
def test_tokens_are_counted(path: str, member: str, body: dict[str, Any]) -> None:
    """A count is a number that grows with what is counted."""
    status, small = asked("POST", path, body)
    _, large = asked("POST", path, {**body, "more": "x" * 400})
    assert status == 200
    assert 0 < small[member] < large[member]
    assert asked("POST", path, [])[0] == 400


def test_contents_are_cached_and_asked_with() -> None:
    """A cache is made, shown, listed, changed and deleted; a request may name it."""
    body = {"model": "models/m", "contents": [{"role": "user", "parts": [{"text": "Hi."}]}]}
    status, made = asked("POST", "/v1beta/cachedContents", body)
    assert status == 200
    assert made["name"].startswith("cachedContents/")
    assert made["model"] == "models/m"
    assert made["usageMetadata"]["totalTokenCount"] > 0
    for method in ("GET", "PATCH"):
        assert asked(method, f"/v1beta/{made['name']}")[1]["name"] == made["name"]
    assert asked("GET", "/v1beta/cachedContents") == (200, {})
    assert asked("DELETE", f"/v1beta/{made['name']}") == (200, {})
    naming = {**body, "cachedContent": made["name"]}
    assert asked("POST", "/v1beta/models/m:generateContent", naming)[0] == 200
    assert asked("PUT", f"/v1beta/{made['name']}")[0] == 405


@pytest.mark.parametrize(
    ("path", "served", "member"),
    [
        ("/v1/models/m", ("openai-chat",), "id"),
        ("/v1/models/m", ("anthropic-messages",), "id"),
        ("/v1/models/m", ALL, "id"),
        ("/v1beta/models/m", ALL, "name"),
    ],
)
def test_one_model_is_shown(path: str, served: tuple[str, ...], member: str) -> None:
    """Each list has a page for one of its entries."""
    status, shown = asked("GET", path, None, served)
    assert status == 200
    assert shown[member].rpartition("/")[2] == "m"


def test_ollama_says_what_it_is() -> None:
    """Clients look whether the model has tools before they send any."""
    assert "version" in asked("GET", "/api/version")[1]
    assert "tools" in asked("POST", "/api/show", {"model": "m"})[1]["capabilities"]
