"""Findings of the texts of answers that tell one cause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.model.exchange import Mode

STREAM = ("streaming",)


def test_pieces_that_grow_are_told_once() -> None:
    """The text begins anew with each; one that begins twice in a whole reply is another cause."""
    growing = one("TC929", "Each piece of the text repeats what was sent before.", modes=STREAM)
    message = "The beginning of the text stands there twice in one mode."
    pair, beside = (one(rule, message, modes=STREAM) for rule in ("TC908", "TC505"))
    assert rules(growing, pair, beside) == ["TC929"]
    assert rules(growing, one("TC505", message)) == ["TC929", "TC505"]
    again = one("TC929", "The text is sent again as a whole.", modes=STREAM)
    assert rules(again, pair) == ["TC929", "TC908"]
    # Where the end tells the whole text as well, it is that which says so.
    assert rules(replace(growing, rule="TC926"), pair) == ["TC926"]


def test_pieces_that_grow_run_into_each_other() -> None:
    """Texts that come twice in the other mode, or begin with a role, have another cause."""
    growing = one("TC929", "Each piece of the text repeats what was sent before.", modes=STREAM)
    twice = one("TC512", "The text came twice.", modes=STREAM)
    glued = one("TC594", "Two lines came without a break or a blank between them.", modes=STREAM)
    assert rules(twice, glued, growing) == ["TC929"]
    role = replace(twice, message="The text begins with the name of a role.")
    for other in (role, replace(twice, modes=("blocking",)), replace(glued, modes=("blocking",))):
        assert rules(growing, other) == ["TC929", other.rule]
    fewer = one(
        "TC951",
        "The blocking answer has fewer calls than the stream of the same request.",
        modes=STREAM,
    )
    assert rules(growing, fewer) == ["TC929"]
    whole = one(
        "TC929", "A piece is the whole text, which came in other pieces as well.", modes=STREAM
    )
    assert rules(whole, fewer) == ["TC929", "TC951"]


def test_what_becomes_of_all_words_is_told_once() -> None:
    """Results that came otherwise than the words of an answer were changed on their way to the model."""
    words = "The words that were to be said came otherwise: UTF-8 was read as Latin-1."
    result = "The result is repeated otherwise than it was returned: {}."
    alike = one("TC757", result.format("UTF-8 was read as Latin-1"))
    assert rules(one("TC511", words), alike) == ["TC511"]
    other = one("TC757", result.format("line breaks were lost"))
    assert rules(one("TC511", words), other) == ["TC511", "TC757"]
    assert rules(one("TC511", words, modes=STREAM), alike) == ["TC511", "TC757"]
    unnamed = one("TC757", "The result is repeated otherwise.")
    assert rules(one("TC511", words), unnamed) == ["TC511", "TC757"]


def test_line_breaks_that_answers_lose_are_told_once() -> None:
    """Results that lost something else, or in the other mode, were changed on their way to the model."""
    glued = one("TC594", "Two lines came without a break or a blank between them.", modes=STREAM)
    message = "The result is repeated otherwise than it was returned: line breaks were dropped."
    dropped = one("TC757", message, modes=STREAM)
    assert rules(glued, dropped) == ["TC594"]
    assert rules(glued, replace(dropped, modes=("blocking",))) == ["TC594", "TC757"]
    other = one("TC757", "It is repeated otherwise: tabs were dropped.", modes=STREAM)
    assert rules(glued, other) == ["TC594", "TC757"]


def test_a_text_that_is_told_again_as_a_whole_is_told_once() -> None:
    """It came twice, and its end runs into its beginning; in another case lines run together by themselves."""
    message = "A piece is the whole text, which came in other pieces as well."
    again = one("TC929", message, modes=STREAM)
    twice = one("TC512", "The text came twice.", modes=STREAM)
    glued = one("TC594", "Two lines came without a break or a blank between them.", modes=STREAM)
    assert rules(again, twice, glued) == ["TC929"]
    other = one("TC594", glued.message, modes=STREAM, case="suite.other")
    assert rules(again, other) == ["TC929", "TC594"]
    assert rules(one("TC929", "Each piece repeats.", modes=STREAM), twice) == ["TC929", "TC512"]


def test_a_text_that_the_end_tells_once_is_told_once() -> None:
    """Such a text begins twice, and is no JSON; one that ends otherwise is another cause."""
    message = "A piece is the whole text, which came in other pieces as well."
    again = one("TC926", message, modes=STREAM)
    begins = "The beginning of the text stands there twice in one mode."
    pair, twice = (
        one(rule, said, modes=STREAM)
        for rule, said in (("TC908", begins), ("TC512", "The text came twice."))
    )
    json = one("TC520", "The text is not one JSON object, though it has to be.", modes=STREAM)
    assert rules(again, pair, twice, json) == ["TC926"]
    word = one("TC908", "The stream ends in another word than the blocking reply.", modes=STREAM)
    assert rules(again, word) == ["TC926", "TC908"]
    assert rules(again, replace(json, modes=("blocking",))) == ["TC926", "TC520"]


def test_characters_that_come_apart_are_told_once() -> None:
    """A value that is changed otherwise, or in the other mode, is changed by something else."""
    apart = one("TC935", "A character came apart: the text has U+FFFD in its place.", modes=STREAM)
    message = "A text came back changed as parsers change it: letters beyond ASCII were replaced."
    changed = one("TC308", message, modes=STREAM, sides=("東京", "東\ufffd\ufffd"))
    assert rules(apart, changed) == ["TC935"]
    assert rules(apart, one("TC308", message, sides=("東京", "東\ufffd"))) == ["TC935", "TC308"]
    other = one("TC308", message, modes=STREAM, sides=("東京", "??"))
    assert rules(apart, other) == ["TC935", "TC308"]
    asked = one(
        "TC926",
        "The history has the words of the user otherwise.",
        modes=STREAM,
        sides=("東京?", "\ufffd京?"),
    )
    assert rules(apart, asked) == ["TC935"]
    lost = one("TC926", "The history lacks what was asked.", modes=STREAM, sides=("USER", 2))
    assert rules(apart, lost) == ["TC935", "TC926"]


def test_a_text_that_is_told_again_with_its_blanks_is_told_once() -> None:
    """Other words at the end of a stream than in its pieces are another cause."""
    lost = one(
        "TC509", "The pieces of the text came without the blanks between them.", modes=STREAM
    )
    again = one(
        "TC926", "What is told twice differs.", modes=STREAM, sides=("red,green", "red, green ")
    )
    assert rules(lost, again) == ["TC509"]
    cut = one("TC926", again.message, modes=STREAM, sides=("red,gre…", "red, gr…"))
    assert rules(lost, cut) == ["TC509"]
    other = one("TC926", "What is told twice differs.", modes=STREAM, sides=("red", "green"))
    assert rules(lost, other) == ["TC509", "TC926"]
    ids = one("TC926", "What is told twice differs.", modes=STREAM)
    assert rules(lost, ids) == ["TC509", "TC926"]


def test_thoughts_in_the_text_of_one_mode_are_told_once() -> None:
    """Where both modes have them there, what differs is another thing."""
    text = one("TC508", "The text of a turn with calls contains reasoning.", modes=STREAM)
    pair = one("TC908", "What is reasoning in one mode is text in the other.", modes=STREAM)
    assert rules(text, pair) == ["TC508"]
    assert rules(one("TC508", text.message), pair) == ["TC508", "TC908"]
    other = one("TC908", "The texts differ.", modes=STREAM)
    assert rules(text, other) == ["TC508", "TC908"]


def test_calls_in_a_text_whose_pieces_grow_are_told_once() -> None:
    """In the other mode they have another cause."""
    grown = one("TC929", "Each piece of the text repeats what was sent before.", modes=STREAM)
    call = one("TX101", "The arguments are not JSON: x.", modes=STREAM)
    lost = one(
        "TC947",
        "The stream has no call; the blocking answer to the same request has.",
        modes=STREAM,
    )
    assert rules(grown, call, lost) == ["TC929"]
    assert rules(grown, one("TX101", "The arguments are not JSON: x.")) == ["TC929", "TX101"]


def test_calls_in_a_text_of_which_a_piece_is_missing_are_told_once() -> None:
    """So are values in texts that lose their blanks."""
    piece = one("TC908", "A piece of the text is missing in one mode.", modes=STREAM)
    call = one("TX112", "The call has no closing tag.", modes=STREAM)
    assert rules(piece, call) == ["TC908"]
    assert rules(piece, one("TX112", "The call has no closing tag.")) == ["TC908", "TX112"]
    blanks = one("TC509", "The pieces of the text came without the blanks between them.")
    gone = "A text came back changed as parsers change it: blanks between its words are gone."
    assert rules(blanks, one("TC308", gone)) == ["TC509"]
    changed = one("TC308", "A text came back changed as parsers change it: x.")
    assert rules(blanks, changed) == ["TC509", "TC308"]


def test_a_piece_that_is_missing_takes_calls_with_it_where_calls_are_text() -> None:
    """Where calls have a member of their own, or in the other mode, they are missing for another reason."""
    said = "A piece of the text is missing, or stands there twice."
    none = "The stream has no call; the blocking answer to the same request has."
    cut = "The text ends inside an opening marker."
    piece = one("TC509", said, modes=STREAM, dialect="chatml")
    lost = one("TC947", none, modes=STREAM, dialect="chatml")
    assert rules(piece, lost, one("TX112", cut, modes=STREAM, dialect="chatml")) == ["TC509"]
    assert rules(piece, one("TX112", cut, dialect="chatml")) == ["TC509", "TX112"]
    piece, lost = (replace(it, dialect="openai-chat") for it in (piece, lost))
    assert rules(piece, lost) == ["TC509", "TC947"]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("TX101", "The arguments do not end."),
        ("TX112", "The call has no closing tag."),
        ("TX113", "The arguments are not an object."),
    ],
)
def test_a_call_that_cannot_be_read_in_streams_is_none_there(rule: str, said: str) -> None:
    """In answers without such a call it is lost otherwise; so it is where both modes have one."""
    none = "The stream has no call; the blocking answer to the same request has."
    here = (("suite.case", Mode.STREAMING, ""),)
    there = (*here, ("suite.other", Mode.STREAMING, ""))
    lost = one("TC947", none, modes=STREAM, seen=here)
    assert rules(one(rule, said, modes=STREAM, seen=there), lost) == [rule]
    lost_elsewhere = one("TC947", none, modes=STREAM, seen=there)
    assert rules(one(rule, said, modes=STREAM, seen=here), lost_elsewhere) == [rule, "TC947"]
    assert rules(one(rule, said, seen=there), lost) == [rule, "TC947"]


def test_thoughts_before_json_are_told_as_thoughts() -> None:
    """A text that is no JSON and begins otherwise is told."""
    thoughts = one(
        "TC508",
        "The text of a turn with calls contains reasoning.",
        sides=("none", "<think>\nI look"),
    )
    message = "The text is not one JSON object, though the request wants JSON."
    assert rules(thoughts, one("TC520", message, sides=("", '<think>\nOk</think>{"a":1}'))) == [
        "TC508"
    ]
    assert rules(thoughts, one("TC520", message, sides=("", "```json"))) == ["TC508", "TC520"]


def test_a_stream_that_loses_a_piece_tells_the_whole_at_its_end() -> None:
    """Only there: what a whole reply tells twice is another cause."""
    lost = one("TC908", "A piece of the text is missing in one mode.", modes=("streaming",))
    differs = one("TC926", "What is told twice differs.", modes=("streaming",))
    assert rules(lost, differs) == ["TC908"]
    assert rules(lost, replace(differs, modes=("blocking", "streaming"))) == ["TC908", "TC926"]


def test_pieces_that_come_twice_are_told_once_where_the_whole_is_told_again() -> None:
    """Cohere's v1 tells the whole text at its end."""
    twice = one("TC926", "Each piece of the text is sent twice.", modes=STREAM)
    cut = "A piece of the text is missing in one mode, cut out of a word."
    assert rules(one("TC908", cut, modes=STREAM), twice) == ["TC926"]


def test_a_stream_that_begins_again_is_told_once() -> None:
    """In its answers; text that stands twice where the role does not is another cause."""
    seen = (("s.a", Mode.STREAMING, ""), ("s.b", Mode.STREAMING, ""))
    again = one("TC922", "The role is sent again after the first chunk.", modes=STREAM, seen=seen)
    twice = one(
        "TC907",
        "The fragment repeats the arguments that were already sent.",
        modes=STREAM,
        seen=seen[:1],
    )
    text = one(
        "TC505",
        "The beginning of the text stands there twice in one mode.",
        modes=STREAM,
        seen=seen[1:],
    )
    assert rules(twice, text, again) == ["TC922"]
    other = (("s.c", Mode.STREAMING, ""),)
    assert rules(again, one("TC907", twice.message, modes=STREAM, seen=other)) == ["TC922", "TC907"]


def test_an_end_that_stands_there_twice_is_told_once() -> None:
    """What a stream then has more of came in that mode."""
    end = one("TC908", "The end of the text stands there twice in one mode.", modes=STREAM)
    more = "The text came in one mode only, and as many tokens were counted in both."
    assert rules(one("TC505", more, modes=STREAM), end) == ["TC908"]
    assert rules(end, one("TC505", more)) == ["TC908", "TC505"]


def test_letters_of_another_case_are_told_once() -> None:
    """Of words, of texts in calls, and of names; a name that is spelled otherwise besides is another cause."""
    words = one("TC511", "The words that were to be said came otherwise: all letters are small.")
    text = one("TC319", "Every text that could show it came back otherwise: all letters are small.")
    name = one("TC148", "The name is spelled otherwise.", sides=("getWeather", "getweather"))
    assert rules(name, text, words) == ["TC511"]
    assert rules(name, text) == ["TC319"]
    spelled = one("TC148", name.message, sides=("getWeather", "get_weather"))
    assert rules(words, spelled) == ["TC511", "TC148"]
    changed = one("TC511", "The words that were to be said came otherwise: blanks were doubled.")
    assert rules(changed, name) == ["TC511", "TC148"]


def test_words_that_lose_their_blanks_lose_them_as_any_text_does() -> None:
    """What else became of words is another cause."""
    text = one("TC509", "The text came without its blanks.", modes=("streaming",))
    words = "The words that were to be said came otherwise: all blanks were dropped."
    assert rules(text, one("TC511", words, modes=("streaming",))) == ["TC509"]
    assert rules(text, one("TC511", words)) == ["TC509", "TC511"]
    entities = one(
        "TC511", "The words came otherwise: entities were written.", modes=("streaming",)
    )
    assert rules(text, entities) == ["TC509", "TC511"]


def test_pieces_of_thoughts_lose_their_blanks_as_those_of_texts_do() -> None:
    """In the same mode, and in no other."""
    streamed = ("streaming",)
    text = one(
        "TC509", "The pieces of the text came without the blanks between them.", modes=streamed
    )
    message = "Blanks between words of the reasoning are gone in one mode."
    thoughts = one("TC908", message, modes=streamed)
    assert rules(thoughts, text) == ["TC509"]
    assert rules(replace(text, modes=("blocking", "streaming")), thoughts) == ["TC509", "TC908"]
    assert rules(text, replace(thoughts, message="Reasoning came in one mode only.")) == [
        "TC509",
        "TC908",
    ]


def test_calls_that_are_told_again_in_a_whole_text_are_told_once() -> None:
    """Where calls have members of their own, or more of them came, something else makes them."""
    whole = "A piece is the whole text, which came in other pieces as well."
    again = one("TC929", whole, modes=("streaming",), dialect="chatml")
    message = "Each call came more often than the prompt writes it out."
    twice = one("TC657", message, modes=("streaming",), sides=(1, 2), dialect="chatml")
    assert rules(twice, again) == ["TC929"]
    assert rules(replace(twice, dialect="openai-chat"), again) == ["TC657", "TC929"]
    thrice = one("TC657", message, modes=("streaming",), sides=(1, 3), dialect="chatml")
    assert rules(thrice, again) == ["TC657", "TC929"]


def test_a_prompt_before_a_call_is_told_once() -> None:
    """Another text that one mode alone has is another cause."""
    prompt = one(
        "TC139",
        "The text begins with the prompt of its request.",
        modes=("blocking",),
        sides=("what is said", "<|im_start|>system\nYou are"),
    )
    message = "The text came in one mode only, and as many tokens were counted in both."
    text = one("TC505", message, modes=("streaming",), sides=("<|im_start|>system\nYou", ""))
    assert rules(prompt, text) == ["TC139"]
    other = one("TC505", message, modes=("streaming",), sides=("Let me look.", ""))
    assert rules(prompt, other) == ["TC139", "TC505"]


def test_a_short_text_that_comes_whole_twice_is_told_once() -> None:
    """One that has more behind its beginning is another cause."""
    whole = "A piece is the whole text, which came in other pieces as well."
    again = one("TC929", whole, modes=("streaming",), case="s.long")
    begun = "The beginning of the text stands there twice in one mode."
    short = one("TC908", begun, modes=("streaming",), sides=("Hi.", "Hi.Hi."))
    twice = one("TC512", "The text came twice.", modes=("streaming",), sides=("Hi.", "Hi.Hi."))
    assert rules(short, twice, again) == ["TC929"]
    other = one("TC908", begun, modes=("streaming",), sides=("Hi.", "Hi.Hi. You."))
    assert rules(other, again) == ["TC908", "TC929"]


def test_texts_and_thoughts_that_lose_their_blanks_are_told_once() -> None:
    """In another mode something else loses them."""
    text = one("TC509", "The text came without its blanks.", modes=("streaming",))
    message = "Blanks between words of the reasoning are gone in one mode."
    assert rules(one("TC908", message, modes=("streaming",)), text) == ["TC509"]
    assert rules(one("TC908", message, modes=("blocking",)), text) == ["TC908", "TC509"]
