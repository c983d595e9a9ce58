"""A provider file that is handed in speaks of its own provider, and of no other's hosts and keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.submission import PROVIDER, STATEMENT
from toolwire.jobs.submission.ownership import refused_provider
from toolwire.jobs.submission.statement import SubmissionStatement, read_statement


def statement(place: Path, target: str = "lab/scripted") -> SubmissionStatement:
    """Return a statement about a target."""
    path = place / "lab" / "statement.yaml"
    path.parent.mkdir()
    path.write_text(STATEMENT.replace("vllm/scripted", target), encoding="utf-8")
    return read_statement(path)


def why(place: Path, text: str) -> list[str]:
    """Return why a provider file is refused."""
    path = place / "provider.yaml"
    path.write_text(text, encoding="utf-8")
    return [str(one) for one in refused_provider(path, statement(place))]


def test_a_file_of_ones_own_is_taken(tmp_path: Path) -> None:
    """It may mirror a known provider, whose key it does not get."""
    assert why(tmp_path, PROVIDER.replace("dialect: openai-chat", "mirrors: openai")) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("title:", "aliases: [open-ai, mistral]\ntitle:", "mistral is a name of mistral"),
        ("https://api.lab.example/v1", "https://api.openai.com/v1", "api.openai.com is a host of openai"),
        ("title:", "hosts: [api.mistral.ai]\ntitle:", "api.mistral.ai is a host of mistral"),
        ("title:", 'hosts: ["*.openai.azure.com"]\ntitle:', "is a host of azure-openai"),
        ("LAB_API_KEY", "OPENAI_API_KEY", "OPENAI_API_KEY is the key of openai"),
        (
            "api.lab.example/v1", "{AZURE_OPENAI_RESOURCE}.lab.example/v1\nvariables: {AZURE_OPENAI_RESOURCE: x}",
            "AZURE_OPENAI_RESOURCE is a variable of azure-openai",
        ),
        ("provider: lab", "provider: labs", "is of labs, and the statement names lab"),
        ("provider: lab", "provider: openai", "openai ships: leave this file out"),
    ],
)  # fmt: skip
def test_what_is_another_ones_is_refused(old: str, new: str, told: str, tmp_path: Path) -> None:
    """Names, addresses, patterns of hosts, keys and variables of shipped providers are theirs."""
    text = PROVIDER.replace(old, new)
    assert text != PROVIDER
    assert any(told in line for line in why(tmp_path, text))


def test_without_a_file_the_provider_ships(tmp_path: Path) -> None:
    """A known one needs none; nobody knows another."""
    assert refused_provider(None, statement(tmp_path, "vllm/scripted")) == ()
    (tmp_path / "unknown").mkdir()
    (told,) = refused_provider(None, statement(tmp_path / "unknown"))
    assert "nobody knows 'lab'" in str(told)
