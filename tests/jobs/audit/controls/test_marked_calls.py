"""Calls that the asked model did not make are marked where it says that it wants that."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.controls.marked_calls import lacks_mark, with_marks
from toolwire.jobs.audit.run import run
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import (
    Endpoint,
    Evidence,
    EvidenceLevel,
    Exchange,
    Mode,
    Request,
    Response,
)
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.rules.mutate.history import with_history
from toolwire.suites.expressible import conversation_of
from toolwire.suites.model import RIGHT, Expectation, Step
from toolwire.transport.reference import Reference

pytestmark = pytest.mark.fast
MARKED = {"thoughtSignature": "skip_thought_signature_validator"}
WANTED = "Function call is missing a thought_signature in functionCall parts."
STEP = Step(Expectation(), "Call get_weather.", probe=RIGHT, additions=("result",))


def refusal(message: str) -> Response:
    """Return a refusal in Google's words."""
    error = {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}
    return Response(400, (("content-type", "application/json"),), dump({"error": error}))


def calls_of(request: Request) -> list[dict[str, object]]:
    """Return the parts of a request that hold a call."""
    contents = object_of(parse(request.body))["contents"]
    assert isinstance(contents, list)
    parts = [part for content in contents for part in object_of(content)["parts"]]  # type: ignore[union-attr]
    return [object_of(part) for part in parts if "functionCall" in object_of(part)]  # type: ignore[misc]


class Strict:
    """Refuses each history in which the first call of a turn came without anything beside it."""

    def __init__(self) -> None:
        self._reference = Reference(load_dialect("gemini-generate"))
        self.evidence = self._reference.evidence
        self.asked: list[Request] = []

    async def send(self, request: Request) -> Response:
        """Answer what has its marks."""
        self.asked.append(request)
        if any("thoughtSignature" not in part for part in calls_of(request)):
            return refusal(WANTED)
        return await self._reference.send(request)


def asked_and_answered(lab: SimpleNamespace, response: Response) -> tuple[Request, Reading]:
    """Return a request with a history that was made up here, and what it was answered."""
    item = lab.item(lab.ASK, dialect="gemini-generate")
    conversation = conversation_of(item.case, lab.ASK, (UserTurn("Call it."),))
    dialect = load_dialect("gemini-generate")
    request = dialect.encode(
        with_history(conversation), Endpoint("https://api.example.invalid", "m")
    )
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, ""))
    return request, dialect.decode(exchange)


@pytest.mark.parametrize(
    "message",
    [
        WANTED,
        "The thought signature of the call is not there.",
        "functionCall: thoughtSignature is required",
    ],
)
def test_what_a_refusal_names_is_added(lab: SimpleNamespace, message: str) -> None:
    """However it is spelled; and what has it is left as it is."""
    request, reading = asked_and_answered(lab, refusal(message))
    again = with_marks(request, reading)
    assert again is not None
    (call,) = calls_of(again)
    assert MARKED.items() <= call.items()
    assert with_marks(again, reading) is None


def test_nobody_else_gets_it(lab: SimpleNamespace) -> None:
    """A refusal for another reason is one, and so is one of a format without marks."""
    request, reading = asked_and_answered(lab, refusal("Please use a valid role."))
    assert with_marks(request, reading) is None
    request, reading = asked_and_answered(lab, refusal(WANTED))
    assert with_marks(request, replace(reading, dialect="openai-chat")) is None


def thoughtless(lab: SimpleNamespace, message: str) -> tuple[Request, Reading]:
    """Return a request of Chat Completions with calls made up here, and how it is refused."""
    conversation = with_history(
        conversation_of(lab.item(lab.ASK).case, lab.ASK, (UserTurn("Call it."),))
    )
    dialect = load_dialect("openai-chat")
    request = dialect.encode(conversation, Endpoint("https://api.example.invalid", "m"))
    body = dump({"error": {"message": message, "type": "invalid_request_error"}})
    response = Response(400, (("content-type", "application/json"),), body)
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, ""))
    return request, dialect.decode(exchange)


THINKS = "The `reasoning_content` in the thinking mode must be passed back to the API."


def test_a_mark_of_a_message_stands_beside_its_list_of_calls(lab: SimpleNamespace) -> None:
    """Once for all of them, and in no message without calls."""
    request, reading = thoughtless(lab, THINKS)
    again = with_marks(request, reading)
    assert again is not None
    messages = object_of(parse(again.body))["messages"]
    assert isinstance(messages, list)
    marked = ["reasoning_content" in object_of(one) for one in messages]
    assert marked == ["tool_calls" in object_of(one) for one in messages]
    assert any(marked)


def test_what_nobody_documents_may_be_refused(lab: SimpleNamespace) -> None:
    """A vendor that documents what stands for a call of another model has to take it."""
    assert lacks_mark(thoughtless(lab, THINKS)[1])
    assert not lacks_mark(thoughtless(lab, "Please use a valid role.")[1])
    assert not lacks_mark(asked_and_answered(lab, refusal(WANTED))[1])


def test_calls_of_the_server_are_not_marked(lab: SimpleNamespace) -> None:
    """It refuses behind an answer of its own what it did not send with that answer."""

    def unsigned(response: Response) -> Response:
        return replace(response, body=response.body.replace(b'"thoughtSignature"', b'"other"'))

    strict = Strict()
    transport = lab.Changed(strict, unsigned, None)
    item = lab.item(lab.ASK, lab.TELL, dialect="gemini-generate")
    (seen,) = run([item], lambda _: transport)
    assert all(b"skip_thought" not in request.body for request in strict.asked)
    assert seen.verdict is Verdict.FAILED


def test_a_server_that_wants_marks_refuses_no_right_request(
    lab: SimpleNamespace, every_mode: Mode
) -> None:
    """It is asked once more, and what it then answers is judged."""
    transport = Strict()
    item = lab.item(
        replace(STEP, additions=("result",)),
        dialect="gemini-generate",
        mode=every_mode,
    )
    (seen,) = run([item], lambda _: transport)
    assert len(transport.asked) == 2
    assert seen.findings == ()
    assert seen.verdict is Verdict.CONFORMANT
