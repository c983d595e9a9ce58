"""Only `toolwire.io.clock` asks the system for the time of day."""

from __future__ import annotations

import ast
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.clock import OnDay
from tests.support.modules import found_in, name_of
from toolwire.io import clock

#: What has the time of day, by the last word of what it is asked of.
TELLS = {
    "date": {"today"},
    "datetime": {"now", "today", "utcnow"},
    "time": {"asctime", "ctime", "gmtime", "localtime", "strftime", "time", "time_ns"},
    "utils": {"formatdate", "localtime"},
}
#: What any of them is asked for.
ASKED = frozenset().union(*TELLS.values())


def offences(tree: ast.AST) -> list[str]:
    """Return what asks the system for the time of day, by line; mentioned is as bad as called."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ASKED:
            asked = ast.unparse(node.value).rpartition(".")[2]
            names = [node.attr]
        elif isinstance(node, ast.ImportFrom):
            asked = (node.module or "").rpartition(".")[2]
            names = [one.name for one in node.names]
        else:
            continue
        found += [f"{node.lineno}: {asked}.{n}" for n in names if n in TELLS.get(asked, set())]
        if isinstance(node, ast.ImportFrom) and asked in {"datetime", "time"}:
            found += [f"{node.lineno}: {one.asname}" for one in node.names if one.asname]
    return found


def test_one_module_asks_for_the_day() -> None:
    """No other module calls `datetime.now`, `date.today`, `time.time` or their like."""
    found = found_in(offences)
    assert found.pop(name_of(Path(clock.__file__)))
    assert found == {}


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("datetime.now(UTC)", True),
        ("dt.datetime.now(tz=dt.UTC)", True),
        ("datetime.utcnow()", True),
        ("date.today()", True),
        ("datetime.date.today()", True),
        ("time.time()", True),
        ("clock: Callable[[], float] = time.time", True),
        ("time.strftime('%F')", True),
        ("from time import time", True),
        ("from datetime import date as day", True),
        ("from email.utils import formatdate", True),
        ("clock.today()", False),
        ("plan.today", False),
        ("time.monotonic()", False),
        ("from datetime import date, datetime", False),
    ],
)
def test_every_way_to_ask_is_known(line: str, *, caught: bool) -> None:
    """The rule sees each of the ways that Python has, and lets the clock's own words pass."""
    assert bool(offences(ast.parse(line))) == caught


def test_the_clock_says_one_time_in_three_ways(on_day: OnDay) -> None:
    """Moment, day and time stamp are of the same clock, in UTC."""
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(days=1000)
    on_day(date(2031, 2, 3))
    assert clock.now().tzinfo is UTC
    assert clock.today() == date(2031, 2, 3)
    assert clock.timestamp() == "2031-02-03T12:00:00+00:00"
