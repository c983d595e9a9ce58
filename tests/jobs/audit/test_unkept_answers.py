"""Going on from an answer that was not to be kept, and what a run says of servers."""

from __future__ import annotations

import pytest

from tests.jobs.audit.going_on import INNOCENT, NAME, Between, GoingOn, passing_over
from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.unkept_answers import UNKEPT_ANSWERS
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict

UNKEPT = GoingOn(UNKEPT_ANSWERS, "TC782")
MESSAGE = "The answer knows what was said before one that was not to be kept."


def keeping(body: JsonObject) -> None:
    """Keep every answer."""
    body["store"] = True


@pytest.mark.parametrize("name", DIALECTS)
def test_who_keeps_answers_is_asked_in_both_modes(name: str) -> None:
    """Once each: no model knows what nobody told it."""
    assert [item.mode for item in UNKEPT.items(name)] == ([*Mode] if name == NAME else [])


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


def test_who_passes_over_the_id_knows_nothing() -> None:
    """That is told otherwise: the id is told as none."""
    assert UNKEPT.told(passing_over)[1] == set()


def test_who_keeps_what_was_not_to_be_kept_is_told_of() -> None:
    """In both modes."""
    assert UNKEPT.told(keeping) == ({Verdict.NON_STRICT}, {MESSAGE})


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    assert not UNKEPT.without_its_suite()
