"""Where a broken rule shows, and where it must not."""

from __future__ import annotations

import pytest

from tests.jobs.serve.wire import EVIDENCE
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.reference import answer
from toolwire.io.json_text import dump
from toolwire.jobs.serve import Server, servable
from toolwire.jobs.serve.example import example, examples
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode, Request
from toolwire.model.observation import Severity
from toolwire.rules import RULES, Subject, judge
from toolwire.rules.mutate.scenarios import SCENARIOS

ROOT = "http://127.0.0.1"


def request(name: str, scenario: str, mode: Mode = Mode.BLOCKING) -> Request:
    """Return a scenario's request with what it wants written out."""
    return example(name, scenario, mode, ROOT)


@pytest.mark.parametrize("name", DIALECTS)
def test_every_rule_that_can_be_broken_is(name: str) -> None:
    """Asked for what a rule is about in plain words, a server that breaks it does so."""
    unseen = set()
    for rule_id in servable(name):
        rule = RULES[rule_id]
        server = Server((name,), rule)
        if all(server.answer(sent).fault != rule_id for sent in examples(rule, name, ROOT)):
            unseen.add(rule_id)
    assert unseen == set()


def test_a_rule_about_requests_cannot_be_broken_by_an_answer() -> None:
    """None is offered, in any dialect."""
    offered = {rule_id for name in DIALECTS for rule_id in servable(name)}
    subjects = {RULES[rule_id].subject for rule_id in offered}
    assert Subject.REQUEST not in subjects
    assert subjects >= {Subject.RESPONSE, Subject.CONVERSATION, Subject.AB, Subject.PROBE}


@pytest.mark.parametrize(
    ("rule_id", "scenario", "mode"),
    [
        ("TC304", "single_call", Mode.BLOCKING),  # the call has arguments
        ("TC202", "single_call", Mode.BLOCKING),  # there is no second id
        ("TC203", "single_call", Mode.STREAMING),  # there is no earlier id
        ("TC313", "single_call", Mode.BLOCKING),  # the tool is not strict
        ("TC401", "named_choice", Mode.BLOCKING),  # `stop` is accepted there
        ("TC401", "plain_text", Mode.BLOCKING),  # there is no call
        ("TC601", "single_call", Mode.BLOCKING),  # a call was not required
        ("TC652", "parallel_calls", Mode.BLOCKING),  # several were allowed
        ("TC901", "single_call", Mode.BLOCKING),  # it is about streams
        ("TC910", "plain_text", Mode.BLOCKING),  # so is this
        ("TC908", "single_call", Mode.BLOCKING),  # shows in the stream of the two
        ("TC001", "single_call", Mode.BLOCKING),  # nothing was refused
        ("TC707", "round_trip", Mode.BLOCKING),  # every call has its result
        ("TC711", "round_trip", Mode.BLOCKING),  # no user speaks after the result
        ("TC705", "round_trip", Mode.BLOCKING),  # the result has no parts
    ],
)
def test_a_fault_is_not_planted_where_it_could_not_be_seen(
    rule_id: str, scenario: str, mode: Mode
) -> None:
    """Elsewhere the answer is the clean one, byte for byte."""
    sent = request("openai-chat", scenario, mode)
    served = Server(("openai-chat",), RULES[rule_id]).answer(sent)
    assert served.fault == ""
    assert served.response == Server(("openai-chat",)).answer(sent).response


def test_a_fault_of_another_dialect_leaves_this_one_alone() -> None:
    """A rule that is not judged in a dialect is not broken in it."""
    server = Server(("cohere-v1", "openai-chat"), RULES["TC910"])
    sent = request("cohere-v1", "single_call", Mode.STREAMING)
    assert server.answer(sent).fault == ""


TOOL: JsonObject = {
    "type": "function",
    "function": {
        "name": "book_table",
        "parameters": {
            "type": "object",
            "properties": {"people": {"type": "integer"}},
            "required": ["people"],
        },
    },
}


OTHER_TOOL: JsonObject = {"type": "function", "function": {"name": "list_tables"}}


@pytest.mark.parametrize("rule_id", ["TC103", "TC201", "TC302", "TC401", "TC602"])
def test_faults_show_with_the_tools_of_a_strange_client(rule_id: str) -> None:
    """Faults that are not about a schema do not need the tools of our own scenarios."""
    choice = {"type": "function", "function": {"name": "book_table"}}
    body: JsonObject = {
        "model": "m",
        "messages": [{"role": "user", "content": 'A table: book_table({"people":2})'}],
        "tools": [TOOL, OTHER_TOOL],
        **({"tool_choice": choice} if rule_id == "TC602" else {}),
    }
    sent = Request("POST", "http://127.0.0.1/v1/chat/completions", (), dump(body))
    served = Server(("openai-chat",), RULES[rule_id]).answer(sent)
    read = load_dialect("openai-chat").decode(Exchange(sent, served.response, EVIDENCE))
    grave = {f.rule for f in judge(read) if f.severity is not Severity.INFO}
    assert served.fault == rule_id
    assert grave == {rule_id}


def test_the_reference_answers_what_the_tests_write_out() -> None:
    """The prompts of these tests mean to the responder what their scenario wants."""
    read = load_dialect("openai-chat").read_request(request("openai-chat", "parallel_calls"))
    assert read is not None
    assert answer(read).calls == SCENARIOS["parallel_calls"][1].calls
