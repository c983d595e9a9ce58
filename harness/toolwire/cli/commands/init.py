"""`toolwire init`: a configuration file to begin with, a first suite and a provider of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from toolwire.cli.options import output_option
from toolwire.cli.started import started

#: Address and model of the provider file that is written, where nobody says others.
URL: Final = "http://127.0.0.1:8000/v1"
MODEL: Final = "tiny"


@click.command(name="init")
@output_option("Folder to write into.", default=Path())
@click.option("-s", "--suite", is_flag=True, help="Write a first suite, too.")
@click.option("-p", "--provider", metavar="NAME", default="", help="Write a provider file, too.")
@click.option("--url", default=URL, show_default=True, help="Base URL of that provider.")
@click.option("--model", default=MODEL, show_default=True, help="A model of it.")
def command(**words: Any) -> int:
    """Write a toolwire.toml with comments, and print what to type next.

    Nothing that is there is replaced: then nothing is written at all.
    """
    return started("init", words)
