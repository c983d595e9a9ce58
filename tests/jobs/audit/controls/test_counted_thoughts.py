"""What is counted of thoughts that go back, and what a run says of a server whose count shows that it drops them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Severity
from toolwire.suites import load_suites

MESSAGES, OLLAMA = "anthropic-messages", "ollama-chat"
LOST = (
    "As many tokens are counted with the thoughts of the running turn as without them: they were "
    "not counted, or not read."
)
Change = Callable[[JsonObject], JsonObject]


def item(name: str, mode: Mode = Mode.BLOCKING) -> Item:
    """Return one round of a call and its result, with thoughts."""
    suite = next(one for one in load_suites() if one.id == "reasoning_state")
    case = next(one for one in suite.cases if one.id == "one_round")
    return Item(target(name), suite, case, mode)


def thoughtless(body: JsonObject) -> JsonObject:
    """Return a request as a gateway passes it on that knows no thoughts."""
    for message in map(object_of, items_of(body.get("messages"))):
        message.pop("thinking", None)
        if isinstance(message.get("content"), list):
            blocks = items_of(message["content"])
            message["content"] = [one for one in blocks if object_of(one).get("type") != "thinking"]
    return body


def as_it_is(body: JsonObject) -> JsonObject:
    """Return a request as it came."""
    return body


def as_said(body: JsonObject) -> None:
    """Leave an answer as it is."""


class Thinking:
    """The reference behind something that changes requests."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str, change: Change, answer: Callable[[JsonObject], None]) -> None:
        self._server, self._change, self._answer = Server([name]), change, answer
        self.asked: list[bool] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        self.asked.append(b'"thinking":"' in request.body)
        changed = dump(self._change(object_of(parse(request.body))))
        response = self._server.answer(replace(request, body=changed)).response
        if self._answer is as_said or response.status != 200:
            return response
        body = object_of(parse(response.body))
        self._answer(body)
        return replace(response, body=dump(body))


def unthought(body: JsonObject) -> None:
    """Take the thoughts out of an answer."""
    object_of(body.get("message")).pop("thinking", None)
    if "content" in body:
        blocks = items_of(body["content"])
        body["content"] = [one for one in blocks if object_of(one).get("type") != "thinking"]


def found(
    name: str,
    change: Change,
    answer: Callable[[JsonObject], None] = as_said,
    mode: Mode = Mode.BLOCKING,
) -> tuple[list[Finding], list[bool]]:
    """Return what is said of thoughts, and which requests had some."""
    server = Thinking(name, change, answer)
    seen = list(run([item(name, mode)], lambda _: server))
    return [one for it in seen for one in it.findings if one.message == LOST], server.asked


@pytest.mark.parametrize(
    ("name", "severity"), [(MESSAGES, Severity.WARNING), (OLLAMA, Severity.INFO)]
)
def test_thoughts_that_add_no_token_are_told(name: str, severity: Severity) -> None:
    """It is said of the request that had them, where the same without them counts as much."""
    told, asked = found(name, thoughtless)
    assert [(one.rule, one.severity) for one in told] == [("TC146", severity)]
    assert told[0].pointer.startswith("step[2]")
    assert asked == [False, True, False]


@pytest.mark.parametrize("name", [MESSAGES, OLLAMA])
def test_thoughts_that_are_counted_are_no_fault(name: str) -> None:
    """It is asked once more, and nothing is said, be it answered or refused."""
    told, asked = found(name, as_it_is)
    assert (told, asked) == ([], [False, True, False])


@pytest.mark.parametrize("name", [MESSAGES, OLLAMA])
def test_who_tells_no_thoughts_is_asked_nothing(name: str) -> None:
    """A model without thoughts has none to lose."""
    told, asked = found(name, thoughtless, unthought)
    assert told == []
    assert len(asked) == 2 or not any(asked)


@pytest.mark.parametrize("name", [MESSAGES, OLLAMA])
def test_one_mode_shows_it(name: str) -> None:
    """A server reads a request before it writes an answer."""
    told, asked = found(name, thoughtless, mode=Mode.STREAMING)
    assert (told, len(asked)) == ([], 2)


@pytest.mark.parametrize("name", ["gemini-generate", "openai-responses"])
def test_other_formats_are_not_asked(name: str) -> None:
    """Their thoughts go back in forms that nobody else can read."""
    told, asked = found(name, thoughtless)
    assert (told, len(asked)) == ([], 2)


def test_a_prompt_that_a_cache_had_whole_shows_nothing() -> None:
    """One token is counted of it, with thoughts and without."""

    def one_token(body: JsonObject) -> None:
        body["prompt_eval_count"] = 1

    assert found(OLLAMA, thoughtless, one_token)[0] == []
