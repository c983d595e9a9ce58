"""What commands print goes through here: text from the wire is shown so that it cannot act."""

from __future__ import annotations

import click

from toolwire.io import shown as safe
from toolwire.io.json_text import dump
from toolwire.model import finding_text
from toolwire.model.observation import Finding

#: What GitHub's runner takes for a command: `::` where a line begins, however far in, and `##[`
#: anywhere (actions/runner, `ActionCommand.TryParseV2` and `TryParse`, read 2026-11-21).
_COMMAND, _OLD_COMMAND = "::", "##["

plain = safe.line


def say(text: str = "", *, err: bool = False, bold: bool = False, sign: str = "") -> None:
    """Print one line, whatever the text holds.

    Args:
        text: what is told; line ends in it, too, are shown as escapes.
        err: print on standard error.
        bold: as a heading.
        sign: what stands before it, with the program's own colours; taken as it is.
    """
    line = _no_command(plain(text))
    line = click.style(line, bold=True) if bold and line else line
    click.echo(f"{sign} {line}" if sign else line, err=err)


def say_block(text: str) -> None:
    """Print text of several lines, which ends as the text does."""
    click.echo("\n".join(map(_no_command, safe.block(text).split("\n"))), nl=False)


def say_json(value: object) -> None:
    """Print a value as one line of JSON in which nothing acts on a terminal."""
    click.echo(safe.json_bytes(dump(value)))


def _no_command(line: str) -> str:
    """Return a line that a CI runner does not take for a command."""
    line = line.replace(_OLD_COMMAND, "#\\u0023[")
    start = line.lstrip()
    if start.startswith(_COMMAND):
        return f"{line[: len(line) - len(start)]}\\u003a{start[1:]}"
    return line


def many(count: int, noun: str) -> str:
    """Return `1 case`, `1,508 cases`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def finding_lines(finding: Finding) -> list[str]:
    """Return a finding as lines: rule, where, what; expected and actual; how to read on."""
    head, *more = finding_text.finding_lines(finding)
    return [head, *(f"  {line}" for line in more)]
