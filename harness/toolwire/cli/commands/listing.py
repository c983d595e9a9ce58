"""`toolwire list`: what there is to audit with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

import click

from toolwire.cli.screen.table import plain, say, say_json
from toolwire.dialects import dialects
from toolwire.io.lists import grouped
from toolwire.model.conversation import Json, JsonObject
from toolwire.providers import load_providers
from toolwire.rules import RULES
from toolwire.suites import load_suites


class _Listing(NamedTuple):
    """A table: heading of each column, and rows whose members are the columns."""

    columns: tuple[str, ...]
    rows: list[JsonObject]


def _providers() -> _Listing:
    rows: list[JsonObject] = [
        {
            "provider": route.name,
            "title": route.title,
            "dialect": route.dialect,
            "endpoint": route.endpoint.base_url,
            "models": [model.id for model in route.models],
            "key": route.key_env,
        }
        for provider in load_providers()
        for route in provider.routes
    ]
    return _Listing(("provider", "title", "dialect", "endpoint", "models", "key"), rows)


def _dialects() -> _Listing:
    rows: list[JsonObject] = [
        {"dialect": d.name, "title": d.title, "legacy": d.legacy} for d in dialects()
    ]
    return _Listing(("dialect", "title", "legacy"), rows)


def _suites() -> _Listing:
    rows: list[JsonObject] = [
        {"suite": suite.id, "title": suite.title, "cases": [case.id for case in suite.cases]}
        for suite in load_suites()
    ]
    return _Listing(("suite", "title", "cases"), rows)


def _rules() -> _Listing:
    rows: list[JsonObject] = [
        {
            "rule": rule.id,
            "name": rule.name,
            "severity": {name: str(word) for name, word in sorted(rule.severity.items())},
            "modes": [str(mode) for mode in rule.modes],
        }
        for rule in RULES.values()
    ]
    return _Listing(("rule", "name", "severity", "modes"), rows)


#: What can be listed -> what makes the table.
_LISTINGS: Mapping[str, Callable[[], _Listing]] = {
    "providers": _providers,
    "dialects": _dialects,
    "suites": _suites,
    "rules": _rules,
}


@click.command(name="list")
@click.argument("what", type=click.Choice(tuple(_LISTINGS)))
@click.option("--json", "as_json", is_flag=True, help="A JSON array of objects.")
def command(what: str, *, as_json: bool) -> int:
    """List providers, dialects, suites or rules."""
    listing = _LISTINGS[what]()
    if as_json:
        say_json(listing.rows)
    else:
        _show(listing)
    return 0


def _show(listing: _Listing) -> None:
    cells = [[_cell(row[column]) for column in listing.columns] for row in listing.rows]
    if sys.stdout.isatty():
        _draw(listing.columns, cells)
        return
    widths = [max(map(len, column)) for column in zip(listing.columns, *cells, strict=True)]
    for line in ([column.upper() for column in listing.columns], *cells):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        say("  ".join(padded).rstrip())


def _draw(columns: tuple[str, ...], cells: list[list[str]]) -> None:
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.table import Table  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415 - as above

    table = Table(*(column.capitalize() for column in columns), box=None, pad_edge=False)
    for line in cells:
        table.add_row(*(Text(plain(cell)) for cell in line))
    Console().print(table)


def _cell(value: Json) -> str:
    if isinstance(value, dict):
        return _merged(value)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value else "-"


def _merged(value: JsonObject) -> str:
    """Write `a: x, b: x` as `x (a, b)`, most dialects being judged alike."""
    by_word = grouped(value, lambda name: str(value[name]))
    return ", ".join(f"{word} ({', '.join(names)})" for word, names in by_word.items())
