"""Answers to requests that are wrong on purpose: held to the format, not to the request."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.rules import RULES, Subject, judge
from toolwire.rules.proof import exchanges

#: Rules that are asked of any answer.
ANSWERS = [rule for rule in RULES.values() if rule.subject is Subject.RESPONSE]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_wrong_request_is_nothing_to_hold_an_answer_to(name: str) -> None:
    """Rules that do are not asked then; all others say what they always say."""
    for rule in ANSWERS:
        for mutation in rule.mutations:
            if mutation.dialect == name:
                found = load_dialect(name).decode(exchanges.mutated(rule, mutation))
                assert rule.id in {one.rule for one in judge(found)}
                wrong = {one.rule for one in judge(found, request_valid=False)}
                assert (rule.id in wrong) is not rule.needs_request
