"""What a schema cannot say of a case: whether its parts go together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolwire.io.declarative import Document
from toolwire.io.nearest import hint_for
from toolwire.model.conversation import Tool
from toolwire.suites.answers import answer_of
from toolwire.suites.model import ArgumentTest, Case, ExpectedCall, ResultRule, Step


@dataclass(frozen=True, slots=True)
class _Fault:
    pointer: str
    what: str
    hint: str = ""


def check_consistency(document: Document, pointer: str, case: Case) -> None:
    """Check that a case's steps, tools, calls and results go together.

    Args:
        document: the suite file, for the line.
        pointer: where the case stands in it.
        case: what was read there.

    Raises:
        ToolwireError: for the first fault.
    """
    for number, step in enumerate(case.steps):
        here = f"{pointer}/steps/{number}"
        before = case.steps[number - 1] if number else None
        after = case.steps[number + 1] if number + 1 < len(case.steps) else None
        for fault in (*_faults(case, step, before), *_purpose_faults(case, step, after)):
            raise document.error(here + fault.pointer, fault.what, fault.hint)


def _faults(case: Case, step: Step, before: Step | None) -> Iterator[_Fault]:
    names = [tool.name for tool in case.tools]
    yield from _choice_fault(step, names)
    yield from _call_faults(step, case.tools)
    if step.results:
        yield from _result_faults(step, before)


def _purpose_faults(case: Case, step: Step, after: Step | None) -> Iterator[_Fault]:
    if step.fault is not None:
        if not step.expect.refused:
            yield _Fault("/break", "a request that is wrong on purpose has to be `refused: true`")
        if step.user is None or not case.tools:
            yield _Fault("/break", "only a step with `user` and tools can be wrong on purpose")
    if step.probe is not None and (step.fault is not None or step.expect.refused):
        where = "/break" if step.fault is not None else "/expect/refused"
        yield _Fault(where, "a step with a `probe` leaves refusals to the rule that it names")
    if step.expect.echo and (after is None or not after.results):
        yield _Fault("/expect/echo", "what is kept shows in a next step with results")


def _choice_fault(step: Step, names: list[str]) -> Iterator[_Fault]:
    name = step.choice.name if step.choice is not None else None
    # A case may name a tool that is not offered to see the request refused.
    if name is not None and name not in names and not step.expect.refused:
        yield _Fault("/tool_choice", f"tool {name!r} is not offered", hint_for(name, names))


def _call_faults(step: Step, tools: tuple[Tool, ...]) -> Iterator[_Fault]:
    offered = {tool.name: tool for tool in tools}
    if step.expect.refused and step.expect.calls:
        yield _Fault("/expect/calls", "a refused request has no calls")
    for number, call in enumerate(step.expect.calls or ()):
        here = f"/expect/calls/{number}"
        tool = offered.get(call.tool)
        if tool is None:
            hint = hint_for(call.tool, offered)
            yield _Fault(f"{here}/tool", f"tool {call.tool!r} is not offered", hint)
        else:
            yield from _argument_faults(here, call, tool)


def _argument_faults(here: str, call: ExpectedCall, tool: Tool) -> Iterator[_Fault]:
    declared = (tool.parameters or {}).get("properties")
    known = list(declared) if isinstance(declared, dict) else []
    for name, _ in call.arguments:
        if name not in known:
            what = f"tool {tool.name!r} has no argument {name!r}"
            yield _Fault(f"{here}/arguments/{name}", what, hint_for(name, known))


def _result_faults(step: Step, before: Step | None) -> Iterator[_Fault]:
    expected = before.expect.calls if before is not None else None
    if not expected:
        hint = "let the step before expect calls"
        yield _Fault("/results", "results answer calls, and none are expected before", hint)
        return
    rules = {rule.tool: rule for rule in step.results}
    called = {call.tool for call in expected}
    for tool in rules:
        if tool not in called:
            what = f"tool {tool!r} is not expected to be called before"
            yield _Fault(f"/results/{tool}", what, hint_for(tool, called))
    for call in expected:
        yield from _answer_fault(call, rules.get(call.tool))


def _answer_fault(call: ExpectedCall, rule: ResultRule | None) -> Iterator[_Fault]:
    if rule is None:
        yield _Fault("/results", f"the call of {call.tool!r} has no answer")
        return
    if rule.by is None:
        return
    tests = [test for name, test in call.arguments if name == rule.by]
    if not tests:
        what = f"answers go by argument {rule.by!r}, which the expected call does not test"
        yield _Fault(f"/results/{rule.tool}/by", what)
    elif not any(_answered(rule, test) for test in tests):
        what = f"no answer for the call of {call.tool!r} with {rule.by} {tests[0].value!r}"
        yield _Fault(f"/results/{rule.tool}", what)


def _answered(rule: ResultRule, test: ArgumentTest) -> bool:
    if test.kind in ("equals", "contains"):
        return answer_of(rule, test.value) is not None
    if test.kind == "contains_any" and isinstance(test.value, list):
        return all(answer_of(rule, value) is not None for value in test.value)
    # Nothing is known of the value in advance, so any answer may be the one.
    return True
