"""What both modes say: torn texts, thoughts as text, names, calls that stand twice or are lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.pairs import CHAT, changed, counted, messages, pair
from toolwire.dialects import Answer, PlannedCall
from toolwire.model.conversation import Json
from toolwire.model.exchange import EvidenceLevel, Fidelity
from toolwire.model.observation import Chance
from toolwire.model.reply import Reply
from toolwire.rules import judge_pair, pair_chances
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.pair import compare
from toolwire.rules.views.pair_reply import how_ended, id_place, other_number_of_calls

PARIS = PlannedCall("get_weather", {"location": "Paris", "days": 2})
TIME = PlannedCall("get_time", {})


@pytest.mark.parametrize("name", [CHAT, "gemini-generate", "ollama-chat"])
def test_a_torn_text_is_told_where_the_tokens_are_the_same(name: str) -> None:
    """As many tokens were counted, and a word is cut: a piece got lost on the way."""
    said = "It returned: 18 C and sunny in Reykjavik today."
    read = pair(Answer(text=said), Answer(text=said.replace("Reykja", "")), name)
    assert read.twin is not None
    read = replace(read, twin=changed(read.twin, lambda reply: counted(reply, 9)))
    other = changed(read, lambda reply: counted(reply, 8))
    assert messages(other) == []
    same = changed(read, lambda reply: counted(reply, 9))
    assert messages(same) == ["A piece of the text is missing in one mode, cut out of a word."]


@pytest.mark.parametrize("name", ["gemini-generate", "ollama-chat"])
def test_thoughts_that_are_text_in_the_other_mode_are_told(name: str) -> None:
    """The same words are reasoning in one mode, and begin the text of the other."""
    thought, said = "The user wants to know the weather.", "It is sunny."
    apart, mixed = Answer(text=said, reasoning=thought), Answer(text=f"{thought}\n{said}")
    expected = ["What is reasoning in one mode is text in the other."]
    assert messages(pair(apart, mixed, name)) == expected
    assert messages(pair(mixed, apart, name)) == expected
    assert messages(pair(apart, Answer(text=said), name)) == []


def test_names_are_compared_only_as_they_came_over_the_wire() -> None:
    """A recorder leaves out what it does not need; a server is asked why."""

    def nameless(reply: Reply) -> Reply:
        return replace(reply, model=None, id=None)

    read = pair(Answer(text="Hello."), Answer(text="Hello."), level=EvidenceLevel.LIVE)
    assert messages(read) == []
    assert messages(changed(read, nameless)) == [
        "The model is named in one mode only.",
        "The answer has an id in one mode only.",
    ]
    parsed = replace(read, exchange=replace(read.exchange, fidelity=Fidelity.PARSED))
    assert messages(changed(parsed, nameless)) == []


#: Where a stream says its id first.
IDS = {
    "anthropic-messages": "event[0]/message/id",
    "gemini-generate": "event[0]/responseId",
    "openai-chat": "event[0]/id",
    "openai-responses": "event[0]/response/id",
}


@pytest.mark.parametrize("name", IDS)
def test_two_answers_of_one_id_are_told(name: str) -> None:
    """An id is of one answer; what a recorder wrote in its place says nothing."""
    answer = Answer(text="Hello.")
    read = pair(answer, answer, name, level=EvidenceLevel.LIVE)
    assert messages(read) == []
    assert read.twin is not None
    known = read.twin.reply.id
    same = changed(read, lambda reply: replace(reply, id=known))
    assert messages(same) == ["Two answers have one id."]
    assert id_place(read) == IDS[name]
    assert not id_place(replace(read, reply=replace(read.reply, id=None)))
    parsed = replace(same, exchange=replace(same.exchange, fidelity=Fidelity.PARSED))
    assert messages(parsed) == []


def test_calls_that_stand_twice_are_counted_over_the_run() -> None:
    """One answer may say it twice; that each call of each stream stands twice, no model does."""
    read = pair(Answer(calls=(PARIS, TIME)), Answer(calls=(PARIS, PARIS, TIME, TIME)))
    (found,) = compare(read).differences
    assert (found.message, found.varies) == (
        "Each call of one mode stands twice in the other.",
        True,
    )
    assert messages(pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS, TIME)))) == []


@pytest.mark.parametrize("rule", ["TC947", "TC948"])
def test_a_pair_told_of_as_a_lost_call_does_not_acquit(rule: str) -> None:
    """It is another rule's, and no proof that the mode has calls."""
    said = Answer(reasoning="One moment, please, while I look that up.")
    sides = [replace(said, calls=(PARIS,)), said]
    read = pair(*(sides if rule == "TC947" else sides[::-1]))
    found = pair_chances(read, judge_pair(read))
    assert found[rule] == Chance(replies=1, hits=1, reverse=0)
    other = "TC948" if rule == "TC947" else "TC947"
    assert found[other] == Chance(cleared=1, reverse=1)
    assert read.twin is not None
    same = changed(read, lambda reply: counted(reply, 9))
    same = replace(same, twin=changed(read.twin, lambda reply: counted(reply, 9)))
    assert [one.rule for one in judge_pair(same)] == ["TC908"]
    assert rule not in pair_chances(same, judge_pair(same))


@pytest.mark.parametrize("streamed", [True, False])
def test_calls_lost_beside_words_are_counted_by_pairs_with_words(*, streamed: bool) -> None:
    """Calls that come alone, in both modes, do not acquit a server that loses those beside words."""
    said = Answer(text="One moment, please, while I look that up.")
    both = replace(said, calls=(PARIS,))
    lost = pair(both, said) if streamed else pair(said, both)
    assert [one.rule for one in judge_pair(lost)] == ["TC957"]
    chances = pair_chances(lost, judge_pair(lost))
    assert chances["TC957"] == Chance(replies=1, hits=1)
    assert not {"TC908", "TC947" if streamed else "TC948"} & {*chances}
    alone = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)))
    assert "TC957" not in pair_chances(alone, judge_pair(alone))
    kept = pair(both, replace(both, text="I will look that up."))
    assert pair_chances(kept, judge_pair(kept))["TC957"] == Chance(replies=1, cleared=1)


def test_a_pair_of_other_numbers_of_calls_is_no_proof_of_several() -> None:
    """It was not compared: only as many calls in both modes acquit a server that loses some."""
    words = Answer(text="One moment.", calls=(PARIS, TIME))
    otherwise = pair(words, Answer(text="Let me look that up for you.", calls=(PARIS,)))
    assert "TC908" not in pair_chances(otherwise, judge_pair(otherwise))
    alike = pair(words, words)
    assert pair_chances(alike, judge_pair(alike))["TC908"] == Chance(replies=1, cleared=1)


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [(2, "2", "in another type in the stream."), ("2", 2, "declares in the stream alone.")],
)
def test_the_mode_is_blamed_whose_value_its_tool_does_not_declare(
    before: Json, after: Json, where: str
) -> None:
    """`days` is an integer: the mode that has a text is wrong, whichever of both it is."""
    whole, streamed = (
        Answer(calls=(PlannedCall("get_weather", {"location": "Paris", "days": days}),))
        for days in (before, after)
    )
    (found,) = compare(pair(whole, streamed)).differences
    assert (found.message.endswith(where), found.sides) == (True, ("integer", "string"))


def test_a_reason_that_one_mode_lacks_is_no_other_word() -> None:
    """Which of the two lacks it is said."""
    read = pair(Answer(text="Yes."), Answer(text="Yes."), "cohere-v1", scenario="plain_text")
    assert read.twin is not None
    without = replace(read, twin=changed(read.twin, lambda reply: replace(reply, stop=None)))
    assert messages(without) == ["The blocking reply has no stop reason; the stream has one."]
    lacks = "The stream has no stop reason; the blocking reply has one."
    assert how_ended("COMPLETE", None) == lacks
    assert how_ended("COMPLETE", "stop").startswith("The stream ends in another word")


def test_the_prompt_tells_which_mode_is_short_of_calls() -> None:
    """Where it writes out as many calls as the stream has; else the two modes differ."""
    scenario = "spelt_alike"
    due = asked(pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS, TIME)), scenario=scenario))
    assert due is not None
    number = len(due.calls)
    read = pair(Answer(calls=due.calls[1:]), Answer(calls=due.calls), scenario=scenario)
    message, counts = other_number_of_calls(read, number - 1, number)
    assert message.startswith("The blocking reply holds fewer calls than the prompt writes out")
    assert counts == (number - 1, number)
    twice = pair(
        Answer(calls=due.calls[:1]), Answer(calls=due.calls[:1] * number), scenario=scenario
    )
    message, _ = other_number_of_calls(twice, 1, number)
    assert message == "The stream holds another number of calls than the blocking reply."
    for before, after in ((number, number - 1), (number, number + 1), (0, number)):
        message, counts = other_number_of_calls(read, before, after)
        assert message == "The stream holds another number of calls than the blocking reply."
