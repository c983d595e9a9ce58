"""`toolwire demo`: a server with one fault on this machine, verified, and the pages of what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from toolwire.cli.options import output_option, quiet_option
from toolwire.cli.started import started

#: Easy to see what is wrong: `""` where `{}` belongs.
_FAULT: Final = "TC304"


@click.command(name="demo")
@click.option("--fault", metavar="RULE", default=_FAULT, show_default=True, help="Rule to break.")
@output_option("Folder for the results and the pages.", default=Path("toolwire-demo"))
@click.option(
    "--open/--no-open", "opens", default=True,
    help="Open the pages in the browser; from a terminal only, and not in CI.",
)  # fmt: skip
@quiet_option("Show no progress.")
def command(**words: Any) -> int:
    """See toolwire find a fault: no key, no network, ten seconds.

    Serves a provider's format on this machine with one rule broken, verifies that server as
    `toolwire verify` does, and makes the pages, with the bytes of the fault marked. What is run
    is printed, to be tried by hand. It ends with 0 when all of that was done.
    """
    return started("demo", words)
