"""`python -m servers.scripted_model`: see `command`."""

from __future__ import annotations

import sys

import click

from servers.scripted_model.command import command
from toolwire.model.errors import ToolwireError


def main() -> int:
    """Run the command; an error is one line and its exit code."""
    try:
        command.main(prog_name="python -m servers.scripted_model", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return ToolwireError.exit_code
    except ToolwireError as error:
        click.echo(f"servers.scripted_model: {error}", err=True)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
