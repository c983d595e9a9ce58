"""What Cohere's v1 tells several times: a finding says whether it was told twice, or once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.scenarios import clean

COHERE = load_dialect("cohere-v1")
CALL: Json = {"name": "get_weather", "parameters": {}}
TWICE = "What is told twice differs."
NOT_AGAIN = "What was told before is not told again here."
NOT_BEFORE = "What is told here was not told before."


def said(exchange_mode: Mode, scenario: str, calls: Json, *, history: bool) -> list[str]:
    """Return what TC926 says once the calls of a response, or of its history, are others."""

    def change(response: JsonObject) -> None:
        holder = object_of(items_of(response["chat_history"])[-1]) if history else response
        holder["tool_calls"] = calls

    def streamed(stream: list[Frame]) -> None:
        change(object_of(object_of(stream[-1][1])["response"]))

    made = edit.body(change) if exchange_mode is Mode.BLOCKING else edit.frames(streamed)
    reading = COHERE.decode(made(clean(COHERE, scenario, exchange_mode)))
    return [finding.message for finding in judge(reading) if finding.rule == "TC926"]


@pytest.mark.parametrize(
    ("scenario", "calls", "message"),
    [
        ("single_call", [CALL], TWICE),
        ("single_call", [], NOT_AGAIN),
        ("single_call", None, NOT_AGAIN),
        ("plain_text", [CALL], NOT_BEFORE),
    ],
)
@pytest.mark.parametrize("mode", [Mode.BLOCKING, Mode.STREAMING])
def test_the_history_says_how_often_it_was_told(
    mode: Mode, scenario: str, calls: Json, message: str
) -> None:
    """Calls that the last turn of the history lacks were told once, not twice."""
    assert said(mode, scenario, calls, history=True) == [message]


@pytest.mark.parametrize(("calls", "message"), [([CALL], TWICE), (None, NOT_AGAIN)])
def test_the_last_event_says_how_often_it_was_told(calls: Json, message: str) -> None:
    """So do calls that the response in stream-end lacks."""
    assert said(Mode.STREAMING, "single_call", calls, history=False) == [message]


@pytest.mark.parametrize("scenario", ["plain_text", "round_trip"])
@pytest.mark.parametrize("mode", [Mode.BLOCKING, Mode.STREAMING])
def test_a_history_may_be_left_out(scenario: str, mode: Mode) -> None:
    """It is optional; an empty one is none, and one with more before it has what was asked too."""
    for change in (_gone, _empty, _longer):
        assert _rules(scenario, mode, change) == set()


def test_a_history_has_results_that_were_asked_about() -> None:
    """Where the request says nothing but results, they are what was asked."""

    def change(response: JsonObject) -> None:
        turns = items_of(response["chat_history"])
        response["chat_history"] = [t for t in turns if object_of(t).get("role") != "TOOL"]

    assert _rules("round_trip", Mode.BLOCKING, change) == {"TC926"}


@pytest.mark.parametrize("role", ["USER", "CHATBOT"])
@pytest.mark.parametrize("mode", [Mode.BLOCKING, Mode.STREAMING])
def test_a_history_has_words_of_the_user_behind_which_results_were_sent(
    mode: Mode, role: str
) -> None:
    """Who sends it back as it came asks for nothing else; calls that are left out of it are not looked at."""

    def change(response: JsonObject) -> None:
        turns = items_of(response["chat_history"])
        response["chat_history"] = [
            turn for turn in turns if object_of(turn).get("role") != role or turn == turns[-1]
        ]

    assert _rules("round_trip", mode, change) == ({"TC926"} if role == "USER" else set())


@pytest.mark.parametrize(("name", "rules"), [("get_weather", {"TC926"}), ("another", set())])
def test_a_history_has_each_result_of_its_own_call(name: str, rules: set[str]) -> None:
    """Parameters that came otherwise are told; results of other tools are not those that were sent."""

    def change(response: JsonObject) -> None:
        turn = next(t for t in items_of(response["chat_history"]) if "tool_results" in object_of(t))
        result = object_of(items_of(object_of(turn)["tool_results"])[0])
        result["call"] = {"name": name, "parameters": {}}

    for mode in (Mode.BLOCKING, Mode.STREAMING):
        assert _rules("round_trip", mode, change) == rules


def test_calls_that_are_changed_in_the_whole_history_are_not_told_of_their_results() -> None:
    """What becomes of any call is of another cause."""

    def change(response: JsonObject) -> None:
        for turn in map(object_of, items_of(response["chat_history"])):
            results = [object_of(one)["call"] for one in items_of(turn.get("tool_results"))]
            for call in map(object_of, [*items_of(turn.get("tool_calls")), *results]):
                call["parameters"] = {"city": "Rome"}

    assert _rules("round_trip", Mode.BLOCKING, change) == set()


def test_a_role_may_be_anything() -> None:
    """What is no word is the published type's to tell."""

    def change(response: JsonObject) -> None:
        object_of(items_of(response["chat_history"])[-1])["role"] = []

    assert _rules("plain_text", Mode.BLOCKING, change) == {"TC118"}


def _gone(response: JsonObject) -> None:
    del response["chat_history"]


def _empty(response: JsonObject) -> None:
    response["chat_history"] = []


def _longer(response: JsonObject) -> None:
    items_of(response["chat_history"]).insert(0, {"role": "SYSTEM", "message": "Be brief."})


def _rules(scenario: str, mode: Mode, change: Callable[[JsonObject], None]) -> set[str]:
    def streamed(stream: list[Frame]) -> None:
        change(object_of(object_of(stream[-1][1])["response"]))

    made = edit.body(change) if mode is Mode.BLOCKING else edit.frames(streamed)
    reading = COHERE.decode(made(clean(COHERE, scenario, mode)))
    return {finding.rule for finding in judge(reading)}


@pytest.mark.parametrize(
    ("end", "message"),
    [
        (None, "Each piece of the text repeats what was sent before."),
        ("It is something else.", TWICE),
    ],
)
def test_a_text_that_grows_up_to_the_whole_is_told_as_such(end: str | None, message: str) -> None:
    """Where the last piece is not what the end says, the two differ."""

    def grow(stream: list[Frame]) -> None:
        told = ""
        for _, payload in stream:
            event = object_of(payload)
            if event.get("event_type") == "text-generation":
                told = event["text"] = f"{told}{event['text']}"
        if end is not None:
            object_of(object_of(stream[-1][1])["response"])["text"] = end

    reading = COHERE.decode(edit.frames(grow)(clean(COHERE, "plain_text", Mode.STREAMING)))
    assert [one.message for one in judge(reading) if one.rule == "TC926"] == [message]


def _lost_calls(stream: list[Frame]) -> list[Frame]:
    """Leave out each call, and keep the words beside it."""
    response = object_of(object_of(stream[-1][1])["response"])
    response["text"] = "Let me see."
    for holder in (response, object_of(items_of(response["chat_history"])[-1])):
        holder.pop("tool_calls", None)
    object_of(items_of(response["chat_history"])[-1])["message"] = "Let me see."
    said: JsonObject = {"event_type": "tool-calls-chunk", "text": "Let me see."}
    return [stream[0], ("", said), stream[-1]]


def test_words_beside_calls_are_told_where_the_calls_are_lost() -> None:
    """They stand in the events of calls, and are told again at the end."""
    reading = COHERE.decode(edit.frames(_lost_calls)(clean(COHERE, "single_call", Mode.STREAMING)))
    assert [one.message for one in judge(reading) if one.rule == "TC926"] == []


@pytest.mark.parametrize("place", [1, -1])
def test_a_text_that_is_sent_as_a_whole_too_is_told_as_such(place: int) -> None:
    """Before its pieces or behind them; nothing is said of its pieces then."""

    def again(stream: list[Frame]) -> None:
        text = object_of(object_of(stream[-1][1])["response"])["text"]
        stream.insert(place, ("", {"event_type": "text-generation", "text": text}))

    reading = COHERE.decode(edit.frames(again)(clean(COHERE, "plain_text", Mode.STREAMING)))
    found = [one.message for one in judge(reading) if one.rule == "TC926"]
    assert found == ["A piece is the whole text, which came in other pieces as well."]


@pytest.mark.parametrize("word", ["", "\ufffd"])
def test_words_of_the_user_are_lost_or_changed(word: str) -> None:
    """A history that has another message in their place says so, and how it reads."""

    def change(response: JsonObject) -> None:
        object_of(items_of(response["chat_history"])[-2])["message"] = word

    reading = COHERE.decode(edit.body(change)(clean(COHERE, "plain_text", Mode.BLOCKING)))
    (found,) = (one for one in judge(reading) if one.rule == "TC926")
    changed = found.message == "The history has the words of the user otherwise."
    assert (changed, found.actual if changed else "") == (bool(word), word)


def test_pieces_of_several_calls_that_have_one_index_are_told_as_such() -> None:
    """With the index of another call they do not add up to theirs."""

    def said(place: int) -> list[str]:
        def change(stream: list[Frame]) -> None:
            deltas = [object_of(object_of(data).get("tool_call_delta")) for _, data in stream]
            for delta in [one for one in deltas if one][place:]:
                delta["index"] = 0

        made = edit.frames(change)(clean(COHERE, "parallel_calls", Mode.STREAMING))
        found = judge(COHERE.decode(made))
        return [one.message for one in found if one.rule == "TC926"]

    assert said(0) == ["The pieces of several calls have one index."]
    assert said(-1) == ["The pieces of the call do not add up to it."]
