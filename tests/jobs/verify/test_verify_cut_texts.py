"""`verify` against gateways that cut a long text and count the whole: what was lost is told, and a model is not blamed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Final

import pytest

from tests.jobs.verify.bench import Trial, suites, tried
from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.io.finish import finish
from toolwire.jobs.audit.beside.earlier_lines import SUITE
from toolwire.jobs.serve.forgetful import ForgetfulModel
from toolwire.jobs.serve.server import Plan
from toolwire.model.conversation import Conversation, ResultsTurn, Turn, UserTurn
from toolwire.model.observation import Severity

#: The suite that lines are asked for beside, with its first case only.
SHOWN = tuple(replace(one, cases=one.cases[:1]) for one in suites() if one.id == SUITE)
RULES = {"result": "TC775", "words": "TC776", "system": "TC777"}
LONGEST: Final = 3_000
#: Turns of a conversation from which on the first is dropped.
LONG: Final = 8
FIRST: Final = "TC785"

Cut = Callable[[str], str]
#: What gateways do with a text that they find long.
CUTS: Mapping[str, Cut] = MappingProxyType(
    {
        "the beginning": lambda text: f"...{text[len(text) // 4 :]}",
        "the middle": lambda text: f"{text[:1500]}\n... [truncated] ...\n{text[-1500:]}",
        "the beginning and the middle": lambda text: text[-1500:],
        "the middle and the end": lambda text: f"{text[:1500]} [truncated]",
        "the end": lambda text: text[: len(text) // 4 * 3],
    }
)
#: Each cut with a dialect, so that several have their turn.
DIALECTS = ("openai-chat", "anthropic-messages", "gemini-generate", "ollama-chat", "cohere-v2")
TURNS = [(name, cut) for name, cut in zip(DIALECTS, CUTS, strict=True)]


def cutting(place: str, cut: Cut, model: Plan = answer) -> Plan:
    """Return what answers as a model does that has got what a gateway left of one place."""

    def short(text: str) -> str:
        return cut(text) if len(text) > LONGEST else text

    def read(turn: Turn) -> Turn:
        if isinstance(turn, ResultsTurn) and place == "result":
            results = (replace(one, content=short(one.content)) for one in turn.results)
            return replace(turn, results=tuple(results))
        if isinstance(turn, UserTurn) and place == "words":
            return replace(turn, text=short(turn.text))
        return turn

    def plan(conversation: Conversation) -> Answer:
        system = conversation.system
        if place == "system" and system is not None:
            system = short(system)
        turns = tuple(map(read, conversation.turns))
        return model(replace(conversation, system=system, turns=turns))

    return plan


def without_first(conversation: Conversation) -> Answer:
    """Answer as a model does behind a gateway that drops the first message of a long conversation."""
    long = len(conversation.turns) > LONG
    turns = conversation.turns[1:] if long else conversation.turns
    return answer(replace(conversation, turns=turns))


def leaving_out(rate: float, seed: int) -> Plan:
    """Return a model that leaves out each line that it is to repeat so often, as it likes."""
    random = Random(seed)

    def plan(conversation: Conversation) -> Answer:
        planned = answer(conversation)
        asked = [turn.text for turn in conversation.turns if isinstance(turn, UserTurn)]
        if planned.calls or planned.text is None or "the line that begins" not in asked[-1]:
            return planned
        kept = (one for one in planned.text.splitlines() if random.random() >= rate)
        return replace(planned, text="\n".join(kept) or "I do not know.")

    return plan


def trial(name: str, mind: Plan) -> Trial:
    """Verify a server by what it is asked of lines."""
    return finish(tried(name, dialect=name, mind=mind, shown=SHOWN))


def found(name: str, mind: Plan) -> dict[str, Severity]:
    """Return the rules by which it deviates."""
    (verdict,) = trial(name, mind).done.verdicts
    return {one.rule: one.severity for one in verdict.deviations}


@pytest.mark.parametrize(("name", "part"), TURNS)
@pytest.mark.parametrize("place", RULES)
def test_what_was_lost_of_a_long_text_is_told(name: str, part: str, place: str) -> None:
    """By the rule of its place and no other, with the part in its words."""
    done = trial(name, cutting(place, CUTS[part]))
    (verdict,) = done.done.verdicts
    assert {one.rule: one.severity for one in verdict.deviations} == {
        RULES[place]: Severity.WARNING
    }
    messages = {
        one.message
        for seen in done.done.observations
        for one in seen.findings
        if one.rule == RULES[place]
    }
    assert len(messages) == 1
    assert f"no word of {part} of " in messages.pop()


@pytest.mark.parametrize("name", DIALECTS)
def test_a_first_message_that_is_dropped_is_told(name: str) -> None:
    """By its own rule alone."""
    assert found(name, without_first) == {FIRST: Severity.WARNING}


#: Models that got all of it: they obey, are of moods, or leave out lines as they like.
MINDS = (answer, ForgetfulModel(), *(leaving_out(rate, 1) for rate in (0.2, 0.5, 0.8)))


@pytest.mark.parametrize(("name", "mind"), [*zip(DIALECTS, MINDS, strict=True)], ids=DIALECTS)
def test_nothing_is_said_of_a_server_that_cuts_nothing(name: str, mind: Plan) -> None:
    """What a model leaves out is not always the same."""
    assert not {*RULES.values(), FIRST} & set(found(name, mind))


def test_a_model_that_forgets_a_line_now_and_then_hides_no_cut() -> None:
    """What is never there is lost, whatever else is missing in one reply."""
    for place, rule in RULES.items():
        mind = cutting(place, CUTS["the middle"], leaving_out(0.1, 5))
        assert rule in found("openai-chat", mind)
