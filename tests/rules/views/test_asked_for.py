"""What the last words of the user ask for outright."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading, Reply
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.asked_for import (
    asked,
    has_any,
    marks_of,
    repeats,
    results_due,
    telling,
    told,
    whole,
    written,
)


def reading(scenario: str) -> Reading:
    """Read the clean answer of a scenario."""
    chat = load_dialect("openai-chat")
    return chat.decode(clean(chat, scenario, Mode.BLOCKING))


def with_turns(read: Reading, *turns: UserTurn | AssistantTurn | ResultsTurn) -> Reading:
    """Put other turns into the request of a reading."""
    assert read.conversation is not None
    return replace(read, conversation=Conversation(turns, read.conversation.tools))


@pytest.mark.parametrize(
    ("scenario", "due"),
    [
        ("told_back", (frozenset({"18"}),)),
        ("told_each", (frozenset({"18"}), frozenset({"23"}))),
        ("round_trip", ()),  # nobody asked for a repetition
        ("spelt_out", ()),  # nothing has come yet
    ],
)
def test_results_are_due_where_a_repetition_was_asked_for(
    scenario: str, due: tuple[frozenset[str], ...]
) -> None:
    """Each result has the words that stand nowhere else in the request."""
    assert tuple(one.words for one in results_due(reading(scenario))) == due


def test_a_word_of_the_request_tells_nothing() -> None:
    """A reply may have it of the prompt, so that it is no sign of the result."""
    read = reading("told_back")
    assert read.conversation is not None
    user, *rest = read.conversation.turns
    assert isinstance(user, UserTurn)
    known = with_turns(read, UserTurn(f"{user.text} Is it 18?"), *rest)
    assert [one.words for one in results_due(known)] == [frozenset()]


def test_telling_words_are_long_or_have_digits() -> None:
    """Short words, single digits and single letters come by chance."""
    assert telling({"a", "7", "the", "7f", "18", "rain"}) == {"7f", "18", "rain"}
    assert marks_of([ToolResult("c", "t", "It is 18 C, RAIN")]) == {"18", "rain"}


def test_the_last_words_are_told_apart_from_those_before() -> None:
    """What was asked before stands in front, what came since behind."""
    what = asked(reading("asked_again"))
    assert what is not None
    assert [call.arguments for call in what.calls] == [{"location": "Tōkyō 東京"}]
    assert (len(what.before), what.since, what.again) == (4, (), False)
    said = asked(reading("say_so"))
    assert said is not None
    assert (said.quoted, said.calls) == ("The tide is low at noon.", ())


def test_without_words_of_a_user_nothing_is_asked() -> None:
    """A request that cannot be read, or that has results only, asks nothing outright."""
    read = reading("told_back")
    assert asked(with_turns(read, ResultsTurn(()))) is None
    assert asked(replace(read, conversation=None)) is None
    assert results_due(replace(read, conversation=None)) == ()


def test_a_call_is_repeated_by_its_name_and_arguments() -> None:
    """The order of members is none of its marks; a reply without calls repeats nothing."""
    made = AssistantTurn(None, (ToolCall("t", "1", {"a": 1, "b": True}),))
    read = reading("single_call")
    again = Reply(tool_calls=(ToolCall("t", "2", {"b": True, "a": 1}),))
    other = Reply(tool_calls=(ToolCall("t", "2", {"b": 1, "a": 1}),))
    assert repeats(replace(read, reply=again), [made])
    assert not repeats(replace(read, reply=other), [made])
    assert not repeats(replace(read, reply=Reply(text="t")), [made])


def test_what_cannot_be_written_is_nothing() -> None:
    """Half of a surrogate pair has no UTF-8, and nothing raises."""
    assert written({"a": "\ud800"}) == ""
    assert written({"b": 1, "a": None}) == '{"a":null,"b":1}'


def test_a_reply_tells_by_text_reasoning_and_calls() -> None:
    """A result that is thought of, or given to the next tool, has reached the model too."""
    call = ToolCall("t", "1", {"city": "Lund"})
    reply = Reply(text="Rain.", reasoning="Fog", tool_calls=(call,))
    said = told(replace(reading("single_call"), reply=reply))
    assert all(has_any(said, {word}) for word in ("rain", "fog", "lund"))
    assert not has_any(said, {"snow"})
    assert has_any("station7f3ais", {"7f3a"})  # blanks that were lost are another rule's


def test_a_reply_that_was_cut_is_not_whole() -> None:
    """Nothing is held against what a limit ended."""
    assert whole(reading("single_call"))
    assert not whole(reading("cut_text"))
