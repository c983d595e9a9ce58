"""`toolwire demo`: a server with one fault on this machine, verified, and the pages of what was found."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Final

import click

from toolwire import __version__
from toolwire.cli.folder import RESULTS
from toolwire.cli.screen.table import say
from toolwire.dialects import DIALECTS
from toolwire.io.files import write_atomically
from toolwire.io.json_text import dump
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.fault import servable
from toolwire.jobs.serve.options import not_listening, rule_of
from toolwire.jobs.serve.server import MODEL
from toolwire.jobs.site.addresses import INDEX, cell_id
from toolwire.model.errors import ToolwireError
from toolwire.results import read
from toolwire.results.cells import Row
from toolwire.rules import Rule

#: The address is part of the server's name in the results; where it is taken, any will do.
_HOST, _PORT = "127.0.0.1", 4010
#: Says whose folder it is; the next demo writes over it.
_MARK: Final = "demo.json"
_NEXT: Final = (
    "",
    "What to do next:",
    "  your own server     toolwire verify http://127.0.0.1:8000/v1 --model MODEL -o verified",
    "  recorded servers    toolwire audit -o toolwire-report",
    "  pages of an audit   toolwire site toolwire-report -o site",
)


def run(fault: str, output: Path, *, opens: bool, quiet: bool) -> int:
    """Serve the fault, verify it, make the pages; see `toolwire.cli.commands.demo`."""
    rule = rule_of(fault, tuple(DIALECTS))
    _claim(output, rule)
    verified, pages = output / "verified", output / "site"
    with serving(rule) as (dialect, url):
        say(
            f"$ toolwire serve --dialect {dialect} --fault {rule.id} --port {url.rpartition(':')[2]}"
        )
        calm = ("--quiet",) if quiet else ()
        _typed("verify", url, "--model", MODEL, *calm, "-o", str(verified))
    _typed("site", str(verified), "--cassettes", str(verified / "cassettes"), "-o", str(pages))
    shown = pages / INDEX
    found = first_cell(verified, rule)
    if not found:
        say(f"{rule.id} was not noticed: `verify` does not ask for what shows it")
    for line in _NEXT:
        say(line)
    if opens and _has_a_reader(os.environ):
        webbrowser.open_new_tab(f"{shown.resolve().as_uri()}{found and f'#{found}'}")
    return 0


def _claim(out: Path, rule: Rule) -> None:
    """Make the folder ours: a new or empty one, or the one of an earlier demo.

    Raises:
        ToolwireError: it holds something else, or cannot be written.
    """
    mark = out / _MARK
    if out.is_dir() and any(out.iterdir()) and not mark.is_file():
        hint = "name an empty folder with -o"
        raise ToolwireError("holds files that are no demo of ours", where=str(out), hint=hint)
    write_atomically(mark, dump({"toolwire": __version__, "fault": rule.id}) + b"\n")


@contextmanager
def serving(rule: Rule) -> Iterator[tuple[str, str]]:
    """Serve the fault while the block lasts; yield the dialect and the URL."""
    from toolwire.jobs.serve.http import BodyPace  # noqa: PLC0415 - lazy: aiohttp
    from toolwire.jobs.serve.thread import running  # noqa: PLC0415 - as above

    # Of the formats that have the rule, the one that most rules are about: it is the best known.
    faults = {name: servable(name) for name in DIALECTS}
    dialect = max(
        (name for name in DIALECTS if rule.id in faults[name]), key=lambda n: len(faults[n])
    )
    server = Server((dialect,), rule)
    with ExitStack() as stack:
        try:
            try:
                url = stack.enter_context(running(server, BodyPace(), (_HOST, _PORT)))
            except OSError:
                url = stack.enter_context(running(server, BodyPace(), (_HOST, 0)))
        except OSError as error:
            raise not_listening(error, _HOST, 0) from None
        yield dialect, url


def _typed(name: str, *words: str) -> None:
    """Print a command as it is typed, and run it here."""
    say("")
    say(f"$ toolwire {' '.join((name, *words))}")
    typed: click.Command = import_module(f"toolwire.cli.commands.{name}").command
    with typed.make_context(name, [*words], parent=click.get_current_context()) as inner:
        typed.invoke(inner)


def first_cell(folder: Path, rule: Rule) -> str:
    """Return the address of the first cell in which the fault shows; "" where it does not."""
    for seen in read(folder / RESULTS):
        if any(finding.rule == rule.id for finding in seen.findings):
            return cell_id(Row(seen.provider, seen.dialect), seen.suite)
    return ""


def _has_a_reader(environ: Mapping[str, str]) -> bool:
    """Say whether somebody sits at a screen: without one, a browser in the terminal would open."""
    if environ.get("CI") or not sys.stdout.isatty():
        return False
    windows = sys.platform in {"win32", "darwin"}
    return windows or any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
