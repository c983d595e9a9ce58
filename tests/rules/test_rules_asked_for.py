"""Replies to prompts that write out what they want: what is told, and what a right server may do."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from unicodedata import normalize

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.scenarios import SCENARIOS, clean

PARIS = PlannedCall("get_weather", {"location": "Paris", "days": 2})
TOKYO = PlannedCall("get_weather", {"location": "Tōkyō 東京"})
NOTE = PlannedCall("keep_note", {"text": "Buy plums."})
TAG = PlannedCall("keep_tag", {"text": "market"})
ALL = SCENARIOS["spelt_out"][1].calls
#: What is judged here; other rules may speak of these answers too.
RULES = frozenset(
    {
        *(
            "TC115",
            "TC116",
            "TC148",
            "TC315",
            "TC316",
            "TC317",
            "TC318",
            "TC319",
            "TC385",
            "TC509",
            "TC651",
            "TC656",
        ),
        *("TC151", "TC511", "TC512", "TC657", "TC662", "TC665"),
        *("TC731", "TC732", "TC733", "TC736"),
    }
)
SAID = "Zoë's café & bar isn't far."
TYPED = 'Zoë\'s "Über uns"'


def page(**arguments: str) -> Answer:
    """Return an answer with a call of the tool whose parameter has two words."""
    return Answer(calls=(PlannedCall("keep_written_page", {**arguments}),))


def note(**more: str) -> PlannedCall:
    """Return the note with something besides."""
    return replace(NOTE, arguments={**NOTE.arguments, **more})


def judged(scenario: str, answer: Answer, mode: Mode = Mode.BLOCKING) -> list[Finding]:
    """Return what the rules say of another answer to the request of a scenario."""
    chat = load_dialect("openai-chat")
    staged = clean(chat, scenario, mode)
    assert staged.request is not None
    exchange = replace(staged, response=chat.respond(staged.request, answer))
    return [finding for finding in judge(chat.decode(exchange)) if finding.rule in RULES]


def found(scenario: str, answer: Answer, mode: Mode = Mode.BLOCKING) -> set[str]:
    """Return which of the rules speak of another answer to the request of a scenario."""
    return {finding.rule for finding in judged(scenario, answer, mode)}


@pytest.mark.parametrize(
    ("scenario", "answer", "rules"),
    [
        ("told_back", Answer(text="All is done."), {"TC731"}),
        ("told_back", Answer(text=""), {"TC731"}),
        ("told_back", Answer(text="", reasoning="18 C it is."), {"TC731"}),  # to nobody
        ("told_back", Answer(calls=(PARIS,)), {"TC731"}),
        ("told_back", Answer(text="18 C.", calls=(PARIS,)), {"TC731"}),  # and on for ever
        ("told_each", Answer(text="23 C."), {"TC733"}),
        ("told_each", Answer(calls=(TOKYO,)), {"TC733"}),  # the other's result was read
        ("told_each", Answer(calls=(PARIS, TOKYO)), {"TC731"}),
        ("told_each", Answer(text="All is done."), {"TC731"}),
        ("told_failed", Answer(text="All is done."), {"TC736"}),
        ("told_failed", Answer(text="The tool failed with ."), {"TC736"}),
        ("told_failed", Answer(text="I could not do that."), {"TC736"}),
        ("asked_again", Answer(text="It returned 18 C."), {"TC732"}),
        ("asked_again", Answer(calls=(PARIS,)), {"TC732"}),
        ("thanked", Answer(text="It returned 18 C. You are welcome."), {"TC151"}),
        ("thanked", Answer(text="Youarewelcome."), {"TC509"}),  # it was said
        ("spelt_out", Answer(calls=ALL[:2]), {"TC656"}),
        ("spelt_out", Answer(calls=ALL[1:]), {"TC656"}),
        ("spelt_out", Answer(calls=(ALL[0], ALL[2], ALL[2])), {"TC315"}),
        ("spelt_out", Answer(calls=ALL[::-1]), {"TC665"}),
        ("spelt_out", Answer(calls=(ALL[1], ALL[2], ALL[0])), set()),
        ("spelt_apart", Answer(calls=(TAG, NOTE)), {"TC665"}),
        ("spelt_alike", Answer(calls=(PARIS,)), {"TC662"}),
        ("spelt_alike", Answer(calls=(PARIS, PARIS)), {"TC315", "TC662"}),
        ("spelt_alike", Answer(calls=(replace(PARIS, arguments={}),) * 2), set()),
        (
            "spelt_apart",
            Answer(calls=(replace(NOTE, name="keep_tag"), replace(TAG, name="keep_note"))),
            {"TC315"},
        ),
        ("say_so", Answer(text="Thetideislowatnoon."), {"TC509"}),
        ("spelt_apart", Answer(calls=(NOTE, TAG, NOTE, TAG)), {"TC657"}),
        ("spelt_apart", Answer(calls=(NOTE, NOTE)), {"TC315"}),
        ("spelt_apart", Answer(calls=(replace(NOTE, name="keep_not"), TAG)), {"TC116"}),
        ("spelt_apart", Answer(calls=(replace(NOTE, name="p_note"), TAG)), {"TC116"}),
        ("spelt_apart", Answer(calls=(replace(NOTE, name="keep_"), TAG)), {"TC115"}),
        ("spelt_apart", Answer(calls=(replace(NOTE, name="keep-note"), TAG)), {"TC148"}),
        ("spelt_apart", Answer(calls=(NOTE, replace(TAG, name="keep_note"))), {"TC315"}),
        ("say_closely", Answer(text=SAID.encode().decode("latin-1")), {"TC511"}),
        ("say_closely", Answer(text=SAID.encode("ascii", "replace").decode()), {"TC511"}),
        ("say_closely", Answer(text=escape(SAID)), {"TC511"}),
        ("say_closely", Answer(text=SAID.replace("'", "\\'")), {"TC511"}),
        ("say_closely", Answer(text=f"{SAID} {SAID}"), {"TC512"}),
        ("say_closely", Answer(text=dump({"text": SAID}).decode()), {"TC512"}),
        ("say_closely", Answer(text=f"b'{SAID}'"), {"TC512"}),
        ("say_closely", Answer(text=normalize("NFD", SAID)), {"TC511"}),
        ("say_closely", Answer(text=f'get_weather: {{"properties": {{}}}} {SAID}'), {"TC512"}),
        ("spelt_closely", page(text=TYPED, pageTitle="One"), {"TC317"}),
        ("spelt_closely", page(text=TYPED, PageTitle="One"), {"TC317"}),
        ("spelt_closely", page(text=TYPED, page_title="One", why="asked"), {"TC318"}),
        (
            "spelt_apart",
            Answer(calls=(note(why="a"), replace(TAG, arguments={"text": "market", "why": "b"}))),
            {"TC318"},
        ),
        (
            "spelt_out",
            Answer(calls=(*ALL[:2], PlannedCall("get_time", {"reason": "asked"}))),
            {"TC385"},
        ),
        ("spelt_closely", page(text=TYPED.replace("'", "\u2019"), page_title="One"), {"TC319"}),
        ("spelt_closely", page(text="Zoë's \u201cÜber uns\u201d", page_title="One"), {"TC319"}),
        ("spelt_closely", page(text=TYPED.lower(), page_title="one"), {"TC319"}),
        ("spelt_closely", page(text=TYPED.upper(), page_title="ONE"), {"TC319"}),
        ("spelt_closely", page(text=normalize("NFKD", TYPED), page_title="One"), {"TC319"}),
    ],
)
def test_what_did_not_come_through_is_told(scenario: str, answer: Answer, rules: set[str]) -> None:
    """One cause is one finding."""
    assert found(scenario, answer) == rules


@pytest.mark.parametrize(
    ("scenario", "answer"),
    [
        ("round_trip", Answer(text="All is done.")),  # nobody asked for a repetition
        ("told_back", Answer(text="18.")),
        ("told_back", Answer(calls=(PlannedCall("get_time", {}),))),  # it goes on
        ("told_back", Answer(text="All is", cut=True)),  # a limit ended it
        ("told_each", Answer(text="23 C and 18 C.")),
        ("thanked", Answer(text="You are welcome. 18 C is fair.")),
        ("told_failed", Answer(text="The tool said: fault 4d8e.")),
        ("told_failed", Answer(calls=(PARIS,))),  # it tries again
        ("asked_again", Answer(calls=(PlannedCall("get_weather", {"location": "Kyoto"}),))),
        ("spelt_apart", Answer(calls=(TAG,))),  # whether a second comes is a probe's to ask
        ("spelt_out", Answer(calls=ALL[:1])),  # the same
        ("told_back", Answer(text="It returned 18 C at 1200, said 2 of 3.")),
        ("spelt_out", Answer(text="I would rather talk.")),
        ("spelt_out", Answer(calls=(ALL[2], ALL[0], ALL[1]))),  # another order
        ("spelt_apart", Answer(calls=(NOTE, replace(TAG, arguments={"text": "fair"})))),
        (
            "spelt_apart",
            Answer(calls=(NOTE, replace(TAG, arguments={"text": "market", "shelf": "2"}))),
        ),
        ("spelt_apart", Answer(calls=(NOTE, TAG, NOTE))),  # one of them again
        ("spelt_apart", Answer(calls=(NOTE, TAG, TAG))),
        ("spelt_apart", Answer(calls=(note(why="a"), TAG))),  # one call alone has more
        ("spelt_closely", page(text=TYPED)),  # a name is missing, and no other came
        ("spelt_closely", page(text=TYPED, title="One")),  # it has other letters
        ("spelt_closely", page(text=TYPED.lower(), page_title="One")),  # one text kept its capitals
        ("spelt_closely", page(text="Zoë on us", page_title="One")),  # other words
        ("say_so", Answer(text='"The tide is low at noon"')),
        ("say_so", Answer(text="The tide is low.")),
        ("say_closely", Answer(text=f'"{SAID}"')),
        ("say_closely", Answer(text=f"Of course. {SAID}\n")),
        ("say_closely", Answer(text="Zoe's cafe & bar isn't far.")),
        ("say_closely", Answer(text="The bar is near.")),
        ("plain_text", Answer(text="Hello.")),
        ("say_so", Answer(text="Noon it is.")),
    ],
)
def test_what_a_model_may_do_is_left_alone(scenario: str, answer: Answer) -> None:
    """Another answer that shows no loss between server and model is no finding."""
    assert found(scenario, answer) == set()


@pytest.mark.parametrize(
    "text", ["The tis low at noon.", "ide is loThe tw at noon.", "The tide is low .at noon"]
)
def test_what_becomes_of_pieces_is_told_of_streams_only(text: str) -> None:
    """A whole reply has no pieces: there the words are the model's."""
    assert found("say_so", Answer(text=text), Mode.STREAMING) == {"TC509"}
    assert found("say_so", Answer(text=text)) == set()


@pytest.mark.parametrize("mode", Mode)
def test_other_blanks_are_counted_over_a_run(mode: Mode) -> None:
    """A model may leave one out; that it does so each time is the server's doing."""
    told = judged("say_so", Answer(text="The tideislow at noon."), mode)
    assert [(one.rule, one.variance) for one in told] == [("TC509", mode is Mode.BLOCKING)]


@pytest.mark.parametrize(
    ("asks", "more", "told"),
    [({}, 1, True), ({"n": 2}, 1, False), ({"n": 2}, 2, True), ({"n": None}, 1, True)],
)
def test_a_choice_is_one_that_was_asked_for(asks: JsonObject, more: int, *, told: bool) -> None:
    """One, where the request does not say how many."""
    chat = load_dialect("openai-chat")

    def add(value: object) -> None:
        assert isinstance(value, dict)
        choices = value["choices"] = value["choices"][:1]
        choices += [{**choices[0], "index": n + 1} for n in range(more)]

    exchange = body(add)(clean(chat, "plain_text", Mode.BLOCKING, lambda b: b.update(asks)))
    assert ("TC119" in {one.rule for one in judge(chat.decode(exchange))}) is told


@pytest.mark.parametrize("broken", ["{", '{"location": "Paris"}{"location": "Paris"}'])
def test_calls_that_cannot_be_read_are_not_counted_as_one(broken: str) -> None:
    """Which they were nobody knows; that they cannot be read is what is told of them."""
    chat = load_dialect("openai-chat")

    def spoil(value: JsonObject) -> None:
        choice = object_of(items_of(value["choices"])[0])
        for call in items_of(object_of(choice["message"])["tool_calls"]):
            object_of(object_of(call)["function"])["arguments"] = broken

    exchange = body(spoil)(clean(chat, "spelt_alike", Mode.BLOCKING))
    told = {one.rule for one in judge(chat.decode(exchange))}
    assert "TC302" in told
    assert "TC662" not in told


@pytest.mark.parametrize(
    ("scenario", "answer"), [("spelt_alike", (PARIS, TOKYO)), ("told_back", (PARIS,))]
)
def test_calls_that_nobody_can_read_are_another_rules(
    scenario: str, answer: tuple[PlannedCall, ...]
) -> None:
    """Whether they are one, or came again, nobody knows."""
    dialect = load_dialect("openai-chat")
    exchange = clean(dialect, scenario, Mode.BLOCKING)
    assert exchange.request is not None
    response = dialect.respond(exchange.request, Answer(calls=answer))
    cut = replace(response, body=response.body.replace(b'}"', b'"'))
    assert cut != response
    judged = judge(dialect.decode(replace(exchange, response=cut)))
    # TC203 has the id that a call has again.
    assert {one.rule for one in judged if one.severity != "info"} - {"TC203"} == {"TC302"}
