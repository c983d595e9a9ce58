"""State that went back: tokens, else thoughts, which may stand in several members."""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.jobs.audit.reasoning_state import UNREAD, lost_state
from toolwire.model.conversation import AssistantTurn, Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading, Unread

DIALECT = load_dialect("cohere-v2")
ASKED = Conversation((UserTurn("Think, then call f()."),), (Tool("f", "F.", {"type": "object"}),))


def read(conversation: Conversation) -> Reading:
    """Return a reading of an answer that has thoughts, a plan and a call."""
    request = DIALECT.encode(conversation, Endpoint("https://api.example.invalid", "m"))
    said = Answer(text="I will call it.", calls=(PlannedCall("f", {}),), reasoning="Which one?")
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "")
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, said), evidence))


def test_thoughts_and_a_plan_are_two_pieces() -> None:
    """Each stands in a member of its own of the next request: nothing is lost."""
    first = read(ASKED)
    assert first.reply.reasoning is not None
    assert first.reply.reasoning.splitlines() == ["Which one?", "I will call it."]
    turn = AssistantTurn(first.reply.text, first.reply.tool_calls, first.reply.echo)
    after = read(replace(ASKED, turns=(*ASKED.turns, turn)))
    assert list(lost_state(first, after)) == []


def test_what_did_not_go_back_is_counted() -> None:
    """A next request without the assistant's turn lost both."""
    (outcome,) = lost_state(read(ASKED), read(ASKED))
    assert outcome.verdict is Verdict.NOT_RUN
    assert outcome.reason == "2 of 2 pieces of reasoning state did not go back"


def test_a_reply_that_could_not_be_read_whole_is_not_blamed_on_the_next_request() -> None:
    """What of it went back is what could be: the fault stands in the reply."""
    first = read(ASKED)
    broken = replace(first.reply, echo=None, unread=(Unread("event[4]", "after the final one"),))
    (outcome,) = lost_state(replace(first, reply=broken), read(ASKED))
    assert (outcome.verdict, outcome.reason) == (Verdict.INCONCLUSIVE, UNREAD)
