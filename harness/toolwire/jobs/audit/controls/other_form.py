"""Asking in another form of a request and in its usual one by turns, where something of it did not come."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire import rules
from toolwire.dialects.second_form import SecondForm
from toolwire.jobs.audit.controls.asked_since import Send
from toolwire.jobs.audit.controls.meaning import Controls
from toolwire.jobs.audit.outcome import Outcome, StepResult, graded
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import Turn
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.rules.views.second_form import unmet
from toolwire.suites.model import Step

#: How often each form is asked: a model that does as told half of the time does so four times in
#: one form and never in the other once in 256 times.
TRIALS: Final = 4
_USUAL: Final = "usual"
_OTHER: Final = "other"
_NOT_ALONE: Final = "what was to come did not come, and not always in the usual form"


async def in_turn(
    item: Item, step: Step, turns: tuple[Turn, ...], reading: Reading, send: Send
) -> Controls:
    """Ask in both forms by turns, until one answer shows that the form is not to blame.

    Args:
        item: what is run.
        step: the step that was asked, in another form.
        turns: of its conversation, its own the last.
        reading: what it was answered.
        send: see `Send`.

    Raises:
        ToolwireError: as the transport does.
    """
    answers: dict[str, Reading] = {}
    if not reading.ok or not unmet(reading):
        return answers
    usual = request_of(item, step, turns, probing=False)
    other = request_of(item, step, turns)
    for number in range(1, TRIALS + 1):
        if number > 1:
            answers[f"{_OTHER}_{number}"] = answer = await send(other)
            if not answer.ok or not unmet(answer):
                break
        answers[f"{_USUAL}_{number}"] = answer = await send(usual)
        if not answer.ok or unmet(answer) != "":
            break
    return answers


def second_form_seen(
    step: Step, form: SecondForm, reading: Reading, controls: Controls
) -> StepResult:
    """Judge an answer to another form: by what is lost in it, and by nothing else.

    That it is refused is told where each form is asked by itself.
    """
    if not reading.ok:
        said = f"refused with HTTP {reading.exchange.response.status} {form.said}"
        return StepResult((), (Outcome(Verdict.UNSUPPORTED, said),), over=True)
    if not unmet(reading):
        return StepResult((), (), over=False)
    if not _is_the_form(controls):
        return StepResult((), (Outcome(Verdict.INCONCLUSIVE, _NOT_ALONE),), over=True)
    found = tuple(
        replace(one, message=f"{one.message.rstrip('.')} {form.said}, and does in the usual form.")
        for one in rules.judge(reading, step.question)
        if one.rule == step.question
    )
    return StepResult(found, tuple(graded(found)), over=True)


def _is_the_form(controls: Controls) -> bool:
    """Return whether every answer to the usual form shows what no answer to the other does."""
    last = controls.get(f"{_USUAL}_{TRIALS}")
    return last is not None and last.ok and unmet(last) == ""
