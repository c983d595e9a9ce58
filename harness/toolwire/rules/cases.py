"""Real cases of the rules: who broke, what was seen, and the public thread that tells it.

The symptoms are in our own words; `cases.json` beside this module was compiled from public
issue and pull-request threads, last read 2026-11-21. It is read when first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from toolwire.io.json_text import items_of, object_of, parse
from toolwire.rules.rule import Case

__all__ = ["all_cases", "cases"]


@cache
def all_cases() -> Mapping[str, tuple[Case, ...]]:
    """Return the cases of every rule id, those of rules not in the table included."""
    found: dict[str, list[Case]] = {}
    for record in map(object_of, items_of(parse(_file().read_bytes()))):
        case = Case(*(str(record[member]) for member in ("who", "symptom", "url", "status")))
        for rule in items_of(record["rules"]):
            found.setdefault(str(rule), []).append(case)
    return {rule: tuple(found[rule]) for rule in sorted(found)}


def _file() -> Traversable:
    return files("toolwire.rules").joinpath("cases.json")


def cases(rule: str) -> tuple[Case, ...]:
    """Return the cases of one rule id; empty when none was found."""
    return all_cases().get(rule, ())
