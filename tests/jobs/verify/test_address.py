"""Addresses: what is taken, and where a dialect is looked for."""

from __future__ import annotations

import pytest

from toolwire.jobs.verify.address import address_of
from toolwire.model.errors import ToolwireError


@pytest.mark.parametrize(
    ("text", "base", "names"),
    [
        ("http://h:8000", "http://h:8000", ""),
        ("http://h:8000/v1/", "http://h:8000/v1", ""),
        ("https://H.example/v1/chat/completions", "https://h.example/v1", "openai-chat"),
        ("http://h/v1/completions", "http://h/v1", "chatml"),
        ("http://h/v1/responses/", "http://h/v1", "openai-responses"),
        ("http://h/v1/messages", "http://h", "anthropic-messages"),
        ("http://h/api/chat", "http://h", "ollama-chat"),
        ("http://h/v2/chat", "http://h", "cohere-v2"),
        ("http://h/v1/chat", "http://h", "cohere-v1"),
        ("http://h/model/a%3A0/converse-stream", "http://h", "bedrock-converse"),
        ("http://h/v1beta/models/m:streamGenerateContent", "http://h", "gemini-generate"),
        (
            "https://h/v1/projects/p/locations/l/publishers/google/models/m:generateContent",
            "https://h/v1/projects/p/locations/l/publishers/google",
            "gemini-generate",
        ),
        (
            "https://h/v1/publishers/google/models/m:streamGenerateContent",
            "https://h/v1/publishers/google",
            "gemini-generate",
        ),
        ("http://[::1]:80/openai/v1", "http://[::1]:80/openai/v1", ""),
    ],
)
def test_an_endpoint_path_is_taken_off(text: str, base: str, names: str) -> None:
    """What is left is a base URL, and the path says which dialect was meant."""
    found = address_of(text)
    assert (found.base, found.names) == (base, names)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "h:8000",
        "ftp://h",
        "http://",
        "http://h/v1?key=secret",
        "http://user:secret@h/v1",
        "http://h/#x",
        "http://h/{MODEL}",
        "http://h:0",
        "http://h:99999",
        "http://h/a b",
    ],
)
def test_what_is_no_plain_address_is_refused_without_being_shown(text: str) -> None:
    """Queries and users may hold keys, so the message does not repeat them."""
    with pytest.raises(ToolwireError) as error:
        address_of(text)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "dialect", "bases"),
    [
        ("http://h", "openai-chat", ("http://h/v1", "http://h")),
        ("http://h/v1", "openai-chat", ("http://h/v1", "http://h")),
        ("http://h/openai", "openai-chat", ("http://h/openai", "http://h/openai/v1")),
        ("http://h/v1", "anthropic-messages", ("http://h/v1", "http://h")),
        ("http://h", "ollama-chat", ("http://h",)),
        ("http://h/v1beta", "gemini-generate", ("http://h/v1beta", "http://h")),
    ],
)
def test_neighbours_are_tried_in_a_fixed_order(
    text: str, dialect: str, bases: tuple[str, ...]
) -> None:
    """The given address comes first, a bare host with the version that the SDK expects."""
    assert address_of(text).bases(dialect) == bases
