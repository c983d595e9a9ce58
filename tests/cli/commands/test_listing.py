"""`toolwire list`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolwire.cli.commands.listing import WHAT, command
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import parse
from toolwire.model.errors import ToolwireError
from toolwire.rules import RULES

KEYS = {what: what.removesuffix("s") for what in WHAT}
PROVIDER = """\
provider: acme
title: Acme
dialect: openai-chat
base_url: https://acme.invalid/v1
models: [{id: m1, confirmed: false}]
"""
SUITE = """\
suite: mine
title: Mine
why: Because it matters to somebody.
cases:
  - id: one
    title: One
    tools: [get_weather]
    steps:
      - user: Hello.
        expect: {calls: none}
"""


def run(*arguments: str) -> Result:
    """Run the command; its exceptions are the test's."""
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)


@pytest.mark.parametrize("what", list(KEYS))
def test_a_table_has_the_rows_of_the_machine_form(what: str) -> None:
    """Text and JSON list the same things, one line each under a heading."""
    text = run(what).output.splitlines()
    value = parse(run(what, "--json").output)
    assert isinstance(value, list)
    names = [row[KEYS[what]] for row in value if isinstance(row, dict)]
    assert names
    assert text[0].startswith(KEYS[what].upper())
    assert [line.split()[0] for line in text[1:]] == names


def test_rules_and_dialects_are_listed_whole() -> None:
    """Nothing of the tables is left out."""
    listed = parse(run("rules", "--json").output)
    assert isinstance(listed, list)
    assert [row["rule"] for row in listed if isinstance(row, dict)] == list(RULES)
    text = run("dialects").output
    assert all(name in text for name in DIALECTS)


def test_severities_alike_are_told_once() -> None:
    """A rule that is alike everywhere names its severity once."""
    line = next(x for x in run("rules").output.splitlines() if x.startswith("TC312"))
    assert line.count("error") == 1
    assert "gemini-generate" in line


def test_what_cannot_be_listed_is_a_usage_error() -> None:
    """An unknown word is refused with the one that was meant."""
    result = CliRunner().invoke(command, ["provder"])
    assert result.exit_code != 0
    assert "did you mean providers?" in result.output


def test_own_files_stand_beside_what_ships(tmp_path: Path) -> None:
    """Providers, models, suites and cases of one's own folders are listed with the shipped ones."""
    (tmp_path / "acme.yaml").write_text(PROVIDER)
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "mine.yaml").write_text(SUITE)
    folders = ("--providers", str(tmp_path), "--suites", str(tmp_path / "s"))
    for what, own, shipped in (
        ("providers", "acme", "openai"),
        ("models", "acme/m1", "anthropic/claude-haiku-5-5"),
        ("suites", "mine", "single_call"),
        ("cases", "mine.one", "single_call.auto"),
    ):
        names = {line.split()[0] for line in run(what, *folders).output.splitlines()}
        assert {own, shipped} <= names


def test_a_folder_that_is_not_there_is_one_line() -> None:
    """It is told, and no list is printed that lacks what was meant to be in it."""
    with pytest.raises(ToolwireError, match=r"^nowhere: no such folder of providers$"):
        run("providers", "--providers", "nowhere")
