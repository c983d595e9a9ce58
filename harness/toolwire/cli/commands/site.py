"""`toolwire site`: dated reports into the pages that people read."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import (
    PLACE,
    cassettes_option,
    date_option,
    output_option,
    providers_option,
    quiet_option,
)
from toolwire.cli.started import started


@click.command(name="site")
@click.argument("reports", nargs=-1, required=True, type=PLACE)
@output_option(
    "Folder of the site; what an earlier build wrote in it and this one does not goes.",
    required=True,
)
@click.option(
    "--overwrite", is_flag=True, help="Write into a folder that holds other files; they stay."
)
@cassettes_option(
    "Folder of cassettes whose bytes the pages show; the shipped ones are known.", multiple=True
)
@providers_option
@date_option
@click.option(
    "--address",
    metavar="URL",
    default="",
    help="Where the site will be published (https://...): badges, feed and schemas name it.",
)
@click.option(
    "--docs",
    metavar="PLACE",
    default="",
    help="Where the built documentation will be: https://..., or a folder below the site. "
    "Without it pages link to the repository that this package was built of, if it is known.",
)
@quiet_option()
def command(**words: Any) -> int:
    """Build the pages of REPORTS: a folder of dated reports, or what an audit wrote.

    The newest report makes the matrix, the pages of providers, rules and suites, and the bytes of
    each cell; all together make trends, differences and the feed. Files of dated reports are copied,
    so that each keeps its address. The pages work from disk and from any static host.

    Results that stand in no folder of a date are of --date.
    """
    return started("site", words)
