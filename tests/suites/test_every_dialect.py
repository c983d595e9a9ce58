"""Every shipped case through every dialect: asked, answered, decoded, expected and judged."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.audit.plan import Item
from harness.audit.run import run, spoken_in
from harness.dialects import DIALECTS, dialect
from harness.exchange import Endpoint
from harness.observation import Observation, Verdict
from harness.providers.model import Model, Provider, Target
from harness.suites import load_suites
from harness.transport.reference import Reference

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
    "tool_choice.none",
    "tool_choice.required",
}
_NO_SWITCH = frozenset(("parallel_calls.switched_off",))
#: Formats whose parameters are a list of their own, and whose results carry their calls.
_NO_FAULT = frozenset(("request_validation.bad_schema", "request_validation.orphan_result"))
#: Formats in which what the model says beside a call is its plan, and no text.
_NO_TEXT_BESIDE = frozenset(("mixed_content.text_then_call", "mixed_content.text_then_two_calls"))
_NO_REASONING = frozenset(
    (
        "reasoning_state.one_round",
        "reasoning_state.parallel_calls",
        "reasoning_state.two_rounds",
    )
)

#: Dialect -> cases it cannot carry: it has no words for them, or no place for what the model
#: says (text beside calls, reasoning). What is not named here has to pass, what is named has
#: to lack, so that the lists can neither grow nor go stale unseen.
LACKING: dict[str, frozenset[str]] = {
    "anthropic-messages": frozenset(),
    "bedrock-converse": _NO_SWITCH | {"single_call.none", "tool_choice.none"},
    "chatml": _NO_REASONING,
    "cohere-v1": _NO_FORCE | _NO_SWITCH | _NO_REASONING | _NO_FAULT,
    "cohere-v2": _NO_CHOICE | _NO_SWITCH | _NO_TEXT_BESIDE,
    "gemini-generate": _NO_SWITCH,
    "ollama-chat": _NO_FORCE | _NO_SWITCH,
    "openai-chat": frozenset(),
    "openai-responses": frozenset(),
    "prompted": frozenset(),
}


def _target(spoken: str) -> Target:
    endpoint = Endpoint("https://api.example.invalid/v1", "")
    host = "api.example.invalid"
    return Target(Provider("acme", "Acme", spoken, endpoint, "", "", "", (host,), ()), Model("m-1"))


def _items() -> Iterator[Item]:
    for name in DIALECTS:
        for suite in load_suites():
            if suite.dialects and name not in suite.dialects:
                continue
            for case in suite.cases:
                if case.dialect is None or case.dialect in DIALECTS:
                    yield from (Item(_target(name), suite, case, mode) for mode in case.modes)


ITEMS = tuple(_items())


def _seen(item: Item) -> Observation:
    (observation,) = run((item,), lambda _: Reference(dialect(spoken_in(item))))
    return observation


@pytest.mark.parametrize(
    "item", ITEMS, ids=lambda i: f"{i.target.provider.dialect}-{i.case.name}-{i.mode}"
)
def test_the_reference_meets_every_case(item: Item) -> None:
    """All expectations are met and no rule objects, or the dialect is known to lack the case."""
    seen = _seen(item)
    if item.case.name in LACKING.get(item.target.provider.dialect, frozenset()):
        assert seen.verdict in {Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE}
        assert seen.reason
    else:
        assert (seen.verdict, seen.reason) == (Verdict.CONFORMANT, "")
    assert seen.findings == ()


def test_what_a_dialect_lacks_is_listed_for_every_dialect() -> None:
    """A dialect that joins the table has to say here what it cannot carry."""
    assert LACKING.keys() == DIALECTS.keys()
    known = {item.case.name for item in ITEMS}
    assert all(names <= known for names in LACKING.values())


def test_a_case_in_a_dialect_of_its_own_is_asked_in_it() -> None:
    """The case's dialect is spoken over the provider's endpoint; one nobody speaks is told."""
    (suite,) = (suite for suite in load_suites() if suite.id == "prompt_fallback")
    for case in suite.cases:
        item = Item(_target("openai-chat"), suite, case, case.modes[0])
        assert spoken_in(item) == case.dialect
        told = None if case.dialect in DIALECTS else f"this version does not speak {case.dialect}"
        assert item.absent == told
