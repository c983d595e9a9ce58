"""What `verify` asks a server beside the suites: thoughts that go back with their own signature
altered.

Anthropic refuses such a history, be the signature of nobody's or one of its own that a gateway
changed. The first is asked of every server (`known_altered_signature`); who knows that one alone
takes the second. A model that tells no thoughts, or a server that signs none, shows nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, takes_native_tools
from toolwire.jobs.audit.outcome import Outcome
from toolwire.jobs.audit.plan import Item
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.faults import ALTERED, altered
from toolwire.suites.model import Case, Expectation, ExpectedCall, ResultRule, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "reasoning_state"
_MARK: Final = "altered_"
_TITLE: Final = "Thoughts whose signature was altered on the way back"
_TOOL: Final = "get_weather"
_PROMPT: Final = 'Think about which city is meant, then call get_weather({"location": "Bergen"}).'
_WHY: Final = "no thoughts with a signature came, so that none can be altered"


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    form = load_dialect(target.provider.dialect).wire.request
    refused = {one.id for one in form.known_refusals} if form is not None else set()
    if ALTERED not in refused or not takes_native_tools(target):
        return
    like = suite.cases[0]
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    steps = (
        # A model that cannot think is right to refuse.
        Step(Expectation(calls=(ExpectedCall(_TOOL),), may_refuse=True), _PROMPT),
        Step(
            Expectation(refused=True),
            results=(ResultRule(_TOOL, None, (("", "6 C and rain"),)),),
            fault=ALTERED,
        ),
    )
    case = Case(suite.id, f"{_MARK}signature", _TITLE, (tool,), steps, extra=like.extra)
    # A server reads a request before it writes an answer, so one mode shows it.
    yield Item(target, suite, case, Mode.BLOCKING)


def unsigned(reading: Reading, after: Step) -> Outcome | None:
    """Return what is to be said of an answer without a signature that the step after it is to
    alter; None elsewhere.
    """
    echo = reading.reply.echo
    if after.fault != ALTERED or not reading.ok or (echo is not None and altered(echo) != echo):
        return None
    return Outcome(Verdict.UNSUPPORTED, _WHY)


ALTERED_SIGNATURES: Final = BesideSuite(SUITE, _MARK, _items)
