"""`toolwire explain`."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from harness.cli import main
from harness.cli.explain import _harmless, command
from harness.json_text import parse
from harness.rules import RULES


def run(*arguments: str) -> str:
    """Return what the command prints."""
    result = CliRunner().invoke(command, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_page_is_plain_markdown_when_nobody_looks() -> None:
    """Into a pipe goes the page as it is, without colours."""
    text = run("TC304")
    assert text.startswith("# TC304 no-args-is-{}\n")
    assert "https://github.com/" in text
    assert "\x1b" not in text


def test_rules_are_found_by_id_in_any_case_and_by_name() -> None:
    """An id may be lower case; a name does as well."""
    assert run("tc304") == run("TC304") == run("no-args-is-{}")


def test_several_rules_are_printed_in_the_order_asked() -> None:
    """Pages follow each other as named."""
    text = run("TC401", "TC304")
    assert 0 == text.index("# TC401") < text.index("# TC304")


def test_the_machine_form_is_an_array() -> None:
    """`--json` prints one array with one object per rule."""
    value = parse(run("TC304", "TC501", "--json"))
    assert isinstance(value, list)
    assert [item["id"] for item in value if isinstance(item, dict)] == ["TC304", "TC501"]


@pytest.mark.parametrize("rule", list(RULES))
def test_every_rule_can_be_explained(rule: str) -> None:
    """The command works for the whole table."""
    assert run(rule).startswith(f"# {rule} ")


@pytest.mark.parametrize(
    ("asked", "told"),
    [("TC3O4", "TC304"), ("no-arg", "no-args"), ("\x1b[31m", "toolwire: no rule")],
)
def test_an_unknown_rule_is_one_line_and_exit_3(
    asked: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The error names the nearest ids and ends with the code of a usage error."""
    monkeypatch.setattr(sys, "argv", ["toolwire", "explain", asked])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 3
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert "\x1b" not in error


def test_markup_survives_the_terminal_form() -> None:
    """Tags in prose are escaped, in code and links they stay."""
    assert _harmless("a <b> `<c>` <https://x>") == "a \\<b> `<c>` <https://x>"
    assert _harmless("```\n<b>\n```\n<b>") == "```\n<b>\n```\n\\<b>"
