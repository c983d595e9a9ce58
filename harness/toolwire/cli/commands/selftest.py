"""`toolwire selftest`: how far the judge can be trusted, measured."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import dialect_option, json_option
from toolwire.cli.started import started


@click.command(name="selftest")
@dialect_option("Measure this dialect only; several times for several.", multiple=True)
@json_option("One JSON document instead of tables.")
def command(**words: Any) -> int:
    """Plant faults in clean exchanges, judge them, and say how many were noticed.

    Every dialect has to reach a rate of 97 % without a false alarm, or the exit code is 1. Where
    toolwire itself raises it is 2.
    """
    return started("selftest", words)
