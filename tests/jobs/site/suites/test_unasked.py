"""Formats in which a case cannot be asked."""

from __future__ import annotations

from toolwire.dialects import DIALECTS
from toolwire.jobs.site.suites.unasked import unasked
from toolwire.suites import load_suites

SHIPPED = {suite.id: suite for suite in load_suites(())}


def reasons(suite: str, case: str) -> dict[str, str]:
    """Return format -> why it cannot ask a shipped case."""
    (found,) = (one for one in SHIPPED[suite].cases if one.id == case)
    told = unasked(SHIPPED[suite], found)
    return {dialect: one.reason for one in told for dialect in one.formats}


def test_a_case_that_all_can_ask_has_no_such_formats() -> None:
    """Nothing is said where there is nothing to say."""
    assert reasons("single_call", "auto") == {}


def test_what_a_format_has_no_words_for_is_told_without_its_name() -> None:
    """Of several formats with one reason it is said once."""
    found = reasons("parallel_calls", "switched_off")
    assert {*found.values()} == {"cannot switch parallel calls on or off"}
    assert len(found) > 3


def test_a_concept_of_one_format_is_told_of_all_others() -> None:
    """As the suite limits it."""
    (only,) = SHIPPED["text_format"].dialects
    found = reasons("text_format", "call")
    assert found.keys() == DIALECTS.keys() - {only}
    assert {*found.values()} == {"no such concept"}


def test_a_question_about_other_formats_is_told() -> None:
    """A probe is asked where its rule judges."""
    found = reasons("schema_forms", "no_tools")
    assert {*found.values()} == {"the rule whose question it asks is about other formats"}
    assert found.keys() < DIALECTS.keys()
