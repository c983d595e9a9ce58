"""What `verify` asks a server beside the suites: a long text beside a call.

A model that leaves the text out writes few tokens, and one whose text is lost on the way many (TC514).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "mixed_content"
_MARK: Final = "long_words_"
_RULE: Final = "TC514"
_TITLE: Final = "A long text beside a call"
_CALL: Final = 'get_weather({"location": "Paris"})'
#: Some 90 words each, as long as words that are to be said may be.
_TEXTS: Final = (
    (
        "First I will look up how warm it is in the city at this hour, and if it is dry. Then I will go on to the "
        "bus at the end of our road, for on a fine day it is not far to the old park by the mill. If it is wet we "
        "can stay at home and do what we had in mind for next week, and if it is too hot we will sit by the pond "
        "in the shade of the big oak till the sun is low. I will let you know at once how it is, so that you can "
        "get up and put on a coat or a hat"
    ),
    (
        "Let me see what the sky is like before we set out, since no one in the boat likes to get wet. It is a good "
        "hour to the far side of the bay, and on the way there is no roof and no tree. If the wind is from the "
        "south we can put up the sail at the pier and be at the inn by noon, but if it is from the west we have to "
        "row, and then I would as soon go by car. In a bit I will tell you which of the two it is to be, so do not "
        "pack the food yet"
    ),
    (
        "I am going to ask for the weather now, and you need not do a thing. If it is cold I will make a fire in "
        "the small room and we can read, as we did last year when it had snowed for a week and the road was shut. "
        "If it is mild we can see to the hens, mend the gate at the top of the lane and cut the hay, for all of "
        "that has to be done by the end of the month. And if it is hot, well, then we will take the day off and "
        "go for a swim in the lake"
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect not in RULES[_RULE].severity or not takes_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if _CALL.startswith(tool.name))
    # What a model makes of the question is judged over a run.
    called = Expectation(calls=(ExpectedCall(tool.name),))
    cases = (
        Case(suite.id, f"{_MARK}{number}", _TITLE, (tool,), (Step(called, _asked(text)),))
        for number, text in enumerate(_TEXTS, start=1)
    )
    yield from in_both_modes(target, suite, cases)


def _asked(text: str) -> str:
    return f'Say "{text}." and then call {_CALL}, both in this one reply.'


LONG_WORDS: Final = BesideSuite(SUITE, _MARK, _items)
