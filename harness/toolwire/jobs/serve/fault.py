"""Breaking one rule in an answer: where it can be seen, and nowhere else.

A rule's mutations were written for the clean exchanges of its scenarios. One is planted in
another exchange only if that is of the scenario's kind, and only if the judge then finds that
rule and nothing else: a fault that would show as another, or not at all, is not planted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from toolwire.dialects import Answer, Dialect, load_dialect
from toolwire.jobs.serve.probe_question import asks
from toolwire.model.conversation import ChoiceMode, Conversation
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Exchange, Mode, Request
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.rules import RULES, Mutation, Rule, RulesError, Subject, judge
from toolwire.rules.proof import exchanges

_NOWHERE = "http://127.0.0.1"
_BEFORE = frozenset({"history"})


def servable(name: str) -> tuple[str, ...]:
    """Return the ids of the rules that a server of a dialect can break.

    Rules about requests are not among them: an answer does not break those.
    """
    return tuple(
        rule.id
        for rule in RULES.values()
        if name in rule.severity and rule.subject is not Subject.REQUEST
    )


def faulty(
    rule: Rule, name: str, exchange: Exchange, plan: Callable[[Conversation], Answer]
) -> Exchange | None:
    """Return a clean exchange with a rule broken; None where that could not be seen in it.

    Args:
        rule: which is not about requests.
        name: the dialect spoken.
        exchange: what was asked, and what a correct server answers.
        plan: what a correct server answers; for rules about both modes.
    """
    assert exchange.request is not None
    dialect = load_dialect(name)
    read = dialect.decode(exchange)
    # A refusal is one body, also where a stream was asked for.
    streams = read.conversation is not None and read.conversation.stream
    modes = {read.mode, Mode.STREAMING} if streams else {read.mode}
    features = _features(dialect, read)
    before = frozenset(map(_mark, _judged(rule, read)))
    twin = _twin(dialect, read, plan) if rule.subject is Subject.AB else None
    for mutation in rule.mutations:
        if mutation.dialect != name or mutation.mode not in modes:
            continue
        if not _fits(rule, mutation, features, exchange.request):
            continue
        changed = exchanges.applied(mutation, exchange)
        if changed is None:
            continue
        after = replace(dialect.decode(changed), twin=twin)
        found = {f.rule for f in _judged(rule, after) if _mark(f) not in before}
        if found == {rule.id}:
            return changed
    return None


def _judged(rule: Rule, read: Reading) -> tuple[Finding, ...]:
    """Return what is found that counts: of other rules not what is mere information.

    What raises finds nothing: then the fault is planted, or not, by what the others find. What
    one answer of a model can explain counts over a run only, and is mere information in one answer.
    """
    try:
        found = judge(read, rule.id if rule.subject is Subject.PROBE else "")
    except RulesError as error:
        found = error.findings
    return tuple(f for f in found if f.rule == rule.id or f.counted is not Severity.INFO)


def _mark(finding: Finding) -> tuple[str, str]:
    return finding.rule, finding.message


def _fits(rule: Rule, mutation: Mutation, features: frozenset[str], request: Request) -> bool:
    """Return whether a mutation may be planted: in an exchange of its kind, or as an answer."""
    own = _kind(rule.id, mutation.dialect, mutation.scenario, mutation.mode)
    if mutation.dialect in rule.probing:
        # Where the question is no more than a history, a request without one does not ask it.
        return asks(rule, mutation, request) and own & _BEFORE <= features
    return own <= features


@cache
def _kind(rule_id: str, name: str, scenario: str, mode: Mode) -> frozenset[str]:
    """Return what kind of exchange a mutation was written for."""
    dialect = load_dialect(name)
    return _features(dialect, dialect.decode(exchanges.baseline(rule_id, name, scenario, mode)))


def _features(dialect: Dialect, read: Reading) -> frozenset[str]:
    """Return what kind of exchange this is: what was asked for, and how it was answered."""
    conversation, reply = read.conversation, read.reply
    if not read.ok:
        return frozenset({"refused"})
    calls = reply.tool_calls
    found = {
        "call": bool(calls),
        "calls": len(calls) > 1,
        "no call": not calls,
        "no arguments": any(call.arguments == {} for call in calls),
        "text": bool(reply.text),
        "cut": dialect.stops.get(reply.stop or "") == "length",
    }
    if conversation is not None:
        mode = conversation.choice.mode if conversation.choice is not None else ChoiceMode.AUTO
        strict = {tool.name for tool in conversation.tools if tool.strict}
        found |= {
            "history": bool(conversation.calls()),
            "one at a time": conversation.parallel is False,
            "legacy": conversation.legacy,
            "strict": any(call.name in strict for call in calls),
            f"choice {mode.value}": mode is not ChoiceMode.AUTO,
        }
    return frozenset(word for word, holds in found.items() if holds)


def _twin(
    dialect: Dialect, read: Reading, plan: Callable[[Conversation], Answer]
) -> Reading | None:
    """Return the blocking answer to what was asked; None when the dialect cannot ask it."""
    if read.conversation is None:
        return None
    conversation = replace(read.conversation, stream=False)
    try:
        request = dialect.encode(
            conversation, Endpoint(_NOWHERE, read.reply.model or "reference-model")
        )
    except ToolwireError:
        return None
    exchange = replace(read.exchange, request=request)
    return dialect.decode(replace(exchange, response=dialect.respond(request, plan(conversation))))
