"""TC957: calls-beside-words-in-both-modes."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import Answer
from toolwire.rules.rule import OBSERVED, Reading, Rule, Severity, Subject, Variance
from toolwire.rules.stop.pair_rules import EVERY, STREAMED
from toolwire.rules.streaming.mode_calls import comparable, live, lost_beside_words, spoken

#: Cohere's v2 says what goes before its calls as a plan, which is not the reply's text.
_BESIDE: Final = tuple(name for name in EVERY if name != "cohere-v2")


def _shown(reading: Reading) -> bool:
    """Whether both answers of a pair have calls, and either has words beside them."""
    twin = comparable(reading)
    if twin is None or not (reading.reply.tool_calls and twin.reply.tool_calls):
        return False
    return bool(spoken(reading) or spoken(twin))


RULE = Rule(
    id="TC957",
    name="calls-beside-words-in-both-modes",
    subject=Subject.AB,
    severity=dict.fromkeys(_BESIDE, Severity.WARNING),
    statement="Where one mode's answer has words and a call, the other mode's answer to the same request has "
    "a call. A model may leave it at the words once; a run in which no pair with words beside a call has "
    "calls in both modes is the server's doing.",
    why="A server that takes what begins with words for words to its end keeps all calls that come alone. "
    "The user reads that something will be looked up, and nothing is.",
    breaks="Every client ends the turn with the words, as where no stream has a call (TC947)",
    workaround="Use the mode that has the calls.",
    source=OBSERVED,
    check=lost_beside_words,
    modes=STREAMED,
    variance=Variance("pairs of answers of which one has words and a call", _shown),
    mutations=tuple(
        one for one in live("mixed_content", Answer(text="One moment.")) if one.dialect in _BESIDE
    ),
    cases="""
Xinference (qwen2.5) | a streamed call behind words is not parsed, and stays in the text | https://github.com/xorbitsai/inference/issues/3522 | issue open 2025-05
""",
)
