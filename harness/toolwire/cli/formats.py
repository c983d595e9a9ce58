"""The options by which a command is told what to print and write for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

#: What `--format` takes.
FORMATS = ("text", "json", "github", "sarif", "junit")
#: Those that the report layer makes.
_REPORTED = frozenset({"github", "sarif", "junit"})

FILE = click.Path(dir_okay=False, path_type=Path)

format_option = click.option(
    "--format",
    "shown",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="What goes to stdout; github is one annotation a finding, for GitHub Actions.",
)
fail_on_option = click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "never"]),
    default="error",
    show_default=True,
    help="The mildest finding that ends with exit code 1.",
)
sarif_option = click.option("--sarif", type=FILE, help="Write the findings as SARIF 2.1.0, too.")
junit_option = click.option("--junit", type=FILE, help="Write the verdicts as JUnit XML, too.")


def wanted(shown: str, files: Mapping[str, Path | None]) -> bool:
    """Say whether anything was asked for that the report layer makes."""
    return shown in _REPORTED or any(files.values())
