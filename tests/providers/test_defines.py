"""Which vendor's own format a dialect is, and what it answers from its own address."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.dialects import DIALECTS
from toolwire.model.errors import ToolwireError
from toolwire.providers import definer_at, load_providers

#: Tools told in words: no vendor's format.
_NOBODYS = {"prompted", "chatml"}


def test_every_format_of_the_wire_has_a_vendor() -> None:
    """Each dialect is defined by a provider that speaks it and whose hosts are known."""
    owners = {
        dialect: provider
        for provider in load_providers()
        for dialect in provider.defines
        if dialect in {route.dialect for route in provider.routes} and provider.hosts
    }
    assert set(owners) == set(DIALECTS) - _NOBODYS


def test_a_mirror_defines_nothing() -> None:
    """Who answers as another does not own the format, nor does a further route."""
    by_id = {provider.id: provider for provider in load_providers()}
    assert by_id["azure-openai"].defines == ()
    assert all(route.defines == () for p in by_id.values() for route in p.also)


@pytest.mark.parametrize(
    ("host", "dialect", "owner"),
    [
        ("api.openai.com", "openai-responses", "openai"),
        ("API.openai.com:443", "openai-chat", "openai"),
        ("us-central1-aiplatform.googleapis.com", "gemini-generate", "vertex-ai"),
        ("us-central1-aiplatform.googleapis.com", "anthropic-messages", ""),
        ("bedrock-runtime.us-east-1.amazonaws.com", "bedrock-converse", "aws-bedrock"),
        ("bedrock-runtime.us-east-1.amazonaws.com", "anthropic-messages", ""),
        ("api.mistral.ai", "openai-chat", ""),
        ("api.openai.com.evil.example", "openai-chat", ""),
        ("", "openai-chat", ""),
    ],
)
def test_the_owner_answers_from_its_own_hosts_in_its_own_format(
    host: str, dialect: str, owner: str
) -> None:
    """Other people's formats on the same host, and names alike, are not the owner's."""
    assert definer_at(host, dialect) == owner


def test_a_format_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """A file that claims an unknown format does not load, and the error names the line."""
    text = "provider: a\ntitle: A\ndialect: openai-chat\nbase_url: https://a.example\ndefines: [a-chat]\n"
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ToolwireError, match="a-chat"):
        load_providers([tmp_path])
