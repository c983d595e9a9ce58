"""What toolwire sends itself is right: no request of any suite trips a request rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import dialect_of, run
from toolwire.model.exchange import Endpoint, Evidence, Exchange, Mode, Request, Response
from toolwire.model.observation import Finding, Severity
from toolwire.providers import every_target, load_providers
from toolwire.providers.model import Model, Provider, Target
from toolwire.rules import judge_request
from toolwire.suites import load_suites
from toolwire.transport.reference import Reference

GRAVE = {Severity.ERROR, Severity.WARNING}
SUITES = load_suites()
#: Suites whose cases are asked in one request, so that no answer of the reference goes back.
#: Providers' models want reasoning back that the reference, which is no model, never gave.
IN_ONE = ("single_call", "tool_choice", "tool_definition")


class Tapped:
    """A reference responder that keeps what it was sent and what it answered."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._inner = Reference(load_dialect(name))
        self.exchanges: list[Exchange] = []

    @property
    def evidence(self) -> Evidence:
        """Return what the responder says of itself."""
        return self._inner.evidence

    async def send(self, request: Request) -> Response:
        """Answer as the responder does."""
        response = await self._inner.send(request)
        self.exchanges.append(Exchange(request, response, self.evidence))
        return response

    def findings(self) -> list[Finding]:
        """Judge every request that came."""
        spoken = load_dialect(self._name)
        return [f for sent in self.exchanges for f in judge_request(spoken.decode(sent))]


def _right(item: Item) -> bool:
    """Return whether no request of an item is wrong, or a question about the server, on purpose."""
    return not any(
        step.fault is not None or step.probe is not None or step.expect.refused
        for step in item.case.steps
    )


def _items(target: Target) -> Iterator[Item]:
    for suite in SUITES:
        for case in suite.cases:
            known = case.dialect is None or case.dialect in DIALECTS
            for mode in case.modes if known else ():
                item = Item(target, suite, case, mode)
                if item.absent is None and _right(item):
                    yield item


def _of_dialect(name: str) -> Target:
    endpoint = Endpoint("https://api.example.invalid/v1", "")
    host = "api.example.invalid"
    return Target(Provider("acme", "Acme", name, endpoint, "", "", "", (host,), ()), Model("m-1"))


def _judged(item: Item) -> tuple[int, list[Finding]]:
    """Run an item; return how many requests it took and what is wrong with them."""
    tapped = Tapped(dialect_of(item))
    list(run((item,), lambda _: tapped))
    return len(tapped.exchanges), tapped.findings()


@pytest.mark.parametrize("name", DIALECTS)
def test_every_suite_sends_right_requests(name: str) -> None:
    """Each case in each dialect and mode, its histories included, breaks no request rule."""
    sent = 0
    for item in _items(_of_dialect(name)):
        requests, found = _judged(item)
        sent += requests
        assert [f for f in found if f.severity in GRAVE] == [], item.id
    assert sent > 50


def test_every_target_is_asked_rightly() -> None:
    """What provider files add to requests, and the names of their models, break no rule."""
    sent = 0
    for target in every_target(load_providers()):
        for item in _items(target):
            if item.suite.id in IN_ONE and item.mode is Mode.BLOCKING:
                requests, found = _judged(item)
                sent += requests
                assert [f for f in found if f.severity in GRAVE] == [], item.id
    assert sent > 500


def test_a_request_that_is_wrong_on_purpose_is_found() -> None:
    """The same way of looking finds the faults of the suite that sends wrong requests."""
    target = _of_dialect("openai-chat")
    rules: set[str] = set()
    for suite in SUITES:
        for case in suite.cases if suite.id == "request_validation" else ():
            rules |= {f.rule for f in _judged(Item(target, suite, case, Mode.BLOCKING))[1]}
    assert {"TC730", "TC741", "TC742", "TC808", "TC809"} <= rules
