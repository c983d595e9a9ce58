"""Calls that the asked model did not make are marked where it says that it wants that."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.marked_calls import with_marks
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
