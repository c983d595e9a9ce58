"""A model that does not reason is right to refuse to, and a server that fails is not."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.model.exchange import Mode, Request, Response
from toolwire.model.observation import Verdict
from toolwire.suites import load_suites
from toolwire.transport.reference import Reference

pytestmark = pytest.mark.fast
#: Dialect -> the member of a request that asks for thoughts.
ASKED = {
    "anthropic-messages": "thinking",
    "bedrock-converse": "additionalModelRequestFields",
    "gemini-generate": "generationConfig",
}
WORDS = "extraneous key is not permitted, please reformat your input and try again."


class Unreasoning:
    """Refuses whatever asks for thoughts, or everything that has tools."""

    def __init__(self, dialect: str, status: int, *, always: bool = False) -> None:
        self._dialect, self._status, self._always = load_dialect(dialect), status, always
        self._reference = Reference(self._dialect)
        self.evidence = self._reference.evidence

    async def send(self, request: Request) -> Response:
        """Answer what asks for no thoughts."""
        member = ASKED[self._dialect.name]
        if self._always or member in object_of(parse(request.body)):
            refusal = Refusal(self._status, "invalid", WORDS)
            return self._dialect.respond(request, Answer(refusal=refusal))
        return await self._reference.send(request)


def item_of(lab: SimpleNamespace, dialect: str, mode: Mode) -> Item:
    """Return the first case of the suite that asks for thoughts."""
    (suite,) = [one for one in load_suites() if one.id == "reasoning_state"]
    return Item(lab.target(dialect), suite, suite.cases[0], mode)


@pytest.mark.parametrize("dialect", sorted(ASKED))
@pytest.mark.parametrize("status", [400, 422])
def test_a_model_without_thoughts_refuses_them(
    lab: SimpleNamespace, dialect: str, status: int, every_mode: Mode
) -> None:
    """A plain request is answered, so that it is the thoughts that are not offered."""
    item = item_of(lab, dialect, every_mode)
    (seen,) = run([item], lambda _: Unreasoning(dialect, status))
    assert seen.verdict is Verdict.UNSUPPORTED
    assert WORDS in seen.reason


@pytest.mark.parametrize("dialect", sorted(ASKED))
def test_a_server_that_fails_over_them_fails(lab: SimpleNamespace, dialect: str) -> None:
    """A status of 500 is no refusal."""
    item = item_of(lab, dialect, Mode.BLOCKING)
    (seen,) = run([item], lambda _: Unreasoning(dialect, 500))
    assert seen.verdict is Verdict.FAILED


@pytest.mark.parametrize("dialect", sorted(ASKED))
def test_who_refuses_everything_is_not_excused(lab: SimpleNamespace, dialect: str) -> None:
    """Where a plain request is refused as well, it is not the thoughts."""
    item = item_of(lab, dialect, Mode.BLOCKING)
    (seen,) = run([item], lambda _: Unreasoning(dialect, 400, always=True))
    assert seen.verdict is Verdict.FAILED


def test_a_refusal_says_what_it_does_not_support(lab: SimpleNamespace) -> None:
    """In the words of Converse for a choice that a model does not know."""
    words = "This model doesn't support the toolConfig.toolChoice.any field."
    dialect = load_dialect("bedrock-converse")
    refused = Answer(refusal=Refusal(400, "invalid", words))

    class Choosy(Unreasoning):
        async def send(self, request: Request) -> Response:
            """Refuse a choice."""
            config = object_of(object_of(parse(request.body)).get("toolConfig"))
            if "toolChoice" in config:
                return dialect.respond(request, refused)
            return await self._reference.send(request)

    (suite,) = [one for one in load_suites() if one.id == "single_call"]
    case = next(one for one in suite.cases if one.id == "required")
    item = Item(lab.target("bedrock-converse"), suite, case, Mode.BLOCKING)
    (seen,) = run([item], lambda _: Choosy("bedrock-converse", 400))
    assert seen.verdict is Verdict.UNSUPPORTED
