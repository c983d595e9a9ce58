"""What is printed on a terminal fits it, and elsewhere is whole."""

from __future__ import annotations

import pytest

from toolwire.cli.screen.terminal import Terminal, fitted, table, tell, terminal

HEADINGS = ("provider", "dialect", "models")
ROWS = (
    ("a-rather-long-provider", "openai-chat", "one, two, three, four, five, six, seven"),
    ("b", "anthropic-messages", "-"),
)


def test_there_is_no_terminal_where_output_goes_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cut there, even where COLUMNS is set."""
    monkeypatch.setenv("COLUMNS", "40")
    assert terminal() is None
    assert terminal(err=True) is None


def test_a_terminal_has_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the system's; one that says nothing sensible is taken for a small one."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    assert terminal() == Terminal(80, 24)
    monkeypatch.setenv("COLUMNS", "3")
    monkeypatch.setenv("LINES", "1")
    assert terminal() == Terminal(40, 10)


def test_a_line_goes_on_further_in() -> None:
    """It is broken between words; what is longer than a row stays whole, to be copied."""
    assert fitted("one two three four", 12, "  ") == ["  one two", "    three", "    four"]
    long = "x" * 30
    assert fitted(f"see {long}", 12) == ["see", f"  {long}"]
    assert fitted(long * 4, None) == [long * 4]


def test_telling_shows_what_acts_as_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of several rows is as harmless as one of one."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    tell("\x1b[2J " + "word " * 12, err=True)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "\x1b" not in "".join(lines)


def test_a_table_off_a_terminal_is_whole() -> None:
    """Every value on one line, in columns."""
    lines = table(HEADINGS, ROWS, None)
    assert lines[0].split() == ["PROVIDER", "DIALECT", "MODELS"]
    assert len(lines) == 3
    assert lines[1].endswith("one, two, three, four, five, six, seven")
    assert {line.index(word) for line, word in zip(lines, ("DIA", "ope", "ant"), strict=True)} == {
        24
    }


@pytest.mark.parametrize("columns", [40, 60, 66, 80])
def test_a_table_fits_its_terminal_and_cuts_no_value(columns: int) -> None:
    """The last column that is shown takes several rows; what is left out is named."""
    lines = table(HEADINGS, ROWS, columns)
    assert max(map(len, lines)) <= columns
    text = "\n".join(lines)
    assert "…" not in text
    for row in ROWS:
        assert all(word in text for word in row[0].split())
    left = "no room for" in text
    assert left == (columns < 60)
    assert left or all(word in text for word in ("one,", "seven", "openai-chat"))


def test_a_first_column_wider_than_the_terminal_is_whole() -> None:
    """What names a row is never cut."""
    assert table(("name", "more"), [("x" * 60, "y")], 40)[1] == "x" * 60
