"""Asking for the probabilities of a text's tokens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, Refusal, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.tokens_told import TOKENS_TOLD
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Severity, Verdict
from toolwire.suites import load_suites

NAME = "openai-chat"


def items(name: str = NAME) -> list[Item]:
    """Return what is asked of a dialect."""
    return list(TOKENS_TOLD.items([target(name)], load_suites()))


class Telling:
    """The reference, whose choices tell their tokens otherwise."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, change: Callable[[JsonObject], None]) -> None:
        self._server, self._change = Server([NAME]), change

    async def send(self, request: Request) -> Response:
        """Answer."""
        response = self._server.answer(request).response
        lines = response.body.split(b"\n")
        return replace(response, body=b"\n".join(map(self._changed, lines)))

    def _changed(self, line: bytes) -> bytes:
        data = line.removeprefix(b"data: ")
        if not data.startswith(b"{"):
            return line
        document = object_of(parse(data))
        for choice in map(object_of, items_of(document["choices"])):
            self._change(choice)
        return line.replace(data, dump(document))


def told(change: Callable[[JsonObject], None]) -> list[Finding]:
    """Return what is said of both answers of a server."""
    return [one for seen in run(items(), lambda _: Telling(change)) for one in seen.findings]


def of_each(change: Callable[[JsonObject], None]) -> Callable[[JsonObject], None]:
    """Return what changes each token of a choice."""

    def apply(choice: JsonObject) -> None:
        for token in items_of(object_of(choice.get("logprobs")).get("content")):
            change(object_of(token))

    return apply


def none(choice: JsonObject) -> None:
    """Tell no tokens."""
    choice["logprobs"] = None


def other(token: JsonObject) -> None:
    """Spell another text."""
    token["bytes"], token["token"] = [78, 111], "No"


def unlikely(token: JsonObject) -> None:
    """Leave out the probability."""
    del token["logprob"]


def plain(token: JsonObject) -> None:
    """Tell the probability, and not its logarithm."""
    token["logprob"] = 0.98


@pytest.mark.parametrize("name", DIALECTS)
def test_they_are_asked_for_in_both_modes(name: str) -> None:
    """Without tools, in the format whose member is known."""
    asked = items(name)
    assert [item.mode for item in asked] == ([*Mode] if name == NAME else [])
    assert not [item for item in asked if item.case.tools]


def test_the_reference_tells_them() -> None:
    """They spell the text, also in pieces."""
    seen: list[Json] = []
    assert told(seen.append) == []
    held = [object_of(one).get("logprobs") for one in seen]
    assert len([one for one in held if one is not None]) > 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (of_each(other), "The tokens of the text spell another text."),
        (of_each(unlikely), "A token is told without its probability."),
        (of_each(plain), "The logarithm of a token's probability is above 0."),
    ],
)
def test_tokens_that_are_wrong_are_told(change: Callable[[JsonObject], None], message: str) -> None:
    """In both modes."""
    found = told(change)
    assert [(one.rule, one.severity) for one in found] == [("TC144", Severity.WARNING)] * 2
    assert {one.message for one in found} == {message}


def test_none_is_information() -> None:
    """Many servers have none, and pass the member over."""
    found = told(none)
    assert [(one.rule, one.severity) for one in found] == [("TC144", Severity.INFO)] * 2
    assert {one.message for one in found} == {
        "The request wants the probabilities of the text's tokens, and none is told."
    }


def test_none_of_a_stream_alone_is_told() -> None:
    """The server has them, and loses them on the way (ml-explore/mlx-lm#1630)."""

    def streamed(choice: JsonObject) -> None:
        if "delta" in choice:
            none(choice)

    found = [one for one in told(streamed) if one.severity > Severity.INFO]
    assert [(one.rule, one.severity) for one in found] == [("TC908", Severity.WARNING)]
    assert found[0].message == "The tokens are told in one mode only."


class Refusing:
    """A server of a model that tells none."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    async def send(self, request: Request) -> Response:
        """Refuse."""
        refusal = Refusal(400, "invalid_request", "You are not allowed to request logprobs.")
        return load_dialect(NAME).respond(request, Answer(refusal=refusal))


def test_a_refusal_is_no_finding() -> None:
    """OpenAI's models that think refuse it."""
    seen = [one for one in run(items(), lambda _: Refusing()) if one.case == "tokens"]
    assert [one.verdict for one in seen] == [Verdict.UNSUPPORTED] * 2
    assert not [found for one in seen for found in one.findings]
