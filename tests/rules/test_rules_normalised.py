"""Recordings in which ids and times were replaced are judged by all rules but those about them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Exchange, Fidelity
from toolwire.rules import RULES, Rule
from toolwire.rules.mutate.scenarios import every_clean
from toolwire.rules.proof import exchanges

#: Their faults give every call of an exchange one id, as a redaction may do.
ALL_ALIKE = {"TC202", "TC203"}
#: Rules about framing, and rules that compare ids.
ASKED = [
    rule
    for rule in RULES.values()
    if (rule.needs_wire or rule.compares_ids) and not rule.needs_ids and rule.id not in ALL_ALIKE
]


def redacted(exchange: Exchange) -> Exchange:
    """Return an exchange stored by a recorder that replaced ids one by one."""
    return replace(exchange, fidelity=Fidelity.NORMALISED)


@pytest.mark.parametrize("rule", ASKED, ids=lambda rule: rule.id)
def test_what_was_framed_and_paired_is_judged(rule: Rule) -> None:
    """A fault of framing, or of ids that were kept apart, is found in such a recording too."""
    found = 0
    for mutation in rule.mutations:
        faulty = redacted(exchanges.mutated(rule, mutation))
        read = exchanges.reading(rule, mutation.dialect, mutation.scenario, faulty)
        found += rule.id in {finding.rule for finding in exchanges.findings(rule, read)}
    assert found


@pytest.mark.parametrize("name", DIALECTS)
def test_no_clean_one_is_accused(name: str) -> None:
    """Clean exchanges stored so trip nothing."""
    dialect = load_dialect(name)
    for scenario, _, exchange in every_clean(dialect):
        read = dialect.decode(redacted(exchange))
        assert exchanges.findings(RULES["TC202"], read) == (), scenario
