"""TC156: which times are those of another zone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body, header, put
from toolwire.rules.mutate.scenarios import clean

OLLAMA = load_dialect("ollama-chat")
DATE = "Tue, 24 Nov 2026 12:00:10 GMT"


def told(dated: Callable[[Exchange], Exchange], created: Json) -> set[str]:
    """Return the rules that a reply breaks which was made at a time, and has a date."""
    made = body(lambda document: put(document, ("created_at",), created))
    exchange = dated(made(clean(OLLAMA, "plain_text", Mode.BLOCKING)))
    return {finding.rule for finding in judge(OLLAMA.decode(exchange))}


@pytest.mark.parametrize(
    "created",
    ["2026-11-24T14:00:00Z", "2026-11-24T06:30:09Z", "2026-11-24T12:00:00-05:00"],
)
def test_a_local_clock_that_says_greenwich_is_told(created: str) -> None:
    """It lies whole hours, or halves, from the date of the same answer."""
    assert told(header("date", DATE), created) == {"TC156"}


@pytest.mark.parametrize(
    "created",
    [
        "2026-11-24T12:00:00Z",
        "2026-11-24T14:00:00+02:00",
        "2026-11-24T11:17:00Z",
        "2026-11-23T12:00:00Z",
        "2023-08-04T08:52:19.385406455-07:00",
    ],
)
def test_a_time_of_its_own_zone_is_right(created: str) -> None:
    """The time itself, in another zone's words, minutes before, a day before, and long ago."""
    assert told(header("date", DATE), created) == set()


@pytest.mark.parametrize("date", ["", "yesterday", "Tue, 99 Nov 2026 12:00:10 GMT"])
def test_without_a_date_nothing_is_said(date: str) -> None:
    """A header that is missing or says no date holds no time."""
    assert told(header("date", date), "2026-11-24T14:00:00Z") == set()
