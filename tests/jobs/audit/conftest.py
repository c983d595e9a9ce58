"""A target, a suite and transports made in memory, for the tests of the audit."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import Tool
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.providers.model import Capability, Link, Model, Provider, Target, WireFact
from toolwire.suites.model import (
    ArgumentTest,
    Case,
    Expectation,
    ExpectedCall,
    ResultRule,
    Step,
    Suite,
)

WEATHER = Tool(
    "get_weather",
    "Current weather of a city.",
    {
        "type": "object",
        "properties": {"location": {"type": "string"}},
        "required": ["location"],
        "additionalProperties": False,
    },
)
ASK = Step(
    Expectation(
        calls=(ExpectedCall("get_weather", (("location", ArgumentTest("equals", "Paris")),)),),
        stop="tool_call",
    ),
    user='Call get_weather({"location": "Paris"}) and nothing else.',
)
TELL = Step(
    Expectation(calls=(), stop="end", text=(ArgumentTest("contains", "nonce-7"),)),
    results=(ResultRule("get_weather", None, (("", "18 C nonce-7"),)),),
)
READ = Link("https://docs.example.invalid/", "2026-11-21")
DOCUMENTED = {"round_trip": Capability("yes", source=READ)}
#: What has to be said of calls in OpenAI's format, and of errors, for an answer to exist.
WIRE = {
    "call_field": WireFact(("choices[].message.tool_calls[]",), READ),
    "arguments": WireFact(("JSON string",), READ),
    "id_pattern": WireFact(("acme_[0-9a-f]{12}",), READ),
    "stop_on_call": WireFact(("tool_calls",), READ),
    "error_field": WireFact(("error{message,type,param,code}",), READ),
}


def target(dialect: str = "openai-chat") -> Target:
    """Return a target that speaks a dialect."""
    return Target(
        Provider(
            "acme",
            "Acme",
            dialect,
            Endpoint("https://api.example.invalid/v1", "", headers=()),
            "",
            "authorization",
            "Bearer",
            ("api.example.invalid",),
            (),
            docs=READ,
            documented=DOCUMENTED,
            wire=WIRE,
        ),
        Model("m-1"),
    )


def suite(*steps: Step, dialects: tuple[str, ...] = ()) -> Suite:
    """Return a suite of one case."""
    case = Case("round_trip", "plain", "A case", (WEATHER,), steps)
    return Suite("round_trip", "Round trip", "why", (case,), dialects=dialects)


def item(*steps: Step, dialect: str = "openai-chat", mode: Mode = Mode.BLOCKING) -> Item:
    """Return one item."""
    one = suite(*steps)
    return Item(target(dialect), one, one.cases[0], mode)


class Changed:
    """A transport that changes what another one answers, step by step."""

    evidence = Evidence(EvidenceLevel.RECORDED, "changed.yaml", "2026-11-01")

    def __init__(self, inner: object, *changes: Callable[[Response], Response] | None) -> None:
        self.inner = inner
        self.changes = list(changes)
        self.asked: list[Request] = []

    async def send(self, request: Request) -> Response:
        """Answer, changed."""
        self.asked.append(request)
        response: Response = await self.inner.send(request)  # type: ignore[attr-defined]
        change = self.changes.pop(0) if self.changes else None
        return change(response) if change else response


@pytest.fixture
def lab() -> SimpleNamespace:
    """Return what the tests of the audit are made of (a conftest cannot be imported)."""
    return SimpleNamespace(
        ASK=ASK,
        TELL=TELL,
        READ=READ,
        WIRE=WIRE,
        Changed=Changed,
        item=item,
        suite=suite,
        target=target,
    )


@pytest.fixture(params=["anthropic-messages", "gemini-generate", "openai-chat"])
def every_dialect(request: pytest.FixtureRequest) -> str:
    """Name each dialect in turn."""
    name: str = request.param
    return name


@pytest.fixture(params=list(Mode))
def every_mode(request: pytest.FixtureRequest) -> Mode:
    """Return each mode in turn."""
    mode: Mode = request.param
    return mode
