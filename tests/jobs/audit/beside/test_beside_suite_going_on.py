"""What is asked by the id of an answer, whatever is asked: of whom, and when."""

from __future__ import annotations

import pytest

from tests.jobs.audit.going_on import NAME, GoingOn, passing_over
from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.beside.old_instructions import OLD_INSTRUCTIONS
from toolwire.jobs.audit.beside.unkept_answers import UNKEPT_ANSWERS
from toolwire.model.exchange import Mode

ASKED = (GoingOn(OLD_INSTRUCTIONS, "TC783"), GoingOn(UNKEPT_ANSWERS, "TC782"))


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("name", DIALECTS)
def test_who_keeps_answers_is_asked_in_both_modes(name: str, asked: GoingOn) -> None:
    """Once each: no model knows what nobody told it."""
    assert [item.mode for item in asked.items(name)] == ([*Mode] if name == NAME else [])


@pytest.mark.parametrize("asked", ASKED)
def test_who_passes_over_the_id_knows_nothing(asked: GoingOn) -> None:
    """That is told otherwise: the id is told as none."""
    assert asked.told(passing_over)[1] == set()


@pytest.mark.parametrize("asked", ASKED)
def test_nothing_is_asked_without_the_suite(asked: GoingOn) -> None:
    """They are added to it."""
    assert not asked.without_its_suite()
