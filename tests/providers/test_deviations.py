"""Known deviations: whose they are, when they concern an exchange, and what files may say."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.model.errors import ToolwireError
from toolwire.providers import Deviation, Link, load_providers
from toolwire.providers.deviations import KnownDeviation, shipped_deviations

LINK = Link("https://made-up.example/issues/1", "2026-11-21")
MADE_UP = """\
provider: made-up
title: Made Up
mirrors: openai
base_url: https://api.made-up.example/v1
deviations:
  - rule: TC106
    reason: writes index in blocking replies
    seen: 2026-08
    source: https://made-up.example/issues/1
    read: 2026-11-21
{more}
speaks:
  - dialect: anthropic-messages
    mirrors: anthropic
"""


def listed(tmp_path: Path, more: str = "") -> KnownDeviation:
    """Return what a made-up provider file and one that mirrors it list."""
    (tmp_path / "made-up.yaml").write_text(MADE_UP.replace("{more}", more), encoding="utf-8")
    (tmp_path / "copy.yaml").write_text(
        "provider: copy\ntitle: Copy\nmirrors: made-up\nbase_url: https://copy.example/v1\n",
        encoding="utf-8",
    )
    return KnownDeviation(load_providers([tmp_path]))


def known(found: KnownDeviation, provider: str = "made-up", **changes: str | None) -> set[str]:
    """Ask what is known of an exchange."""
    asked = {"dialect": "openai-chat", "model": "m-1", "mode": "blocking", "when": "2026-09-01"}
    asked |= changes  # type: ignore[arg-type]
    return set(
        found.known(provider, asked["dialect"], asked["model"], asked["mode"], asked["when"])
    )


def test_a_listing_is_about_its_own_route(tmp_path: Path) -> None:
    """Another dialect, another provider and one that nobody knows have nothing known."""
    found = listed(tmp_path)
    assert known(found) == {"TC106"}
    assert known(found, dialect="anthropic-messages") == set()
    assert known(found, "nobody") == set()


def test_mirroring_passes_no_deviation_on(tmp_path: Path) -> None:
    """What was seen of one server excuses no other, however alike they are."""
    found = listed(tmp_path)
    assert known(found, "copy") == set()
    assert ("copy", "openai-chat") not in found.by_dialect


@pytest.mark.parametrize(
    ("line", "changes", "expected"),
    [
        ("    models: [m-1, 'big-*']", {}, True),
        ("    models: [m-1, 'big-*']", {"model": "big-2"}, True),
        ("    models: [m-1, 'big-*']", {"model": "m-11"}, False),
        ("    modes: [streaming]", {}, False),
        ("    modes: [streaming]", {"mode": "streaming"}, True),
        ("    until: 2026-08", {}, False),
        ("    until: 2026-09", {}, True),
        ("    until: 2026-08", {"when": None}, True),
        ("    until: 2026-08", {"when": "2025-01-31T10:00:00Z"}, True),
    ],
)
def test_a_listing_may_be_narrowed(
    tmp_path: Path, line: str, changes: dict[str, str | None], *, expected: bool
) -> None:
    """Models, modes and the month it was last seen in decide what it excuses."""
    assert known(listed(tmp_path, line), **changes) == ({"TC106"} if expected else set())


def test_a_listing_may_be_about_another_dialect_of_the_provider(tmp_path: Path) -> None:
    """`dialect` moves it away from the route it stands at."""
    found = listed(tmp_path, "    dialect: ollama-chat")
    assert known(found) == set()
    assert known(found, dialect="ollama-chat") == {"TC106"}


@pytest.mark.parametrize(
    "line",
    [
        "    modes: [sometimes]",
        "    models: []",
        "    until: soon",
        "    dialect: morse",
        "    a: 1",
    ],
)
def test_a_listing_that_is_not_of_the_form_is_refused(tmp_path: Path, line: str) -> None:
    """A slip in a narrowing would excuse too much or nothing: file and line are named."""
    with pytest.raises(ToolwireError, match=r"made-up\.yaml:\d+"):
        listed(tmp_path, line)


def test_the_shipped_files_are_read_once() -> None:
    """What is listed is looked up for every exchange of a lint."""
    assert shipped_deviations() is shipped_deviations()
    assert len(shipped_deviations().by_dialect) > 15


def test_a_deviation_lasts_until_the_end_of_its_month() -> None:
    """Months are compared as months, whatever the time of the exchange."""
    passed = Deviation("TC106", "It is so.", "2025-01", LINK, until="2025-08")
    assert passed.lasts("2025-08-31T23:59:59Z")
    assert not passed.lasts("2025-09-01")
    assert Deviation("TC106", "It is so.", "2025-01", LINK).lasts("2099-01-01")


@pytest.mark.parametrize(
    ("provider", "rule", "seen", "beyond"),
    [
        (
            "groq",
            "TC206",
            {"model": "mixtral-8x7b-32768", "when": "2024-04-20"},
            {"when": "2025-01-01"},
        ),
        (
            "groq",
            "TC206",
            {"model": "mixtral-8x7b-32768", "when": "2024-04-20"},
            {"model": "mistral-saba-24b"},
        ),
        (
            "groq",
            "TC208",
            {"model": "moonshotai/kimi-k2-instruct", "when": "2025-07-15"},
            {"model": "moonshotai/kimi-k2-instruct-0905"},
        ),
        ("xai", "TC401", {"model": "grok-3", "when": "2025-06-13"}, {"mode": "streaming"}),
        ("xai", "TC401", {"model": "grok-3", "when": "2025-06-13"}, {"model": "grok-3-mini"}),
        (
            "baseten",
            "TC906",
            {"model": "MiniMaxAI/MiniMax-M2.5", "mode": "streaming"},
            {"model": "deepseek-ai/DeepSeek-V3.1"},
        ),
        (
            "baseten",
            "TC905",
            {"model": "moonshotai/Kimi-K2.5", "mode": "streaming"},
            {"model": "zai-org/GLM-5.1"},
        ),
        (
            "huggingface",
            "TC910",
            {"when": "2024-08-18", "mode": "streaming"},
            {"when": "2025-01-01"},
        ),
        ("huggingface", "TC118", {"when": "2024-08-18"}, {"mode": "streaming"}),
        ("huggingface", "TC105", {"when": "2025-08-18"}, {"mode": "streaming"}),
        ("zai", "TC118", {"when": "2025-10-23"}, {"mode": "streaming"}),
        (
            "openai",
            "TC007",
            {"model": "gpt-4o-mini", "when": "2026-02-23", "mode": "blocking"},
            {"mode": "streaming"},
        ),
        (
            "aws-bedrock",
            "TC118",
            {"dialect": "anthropic-messages", "mode": "streaming"},
            {"mode": "blocking"},
        ),
        (
            "vercel-gateway",
            "TC121",
            {"model": "google/gemini-3-pro-preview"},
            {"model": "google/gemini-2.5-flash"},
        ),
        ("azure-openai", "TC121", {"model": "grok-3-mini"}, {"model": "gpt-5-mini"}),
        (
            "gemini",
            "TC155",
            {"dialect": "gemini-generate", "model": "gemma-4-31b-it", "mode": "blocking"},
            {"model": "gemini-3-flash-preview"},
        ),
        (
            "gemini",
            "TC129",
            {
                "dialect": "gemini-generate",
                "model": "gemini-2.5-pro-preview-03-25",
                "when": "2025-05-20",
            },
            {"model": "gemini-2.5-pro"},
        ),
        (
            "gemini",
            "TC121",
            {
                "dialect": "gemini-generate",
                "model": "gemini-2.5-pro-preview-03-25",
                "when": "2025-05-20",
            },
            {"model": "gemini-2.5-pro"},
        ),
        (
            "gemini",
            "TC201",
            {"dialect": "openai-chat", "model": "gemini-2.5-pro-preview-05-06"},
            {"model": "gemini-2.5-pro"},
        ),
        (
            "groq",
            "TC922",
            {"model": "groq/compound-mini", "mode": "streaming"},
            {"model": "openai/gpt-oss-120b"},
        ),
        (
            "groq",
            "TC508",
            {"model": "groq/compound", "mode": "streaming"},
            {"mode": "blocking"},
        ),
        (
            "openai",
            "TC124",
            {"dialect": "openai-responses", "model": "gpt-4o-2024-08-06", "when": "2025-03-27"},
            {"when": "2025-05-01"},
        ),
        (
            "aws-bedrock",
            "TC415",
            {"dialect": "bedrock-converse", "model": "us.amazon.nova-micro-v1:0"},
            {"model": "anthropic.claude-3-haiku-20240307-v1:0"},
        ),
    ],
)
def test_a_shipped_listing_excuses_what_was_seen_and_no_more(
    provider: str, rule: str, seen: dict[str, str], beyond: dict[str, str]
) -> None:
    """Another model, another mode or a later month still gets the finding."""
    assert rule in known(shipped_deviations(), provider, **seen)
    assert rule not in known(shipped_deviations(), provider, **(seen | beyond))
