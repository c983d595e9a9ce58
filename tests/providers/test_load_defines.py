"""Which vendor's own format a dialect is, and what it answers from its own address."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.dialects import DIALECTS
from toolwire.model.errors import ToolwireError
from toolwire.providers import defines, load_providers

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
    ("provider", "dialect", "own"),
    [
        ("openai", "openai-responses", True),
        ("vertex-ai", "gemini-generate", True),
        ("vertex-ai", "anthropic-messages", False),
        ("aws-bedrock", "anthropic-messages", False),
        ("mistral", "openai-chat", False),
        ("nobody", "openai-chat", False),
        ("openai", "no-such-format", False),
    ],
)
def test_a_vendor_defines_its_own_format_only(provider: str, dialect: str, own: bool) -> None:  # noqa: FBT001
    """Speaking a format is not owning it."""
    assert defines(provider, dialect) is own


def test_a_format_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """A file that claims an unknown format does not load, and the error names the line."""
    text = "provider: a\ntitle: A\ndialect: openai-chat\nbase_url: https://a.example\ndefines: [a-chat]\n"
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ToolwireError, match="a-chat"):
        load_providers([tmp_path])
