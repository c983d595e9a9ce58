"""Tool results for the calls a model made, by the rules of a step."""

from __future__ import annotations

from collections.abc import Iterable

from toolwire.io.json_text import canonical, object_of
from toolwire.model.conversation import Json, ResultsTurn, ToolCall, ToolResult
from toolwire.suites.model import ResultRule, Step

#: What a call gets that no rule of the step foresees. Every call has to be answered, or
#: the provider refuses the next request for a reason that is not its own.
_UNFORESEEN = "There is no result for this call."


def results_for(step: Step, calls: Iterable[ToolCall]) -> ResultsTurn:
    """Answer every received call by the result rules of a step.

    Args:
        step: a step with `results`.
        calls: the calls of the reply before it; ids and names go back as they came.

    Returns:
        One result per call, in the order of the calls; a call that no rule foresees gets
        an error result.
    """
    rules = {rule.tool: rule for rule in step.results}
    return ResultsTurn(tuple(_result(rules.get(call.name or ""), call) for call in calls))


def _result(rule: ResultRule | None, call: ToolCall) -> ToolResult:
    content = None
    if rule is not None:
        content = answer_of(rule, object_of(call.arguments).get(rule.by or ""))
    if rule is None or content is None:
        return ToolResult(call.id, call.name, _UNFORESEEN, error=True)
    return ToolResult(call.id, call.name, content, error=rule.error)


def answer_of(rule: ResultRule, value: Json) -> str | None:
    """Return a rule's answer for a value of its argument; None when it has none.

    Answers are found by equality, else by being contained in a text ("Paris" answers for
    "Paris, France"), without case.
    """
    if rule.by is None:
        return rule.answers[0][1]
    text = (value if isinstance(value, str) else canonical(value).decode()).casefold()
    for key, answer in rule.answers:
        if key.casefold() == text:
            return answer
    if not isinstance(value, str):
        return None
    return next((answer for key, answer in rule.answers if key and key.casefold() in text), None)
