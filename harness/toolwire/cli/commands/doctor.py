"""`toolwire doctor`: whether everything that a run needs is there, on one screen."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import json_option
from toolwire.cli.started import started


@click.command(name="doctor")
@json_option("One JSON document on stdout.")
def command(**words: Any) -> int:
    """Look at versions, configuration, folders, cassettes, keys and the output folder.

    Of keys only the names are looked at. Nobody is asked and nothing stays written. Exit code 0,
    or 3 where something is broken, with what to do about it.
    """
    return started("doctor", words)
