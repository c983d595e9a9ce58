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

    why = "anthropic-version: unknown version."

    def takes(self, request: Request) -> bool:
        """Return whether the version is that."""
        return request.header("anthropic-version") == "2023-06-01"

    def answer(self, request: Request) -> Served:
        """Answer, or say why not."""
        if self.takes(request):
            return super().answer(request)
        refusal = Refusal(400, "invalid_request_error", self.why)
        dialect = load_dialect(self.dialects[0])
        return Served(dialect.respond(request, Answer(refusal=refusal)), dialect.name)


class _NoBetas(_OldVersion):
    """Refuses each request that names something on trial, as gateways before other vendors' routes do."""

    why = "invalid beta flag"

    def takes(self, request: Request) -> bool:
        """Return whether none is named."""
        return not request.header("anthropic-beta")


@pytest.mark.parametrize(
    ("server", "case", "said"),
    [
        (_OldVersion, "right_header_anthropic_version", "anthropic-version: 2026-10-21"),
        (
            _NoBetas,
            "right_header_anthropic_beta",
            "anthropic-beta: claude-code-20250219,interleaved-thinking-2025-05-14",
        ),
    ],
)
def test_a_header_that_is_refused_is_told_of(server: type[Server], case: str, said: str) -> None:
    """Claude Code, or the SDK, says it with each request; no other request of `verify` has it."""
    done = tried_on("anthropic-messages", server)
    assert right(done)[case].verdict is Verdict.NON_STRICT
    assert blamed(done) == {said}
    (deviation,) = (one for one in done.done.verdicts[0].deviations if one.rule == RULE)
    assert deviation.again, "the line has the header too"
