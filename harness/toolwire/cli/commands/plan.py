"""`toolwire plan`: what a live audit would ask and cost at most; opens no connection."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import (
    json_option,
    key_options,
    model_option,
    own_files_options,
    provider_option,
    repeat_option,
    shard_option,
    suite_option,
)
from toolwire.cli.started import started


@click.command(name="plan")
@provider_option("Provider, or provider/model; the first model of every provider if none.")
@model_option
@suite_option
@own_files_options
@repeat_option
@shard_option
@key_options
@json_option("One JSON line per target on stdout.")
def command(**words: Any) -> int:
    """Print requests, tokens, the most it can cost, and which key goes where in a live audit.

    Figures are ceilings: every attempt a case allows is counted. Keys are named by their variables,
    with the origin they go to; what a live audit would refuse to send is told. No connection is
    opened.
    """
    return started("plan", words)
