"""What a step asks for and expects, in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.model.conversation import ChoiceMode, Json, ToolChoice
from toolwire.suites.model import ArgumentTest, ExpectedCall, Step

_STOPS: Final[Mapping[str, str]] = {
    "tool_call": "The stop reason tells of the call, in the format's own word.",
    "end": "The stop reason says that the reply ended by itself.",
    "length": "The stop reason says that the token limit cut the reply.",
}
_CHOICES: Final[Mapping[ChoiceMode, str]] = {
    ChoiceMode.AUTO: "left to the model (auto)",
    ChoiceMode.NONE: "no call allowed (none)",
    ChoiceMode.REQUIRED: "some call demanded (required)",
}
#: What is wrong with a request on purpose, by the name that suites have for it.
FAULT_WORDS: Final[Mapping[str, str]] = {
    "bad_name": "Wrong on purpose: the name of the first tool holds a space.",
    "bad_schema": "Wrong on purpose: the parameters of the first tool are no object.",
    "unknown_tool_choice": "Wrong on purpose: the tool choice names a tool that is not offered.",
}


def choice_text(choice: ToolChoice | None) -> str:
    """Return what a tool choice asks for; "" where the request says nothing."""
    if choice is None:
        return ""
    return _CHOICES.get(choice.mode) or f"{choice.name} demanded by name"


def expected(step: Step) -> Iterator[str]:
    """Yield sentences: what the reply to a step has to be."""
    expect = step.expect
    if expect.refused:
        yield "The request is refused: a status of 400 to 499, with an error body."
    if expect.calls == ():
        yield "No call."
    elif expect.calls is not None:
        order = ", in any order" if expect.any_order and len(expect.calls) > 1 else ""
        yield f"{_count(len(expect.calls))}{order}: {'; '.join(map(_call, expect.calls))}."
    for test in expect.text:
        yield f"The text {_test(test)}."
    if expect.stop is not None:
        yield _STOPS[expect.stop]
    if expect.echo:
        yield "The reply carries what the model thought, which the next request takes back unchanged."
    if expect.may_refuse:
        yield "A clean refusal (400 or 422) counts as unsupported, not as failed."


def _count(calls: int) -> str:
    return "One call" if calls == 1 else f"{calls} calls"


def _call(call: ExpectedCall) -> str:
    if not call.arguments:
        return call.tool
    return (
        f"{call.tool}, where {' and '.join(f'{name} {_test(one)}' for name, one in call.arguments)}"
    )


def _test(test: ArgumentTest) -> str:
    match test.kind:
        case "equals":
            return f"is {_shown(test.value)}"
        case "contains":
            return f"contains {_shown(test.value)}"
        case "contains_any" if isinstance(test.value, list):
            return f"contains one of {', '.join(map(_shown, test.value))}"
        case "type":
            return f"is of type {test.value}"
        case _:
            return "is there" if test.value else "is not there"


def _shown(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
