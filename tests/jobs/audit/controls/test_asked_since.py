"""A cassette that was recorded before a control was asked is judged without it, and no other one is."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from toolwire.jobs.audit.controls.asked_since import SINCE, ask
from toolwire.jobs.audit.controls.meaning import Control
from toolwire.model.exchange import Request
from toolwire.model.reply import Reading
from toolwire.suites.model import BESIDE_IMAGE, SEVERAL_TOOLS, WIDEST, Expectation, Step
from toolwire.transport import StaleCassetteError

REQUEST = Request("POST", "http://127.0.0.1/v1/chat/completions", (), b"{}")
#: Step that a control is asked beside, and whether a cassette may lack its answer.
WITHOUT = [
    (control, question, since is not None and since.question in (None, question))
    for control, since in SINCE.items()
    for question in (None, BESIDE_IMAGE, SEVERAL_TOOLS, WIDEST)
]


async def unrecorded(_: Request) -> Reading:
    """Have no answer."""
    raise StaleCassetteError("nothing was recorded")


def test_each_control_says_since_when() -> None:
    """A new one is asked of cassettes that do not have it."""
    assert SINCE.keys() == set(Control)
    days = [date.fromisoformat(since.day) for since in SINCE.values() if since is not None]
    assert days
    assert min(days) >= date(2026, 11, 29)


@pytest.mark.parametrize(("control", "question", "passed"), WITHOUT)
def test_a_cassette_may_lack_what_is_newer(
    control: Control, question: str | None, *, passed: bool
) -> None:
    """What was asked from the first day has to be there."""
    asked = ask(control, REQUEST, Step(Expectation(), probe=question), unrecorded)
    if passed:
        assert asyncio.run(asked) == {}
        return
    with pytest.raises(StaleCassetteError):
        asyncio.run(asked)


def test_nothing_is_asked_where_there_is_nothing_to_ask() -> None:
    """A step may have no such control."""
    assert asyncio.run(ask(Control.SEEN, None, Step(Expectation()), unrecorded)) == {}
