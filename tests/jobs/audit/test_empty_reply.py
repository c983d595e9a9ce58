"""An answer in which nothing is does not go back: formats refuse such a message in a history."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.jobs.audit.read_answer import EVIDENCE, read
from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.jobs.audit.empty_reply import empty_reply
from toolwire.jobs.audit.run import run
from toolwire.model.exchange import (
    Mode,
    Request,
    Response,
)
from toolwire.model.observation import Verdict
from toolwire.suites.model import Expectation, Step

pytestmark = pytest.mark.fast
_STEPS = (
    Step(Expectation(), user='Say "Noted." and nothing else.'),
    Step(Expectation(), user="Now repeat the first line."),
)


class Silent:
    """A server whose model says nothing."""

    def __init__(self, dialect: str) -> None:
        """Speak a dialect."""
        self.dialect, self.evidence, self.asked = load_dialect(dialect), EVIDENCE, 0

    async def send(self, request: Request) -> Response:
        """Answer with a message in which nothing is."""
        self.asked += 1
        return self.dialect.respond(request, Answer(text=""))


@pytest.mark.parametrize("dialect", ["anthropic-messages", "openai-chat"])
@pytest.mark.parametrize("mode", Mode)
def test_it_is_asked_nothing_more(lab: SimpleNamespace, dialect: str, mode: Mode) -> None:
    """Models may be silent, and what their silence becomes in a history would be ours."""
    silent = Silent(dialect)
    (seen,) = run([lab.item(*_STEPS, dialect=dialect, mode=mode)], lambda _: silent)
    assert silent.asked == 1
    assert seen.verdict is Verdict.INCONCLUSIVE
    assert "neither text nor a call" in seen.reason


@pytest.mark.parametrize("dialect", DIALECTS)
def test_text_or_a_call_goes_back(dialect: str) -> None:
    """Whatever the format."""
    assert empty_reply(read(Answer(text="Noted."), dialect)) is None
    assert empty_reply(read(Answer(calls=(PlannedCall("f", {}),)), dialect)) is None
    assert empty_reply(read(Answer(text=""), dialect)) is not None
