"""The header of a results file: what a run was, and its id."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from toolwire import __version__
from toolwire.io.clock import timestamp
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject

#: Number of the file contract.
SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Header:
    """What a run was: contract number, toolwire version, start (ISO 8601, UTC), selection.

    `run` is the id of the run: its start and a word that no other run has; ids of runs sort
    in the order in which they started. `rules` are the ids of the rules it judged by; () where
    it does not say.
    """

    toolwire: str
    started_at: str
    selection: JsonObject = field(default_factory=dict)
    schema: int = SCHEMA
    run: str = ""
    rules: tuple[str, ...] = ()


def header(selection: JsonObject, rules: Iterable[str] = ()) -> Header:
    """Return the header of a run that starts now with this version and judges by some rules."""
    started = timestamp()
    return Header(__version__, started, selection, run=new_run(started), rules=tuple(rules))


def new_run(started_at: str) -> str:
    """Return an id for a run that started at a time (ISO 8601), different at every call."""
    return f"{_compact(started_at)}-{secrets.token_hex(4)}"


def _compact(started_at: str) -> str:
    """Return `20261122T143000Z` for an ISO 8601 time in UTC."""
    return f"{re.sub('[^0-9T]', '', started_at[:19])}Z"


def run_of(run: str, started_at: str, selection: JsonObject) -> str:
    """Return the id of a run; one that says none is told apart by its start and selection."""
    reported = hashlib.sha256(dump(selection)).hexdigest()[:8]
    return run or f"{_compact(started_at)}-{reported}"
