"""What a client is served: a rule's clean exchange and its faulty one, in a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from toolwire.dialects import Dialect, load_dialect
from toolwire.model.conversation import ChoiceMode, Conversation
from toolwire.model.exchange import Mode, Response
from toolwire.rules import RULES, Mutation, Rule, Subject
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.proof.exchanges import baseline, mutated

#: Faults that leave a call in the text or the reasoning of a reply that has no other: the model
#: meant to call, so that the clean answer is not the plain text they are planted in.
_LEFT = re.compile(r"TX\d+|TC502|TC508 a call in the reasoning")
_MEANT = {"plain_text": "single_call"}
#: Calls in a history -> the scenario that made it.
_BEFORE = {1: "single_call", 2: "parallel_calls"}


@dataclass(frozen=True, slots=True)
class Case:
    """One fault of one rule.

    Attributes:
        rule, dialect, mode, fault: of the mutation.
        choice: `none`, `required`, a tool's name, or "" where the model is free.
        first: whether the exchange is the first of its conversation.
        legacy: whether the tools are offered as `functions`.
        clean, faulty: what is answered, request by request; the last to all that follow.
    """

    rule: str
    dialect: str
    mode: str
    fault: str
    choice: str
    first: bool
    legacy: bool
    clean: tuple[Response, ...]
    faulty: tuple[Response, ...]


def cases(wanted: frozenset[str] = frozenset()) -> Iterator[Case]:
    """Yield every fault that an ordinary client can meet.

    Left out are faults of requests, and those of answers to questions that only a suite asks.

    Args:
        wanted: ids of rules; none for all.
    """
    for rule in RULES.values():
        if wanted and rule.id not in wanted:
            continue
        for mutation in rule.mutations:
            case = _case(rule, mutation)
            if case is not None:
                yield case


def _case(rule: Rule, mutation: Mutation) -> Case | None:
    if rule.subject is Subject.REQUEST or mutation.dialect in rule.probing:
        return None
    spoken = load_dialect(mutation.dialect)
    before = baseline(rule.id, mutation.dialect, mutation.scenario, mutation.mode)
    after = mutated(rule, mutation)
    asked = spoken.decode(before).conversation
    if asked is None or before.response == after.response:
        return None
    if _LEFT.match(f"{rule.id} {mutation.fault}"):
        meant = _MEANT.get(mutation.scenario, mutation.scenario)
        before = clean(spoken, meant, mutation.mode)
    head = _head(spoken, asked, mutation.mode)
    closing = clean(spoken, "round_trip", mutation.mode).response
    return Case(
        rule.id, mutation.dialect, str(mutation.mode), mutation.fault, _choice(asked), not head,
        asked.legacy, (*head, before.response, closing), (*head, after.response, closing),
    )  # fmt: skip


def _head(spoken: Dialect, asked: Conversation, mode: Mode) -> tuple[Response, ...]:
    scenario = _BEFORE.get(len(asked.calls()))
    return (clean(spoken, scenario, mode).response,) if scenario else ()


def _choice(asked: Conversation) -> str:
    if asked.choice is None or asked.choice.mode is ChoiceMode.AUTO:
        return ""
    return asked.choice.name or str(asked.choice.mode)
