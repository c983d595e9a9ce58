"""Deviations to fold, and the rules of what is left of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.folds import (
    answered_before,
    call_forms,
    lost_members,
    lost_parts,
    lost_words,
    passed_over,
    refused_history,
    refused_status,
    same_answer,
    same_call,
    same_count,
    same_end,
    same_form,
    same_loss,
    same_member,
    same_name,
    same_place,
    same_refusal,
    same_token,
    sentences,
    unread,
)
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.saying import SaidTogether
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.topic import Topic

#: The modules that say what findings are folded by.
MODULES = (
    answered_before,
    call_forms,
    lost_members,
    lost_parts,
    lost_words,
    passed_over,
    refused_status,
    refused_history,
    same_answer,
    same_call,
    same_count,
    same_end,
    same_form,
    same_loss,
    same_member,
    same_name,
    same_place,
    same_refusal,
    same_token,
    sentences,
    unread,
)
BOTH = ("blocking", "streaming")
#: What rules of ends say where the end that a request wants is passed over: they say other things of other faults.
UNREAD = {
    "TC415": "The text has a word at which the request wants it to end.",
    "TC421": "The text has more words than its request allows: 9 for 5.",
}
#: A case, its mode, and where in its answer.
Seen = tuple[str, Mode, str]


def one(
    rule: str,
    message: str,
    *,
    modes: tuple[str, ...] = BOTH,
    severity: Severity = Severity.WARNING,
    step: int = 1,
    said: str = "",
    sides: tuple[Json, Json] = (None, None),
    case: str = "suite.case",
    pointer: str = "",
    seen: tuple[Seen, ...] = (),
    both: bool = False,
    dialect: str = "openai-chat",
    topic: Topic | None = None,
) -> ServerDeviation:
    """Return a deviation seen twice, with an example of each place; of one case where none is given."""
    examples = (
        DeviationExample(case, mode, step, at, both, expected=sides[0], actual=sides[1])
        for case, mode, at in seen or ((case, Mode.BLOCKING, pointer),)
    )
    topics = frozenset(() if topic is None else (topic,))
    return ServerDeviation(
        *(rule, severity, message, 2, modes, tuple(examples)),
        said=said,
        dialect=dialect,
        topics=topics,
    )


def rules(*found: ServerDeviation) -> list[str]:
    """Return the rules of what is left."""
    return [it.rule for it in each_cause_once(found)]


def texts_of(value: object) -> list[object]:
    """Return what a constant holds: of a table, and of two findings, what stands on both sides."""
    if isinstance(value, SaidTogether):
        return [*value.best.words, *value.other.words]
    if isinstance(value, Mapping):
        return [*value, *value.values()]
    return [*value] if isinstance(value, Collection) and not isinstance(value, str) else [value]


#: What findings say, by which they are known.
TEXTS = sorted(
    {
        text
        for module in MODULES
        for name, value in vars(module).items()
        if name.lstrip("_").isupper() or isinstance(value, SaidTogether)
        for text in texts_of(value)
        if isinstance(text, str) and " " in text
    }
)
