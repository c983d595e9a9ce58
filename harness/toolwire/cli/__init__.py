"""The command line. Each command lives in its own file and is imported when it is used,
so that `toolwire --help` stays near click's own start."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from importlib import import_module

import click

from toolwire import __version__
from toolwire.cli.screen.standard import to_its_end
from toolwire.cli.usage import CommandGroup, in_one_line
from toolwire.io.opening import name_as_text
from toolwire.model.errors import ToolwireError

__all__ = ["COMMANDS", "main", "toolwire"]

#: Command name -> (module that holds its `command`, one line for the overview).
COMMANDS: Mapping[str, tuple[str, str]] = {
    "audit": (
        "toolwire.cli.commands.audit",
        "Run the suites against targets, from cassettes or live.",
    ),
    "cassettes": ("toolwire.cli.commands.cassettes", "Compose, check and scrub cassettes."),
    "demo": ("toolwire.cli.commands.demo", "See a fault found: no key, no network, ten seconds."),
    "diff": (
        "toolwire.cli.commands.diff",
        "Tell what changed between two results, and whose doing it is.",
    ),
    "doctor": (
        "toolwire.cli.commands.doctor",
        "Tell whether everything that a run needs is there.",
    ),
    "explain": ("toolwire.cli.commands.explain", "Print the page of a rule."),
    "init": (
        "toolwire.cli.commands.init",
        "Write a configuration file, a first suite, a provider file.",
    ),
    "lint": ("toolwire.cli.commands.lint", "Judge traffic that somebody else recorded."),
    "list": (
        "toolwire.cli.commands.listing",
        "List providers, models, suites, cases, rules, faults.",
    ),
    "plan": ("toolwire.cli.commands.plan", "Tell what a live audit would ask and cost at most."),
    "report": ("toolwire.cli.commands.report", "Turn results into matrix, report and checklist."),
    "selftest": (
        "toolwire.cli.commands.selftest",
        "Measure how many planted faults the rules notice.",
    ),
    "serve": (
        "toolwire.cli.commands.serve",
        "Answer like a provider on this machine, or with one fault.",
    ),
    "site": (
        "toolwire.cli.commands.site",
        "Turn dated reports into pages: a matrix, and its bytes.",
    ),
    "submission": (
        "toolwire.cli.commands.submission",
        "Judge what somebody hands in, anew, and label it.",
    ),
    "verify": ("toolwire.cli.commands.verify", "Find out what a server speaks, and how well."),
}


class _Lazy(CommandGroup):
    """A group that imports a command only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        from toolwire.cli.configured import configured  # noqa: PLC0415 - lazy: `--help` has no defaults

        return configured(ctx, cmd_name, import_module(entry[0]).command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


#: Characters of a name in an error.
_LONGEST = 200

_EXIT_CODES = (
    "Exit codes: 0 all looked at and clean; 1 findings at or above --fail-on; 2 something could"
    " not be looked at; 3 usage or configuration error, or something could not be written; 128 and"
    " the number of a signal that ended it (Ctrl-C: 130)."
)


@click.group(
    cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EXIT_CODES
)
@click.version_option(__version__, prog_name="toolwire")
@click.option(
    "--no-config",
    is_flag=True,
    envvar="TOOLWIRE_NO_CONFIG",
    help="Look for no toolwire.toml, as in a folder that somebody else can write.",
)
@click.pass_context
def toolwire(ctx: click.Context, *, no_config: bool) -> None:  # noqa: ARG001 - for who makes commands
    """Tell, with evidence, whether a provider's tool-calling wire format is what it claims."""
    ctx.with_resource(_guarding())
    ctx.call_on_close(_tell_masked)


def _guarding() -> AbstractContextManager[None]:
    # Lazy: what secrets look like is compiled, and `toolwire --help` prints none.
    from toolwire.io.guard import guarding  # noqa: PLC0415

    return guarding()


def _tell_masked() -> None:
    """Say what the guard masked: whoever reads `xxxx` in a report has to know why."""
    from toolwire.io.guard import masked_so_far  # noqa: PLC0415

    masked = sorted(masked_so_far().items())
    if masked:
        kinds = ", ".join(f"{kind} ({count})" for kind, count in masked)
        click.echo(f"toolwire: masked in what was printed or written: {kinds}", err=True)


def main() -> None:
    """Run the command line, whatever becomes of standard output and whichever signal ends it."""
    to_its_end(_run)


def _of_system(error: OSError) -> ToolwireError:
    """Return what the system says of a name that nobody could look at, as of one too long."""
    name = error.filename
    where = "" if name is None else name_as_text(name if isinstance(name, str) else str(name))
    return ToolwireError(error.strerror or type(error).__name__, where=where[:_LONGEST])


def _failure(error: click.ClickException | ToolwireError | OSError) -> ToolwireError:
    if isinstance(error, click.ClickException):
        return in_one_line(error)
    return error if isinstance(error, ToolwireError) else _of_system(error)


def _run() -> None:
    """Run the command line; a `ToolwireError` becomes one line and its exit code."""
    try:
        code = toolwire.main(prog_name="toolwire", standalone_mode=False)
    except click.exceptions.Abort as error:
        words = ("interrupted", *map(str, error.__cause__.args if error.__cause__ else ()))
        click.echo(f"toolwire: {'; '.join(words)}", err=True)
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(3)
    except (click.ClickException, ToolwireError, OSError) as error:
        failure = _failure(error)
        with _guarding():
            click.echo(f"toolwire: {failure}", err=True)
        sys.exit(failure.exit_code)
    sys.exit(code if isinstance(code, int) else 0)
