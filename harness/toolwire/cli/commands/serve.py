"""`toolwire serve`: the reference responder on this machine, clean or with one rule broken."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.completion import rules
from toolwire.cli.options import dialect_option, quiet_option
from toolwire.cli.started import started


@click.command(name="serve")
@dialect_option(
    "What to speak, or all; several times for several.", "all", multiple=True, required=True
)
@click.option(
    "--fault",
    metavar="RULE",
    shell_complete=rules,
    help="Break this rule wherever an answer shows it.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0 for a free one.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--open-to-others", is_flag=True, help="Allow a --host that others can reach.")
@click.option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME[:PORT]",
    help="Answer to this name in Host too, as behind a proxy or in a container; several times.",
)
@click.option(
    "--model", metavar="NAME", help="Name in the list of models; reference-model if none."
)
@click.option("--eager", "is_eager", is_flag=True, help="Call a tool without being told to.")
@click.option(
    "--forgetful", is_flag=True, help="Answer like a model that does not do as it is told."
)
@click.option("--chunk-bytes", type=click.IntRange(1), help="Cut streams every N bytes.")
@click.option("--delay", type=click.IntRange(0, 60_000), default=0, help="Milliseconds a piece.")
@quiet_option("Do not log requests.")
def command(**words: Any) -> int:
    """Answer like a provider that does what its documentation says, or that breaks one rule.

    The first line on standard output is the URL. Prompts write calls out, as in
    `get_weather({"location":"Paris"})`, or force one by tool choice; --eager calls the first
    tool anyway; --forgetful makes one of two calls, adds words, declines or picks another tool,
    which is the model's doing and no fault of a server. It ends with Ctrl-C.

    It answers programs and no web pages: requests with a foreign Host or Origin are refused, and
    posts that are not application/json. A request body has at most 2 MiB.
    """
    return started("serve", words)
