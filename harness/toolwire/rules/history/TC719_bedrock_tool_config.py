"""TC719: bedrock-tool_config."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.request_edit import asks
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_steps import steps


def _tool_config(reading: Reading) -> Iterator[Violation]:
    config = object_of(object_of(reading.request).get("toolConfig"))
    if config.get("tools"):
        return
    for step in steps(reading):
        for part in (*step.calls, *step.results):
            message = "The history has calls or results, and the request offers no tools."
            yield Violation("request/toolConfig", message, "the tools of the history", part.pointer)
            return


def _without_config(value: JsonObject) -> None:
    value.pop("toolConfig")


RULE = Rule(
    id="TC719",
    name="bedrock-tool_config",
    severity={"bedrock-converse": Severity.ERROR},
    statement="A request whose history has toolUse or toolResult blocks offers tools.",
    why="The last turn of an agent, sent without tools so that it must answer, is refused.",
    breaks=(
        "The API answers 400: The toolConfig field must be defined when using toolUse and "
        "toolResult content blocks; dify, Roo-Code, zot met it"
    ),
    workaround="Offer the tools again, or one inert tool.",
    source=Source(
        "api-error",
        "Bedrock Converse, see the cases. What was seen: all 38 such requests answered with "
        "200 have it",
        "https://github.com/langgenius/dify/issues/17545",
        "2026-11-21",
    ),
    check=_tool_config,
    needs_history=True,
    mutations=asks("round_trip", {"bedrock-converse": _without_config}),
    subject=Subject.REQUEST,
    cases="""
Bedrock | toolUse/toolResult in history without toolConfig | https://github.com/langgenius/dify/issues/17545 | issue closed 2025-04 (also #16421)
Bedrock | same | https://github.com/nearai/ironclaw/issues/1710 | PR closed 2026-03 (#1629)
Bedrock | same | https://github.com/vxcontrol/pentagi/issues/196 | PR merged 2026-03
Bedrock | same when native tools are disabled | https://github.com/RooCodeInc/Roo-Code/issues/10155 | PR merged 2025-12
""",
)
