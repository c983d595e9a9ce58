"""Cases as a person reads them."""

from __future__ import annotations

from toolwire.jobs.site.suites.questions import CaseText, pair_rules, suite_texts
from toolwire.rules import RULES, Subject


def case_of(suite: str, case: str) -> CaseText:
    """Return a shipped case."""
    (text,) = (one for one in suite_texts() if one.suite.id == suite)
    return next(one for one in text.cases if one.id == case)


def test_a_case_tells_each_step() -> None:
    """What the user says, the choice, and what is expected."""
    case = case_of("single_call", "named")
    (step,) = case.steps
    assert step.user == 'Call get_local_time({"city": "Lima"}).'
    assert step.choice == "get_local_time demanded by name"
    assert step.expected[0] == 'One call: get_local_time, where city contains "Lima".'
    assert (case.tools, case.modes) == (("get_weather", "get_local_time"), "blocking and streaming")
    assert case.attempts == 3


def test_what_tools_answer_is_told_by_their_arguments() -> None:
    """A failure says that it is marked as one."""
    step = case_of("error_result", "one_of_two").steps[1]
    assert step.user == ""
    assert ("get_weather", "", "rate limit exceeded (fault 77ab)", True) in step.results
    order = case_of("history_forms", "result_order").steps[1]
    assert ("get_weather", "location Tokyo", "23 C and rain, station 91bc", False) in order.results


def test_a_step_names_the_rule_that_judges_it() -> None:
    """The one whose question it asks, also of what has to be refused."""
    asked = case_of("history_forms", "null_content").steps[1].rule
    assert asked is not None
    assert asked.id == "TC702"
    refused = case_of("tool_choice", "unknown_name").steps[0].rule
    assert refused is not None
    assert refused.id == "TC747"
    assert case_of("single_call", "named").steps[0].rule is None


def test_what_is_wrong_on_purpose_is_told() -> None:
    """And that parallel calls are switched off."""
    assert "holds a space" in case_of("request_validation", "bad_name").steps[0].fault
    assert case_of("parallel_calls", "switched_off").steps[0].parallel == "switched off"


def test_the_members_that_a_suite_adds_are_shown() -> None:
    """By format, as JSON."""
    (text,) = (one for one in suite_texts() if one.suite.id == "reasoning_state")
    assert '"encrypted' not in dict(text.extra)["anthropic-messages"]
    assert "budget_tokens" in dict(text.extra)["anthropic-messages"]


def test_pair_rules_are_those_about_both_modes() -> None:
    """All of them, by the order of their ids."""
    both = [rule.id for rule in RULES.values() if rule.subject is Subject.AB]
    assert [one.id for one in pair_rules()] == both
