"""`audit --max-usd`: refused in one line, before anything is asked, where a price is not known."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolwire.cli.commands.audit import command as audit
from toolwire.model.errors import ToolwireError
from toolwire.transport.live.client import Client

PROVIDER = """
provider: acme
title: Acme
source: https://acme.example/docs
read: 2026-11-21
dialect: openai-chat
base_url: http://127.0.0.1:9/v1
models:
  - {{id: small, tools: yes, {price} source: https://acme.example/docs, read: 2026-11-21}}
"""


@pytest.fixture(autouse=True)
def _nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a client was opened")

    monkeypatch.setattr(Client, "__aenter__", refuse)


def audited(tmp_path: Path, *words: str, price: str = "") -> Result:
    """Run `audit` on a provider whose model has this price; raise what it raises."""
    (tmp_path / "acme.yaml").write_text(PROVIDER.format(price=price), encoding="utf-8")
    own = ("--providers", str(tmp_path), "-o", str(tmp_path / "out"), "-s", "single_call", "-q")
    outcome = CliRunner().invoke(audit, [*words, *own], standalone_mode=False)
    if outcome.exception is not None:
        raise outcome.exception
    return outcome


@pytest.mark.parametrize("mode", ["--live", "--record"])
def test_an_unknown_price_is_refused_before_a_client_is_opened(tmp_path: Path, mode: str) -> None:
    """Provider and model are named in one line, with what to do; no journal is begun."""
    with pytest.raises(ToolwireError) as caught:
        audited(tmp_path, mode, "-p", "acme", "--max-usd", "1")
    told = str(caught.value)
    assert "acme/small is not known" in told
    assert "add `price`" in told
    assert "--max-requests" in told
    assert "\n" not in told
    assert not (tmp_path / "out").exists()


def test_a_limit_that_is_no_number_is_refused(tmp_path: Path) -> None:
    """Nothing is ever above it, so it would let everything pass."""
    with pytest.raises(ToolwireError, match="that is no limit"):
        audited(
            tmp_path,
            "--live",
            "-p",
            "acme",
            "--max-usd",
            "nan",
            price="price: {input: 1, output: 2},",
        )
    assert not (tmp_path / "out").exists()


def test_a_price_in_ones_own_file_lifts_the_refusal(tmp_path: Path) -> None:
    """What the refusal says to do works: the audit goes on to open its client."""
    with pytest.raises(AssertionError, match="a client was opened"):
        audited(
            tmp_path,
            "--live",
            "-p",
            "acme",
            "--max-usd",
            "1",
            price="price: {input: 1, output: 2},",
        )


def test_a_limit_of_requests_needs_no_price(tmp_path: Path) -> None:
    """The other thing the refusal says to do works too."""
    with pytest.raises(AssertionError, match="a client was opened"):
        audited(tmp_path, "--live", "-p", "acme", "--max-requests", "5")
