"""Results that go back alone, by the id of the answer, and what a run says of servers that lose them."""

from __future__ import annotations

import pytest

from tests.jobs.audit.going_on import INNOCENT, NAME, Between, Changed, GoingOn, untouched
from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside.continued_results import CONTINUED_RESULTS
from toolwire.jobs.audit.run import run
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode, Request, Response
from toolwire.model.observation import Severity, Verdict
from toolwire.results.variance import settled

ALONE = GoingOn(CONTINUED_RESULTS, "TC784")
MESSAGE = (
    "The reply has no word of a result that went back alone, with the id of the answer that made "
    "the call."
)
WRITTEN = f"{MESSAGE} With the history written out the same is answered with it."
AGAIN = Answer(calls=(PlannedCall("get_weather", {"location": "Quito"}),))


def said(body: JsonObject, answer: Answer) -> Response:
    """Return another answer to a request."""
    request = Request("POST", "http://127.0.0.1/v1/responses", (), dump(body))
    return load_dialect(NAME).respond(request, answer)


def losing(body: JsonObject) -> Response | None:
    """Keep no calls, so that the model calls again."""
    return said(body, AGAIN) if "previous_response_id" in body else None


def silent(body: JsonObject) -> Response | None:
    """Say nothing of a result, however it comes back."""
    return said(body, Answer(text="Done.")) if "function_call_output" in str(body) else None


@pytest.mark.parametrize("name", DIALECTS)
def test_who_keeps_answers_is_asked_three_times_in_both_modes(name: str) -> None:
    """And nobody else is."""
    modes = sorted(item.mode for item in ALONE.items(name))
    assert modes == (sorted([*Mode] * 3) if name == NAME else [])


def test_the_result_goes_alone() -> None:
    """What is answered with it is asked no further."""
    for item in ALONE.items():
        first, second = ALONE.sent(item)
        assert first["store"] is second["store"] is True
        assert second["previous_response_id"]
        assert "function_call_output" in str(second["input"])
        assert "word for word" not in str(second)


def test_the_control_has_the_history() -> None:
    """It goes on from nothing."""
    there = Changed(losing)
    list(run([ALONE.items()[0]], lambda _: there))
    *_, control = there.sent
    assert "previous_response_id" not in control
    assert "word for word" in str(control["input"])
    assert "function_call_output" in str(control["input"])


@pytest.mark.parametrize("change", INNOCENT)
def test_who_keeps_calls_or_no_answers_is_not_told_of(change: Between) -> None:
    """A refusal is another rule's matter."""
    assert ALONE.told(change) == ({Verdict.CONFORMANT}, set())


def test_who_keeps_no_calls_is_told_of() -> None:
    """The history written out is answered, and no reply that goes on is."""
    seen = settled(run(ALONE.items(), lambda _: Changed(losing)))
    found = {(f.message, f.severity) for one in seen for f in one.findings if f.rule == "TC784"}
    assert found == {(WRITTEN, Severity.WARNING)}
    assert Verdict.NON_STRICT in {one.verdict for one in seen}


def test_a_model_that_says_nothing_of_results_is_information() -> None:
    """It does not with the history written out, either."""
    seen = settled(run(ALONE.items(), lambda _: Changed(silent)))
    found = {(f.message, f.severity) for one in seen for f in one.findings if f.rule == "TC784"}
    assert found == {(MESSAGE, Severity.INFO)}


def test_a_model_that_calls_again_once_colours_nothing() -> None:
    """One that went on from an answer shows that the server kept the call."""
    changes = iter([losing, *[untouched] * 5])
    seen = settled(run(ALONE.items(), lambda _: Changed(next(changes))))
    assert {one.verdict for one in seen} <= {Verdict.CONFORMANT, Verdict.INCONCLUSIVE}


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    assert not ALONE.without_its_suite()
