"""Generated pages of docs: written anew by a command, or compared with what it would write."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import click

from toolwire.io.files import write_atomically


def write_or_compare(
    path: Path, make: Callable[[], str], session: str, about: str | None, words: list[str] | None
) -> int:
    """Write a page, or with `--check` compare it; return the exit code, 1 where it differs.

    Args:
        path: the page.
        make: makes its text.
        session: of nox, that writes it.
        about: what `--help` says.
        words: of the command line; None for the process's own.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--check", action="store_true")
    checking = parser.parse_args(words).check
    text = make()
    if not checking:
        write_atomically(path, text.encode())
        return 0
    same = path.read_text(encoding="utf-8") == text
    if not same:
        click.echo(f"{path} is not what was found; run nox -s {session}", err=True)
    return int(not same)
