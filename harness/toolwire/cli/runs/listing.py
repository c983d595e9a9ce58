"""`toolwire list`: what there is to audit with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from toolwire.cli.screen.table import plain, say, say_json
from toolwire.cli.screen.terminal import table, terminal
from toolwire.dialects import DIALECTS, dialects
from toolwire.io.lists import grouped
from toolwire.jobs.serve.fault import servable
from toolwire.model.conversation import Json, JsonObject
from toolwire.providers import Provider, load_providers
from toolwire.rules import RULES
from toolwire.suites import load_suites

#: Dialects that a list of them may lack, to be written as all but these.
_MOST_OTHERS: Final = 3


class _Listing(NamedTuple):
    """A table: heading of each column, and rows whose members are the columns."""

    columns: tuple[str, ...]
    rows: list[JsonObject]


class _Places(NamedTuple):
    """Folders of one's own, of which everything stands beside what ships."""

    suites: tuple[Path, ...]
    providers: tuple[Path, ...]


def _routes(places: _Places) -> Iterator[Provider]:
    return (route for provider in load_providers(places.providers) for route in provider.routes)


def _providers(places: _Places) -> _Listing:
    rows: list[JsonObject] = [
        {
            "provider": route.name,
            "title": route.title,
            "dialect": route.dialect,
            "endpoint": route.endpoint.base_url,
            "models": [model.id for model in route.models],
            "key": route.key_env,
        }
        for route in _routes(places)
    ]
    return _Listing(("provider", "dialect", "key", "models", "title", "endpoint"), rows)


def _models(places: _Places) -> _Listing:
    rows: list[JsonObject] = [
        {
            "model": f"{route.name}/{model.id}",
            "dialect": route.dialect,
            "usd_per_million_in": None if model.price is None else model.price.input,
            "usd_per_million_out": None if model.price is None else model.price.output,
        }
        for route in _routes(places)
        for model in route.models
    ]
    return _Listing(("model", "dialect", "usd_per_million_in", "usd_per_million_out"), rows)


def _dialects(_places: _Places) -> _Listing:
    rows: list[JsonObject] = [
        {"dialect": d.name, "title": d.title, "legacy": d.legacy} for d in dialects()
    ]
    return _Listing(("dialect", "title", "legacy"), rows)


def _suites(places: _Places) -> _Listing:
    rows: list[JsonObject] = [
        {"suite": suite.id, "title": suite.title, "cases": [case.id for case in suite.cases]}
        for suite in load_suites(places.suites)
    ]
    return _Listing(("suite", "title", "cases"), rows)


def _cases(places: _Places) -> _Listing:
    rows: list[JsonObject] = [
        {
            "case": case.name,
            "title": case.title,
            "modes": [str(mode) for mode in case.modes],
        }
        for suite in load_suites(places.suites)
        for case in suite.cases
    ]
    return _Listing(("case", "title", "modes"), rows)


def _rules(_places: _Places) -> _Listing:
    rows: list[JsonObject] = [
        {
            "rule": rule.id,
            "name": rule.name,
            "severity": {name: str(word) for name, word in sorted(rule.severity.items())},
            "modes": [str(mode) for mode in rule.modes],
        }
        for rule in RULES.values()
    ]
    return _Listing(("rule", "name", "modes", "severity"), rows)


def _faults(_places: _Places) -> _Listing:
    can = {name: frozenset(servable(name)) for name in DIALECTS}
    rows: list[JsonObject] = [
        {"fault": rule.id, "name": rule.name, "dialects": [*where]}
        for rule in RULES.values()
        if (where := tuple(name for name, faults in can.items() if rule.id in faults))
    ]
    return _Listing(("fault", "name", "dialects"), rows)


#: What can be listed -> what makes the table.
_LISTINGS: Mapping[str, Callable[[_Places], _Listing]] = {
    "providers": _providers,
    "models": _models,
    "dialects": _dialects,
    "suites": _suites,
    "cases": _cases,
    "rules": _rules,
    "faults": _faults,
}


def run(what: str, *, suites_dir: Path | None, providers_dir: Path | None, as_json: bool) -> int:
    """Do what `toolwire list` says; return the exit code."""
    own = ((place,) if place else () for place in (suites_dir, providers_dir))
    listing = _LISTINGS[what](_Places(*own))
    if as_json:
        say_json(listing.rows)
    else:
        _show(listing)
    return 0


def _show(listing: _Listing) -> None:
    cells = ([plain(_cell(row[column])) for column in listing.columns] for row in listing.rows)
    seen = terminal()
    for line in table(listing.columns, cells, seen.columns if seen else None):
        say(line)


def _cell(value: Json) -> str:
    if isinstance(value, dict):
        return _merged(value)
    if isinstance(value, list):
        return _joined(tuple(map(str, value))) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value else "-"


def _joined(names: tuple[str, ...]) -> str:
    """Write names one after the other; where they are most dialects, those that are not among them."""
    others = [name for name in DIALECTS if name not in names]
    if len(names) + len(others) > len(DIALECTS) or len(others) > _MOST_OTHERS:
        return ", ".join(names)
    return f"all but {', '.join(others)}" if others else "all"


def _merged(value: JsonObject) -> str:
    """Write `a: x, b: x` as `x (a, b)`, most dialects being judged alike."""
    by_word = grouped(value, lambda name: str(value[name]))
    return ", ".join(f"{word} ({', '.join(names)})" for word, names in by_word.items())
