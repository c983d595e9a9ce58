"""Suites as courses for a scripted model: what a model says at each step of a case.

A model sees its prompt and nothing else of a request. A tool choice, and the word that calls come
one at a time, are for the server to enforce: by a grammar, by leaving tools out of the prompt, by
what it makes of the reply. So that a server which does nothing of the kind shows, the model says
what it would say if nothing had been chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from servers.scripted_model import Call, Said
from servers.scripted_model.derive import Course
from servers.scripted_model.wording import OFFERED
from toolwire.dialects import reference
from toolwire.dialects.dialect import Answer
from toolwire.dialects.prompted.decode import NAME
from toolwire.dialects.prompted.history import calls_text, written
from toolwire.dialects.prompted.system import HEADING
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    ToolCall,
    Turn,
    UserTurn,
)
from toolwire.suites import Case, Step, Suite
from toolwire.suites.answers import results_for
from toolwire.suites.expressible import conversation_of


def courses_of(suites: Iterable[Suite]) -> Iterator[Course]:
    """Yield what follows each prompt of each case, told by the reference responder.

    Where calls are forbidden there are two courses: the model calls if tools stand in its prompt,
    and says what a correct server answers if they do not. A request that is wrong on purpose is
    answered as if it were right: a server that does not refuse it has a model like any other. A
    course ends where a correct server can only refuse.
    """
    for suite in suites:
        for case in suite.cases:
            yield from _prompted(case) if case.dialect == NAME else _native(case)


def _native(case: Case) -> Iterator[Course]:
    plain, offered = _courses(case, offered=False), _courses(case, offered=True)
    for course, other in zip(plain, offered, strict=True):
        yield course
        if other.replies != course.replies:
            yield replace(other, beside=OFFERED)


def _courses(case: Case, *, offered: bool) -> Iterator[Course]:
    course: Course | None = None
    for turn, answer, correct in _steps(case, offered=offered):
        calls = tuple(Call(call.name, call.arguments) for call in answer.calls)
        due = (Call(call.name, call.arguments) for call in correct.calls[:1])
        forced = next((call for call in due if call not in calls), None)
        said = Said(answer.reasoning, answer.text, calls, forced=forced)
        if isinstance(turn, ResultsTurn) and course is not None:
            told = "\n".join(result.content for result in turn.results)
            course = replace(
                course, replies=(*course.replies, said), results=(*course.results, told)
            )
        elif isinstance(turn, UserTurn):
            if course is not None:
                yield course
            course = Course(turn.text, (said,), where=case.name)
    if course is not None:
        yield course


def _prompted(case: Case) -> Iterator[Course]:
    # Here a result is a text of the user, and a call the text of the model; the tools stand in
    # the system text, under a heading.
    for turn, answer, _ in _steps(case):
        shown = written(turn)
        calls = ((call.name, call.arguments) for call in answer.calls)
        text = calls_text(answer.text, calls) if answer.calls else answer.text
        if isinstance(shown, UserTurn):
            beside = HEADING if isinstance(turn, UserTurn) else None
            yield Course(shown.text, (Said(text=text),), (), beside, case.name)


def _steps(case: Case, *, offered: bool = False) -> Iterator[tuple[Turn, Answer, Answer]]:
    """Yield what is said to the model, what it answers (`_of_model`), and what is correct."""
    turns: list[Turn] = []
    for step in case.steps:
        turns.append(_turn(step, turns))
        asked = conversation_of(case, replace(step, fault=None), tuple(turns))
        # What comes next follows from what a correct server made of it.
        answer = reference.answer(asked)
        if answer.refusal is not None:
            return
        yield turns[-1], _of_model(asked, answer, offered=offered), answer
        calls = (
            ToolCall(call.name, f"call_{number}", call.arguments)
            for number, call in enumerate(answer.calls, start=answer.turn)
        )
        turns.append(AssistantTurn(answer.text, tuple(calls)))


def _of_model(asked: Conversation, correct: Answer, *, offered: bool) -> Answer:
    """Return what a model answers, which sees its prompt and nothing else of the request.

    Args:
        asked: the request.
        correct: what a correct server answers.
        offered: where calls are forbidden, the tools stand in the prompt all the same.
    """
    forbidden = asked.choice is not None and asked.choice.mode is ChoiceMode.NONE
    if forbidden and not offered:
        return correct
    return reference.answer(replace(asked, choice=None, parallel=None))


def _turn(step: Step, turns: list[Turn]) -> Turn:
    if step.user is not None:
        return UserTurn(step.user)
    last = turns[-1] if turns else None
    calls = last.calls if isinstance(last, AssistantTurn) else ()
    results: ResultsTurn = results_for(step, calls)
    return results
