"""What `verify` asks a server beside the suites: the probabilities of a text's tokens.

A server may refuse that, or tell none. Those that are told spell the text (TC144).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, Step

#: The suite that it is added to, and the id of its case.
SUITE: Final = "no_tool_needed"
_MARK: Final = "tokens"
_TITLE: Final = "A text with the probabilities of its tokens"
_WORDS: Final = "Hello! Please greet me back."


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    form = load_dialect(name).wire.request
    if form is None or not form.tokens_wanted or not takes_tools(target):
        return
    step = Step(Expectation(may_refuse=True), _WORDS)
    extra = {name: dict(form.tokens_wanted)}
    case = Case(suite.id, _MARK, _TITLE, (), (step,), extra=extra)
    yield from in_both_modes(target, suite, (case,))


TOKENS_TOLD: Final = BesideSuite(SUITE, _MARK, _items)
