"""Every shipped case through every dialect: asked, answered, decoded, expected and judged."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import dialect_of, run
from toolwire.model.exchange import Endpoint
from toolwire.model.observation import Observation, Verdict
from toolwire.providers.model import Model, Provider, Target
from toolwire.suites import load_suites
from toolwire.suites.model import Suite
from toolwire.transport.reference import Reference

#: Formats that leave the choice of tools to the model.
_NO_CHOICE = frozenset(
    (
        "request_validation.unknown_tool_choice",
        "single_call.named",
        "tool_choice.named",
        "tool_choice.unknown_name",
    )
)
_NO_FORCE = _NO_CHOICE | {
    "single_call.none",
    "single_call.required",
    "tool_choice.foreign_word",
    "tool_choice.free_again",
    "tool_choice.free_for_another",
    "tool_choice.none",
    "tool_choice.required",
    "tool_choice.widest_form",
}
_NO_SWITCH = frozenset(("parallel_calls.switched_off",))
#: Formats whose parameters are a list of their own.
_NO_FAULT = frozenset(("request_validation.bad_schema",))
#: Probes of what only OpenAI's format leaves open.
_OF_CHAT = frozenset(
    (
        "history_forms.absent_content",
        "history_forms.empty_content",
        "history_forms.null_content",
        "history_forms.result_parts",
    )
)
_NO_PARAMETERS = frozenset(("schema_forms.empty_parameters", "schema_forms.omitted_parameters"))
_NO_EMPTY_LIST = frozenset(("schema_forms.no_tools",))
_OF_OTHERS = _OF_CHAT | _NO_PARAMETERS
_NO_IDS = frozenset(("history_forms.own_ids",))
_NO_ITEMS = frozenset(("schema_forms.list_without_items",))
_NO_PARSER = frozenset(
    ("argument_fidelity.marks_inside", "argument_fidelity.pieces_beside_other_calls")
)
_NO_EMPTY_RESULT = frozenset(("history_forms.empty_result",))
#: Formats with a history of their own and tools that are no JSON Schema, or no tools at all.
_NO_FORMS = (
    _OF_OTHERS
    | _NO_IDS
    | _NO_ITEMS
    | _NO_PARSER
    | _NO_EMPTY_LIST
    | _NO_EMPTY_RESULT
    | {
        "history_forms.result_order",
        "history_forms.user_after_result",
        "request_validation.missing_result",
        "request_validation.orphan_result",
        "schema_forms.keywords",
        "schema_forms.number_enum",
        "schema_forms.references",
    }
)
#: Formats in which a request names no words to end at, or ours do not.
_NO_ENDS = frozenset({"no_tool_needed.ends_at_a_word"})
#: Formats in which the server knows of no tools.
_IN_WORDS = (
    _NO_FORMS
    | _NO_ENDS
    | {
        "tool_choice.foreign_word",
        "tool_choice.widest_form",
    }
)
#: Formats in which what the model says beside a call is its plan, and no text.
_NO_TEXT_BESIDE = frozenset(
    (
        "mixed_content.text_then_call",
        "mixed_content.text_then_two_calls",
        "mixed_content.words_come_back",
    )
)
_NO_REASONING = frozenset(
    (
        "reasoning_state.one_round",
        "reasoning_state.parallel_calls",
        "reasoning_state.two_rounds",
    )
)
#: What only Bedrock has a form for.
_OF_BEDROCK = frozenset({"history_forms.json_result"})
#: What is asked where a call needs no id, and of servers that take ids of another's making.
_IDS_AT_WILL = frozenset({"history_forms.given_ids"})
#: What neither of these has.
_OF_FEW = _OF_BEDROCK | _IDS_AT_WILL

#: Dialect -> cases it cannot carry: it has no words for them, no question for their probe, or no
#: place for what the model says (text beside calls, reasoning). What is not named here has to pass, what is named has
#: to lack, so that the lists can neither grow nor go stale unseen.
LACKING: dict[str, frozenset[str]] = {
    "anthropic-messages": _OF_FEW | _OF_OTHERS | _NO_EMPTY_LIST,
    "bedrock-converse": _OF_OTHERS
    | _NO_PARSER
    | _NO_SWITCH
    | {
        "single_call.none",
        *(f"tool_choice.{case}" for case in ("free_again", "free_for_another", "none")),
    },
    "chatml": _OF_FEW | _NO_REASONING | (_IN_WORDS - _NO_ENDS),
    "cohere-v1": _OF_FEW | _NO_FORCE | _NO_SWITCH | _NO_REASONING | _NO_FAULT | _NO_FORMS,
    "cohere-v2": _OF_BEDROCK
    | _NO_CHOICE
    | _NO_SWITCH
    | _NO_TEXT_BESIDE
    | _OF_OTHERS
    | _NO_PARSER
    | _NO_EMPTY_RESULT
    | _NO_EMPTY_LIST
    | _NO_ITEMS
    | {"history_forms.user_after_result"},
    "gemini-generate": _OF_BEDROCK
    | _NO_SWITCH
    | _OF_OTHERS
    | _NO_PARSER
    | _NO_IDS
    | _NO_EMPTY_LIST
    | {"history_forms.result_order"},
    "ollama-chat": _OF_BEDROCK | _NO_FORCE | _NO_SWITCH | _OF_OTHERS | _NO_IDS | _NO_EMPTY_LIST,
    "openai-chat": _OF_FEW | _NO_ITEMS,
    "openai-responses": _OF_FEW | _OF_CHAT | _NO_ITEMS | _NO_EMPTY_LIST | _NO_ENDS,
    "prompted": _OF_FEW | _IN_WORDS,
}


def _target(spoken: str) -> Target:
    endpoint = Endpoint("https://api.example.invalid/v1", "")
    host = "api.example.invalid"
    return Target(Provider("acme", "Acme", spoken, endpoint, "", "", "", (host,), ()), Model("m-1"))


def _items(dialect: str, suite: Suite) -> list[Item]:
    return [
        Item(_target(dialect), suite, case, mode)
        for case in suite.cases
        if case.dialect is None or case.dialect in DIALECTS
        for mode in case.modes
    ]


#: Dialect and suite -> what is asked in it.
ITEMS = {
    (name, suite.id): _items(name, suite)
    for name in DIALECTS
    for suite in load_suites()
    if not suite.dialects or name in suite.dialects
}


def _seen(item: Item) -> Observation:
    (observation,) = run((item,), lambda _: Reference(load_dialect(dialect_of(item))))
    return observation


@pytest.mark.parametrize(
    ("dialect", "suite"), ITEMS, ids=[f"{name}-{suite}" for name, suite in ITEMS]
)
def test_the_reference_meets_every_case(dialect: str, suite: str) -> None:
    """All expectations are met and no rule objects, or the dialect is known to lack the case.

    Drift aside: `reasoning_content` is no member of OpenAI's own format, only of those like it.
    """
    for item in ITEMS[dialect, suite]:
        named = item.case.name, item.mode
        seen = _seen(item)
        if item.case.name in LACKING.get(dialect, frozenset()):
            assert seen.verdict in {Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE}, named
            assert seen.reason, named
        else:
            assert (seen.verdict, seen.reason) == (Verdict.CONFORMANT, ""), named
        assert [one for one in seen.findings if one.rule != "TC190"] == [], named


def test_what_a_dialect_lacks_is_listed_for_every_dialect() -> None:
    """A dialect that joins the table has to say here what it cannot carry."""
    assert LACKING.keys() == DIALECTS.keys()
    known = {item.case.name for items in ITEMS.values() for item in items}
    assert all(names <= known for names in LACKING.values())


def test_a_case_in_a_dialect_of_its_own_is_asked_in_it() -> None:
    """The case's dialect is spoken over the provider's endpoint; one nobody speaks is told."""
    (suite,) = (suite for suite in load_suites() if suite.id == "prompt_fallback")
    for case in suite.cases:
        item = Item(_target("openai-chat"), suite, case, case.modes[0])
        assert dialect_of(item) == case.dialect
        told = None if case.dialect in DIALECTS else f"this version does not speak {case.dialect}"
        assert item.absent == told
