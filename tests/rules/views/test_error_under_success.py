"""A refusal under a status of success is one fault, whatever was asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import RULES
from toolwire.rules.proof import exchanges
from toolwire.rules.rule import Reading
from toolwire.rules.views.error_under_success import is_error_under_success


def refusal(name: str, status: int, mode: Mode = Mode.BLOCKING) -> Reading:
    """Return the reading of a wrong request that is refused with a status."""
    told = exchanges.baseline("TC747", name, "refused", mode)
    return load_dialect(name).decode(replace(told, response=replace(told.response, status=status)))


@pytest.mark.parametrize("name", ["anthropic-messages", "gemini-generate", "openai-chat"])
def test_a_refusal_under_a_success_is_told_by_the_rule_of_such_statuses_alone(name: str) -> None:
    """The rules of wrong requests say of an answer that it is one, and of a failure that it is none."""
    for rule in ("TC707", "TC747"):
        check = RULES[rule].check
        assert not [*check(refusal(name, 200))]
        assert not [*check(refusal(name, 400))]
        (found,) = check(refusal(name, 500))
        assert found.message == "The refusal does not say that the request is at fault."
    (found,) = RULES["TC002"].check(refusal(name, 200))
    assert found.actual == 200
    assert is_error_under_success(refusal(name, 200))
    assert not is_error_under_success(refusal(name, 400))
