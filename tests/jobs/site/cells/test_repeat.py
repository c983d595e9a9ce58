"""The commands that a page prints: run as they stand there."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.root import ROOT
from toolwire.cli import toolwire
from toolwire.jobs.site.cells.kept import KeptExchanges, KeptFiles
from toolwire.jobs.site.cells.repeat import RepeatCommands, repeated
from toolwire.model.exchange import Evidence, Mode, Request, Response
from toolwire.model.observation import Observation
from toolwire.providers import load_providers
from toolwire.providers.model import Provider
from toolwire.results import read


def routes() -> tuple[Provider, ...]:
    """Return the routes of all shipped providers."""
    return tuple(route for one in load_providers(()) for route in one.routes)


def recorded() -> Iterator[Observation]:
    """Yield one observation of each provider and format whose cassettes ship."""
    known: set[tuple[str, str]] = set()
    for seen in read(ROOT / "reports" / "2026-11-23" / "results.jsonl.gz"):
        key = (seen.provider, seen.dialect)
        if (ROOT / "cassettes" / seen.evidence.source).is_file() and key not in known:
            known.add(key)
            yield seen


def commands(seen: Observation, body: bytes = b"{}") -> RepeatCommands:
    """Return the commands for a made-up exchange of an observation."""
    request = Request("POST", "https://h.example/v1?a='b", (("X-Odd", "it's"),), body)
    kept = KeptExchanges("cassettes/x y.yaml", ((request, Response(200, (), b"")),))
    return repeated(seen, kept, 0, routes())


@pytest.fixture
def seen() -> Observation:
    """Return an observation of a provider that needs a key."""
    first = next(recorded())
    keyed = next(one for one in routes() if one.key_env)
    evidence = Evidence(first.evidence.level, "x")
    return replace(
        first, provider=keyed.id, dialect=keyed.dialect, mode=Mode.BLOCKING, evidence=evidence
    )


def test_the_curl_line_sends_what_was_sent(seen: Observation) -> None:
    """A shell reads address, headers and body as they were, and the key is a variable of the user's."""
    found = commands(seen, b'{"it\'s":"$HOME `x` \\n"}')
    words = shlex.split(found.curl)
    assert words[0] == "curl"
    assert "https://h.example/v1?a='b" in words
    assert words[words.index("--data-binary") + 1] == '{"it\'s":"$HOME `x` \\n"}'
    assert "x-odd: it's" in words
    assert found.key
    assert f"${found.key}" in found.curl


@pytest.mark.parametrize("body", [b"\xff", b"a\0b", b"x" * 20_000])
def test_no_line_is_printed_that_would_send_something_else(seen: Observation, body: bytes) -> None:
    """Bytes that no line can hold, and lines that nobody can paste, are left out."""
    assert commands(seen, body).curl == ""


def test_a_provider_that_is_not_known_has_no_command_that_names_it(seen: Observation) -> None:
    """Judging the file needs none."""
    found = commands(replace(seen, provider="$(evil)"))
    assert (found.curl, found.audit, found.key) == ("", "", "")
    assert found.lint == "toolwire lint 'cassettes/x y.yaml'"


def test_the_printed_commands_judge_the_kept_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each recorded provider and format, `lint` and `audit` run as they are printed."""
    monkeypatch.chdir(ROOT)
    kept = KeptFiles((ROOT / "cassettes",))
    known = 0
    for seen in recorded():
        exchanges = kept.of(seen.evidence)
        assert exchanges is not None
        found = repeated(seen, exchanges, 0, routes())
        for line in (found.lint, found.audit):
            words = shlex.split(line)
            assert words[0] == "toolwire"
            out = ["-o", str(tmp_path / f"{known}")] if words[1] == "audit" else []
            ran = CliRunner().invoke(toolwire, [*words[1:], *out])
            assert ran.exit_code in (0, 1, 2), (line, ran.output)
            assert "not-run" not in ran.output
        known += 1
    assert known > 5
