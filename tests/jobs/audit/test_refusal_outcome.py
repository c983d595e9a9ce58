"""What a refusal comes to where it is about what the step asks."""

from __future__ import annotations

import pytest

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.jobs.audit.outcome import Outcome
from toolwire.jobs.audit.refusal_outcome import refusal_outcomes
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.suites.model import LIMITED_CALL, Expectation, Step

pytestmark = pytest.mark.fast
ASKED = Step(Expectation(), "Call f({}).", probe=LIMITED_CALL)


def refused(status: int) -> Reading:
    """Return a refusal as it is read."""
    one = load_dialect("openai-chat")
    request = one.encode(
        Conversation((UserTurn("Hello."),)), Endpoint("https://api.example.invalid", "m")
    )
    answer = Answer(refusal=Refusal(status, "server_error", "It broke."))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "")
    return one.decode(Exchange(request, one.respond(request, answer), evidence))


@pytest.mark.parametrize("status", [500, 502])
def test_a_server_that_breaks_down_over_a_question_is_told_of(status: int) -> None:
    """Though the rule that asks says nothing of it: a limit that cuts a call, say."""
    (found,) = refusal_outcomes(ASKED, refused(status), ())
    assert found == Outcome(Verdict.FAILED, f"refused with HTTP {status} (It broke.)")


def test_what_a_question_is_refused_for_is_its_rule_to_tell() -> None:
    """One that says nothing of it lets a server be without the feature."""
    assert [*refusal_outcomes(ASKED, refused(400), ())] == []
