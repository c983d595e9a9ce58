"""TC383: allowed-value-comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from toolwire.dialects import PlannedCall
from toolwire.dialects.quoted import FILL
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, Tool, ToolCall
from toolwire.rules.arguments.probe_echo import again, pairs
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import asked


class _Filled(NamedTuple):
    """A call that came as it was written out, what its schema alone allows for a parameter, and what came."""

    call: ToolCall
    allowed: str
    came: Json


def _filled(reading: Reading) -> Iterator[_Filled]:
    what, conversation = asked(reading), reading.conversation
    found = FILL.search(what.words) if what is not None else None
    if found is None or conversation is None:
        return
    for wanted, call in pairs(reading):
        given = object_of(call.arguments)
        allowed = _only(conversation.tool(call.name), found.group(1))
        if allowed is None or found.group(1) not in given:
            continue  # A small model copies what is written out, and fills nothing in.
        # Who has lost or changed what the prompt tells does not as it is told, or breaks another rule.
        if wanted.arguments.items() <= given.items():
            yield _Filled(call, allowed, given[found.group(1)])


def _only(tool: Tool | None, parameter: str) -> str | None:
    """Return the only text that a tool's schema allows for a parameter; None where it is not the only one."""
    schema = object_of(tool.parameters) if tool is not None else {}
    words = items_of(object_of(object_of(schema.get("properties")).get(parameter)).get("enum"))
    return words[0] if len(words) == 1 and isinstance(words[0], str) else None


def _comes(reading: Reading) -> Iterator[Violation]:
    for one in _filled(reading):
        if one.came != one.allowed:
            message = "The call has not the value that its tool's schema alone allows, which it was to fill in."
            yield Violation(one.call.pointer, message, one.allowed, one.came)


def _due(reading: Reading) -> bool:
    return next(_filled(reading), None) is not None


def _guessed(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [PlannedCall(call.name, {**call.arguments, "code": "default"}) for call in calls]


RULE = Rule(
    id="TC383",
    name="allowed-value-comes",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "The schema of a tool reaches the model: a call that has what the prompt writes out, and was to fill in "
        "the only value that the schema allows for another parameter, has that value and no other. A model may make "
        "one up; a run in which every such call does is the server's doing. One that leaves it out is TC309's. Where "
        "tools are told in words, the schema is in the prompt, and its value the model's."
    ),
    why=(
        "A gateway that drops a tool's parameters, or the enum of one, leaves the model to guess: calls come with "
        "values that no tool knows."
    ),
    breaks="every tool with an enum",
    workaround="Say in the description which values there are.",
    source=Source(
        "docs",
        "OpenAI, function calling: parameters is a JSON schema defining the function's input arguments; use enums to "
        "make invalid states unrepresentable",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-28",
    ),
    check=_comes,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    variance=Variance("calls that were to fill in what the schema alone allows", _due),
    mutations=mutations_for("spelt_in_part", again(_guessed)),
    cases="""
llmgateway (Gemini behind it) | a keyword of the schema is dropped: a value that was the only one becomes any | https://github.com/theopenco/llmgateway/issues/4148 | issue open 2026-09
""",
)
