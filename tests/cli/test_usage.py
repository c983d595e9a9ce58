"""Wrong words of the command line: one line each, with what was meant."""

from __future__ import annotations

import sys

import pytest

from toolwire.cli import main


def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str) -> str:
    """Return the one line on standard error of a command that has to end with 3."""
    monkeypatch.setattr(sys, "argv", ["toolwire", *line.split()])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 3
    said = capsys.readouterr()
    assert said.out == ""
    (only,) = said.err.splitlines()
    return only.removeprefix("toolwire: ")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("verfiy http://x", "no command 'verfiy'; did you mean verify?"),
        ("zebra", "no command 'zebra'; `toolwire --help` lists them"),
        ("cassettes chek", "no command 'chek'; did you mean check?"),
        ("audit --provder x", "no option '--provder'; did you mean --provider?"),
        ("audit --zebra", "no option '--zebra'; `toolwire audit --help` lists them"),
        ("verify http://x --out y", "no option --out; it is --output now"),
        ("report x --out y", "no option --out; it is --output now"),
        ("lint x --results y", "no option --results; it is --output now"),
        ("list provder", "WHAT: no value 'provder'; did you mean providers?"),
        ("audit --fail-on eror", "--fail-on: no value 'eror'; did you mean error?"),
        ("diff a b --format xml", "--format: no value 'xml'; known: text, markdown"),
        ("diff a b --format json", "--format: no value 'json'; it is --json now"),
        ("lint x --format json", "--format: no value 'json'; it is --json now"),
        ("serve -d openai-cat", "--dialect: no dialect 'openai-cat'; did you mean openai-chat?"),
        (
            "verify x --dialect zz",
            "--dialect: no dialect 'zz'; `toolwire list dialects` lists them",
        ),
        ("selftest -d prompt", "--dialect: no dialect 'prompt'; did you mean prompted?"),
        ("audit -s paralel_calls", "no suite 'paralel_calls'; did you mean parallel_calls?"),
        ("audit -s zebra", "no suite 'zebra'; `toolwire list suites` lists them"),
        ("plan -p opnai", "no provider 'opnai'; did you mean openai?"),
        ("plan -p qqq", "no provider 'qqq'; `toolwire list providers` lists them"),
        ("explain TC3O4", "no rule 'TC3O4'; did you mean TC304?"),
        ("serve -d openai-chat --fault tc30", "--fault: no rule 'tc30'; did you mean TC30"),
        ("lint", "PATHS... is missing (see `toolwire lint --help`)"),
        ("audit --repeat", "option '--repeat' requires an argument"),
        ("explain", "name rules or --all; and --json or -o (see `toolwire explain --help`)"),
    ],
)
def test_a_wrong_word_is_one_line(
    line: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what there is none of and what was meant, else which command lists what there is."""
    assert told(monkeypatch, capsys, line).startswith(expected)


@pytest.mark.parametrize("line", ["audit -p {}", "audit --fail-on {}", "{}", "audit --{}"])
def test_a_key_among_the_words_is_not_repeated(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever pastes a key in the wrong place does not find it in the log of a CI run."""
    key = "sk-proj-" + "Ab1" * 16
    assert key not in told(monkeypatch, capsys, line.format(key))


def test_the_program_alone_shows_its_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`toolwire` without words is no riddle: it lists what there is, as a usage error."""
    monkeypatch.setattr(sys, "argv", ["toolwire"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 3
    assert "verify" in capsys.readouterr().err
