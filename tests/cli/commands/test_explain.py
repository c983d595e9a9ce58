"""`toolwire explain`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from toolwire.cli import main
from toolwire.cli.commands.explain import command
from toolwire.cli.runs.explain import _harmless
from toolwire.io.json_text import parse
from toolwire.rules import RULES


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


def test_pages_go_into_a_folder(tmp_path: Path) -> None:
    """Rules that are named get their files; all of them get a list too; strays are told."""
    assert (
        run("TC304", "TC401", "-o", str(tmp_path / "some")) == f"2 files in {tmp_path / 'some'}\n"
    )
    assert sorted(p.name for p in (tmp_path / "some").iterdir()) == ["TC304.md", "TC401.md"]
    assert (tmp_path / "some" / "TC304.md").read_text(encoding="utf-8") == run("TC304")
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "TC000.md").write_text("old")
    told = run("--all", "-o", str(tmp_path / "all"))
    assert "TC000.md: the page of no rule, remove it" in told
    names = {p.name for p in (tmp_path / "all").iterdir()}
    assert names == {"README.md", "TC000.md", *(f"{rule}.md" for rule in RULES)}


def test_all_rules_can_be_printed() -> None:
    """`--all` prints every page, in the order of the ids."""
    text = run("--all")
    headings = [line.split()[1] for line in text.splitlines() if re.match("# T[CX][0-9]", line)]
    assert headings == list(RULES)


@pytest.mark.parametrize("asked", [(), ("--all", "TC304"), ("TC304", "--json", "-o", "x")])
def test_what_makes_no_sense_is_a_usage_error(asked: tuple[str, ...]) -> None:
    """Nothing named, everything named twice, and two forms at once are told."""
    result = CliRunner().invoke(command, list(asked))
    assert result.exit_code == 2
    assert "name rules or --all" in result.output


def test_markup_survives_the_terminal_form() -> None:
    """Tags in prose are escaped, in code and links they stay."""
    assert _harmless("a <b> `<c>` <https://x>") == "a \\<b> `<c>` <https://x>"
    assert _harmless("```\n<b>\n```\n<b>") == "```\n<b>\n```\n\\<b>"
