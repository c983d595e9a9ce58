"""The options that several commands have: one name, one form and one place for each.

What a command alone has stands with it. Nothing here imports what a command does: `--help` and
the completion of a shell are quick.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from toolwire.cli.completion import models, providers, suites
from toolwire.cli.usage import OneOf
from toolwire.io import clock
from toolwire.model.errors import ToolwireError

if TYPE_CHECKING:
    from toolwire.model.shard import Shard

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]

FOLDER: Final = click.Path(file_okay=False, path_type=Path)
FILE: Final = click.Path(dir_okay=False, path_type=Path)
PLACE: Final = click.Path(path_type=Path)
#: Holds names of variables with blanks between, as `--key-env` does one by one.
ALLOWED: Final = "TOOLWIRE_KEY_ENV"
#: What `--format` takes; `--json` is an option of its own in every command.
FORMATS: Final = ("text", "github", "sarif", "junit")
#: What was a format until 0.2.
MOVED: Final = {"json": "--json"}
#: What can be the mildest finding that counts: of an audit, and of traffic.
FAIL_ON: Final = ("error", "warning", "never")
FAIL_ON_TRAFFIC: Final = ("error", "warning", "info", "never")
#: Most runs of a case, and most cases side by side.
_MOST_RUNS: Final = 1000
_MOST_SIDE_BY_SIDE: Final = 1024


def _shard(_context: click.Context, _option: click.Parameter, value: str | None) -> Shard | None:
    if value is None:
        return None
    from toolwire.model.shard import Shard  # noqa: PLC0415 - lazy, see the module

    shard = Shard.parse(value)
    # The only part of a run is the run.
    return None if shard.of == 1 else shard


def _date(_context: click.Context, _option: click.Parameter, value: str | None) -> date:
    if value is None:
        return clock.today()
    try:
        return date.fromisoformat(value)
    except ValueError:
        what = f"{value!r} is no date"
        raise ToolwireError(what, where="--date", hint="write 2026-11-21") from None


shard_option = click.option(
    "--shard",
    metavar="I/N",
    callback=_shard,
    help="Only part I of N; `toolwire report` makes one run of all parts.",
)
model_option = click.option(
    "--model",
    "models",
    metavar="NAME",
    multiple=True,
    shell_complete=models,
    help="Model of each provider of -p, also one that its file does not list; several times for"
    " several.",
)
suite_option = click.option(
    "-s",
    "--suite",
    "suites",
    metavar="ID",
    multiple=True,
    shell_complete=suites,
    help="Suite id; all if none.",
)
suites_option = click.option(
    "--suites", "suites_dir", type=PLACE, help="Folder of your own suites."
)
providers_option = click.option(
    "--providers", "providers_dir", type=PLACE, help="Folder of your own provider files."
)
repeat_option = click.option(
    "--repeat",
    type=click.IntRange(1, _MOST_RUNS),
    default=1,
    show_default=True,
    help="Live: runs of each case; what the model does then gets a rate.",
)
concurrency_option = click.option(
    "--concurrency",
    type=click.IntRange(1, _MOST_SIDE_BY_SIDE),
    default=8,
    show_default=True,
    help="Live: cases side by side.",
)
key_env_option = click.option(
    "--key-env",
    "key_env",
    metavar="NAME",
    multiple=True,
    envvar=ALLOWED,
    help="Environment variable that your own provider files may read, for a key or in an address;"
    f" several times for several, or in ${ALLOWED}.",
)
insecure_option = click.option(
    "--insecure-http",
    "insecure_http",
    is_flag=True,
    help="Let keys go over plain http to other machines, where everyone on the way can read them.",
)
date_option = click.option(
    "--date",
    "today",
    metavar="DATE",
    callback=_date,
    help="Date of the report, by which evidence is ageing or old; today (UTC) by default.",
)
overwrite_option = click.option(
    "--overwrite", is_flag=True, help="Replace the results of another selection."
)
format_option = click.option(
    "--format",
    "shown",
    type=OneOf(FORMATS, moved=MOVED),
    default="text",
    show_default=True,
    help="What goes to stdout; github is one annotation a finding, for GitHub Actions.",
)
fail_on_option = click.option(
    "--fail-on",
    type=OneOf(FAIL_ON),
    default="error",
    show_default=True,
    help="The mildest finding that ends with exit code 1.",
)
sarif_option = click.option("--sarif", type=FILE, help="Write the findings as SARIF 2.1.0, too.")
junit_option = click.option("--junit", type=FILE, help="Write the verdicts as JUnit XML, too.")


def provider_option(text: str) -> Decorator:
    """Return the option that names providers, with what it says of those that are taken."""
    return click.option(
        "-p",
        "--provider",
        "providers",
        metavar="NAME",
        multiple=True,
        shell_complete=providers,
        help=text,
    )


def cassettes_option(text: str, *, multiple: bool = False) -> Decorator:
    """Return the option that names folders of cassettes, with what is taken if there is none."""
    return click.option("--cassettes", type=FOLDER, multiple=multiple, help=text)


def output_option(
    text: str,
    kind: click.Path = FOLDER,
    *,
    default: Path | None = None,
    required: bool = False,
) -> Decorator:
    """Return the option that says where a command writes, with what it writes there."""
    shown: dict[str, Any] = {} if default is None else {"default": default, "show_default": True}
    return click.option("-o", "--output", type=kind, required=required, help=text, **shown)


def dialect_option(text: str, *words: str, **more: Any) -> Decorator:
    """Return the option that names dialects.

    Args:
        text: what it says of them.
        words: what may be said in place of one.
        more: as of `click.option`.
    """
    from toolwire.dialects import DIALECTS  # noqa: PLC0415 - lazy: not every command asks for one

    known = OneOf([*words, *DIALECTS], "dialect")
    return click.option("-d", "--dialect", type=known, metavar="NAME", help=text, **more)


def json_option(text: str) -> Decorator:
    """Return the option for the form that programs read, with what that is."""
    return click.option("--json", "as_json", is_flag=True, help=text)


def quiet_option(text: str = "Print nothing but errors.") -> Decorator:
    """Return the option that silences a command."""
    return click.option("-q", "--quiet", is_flag=True, help=text)


def verbose_option(text: str) -> Decorator:
    """Return the option that makes a command tell all."""
    return click.option("-v", "--verbose", is_flag=True, help=text)


def own_files_options(command: Command) -> Command:
    """Add the options that name folders of one's own suites and providers."""
    return suites_option(providers_option(command))


def key_options(command: Command) -> Command:
    """Add `--key-env` and `--insecure-http` to a command that takes provider files."""
    return key_env_option(insecure_option(command))
