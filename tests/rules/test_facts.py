"""Which rules are asked of a reading: the less is known of it, the fewer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import DIALECTS
from toolwire.model.exchange import Fidelity, Mode
from toolwire.rules import PROBES, RULES
from toolwire.rules.facts import ALWAYS, BOTH, PAIRED, REQUEST, ReadingFacts, applies

#: What a reading has, and without which fewer rules are asked.
HAD = ("request", "choice", "called", "markup", "history", "asked", "again", "apart")
#: What befell an answer, with which fewer are.
LOST = ("torn", "cut_off", "twin_cut_off")

FACTS = st.builds(
    ReadingFacts,
    dialect=st.sampled_from(list(DIALECTS)),
    mode=st.sampled_from(Mode),
    fidelity=st.sampled_from(Fidelity),
    subjects=st.sampled_from([ALWAYS, BOTH, PAIRED, REQUEST]),
    probing=st.sampled_from(["", *PROBES]),
    **{name: st.booleans() for name in ("ok", *HAD, *LOST)},
)


def asked(facts: ReadingFacts) -> set[str]:
    """Return the ids of the rules that are asked."""
    return {rule.id for rule in RULES.values() if applies(rule, facts)}


def with_(facts: ReadingFacts, name: str, value: bool) -> ReadingFacts:  # noqa: FBT001 - a value like any other
    """Return facts of which one is another."""
    return ReadingFacts(**{**facts._asdict(), name: value})


@given(FACTS, st.sampled_from([*HAD, *LOST]))
def test_what_is_not_known_or_was_lost_asks_fewer_rules(facts: ReadingFacts, name: str) -> None:
    """No rule is asked because something is missing that it could be held against."""
    assert asked(with_(facts, name, name in LOST)) <= asked(with_(facts, name, name not in LOST))


@pytest.mark.parametrize("name", [*HAD, *LOST])
def test_each_of_them_decides_about_some_rule(name: str) -> None:
    """A fact that no rule depends on would be read of every exchange for nothing."""
    known = dict.fromkeys(HAD, True) | dict.fromkeys(LOST, False)
    everything = [
        ReadingFacts(dialect, mode, Fidelity.WIRE, subjects, "", ok=True, **known)
        for dialect in DIALECTS
        for mode in Mode
        for subjects in (PAIRED, REQUEST)
    ]
    assert any(asked(facts) != asked(with_(facts, name, name in LOST)) for facts in everything)


@given(FACTS)
def test_a_probe_rule_is_asked_where_its_question_was(facts: ReadingFacts) -> None:
    """What a request did not ask for is not held against the answer."""
    others = set(PROBES) - {facts.probing}
    unasked = {name for name in others if RULES[name].subject not in facts.subjects}
    assert asked(facts).isdisjoint(unasked)
