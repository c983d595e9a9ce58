"""Facets: only what a reading shows."""

from __future__ import annotations

from toolwire.dialects import Answer, PlannedCall, Refusal, load_dialect
from toolwire.io.framing import eventstream
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Response
from toolwire.model.observation import FACETS

DIALECT = load_dialect("anthropic-messages")
ASKED = Conversation((UserTurn("Hi"),), (Tool("now"),))


def facets(conversation: Conversation, answer: Answer) -> dict[str, str]:
    """Return the facets of a reference exchange."""
    request = DIALECT.encode(conversation, Endpoint("https://api.anthropic.com", "m"))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    exchange = Exchange(request, DIALECT.respond(request, answer), evidence)
    found = dict(DIALECT.facets(DIALECT.decode(exchange)))
    assert found.keys() <= FACETS.keys()
    return found


def test_a_call_shows_the_call_facets() -> None:
    """A streamed call without arguments beside a text shows nearly everything."""
    conversation = Conversation(ASKED.turns, ASKED.tools, stream=True)
    assert facets(conversation, Answer(text="Now.", calls=(PlannedCall("now", {}),))) == {
        "call_field": "content[].tool_use",
        "arguments": "object",
        "no_arguments": "{}",
        "id_field": "id",
        "id_pattern": "toolu_[A-Za-z0-9]{24}",
        "stop_field": "stop_reason",
        "stop_on_call": "tool_use",
        "text_beside_call": "text",
        "definition_field": "tools[]",
        "schema_field": "input_schema",
        "framing": "SSE, named events",
    }


def test_results_that_were_taken_show_how_they_go_back() -> None:
    """A reply without a call shows nothing of calls."""
    history = (
        AssistantTurn(None, (ToolCall("now", "t1", {}),)),
        ResultsTurn((ToolResult("t1", "now", "12:00"),)),
    )
    assert facets(Conversation(ASKED.turns + history), Answer(text="Noon.")) == {
        "result_field": "role: user, content[].tool_result",
        "result_id_field": "tool_use_id",
    }


def test_an_error_shows_the_error_body_only() -> None:
    """What a refused request contained was not taken, so it proves nothing."""
    refusal = Refusal(400, "invalid_request", "No.")
    assert facets(ASKED, Answer(refusal=refusal)) == {"error_field": "error.{type, message}"}


def test_the_other_framing_has_its_own_word() -> None:
    """An AWS event stream is named by its media type."""
    body = eventstream.encode({":event-type": "chunk"}, b"{}")
    response = Response(200, (("Content-Type", "application/vnd.amazon.eventstream"),), body)
    exchange = Exchange(None, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    assert DIALECT.facets(DIALECT.decode(exchange)) == {"framing": "AWS event stream"}
