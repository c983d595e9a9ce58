"""`toolwire demo`: a server with one fault on this machine, verified, and the pages of what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from toolwire.cli.started import started

#: Easy to see what is wrong: `""` where `{}` belongs.
_FAULT: Final = "TC304"


@click.command(name="demo")
@click.option("--fault", metavar="RULE", default=_FAULT, show_default=True, help="Rule to break.")
@click.option(
    "-o", "--output", default=Path("toolwire-demo"), show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the results and the pages.",
)  # fmt: skip
@click.option(
    "--open/--no-open", "opens", default=True,
    help="Open the pages in the browser; from a terminal only, and not in CI.",
)  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="Show no progress.")
def command(**words: Any) -> int:
    """See toolwire find a fault: no key, no network, ten seconds.

    Serves a provider's format on this machine with one rule broken, verifies that server as
    `toolwire verify` does, and makes the pages, with the bytes of the fault marked. What is run
    is printed, to be tried by hand. It ends with 0 when all of that was done.
    """
    return started("demo", words)
