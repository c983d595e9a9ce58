"""What is told of a history that was refused is told once."""

from __future__ import annotations

from dataclasses import replace

from tests.jobs.verify.folded import one, rules
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

OWN = one("TC701", "The server refuses its own message and the results of its calls.")
ID = one("TC207", "An id that the server gave a call is refused when it comes back.")
ABSENT = one("TC704", "A history without `content` beside calls is refused.")
BODY = one("TC001", "The error body is not a JSON object.", severity=Severity.ERROR)


def test_an_id_of_its_own_that_a_server_refuses_is_told_once() -> None:
    """In words that name it, and with the same status; what else is refused is another cause."""
    named = replace(OWN, said="Tool call id was call_1 but must be 9 letters.")
    assert rules(named, ID) == ["TC207"]
    assert rules(replace(OWN, said="Invalid tool_call_id: call_1"), ID) == ["TC207"]
    assert rules(replace(OWN, said="A void message did not fit."), ID) == ["TC701", "TC207"]
    other = one("TC701", OWN.message, sides=("an answer", 400), said=named.said)
    assert rules(other, ID) == ["TC701", "TC207"]


def test_a_server_that_fails_over_a_history_is_told_once() -> None:
    """The body of another refusal, or of one that blames the request, is wrong by itself."""
    failed = replace(ABSENT, examples=(replace(ABSENT.example, actual=500),))
    assert rules(BODY, failed) == ["TC704"]
    refused = replace(ABSENT, examples=(replace(ABSENT.example, actual=400),))
    assert rules(BODY, refused) == ["TC001", "TC704"]
    seen = ("suite.other", Mode.BLOCKING, "")
    elsewhere = one("TC001", BODY.message, severity=Severity.ERROR, seen=(seen,))
    assert rules(elsewhere, failed) == ["TC001", "TC704"]
    assert rules(replace(BODY, message="The error has no message."), failed) == ["TC001", "TC704"]


def test_a_result_that_no_call_has_is_refused_as_any_other() -> None:
    """A status of its own, or other words, are another cause."""
    said = "function_call_output items are not supported."
    own = one("TC701", OWN.message, said=said, sides=("an answer", 501))
    message = "The refusal does not say that the request is at fault."
    orphan = one("TC724", message, said=said, sides=("a status of 400 to 499", 501))
    assert rules(orphan, own) == ["TC701"]
    broke = one("TC724", message, said=said, sides=("a status of 400 to 499", 500))
    assert rules(broke, own) == ["TC724", "TC701"]
    assert rules(replace(orphan, said="No such call."), own) == ["TC724", "TC701"]
