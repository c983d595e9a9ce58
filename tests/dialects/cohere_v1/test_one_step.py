"""Results in one step of use: the words of the user stand beside them, and the calls do not stand before."""

from __future__ import annotations

import pytest

from toolwire.dialects.cohere_v1.one_step import BESIDE_RESULTS, MEMBER, in_one_step
from toolwire.dialects.known_refusal import found_in
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

pytestmark = pytest.mark.fast

CALL: Json = {"name": "get_weather", "parameters": {}}
EARLIER: Json = {"role": "USER", "message": "Hello."}
ANSWER: Json = {"role": "CHATBOT", "message": "Hello."}
ASKED: Json = {"role": "USER", "message": "Weather?"}
CALLED: Json = {"role": "CHATBOT", "message": "", "tool_calls": [CALL]}
RESULTS: Json = [{"call": CALL, "outputs": [{"deg": 18}]}]


@pytest.mark.parametrize("before", [[], [EARLIER, ANSWER]])
def test_the_words_stand_beside_the_results(before: list[Json]) -> None:
    """What came before them stays in the history, which is left out where nothing did."""
    sent: JsonObject = {
        "message": "",
        "chat_history": [*before, ASKED, CALLED],
        "tool_results": RESULTS,
    }
    kept = {"chat_history": before} if before else {}
    told = {"message": "Weather?", "tool_results": RESULTS, MEMBER: True}
    assert in_one_step(sent) == {**told, **kept}


@pytest.mark.parametrize("sent", [{"message": "Hello."}, {"message": "", "tool_results": RESULTS}])
def test_a_request_without_both_is_as_it_is(sent: JsonObject) -> None:
    """Nothing came back, or nobody asked."""
    assert in_one_step(sent) == sent


def test_without_the_member_both_are_refused() -> None:
    """What is wrong is made of a right request, and found in it alone."""
    sent: JsonObject = {"message": "", "chat_history": [ASKED, CALLED], "tool_results": RESULTS}
    request = Request("POST", "http://127.0.0.1/v1/chat", (), dump(sent))
    wrong = BESIDE_RESULTS.wrong(request)
    assert wrong is not None
    assert object_of(parse(wrong.body))["message"] == "Weather?"
    assert [*found_in(request, (BESIDE_RESULTS,))] == []
    assert [*found_in(wrong, (BESIDE_RESULTS,))] == [BESIDE_RESULTS]
