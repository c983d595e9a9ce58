"""Going on from an answer that was not to be kept, and what a run says of servers."""

from __future__ import annotations

import pytest

from tests.jobs.audit.going_on import INNOCENT, Between, GoingOn
from toolwire.jobs.audit.beside.unkept_answers import UNKEPT_ANSWERS
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict

UNKEPT = GoingOn(UNKEPT_ANSWERS, "TC782")
MESSAGE = "The answer knows what was said before one that was not to be kept."


def keeping(body: JsonObject) -> None:
    """Keep every answer."""
    body["store"] = True


@pytest.mark.parametrize("mode", Mode)
def test_the_line_is_told_where_nothing_is_to_be_kept(mode: Mode) -> None:
    """And asked for by the id of the answer."""
    (item,) = (one for one in UNKEPT.items() if one.mode is mode)
    first, second, *_ = UNKEPT.sent(item)
    assert first["store"] is second["store"] is False
    assert "Mast: pine" in str(first["input"])
    assert "Mast: pine" not in str(second)
    assert second["previous_response_id"]


@pytest.mark.parametrize("change", INNOCENT)
def test_who_keeps_nothing_is_not_told_of(change: Between) -> None:
    """However it says so."""
    assert UNKEPT.told(change) == ({Verdict.CONFORMANT}, set())


def test_who_keeps_what_was_not_to_be_kept_is_told_of() -> None:
    """In both modes."""
    assert UNKEPT.told(keeping) == ({Verdict.NON_STRICT}, {MESSAGE})
