"""`toolwire doctor`: whether everything that a run needs is there, on one screen."""

from __future__ import annotations

import click

from toolwire import __version__
from toolwire.cli.checkup import Check, Surroundings, checks
from toolwire.cli.screen.table import many, say, say_json

_BROKEN = 3


def run(*, as_json: bool) -> int:
    """Do what `toolwire doctor` says; return the exit code."""
    found = tuple(checks(Surroundings()))
    broken = [one for one in found if one.broken]
    if as_json:
        say_json(
            {"toolwire": __version__, "ok": not broken, "checks": [one.as_json() for one in found]}
        )
    else:
        _show(found)
        say(f"{many(len(broken), 'problem')}" if broken else "nothing is broken")
    return _BROKEN if broken else 0


def _show(found: tuple[Check, ...]) -> None:
    width = max(len(one.name) for one in found)
    for one in found:
        sign = click.style("broken", fg="red") if one.broken else click.style("ok    ", fg="green")
        say(f"{one.name.ljust(width)}  {one.text}", sign=sign)
        if one.broken:
            say(f"{' ' * (width + 9)}-> {one.remedy}")
