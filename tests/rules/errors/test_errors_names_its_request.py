"""TC011: the id of the request in an error's body and in its header."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

MESSAGES = load_dialect("anthropic-messages")


def refused(*headers: tuple[str, str]) -> Exchange:
    """Return a refusal with other headers."""
    exchange = clean(MESSAGES, "refused", Mode.BLOCKING)
    kept = (("content-type", "application/json"), *headers)
    return replace(exchange, response=replace(exchange.response, headers=kept))


@pytest.mark.parametrize(
    ("headers", "found"),
    [((("request-id", "req_another"),), ["TC011"]), ((), [])],
    ids=["another", "no header"],
)
def test_an_error_names_the_request_of_its_header(
    headers: tuple[tuple[str, str], ...], found: list[str]
) -> None:
    """A remark, since no client breaks on it; without the header there is nothing to compare."""
    told = judge(MESSAGES.decode(refused(*headers)))
    assert [(one.rule, one.severity) for one in told] == [(one, Severity.INFO) for one in found]
