"""What is told of a server that gives answers of before: other findings of its rules stay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.model.topic import Topic

TOOL = "The answer calls the tool of another conversation, which ended in the same words."
ANSWERED = "A request that is wrong was answered"
FEWER = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read"
REFUSED = "The server refuses its own message and the results of its calls."
KIND = one("TC908", "The call is of another kind in the stream.")


def test_a_cache_that_looks_at_no_tools_is_told_of_once() -> None:
    """What it answers to other tools is of other requests; a line that was mixed up says nothing of tools."""
    wrong = one(
        "TC747",
        "A request that is wrong was answered: a space in a tool's name.",
        topic=Topic.TOOLS,
    )
    legacy = one("TC051", "A request with tools is answered in function_call.")
    assert rules(wrong, legacy, one("TC740", TOOL)) == ["TC740"]
    whole = one("TC740", TOOL, modes=("blocking",))
    assert rules(whole, replace(wrong, modes=("streaming",))) == ["TC740", "TC747"]
    line = "The answer has a line of another conversation, which ended in the same words."
    assert rules(one("TC740", line), wrong) == ["TC740", "TC747"]


@pytest.mark.parametrize(
    "found",
    [
        one("TC005", "A tool choice that does not exist was passed over."),
        one("TC601", "A call was required and none came."),
        one("TC602", "Another tool was called than the one demanded."),
        one("TC603", "A call came although calls were forbidden."),
        one("TC604", "A tool was called that the tool choice does not allow."),
        one("TC053", "A request with functions is answered in tool_calls."),
        one("TC133", "A tool is told with other parameters than it has in the request."),
        one("TC146", f"{FEWER}: long descriptions of tools."),
        one("TC701", REFUSED, said='messages/2/tool_call_id: null is not of type "string"'),
        replace(KIND, others=("The call has an id in one mode only.",)),
        one("TC747", f"{ANSWERED}: 129 tools.", topic=Topic.TOOLS),
    ],
)
def test_what_an_answer_to_other_tools_shows_is_told_with_it(found: ServerDeviation) -> None:
    """Such an answer was made for another choice, other tools, or right ones."""
    assert rules(found, one("TC740", TOOL)) == ["TC740"]
    assert rules(found, one("TC740", TOOL, modes=("blocking",))) == [found.rule, "TC740"]


@pytest.mark.parametrize(
    "found",
    [
        one("TC602", "The name of the tool demanded came as a piece of it."),
        one("TC133", "Another temperature is told than was asked for."),
        one("TC146", f"{FEWER}: a result of 16 kB."),
        one("TC146", "The tokens of the answer are told as the prompt's, and the reverse."),
        one("TC701", REFUSED, said="The last message must be of the user."),
        one("TC908", "The stream ends in another word than the blocking reply."),
        replace(KIND, others=("A piece of the text is missing.",)),
        one("TC747", f"{ANSWERED}: a temperature of 3.", topic=Topic.OTHER),
        replace(
            one("TC747", f"{ANSWERED}: 129 tools."), topics=frozenset({Topic.TOOLS, Topic.OTHER})
        ),
    ],
)
def test_what_no_other_tools_explain_stays_beside_it(found: ServerDeviation) -> None:
    """A name that is cut, settings, a long result, or a request that is wrong elsewhere."""
    assert sorted(rules(found, one("TC740", TOOL))) == sorted([found.rule, "TC740"])
