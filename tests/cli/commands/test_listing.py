"""`toolwire list`."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from toolwire.cli.commands.listing import command
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import parse
from toolwire.rules import RULES

KEYS = {"providers": "provider", "dialects": "dialect", "suites": "suite", "rules": "rule"}


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
    """An unknown word is refused with the words that are known."""
    result = CliRunner().invoke(command, ["models"])
    assert result.exit_code != 0
    assert "providers" in result.output
