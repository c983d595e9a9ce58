"""`verify` asks Anthropic's route for what Claude Code sends, and names what of it is refused."""

from __future__ import annotations

import pytest

from tests.jobs.verify.test_verify_right_requests import RULE, blamed, refusing, right, tried_on
from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.serve import Served, Server
from toolwire.model.conversation import Conversation, JsonObject
from toolwire.model.exchange import Request
from toolwire.model.observation import Verdict


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("role 'system' is not supported on this model", Verdict.UNSUPPORTED),
        ("messages.1.role: Input should be 'user' or 'assistant'", Verdict.NON_STRICT),
    ],
)
def test_what_the_newest_models_take_may_be_refused_in_words_that_say_so(
    words: str, verdict: Verdict
) -> None:
    """Claude Code asks without it then, and with no other words."""
    done = tried_on("anthropic-messages", refusing(_has_late_system, words=words))
    assert right(done)["right_latest_system"].verdict is verdict
    blames = {"one more of /messages (system)"} if verdict is Verdict.NON_STRICT else set()
    assert blamed(done) == blames


def _has_late_system(body: JsonObject, _: Conversation) -> bool:
    return any(object_of(one).get("role") == "system" for one in items_of(body.get("messages")))


class _ExactRoute(Server):
    """Knows its route only where nothing stands behind it."""

    def answer(self, request: Request) -> Served:
        """Answer, or say that nothing is there."""
        if "?" not in request.url:
            return super().answer(request)
        refusal = Refusal(404, "not_found", "There is nothing here.")
        dialect = load_dialect(self.dialects[0])
        return Served(dialect.respond(request, Answer(refusal=refusal)), dialect.name)


def test_a_route_that_is_not_found_with_the_query_of_the_sdk_is_told_of() -> None:
    """The same without it is answered: so it is not the model or the path that is not there."""
    done = tried_on("anthropic-messages", _ExactRoute)
    assert right(done)["right_query_beta"].verdict is Verdict.NON_STRICT
    assert blamed(done) == {"?beta=true"}
    (deviation,) = (one for one in done.done.verdicts[0].deviations if one.rule == RULE)
    assert deviation.again, "the line has the query too"


class _OldVersion(Server):
    """Knows the version of 2023 alone."""

    def answer(self, request: Request) -> Served:
        """Answer, or say that there is no such version."""
        if request.header("anthropic-version") == "2023-06-01":
            return super().answer(request)
        refusal = Refusal(400, "invalid_request_error", "anthropic-version: unknown version.")
        dialect = load_dialect(self.dialects[0])
        return Served(dialect.respond(request, Answer(refusal=refusal)), dialect.name)


def test_a_version_that_the_sdk_sends_and_the_server_refuses_is_told_of() -> None:
    """What else `verify` asks says an older one, and is answered."""
    done = tried_on("anthropic-messages", _OldVersion)
    assert right(done)["right_header_anthropic_version"].verdict is Verdict.NON_STRICT
    assert blamed(done) == {"anthropic-version: 2026-10-21"}
    (deviation,) = (one for one in done.done.verdicts[0].deviations if one.rule == RULE)
    assert deviation.again, "the line has the header too"


class _NoBetas(Server):
    """Refuses each request that names something on trial, as gateways before other vendors' routes do."""

    def answer(self, request: Request) -> Served:
        """Answer, or say that it knows none."""
        if not request.header("anthropic-beta"):
            return super().answer(request)
        refusal = Refusal(400, "invalid_request_error", "invalid beta flag")
        dialect = load_dialect(self.dialects[0])
        return Served(dialect.respond(request, Answer(refusal=refusal)), dialect.name)


def test_a_server_that_refuses_what_claude_code_says_with_each_request_is_told_of() -> None:
    """No other request of `verify` has the header."""
    done = tried_on("anthropic-messages", _NoBetas)
    assert right(done)["right_header_anthropic_beta"].verdict is Verdict.NON_STRICT
    said = "anthropic-beta: claude-code-20250219,interleaved-thinking-2025-05-14"
    assert blamed(done) == {said}
    (deviation,) = (one for one in done.done.verdicts[0].deviations if one.rule == RULE)
    assert deviation.again, "the line has the header too"
