"""One cause is one deviation: what several rules say of it is folded into the one that says it best."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import BOTH, one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.model.conversation import Json
from toolwire.model.observation import Severity

WHOLE = "The blocking answer has no call; the stream to the same request has."

LOOP = one(
    "TC701",
    "Its own message is refused.",
    severity=Severity.ERROR,
    step=2,
    said="no 1",
    sides=("an answer", 400),
)
USUAL = one("TC749", "The usual form is refused: x.", said="no 2", sides=("an answer", 400))


def test_a_refused_history_is_told_once_with_all_that_is_said_of_it() -> None:
    """The cases that it breaks are counted, and the form that is taken stands beside."""
    cases = one("", "refused with HTTP 400 (no 7)", severity=Severity.ERROR, step=2)
    (left,) = each_cause_once((cases, LOOP, USUAL))
    assert (left.rule, left.severity, left.count) == ("TC701", Severity.ERROR, 4)
    assert left.others == ("The usual form is refused: x.",)
    (left,) = each_cause_once((cases, USUAL))
    assert (left.rule, left.severity, left.modes) == ("TC749", Severity.ERROR, BOTH)


@pytest.mark.parametrize(
    "other",
    [
        one("", "refused with HTTP 400 (no 7)", severity=Severity.ERROR),
        one("", "refused with HTTP 400 (too many)", severity=Severity.ERROR, step=2),
        one("", "refused with HTTP 500 (no 7)", severity=Severity.ERROR, step=2),
        one("TC749", "The usual form is refused.", said="too many", sides=("an answer", 400)),
        one("TC762", "A right request is refused.", said="no 1", sides=("an answer", 400)),
    ],
    ids=["first request", "other words", "other status", "other words of a rule", "other rule"],
)
def test_another_refusal_is_another_cause(other: ServerDeviation) -> None:
    """A first request has no history, and a server that says something else means something else."""
    assert each_cause_once((LOOP, other)) == (LOOP, other)


def test_the_form_that_is_refused_is_told_before_the_history_that_has_it() -> None:
    """Where another history is taken, what was asked in its stead names the cause."""
    sides: tuple[Json, Json] = ("an answer", 400)
    null = one("TC702", "Null is refused.", severity=Severity.ERROR, said="no 3", sides=sides)
    (left,) = each_cause_once((LOOP, null, USUAL))
    assert (left.rule, left.others) == ("TC702", (LOOP.message, USUAL.message))
    other = one("TC702", "Null is refused.", said="too many", sides=sides)
    assert rules(LOOP, other) == ["TC701", "TC702"]


def test_a_status_that_every_refusal_has_is_told_once() -> None:
    """Of a wrong request that was answered it is another matter."""
    words = "The refusal does not say that the request is at fault"
    every = one("TC747", f"{words}: a tool.")
    assert rules(every, one("TC707", f"{words}."), one("TC724", f"{words}.")) == ["TC747"]
    assert rules(every, one("TC707", "It was answered.")) == ["TC747", "TC707"]
    answered = one("TC747", "A request that is wrong was answered: a tool.")
    assert rules(answered, one("TC707", f"{words}.")) == ["TC747", "TC707"]


@pytest.mark.parametrize(
    ("rule", "single", "every"),
    [
        ("TC308", "it was escaped once more", "in texts, it was escaped once more"),
        ("TC314", "a number became a text", "numbers became texts"),
        ("TC314", "a number was rounded to a double", "integers became floats"),
        ("TC314", "a number was rounded to a double", "long integers were rounded"),
        ("TC314", "a number became a text", "integers became texts"),
    ],
)
def test_values_that_are_changed_everywhere_are_told_once(
    rule: str, single: str, every: str
) -> None:
    """Other changes of all values are told beside."""
    value = one(rule, f"A value came back changed as parsers change it: {single}.")
    begins = "All values that show it came back changed alike"
    assert rules(value, one("TC325", f"{begins}: {every}.")) == [rule]
    assert rules(value, one("TC325", f"{begins}: names were sorted.")) == [rule, "TC325"]


def test_a_name_that_is_spelled_otherwise_is_not_also_one_that_was_not_demanded() -> None:
    """The severity is the graver; another tool's name is another cause."""
    spelled = one("TC148", "The name is spelled otherwise.")
    message = "Another tool was called than the one demanded."
    error = Severity.ERROR
    (left,) = each_cause_once(
        (spelled, one("TC602", message, severity=error, sides=("get-Time", "get_time")))
    )
    assert (left.rule, left.severity) == ("TC148", error)
    other = one("TC602", message, sides=("get_time", "get_weather"))
    assert rules(spelled, other) == ["TC148", "TC602"]
    cut = one("TC602", "It came as a piece of it.", sides=("get_the_weather", "get_the"))
    assert rules(one("TC116", "The name is a part."), cut) == ["TC116"]
    assert rules(spelled, cut) == ["TC148", "TC602"]


def test_calls_that_a_mode_loses_are_told_once() -> None:
    """Those that are demanded are lost with the others; another tool, or another mode, is another cause."""
    lost = one("TC948", WHOLE, modes=("streaming",), severity=Severity.ERROR)
    none = "A call of one tool was demanded and none came."
    assert rules(lost, one("TC602", none, modes=("blocking",))) == ["TC948"]
    assert rules(lost, one("TC602", none)) == ["TC948", "TC602"]
    another = one("TC602", "Another tool was called.", modes=("blocking",))
    assert rules(lost, another) == ["TC948", "TC602"]


def test_counts_that_are_missing_are_told_once() -> None:
    """A chunk for them that is empty, and a mode that has none."""
    chunk = one("TC101", "The chunk has no choices and no usage.", modes=("streaming",))
    assert rules(chunk, one("TC911", "No usage.", modes=("streaming",))) == ["TC101"]
    whole = one("TC152", "Nothing says how many.", modes=("blocking",))
    pair = one("TC908", "No token counts are told in the blocking reply.", modes=("streaming",))
    (left,) = each_cause_once((whole, pair))
    assert (left.rule, left.modes) == ("TC152", ("blocking",))
    assert rules(one("TC152", "Nothing says how many."), pair) == ["TC152", "TC908"]
    ended = one("TC164", "A response that ended tells no usage.", modes=("streaming",))
    told = one("TC908", "No token counts are told in the stream.", modes=("streaming",))
    assert rules(ended, told) == ["TC164"]
    assert rules(ended, pair) == ["TC164", "TC908"]


def test_a_system_prompt_that_is_lost_is_also_lost_behind_results() -> None:
    """In the modes in which it is lost; one that is lost behind results alone is another cause."""
    behind = one("TC788", "The answer to a result has no word of it.")
    assert rules(one("TC777", "The answer has no word of it."), behind) == ["TC777"]
    streamed = one("TC777", "The answer has no word of it.", modes=("streaming",))
    assert rules(streamed, behind) == ["TC777", "TC788"]
    assert rules(behind) == ["TC788"]


def test_calls_that_stand_elsewhere_are_not_also_missing() -> None:
    """In the modes in which they do; a comparison says by its words which mode lacks them."""
    elsewhere = one(
        "TC191",
        "Calls of offered tools stand in a member that the format does not have.",
        modes=("streaming",),
    )
    told = one("TC404", "The reply ends as one with calls and holds none.", modes=("streaming",))
    demanded = "A call of one tool was demanded and none came."
    none = one("TC602", demanded, modes=("streaming",), severity=Severity.ERROR)
    words = "has no call; the {} to the same request has one beside words."
    pair = one("TC957", f"The stream {words.format('blocking answer')}", modes=("streaming",))
    (left,) = each_cause_once((elsewhere, told, none, pair))
    assert (left.rule, left.severity, left.modes) == ("TC191", Severity.ERROR, ("streaming",))
    other = one("TC957", f"The blocking answer {words.format('stream')}", modes=("streaming",))
    assert rules(elsewhere, other) == ["TC191", "TC957"]
    assert rules(elsewhere, one("TC602", demanded)) == ["TC191", "TC602"]
    spelled = one("TC191", "A member of the format is spelled otherwise.")
    both = replace(spelled, others=(elsewhere.message,))
    assert rules(both, none, one("", "The tool choice was taken and not honoured.")) == ["TC191"]
    assert rules(spelled, none) == ["TC191", "TC602"]
    plain = one("TC191", "The format's schema does not know a member.", modes=("streaming",))
    assert rules(plain, told) == ["TC191", "TC404"]


def test_arguments_that_are_left_out_are_told_once() -> None:
    """Of calls that a choice demands, of strict tools and behind results alike, in the modes that lose them."""
    lost = "A value came back changed as parsers change it: all arguments were left out."
    none = "The call that was demanded has no arguments, though its tool requires some."
    blocking = ("blocking",)
    value = one("TC314", lost, modes=blocking)
    assert rules(value, one("TC661", none, modes=blocking)) == ["TC314"]
    assert rules(value, one("TC661", none)) == ["TC314", "TC661"]
    strict = one("TC313", "The arguments do not meet 'type'.", modes=blocking)
    assert rules(value, strict) == ["TC314", "TC313"]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC405", "The finish reason is not a word of the vocabulary."),
        ("TC410", "The stop reason is not a word of this API."),
    ],
)
def test_a_word_that_one_mode_has_made_up_is_told_once(rule: str, message: str) -> None:
    """Where both modes have such words, or the pair others, their difference is another matter."""
    said = "The stream ends in another word than the blocking reply."
    pair = one("TC908", said, modes=("streaming",), severity=Severity.ERROR, sides=("stop", "STOP"))
    word = one(rule, message, modes=("blocking",), sides=("a word of the API", "stop"))
    (left,) = each_cause_once((pair, word))
    assert (left.rule, left.severity, left.others) == (rule, Severity.ERROR, (said,))
    assert rules(pair, replace(word, modes=BOTH)) == ["TC908", rule]
    assert rules(replace(pair, others=("Two answers have one id.",)), word) == ["TC908", rule]
    other = one(rule, message, modes=("blocking",), sides=("a word of the API", "eos"))
    assert rules(pair, other) == ["TC908", rule]


def test_what_two_rules_say_of_one_mode_each_is_told_once() -> None:
    """Their answers are others, and are counted; of answers of one mode, two rules say two things."""
    time = "The time is in a smaller unit than seconds."
    whole = one("TC118", time, modes=("blocking",))
    (left,) = each_cause_once((whole, one("TC922", time, modes=("streaming",))))
    assert (left.rule, left.count, left.modes, left.others) == ("TC118", 4, BOTH, ())
    assert rules(whole, one("TC922", time)) == ["TC118", "TC922"]
    assert rules(whole, one("TC922", "The time moves.", modes=("streaming",))) == ["TC118", "TC922"]
    assert rules(one("", "x", modes=("blocking",)), one("", "x", modes=("streaming",))) == ["", ""]


@pytest.mark.parametrize("rule", ["TC801", "TC762"])
def test_a_tool_without_parameters_is_refused_in_every_case_that_has_one(rule: str) -> None:
    """Where the words name it: others may be said of any request."""
    sides: tuple[Json, Json] = ("an answer", 400)
    named = one(rule, "A tool is refused.", said="tools[0]: no parameters", sides=sides)
    cases = one("", "refused with HTTP 400 (tools[3]: no parameters)")
    (left,) = each_cause_once((named, cases))
    assert (left.rule, left.count) == (rule, 4)
    vague = one(rule, "A tool is refused.", said="bad request", sides=sides)
    assert rules(vague, one("", "refused with HTTP 400 (bad request)")) == [rule, ""]
    other = one("", "refused with HTTP 422 (tools[3]: no parameters)")
    assert rules(named, other) == [rule, ""]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        (
            "The text has more words than its request allows tokens.",
            "The call has more words than its request allows tokens.",
        ),
        (
            "The text breaks off where its request allows no more, and the reason is another.",
            "The call is left out where its request allows no more, and the reason says that all is whole.",
        ),
    ],
)
def test_a_limit_that_is_passed_over_is_told_once(text: str, call: str) -> None:
    """Of calls something else may be wrong, or of one mode of them alone."""
    assert rules(one("TC421", text), one("TC422", call)) == ["TC421"]
    half = "The call is not whole where its request allows no more, and the reason says that it is."
    assert rules(one("TC421", text), one("TC422", half)) == ["TC421", "TC422"]
    streamed = one("TC421", text, modes=("streaming",))
    assert rules(streamed, one("TC422", call)) == ["TC421", "TC422"]


def test_words_that_never_reach_the_model_are_told_once() -> None:
    """Words that lack a part, or do not come in one form alone, are another cause."""
    lost = (
        "The answer has no word of what was said {}beside an earlier call, which it was to repeat."
    )
    plain, parts = one("TC772", lost.format("")), one("TC797", lost.format("in parts "))
    assert rules(plain, parts) == ["TC772"]
    assert rules(parts) == ["TC797"]
    answers = one("TC774", "The answer has no word of an earlier answer.")
    other = one("TC794", "The answer has no word of an earlier answer in another form.")
    assert rules(answers, other) == ["TC774"]
    assert rules(one("TC774", "The answer has no word of the end of it."), other) == [
        "TC774",
        "TC794",
    ]
    system = one("TC777", "The answer has no word of the system prompt.")
    several = one("TC779", "The answer has no word of a system prompt of several parts.")
    behind = one("TC788", "The answer to a result has no word of the system prompt.")
    assert rules(system, several, behind, parts) == ["TC777", "TC797"]
    cut = one("TC777", "The answer has no word of the end of the system prompt.")
    assert rules(cut, several) == ["TC777", "TC779"]


def test_pieces_without_blanks_run_lines_together() -> None:
    """Lines that run together in the other mode, or beside other changes of a text, do so by themselves."""
    glued = one("TC594", "Two lines came without a break.", modes=("streaming",))
    message = "The pieces of the text came without the blanks between them."
    assert rules(one("TC509", message, modes=("streaming",)), glued) == ["TC509"]
    assert rules(one("TC509", message, modes=("blocking",)), glued) == ["TC509", "TC594"]
    beside = one("TC590", message, modes=("streaming",))
    assert rules(one("TC509", message, modes=("streaming",)), beside) == ["TC509"]
    reordered = one("TC590", "The pieces came in another order.", modes=("streaming",))
    assert rules(one("TC509", message), reordered) == ["TC509", "TC590"]
    assert rules(one("TC509", "A piece is missing."), glued) == ["TC509", "TC594"]


def test_markup_of_one_mode_is_not_also_a_text_that_the_other_lacks() -> None:
    """Prose that one mode has alone is another cause, and so is markup where both have it."""
    markup = '<tool_call>\n{"name": "get_time"'
    left = one("TC501", "Markup.", modes=("blocking",), sides=("no markup", f"{markup}…"))
    only = "The text came in one mode only, and as many tokens were counted in both."
    alone = one("TC505", only, modes=("streaming",), sides=(f"{markup}}}\n</tool_call>", ""))
    assert rules(left, alone) == ["TC501"]
    prose = one("TC505", only, modes=("streaming",), sides=("Let me see.", ""))
    assert rules(left, prose) == ["TC501", "TC505"]
    both = one("TC501", "Markup.", sides=("no markup", f"{markup}…"))
    assert rules(both, alone) == ["TC501", "TC505"]


def test_a_mistake_that_comes_as_the_servers_own_has_the_kind_of_one() -> None:
    """The status is at fault; where it fits the refusal, the kind is."""
    sides: tuple[Json, Json] = ("a status of 400 to 499", 500)
    words = "The refusal does not say that the request is at fault: a tool."
    status = one("TC747", words, sides=sides)
    kind = one("TC008", "The kind of the error is not one of this status.")
    assert rules(status, kind) == ["TC747"]
    answered = one("TC747", "A request that is wrong was answered: a tool.", sides=(400, 200))
    assert rules(answered, kind) == ["TC747", "TC008"]
    number = one("TC008", "The error has the number of another status.")
    assert rules(status, number) == ["TC747", "TC008"]


def test_a_piece_that_streams_lose_is_told_once() -> None:
    """Beside calls, in words that were quoted and in JSON alike; in whole replies it is another cause."""
    streamed = ("streaming",)
    missing = "A piece of the text is missing"
    plain = one("TC908", f"{missing} in one mode, cut out of a word.", modes=streamed)
    beside = one("TC505", plain.message, modes=streamed)
    quoted = one("TC590", f"{missing}, or stands there twice.", modes=streamed)
    broken = one("TC520", "The text is not one JSON object, though x.", modes=streamed)
    (left,) = each_cause_once((beside, broken, quoted, plain))
    assert (left.rule, left.others) == ("TC908", (broken.message, quoted.message))
    assert rules(beside, quoted) == ["TC505"]
    again = "A piece of the text stands there twice in one mode, amid a word."
    assert rules(replace(plain, message=again), quoted) == ["TC908"]
    fenced = one("TC520", "The text is JSON in a fence, though x.", modes=streamed)
    assert rules(plain, fenced) == ["TC908", "TC520"]
    assert rules(plain, one("TC520", broken.message)) == ["TC908", "TC520"]
    assert rules(one("TC908", "The texts differ.", modes=streamed), broken) == ["TC908", "TC520"]


@pytest.mark.parametrize(
    ("rule", "wrongly"),
    [
        ("TC401", "The reply holds calls and does not end as a reply with calls."),
        ("TC410", "The reply holds calls and ends as one without."),
        ("TC406", "The reply holds tool_use blocks and does not end with tool_use."),
    ],
)
def test_a_word_that_is_wrong_in_one_mode_is_told_once(rule: str, wrongly: str) -> None:
    """The severity is the graver; of two other words, and of more than words, it is another cause."""
    error = Severity.ERROR
    message = "The stream ends in another word than the blocking reply."
    pair = one("TC908", message, modes=("streaming",), severity=error, sides=("length", "stop"))
    wrong = one(rule, wrongly, modes=("blocking",), sides=("a word", "length"))
    (left,) = each_cause_once((wrong, pair))
    assert (left.rule, left.severity, left.modes) == (rule, error, ("blocking",))
    assert left.others == (message,)
    both = one(rule, wrongly, sides=("a word", "length"))
    third = one(rule, wrongly, modes=("blocking",), sides=("a word", "eos"))
    lost = replace(pair, others=("A call is missing in the stream.",))
    assert rules(both, pair) == [rule, "TC908"]
    assert rules(third, pair) == [rule, "TC908"]
    assert rules(wrong, lost) == [rule, "TC908"]


def test_a_form_that_is_refused_by_name_is_told_once() -> None:
    """Words that say nothing of the form may be of another cause."""
    named, words = "system 1: a text is wanted", "bad request 2"
    sides: tuple[Json, Json] = ("an answer", 400)
    message = "A form is refused: /system as a list."
    again = one("TC762", "A request is refused: x.", said="system 2: a text is wanted", sides=sides)
    (left,) = each_cause_once((one("TC748", message, said=named, sides=sides), again))
    assert (left.rule, left.others) == ("TC748", (again.message,))
    form = one("TC748", message, said=words, sides=sides)
    assert rules(form, replace(again, said=words)) == ["TC748", "TC762"]
    assert rules(one("TC748", message, said=named, sides=sides), replace(again, said=words)) == [
        "TC748",
        "TC762",
    ]


def test_a_change_that_is_not_named_is_like_no_other() -> None:
    """A message that ends before it says what became of a value is part of none."""
    value = one("TC314", "A value is another.")
    every = one("TC325", "All values are changed alike: numbers became texts.")
    assert rules(value, every) == ["TC314", "TC325"]
