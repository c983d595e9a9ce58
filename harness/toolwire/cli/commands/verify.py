"""`toolwire verify`: what a server speaks that nobody has described yet, and how well."""

from __future__ import annotations

from typing import Any

import click

from toolwire.cli.options import (
    FOLDER,
    concurrency_option,
    dialect_option,
    fail_on_option,
    insecure_option,
    json_option,
    output_option,
    quiet_option,
)
from toolwire.cli.started import started

_EXIT_CODES = (
    "Exit codes: 0 all looked at and clean; 1 a deviation at or above --fail-on, whatever a model"
    " left inconclusive; 2 a case was not run, nothing could be looked at, or, without such a"
    " deviation, something is inconclusive; 3 usage or configuration error."
)


@click.command(name="verify", epilog=_EXIT_CODES)
@click.argument("url")
@click.option(
    "--model",
    metavar="NAME",
    default="",
    help="Model to ask, as the server calls it; the only one that it lists if none.",
)
@dialect_option(
    "What it speaks: auto for the likeliest, all for every one it answers in, or this one.",
    "auto",
    "all",
    default="auto",
    show_default=True,
)
@click.option("--key-env", metavar="NAME", default="", help="Environment variable of the key.")
@click.option(
    "--aws-region",
    metavar="REGION",
    default="",
    help="Sign requests for AWS, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
)
@click.option(
    "--header",
    "headers",
    metavar="NAME: VALUE",
    multiple=True,
    help="Send this header with every request, to that host only; it is written nowhere."
    " Several times for several.",
)
@insecure_option
@click.option(
    "--name",
    metavar="ID",
    default="",
    help="Provider id of the server in what is written; one of its address if none.",
)
@click.option(
    "--add-to",
    type=FOLDER,
    help="Add the server to a folder of your own, as the provider of --name: a provider file in"
    " its `providers`, cassettes in its `cassettes`.",
)
@output_option("Folder for results, provider file, cassettes and the report.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the interrupted run in --output, or finish its report.",
)
@json_option("One JSON document on stdout.")
@concurrency_option
@fail_on_option
@quiet_option("Show no progress.")
def command(**words: Any) -> int:
    """Find out what the server at URL speaks, run every suite, and say how well it does.

    URL is what the official SDK takes as its base URL; one with an endpoint's path will do.
    A key, if there is one, is read from the variable of --key-env and goes to that host only, as
    headers of --header do: the first line on standard error names them and it.

    Without --model the server is asked which it has: the only one is taken, of several all are
    listed. With --name and --add-to the server gets a lasting provider file, and the last line is
    the audit of it.

    With --output a run that was interrupted, however hard, goes on with --resume and asks nothing
    again that was answered.
    """
    return started("verify", words)
