"""TC813: empty-tools."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import Answer
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.tools.probe_schema import READ
from toolwire.rules.views.probe_answer import answered, refused

_WITHOUT_TOOLS: Final = ("bedrock-converse", "openai-chat")


def _no_tools(body: JsonObject) -> None:
    for member in ("tool_choice", "parallel_tool_calls"):
        body.pop(member, None)
    body["tools"] = []


def _no_aws_tools(body: JsonObject) -> None:
    body["toolConfig"] = {"tools": []}


RULE = Rule(
    id="TC813",
    name="empty-tools",
    severity=dict.fromkeys(_WITHOUT_TOOLS, Severity.WARNING),
    statement=(
        "An empty list of tools is refused with a status of 400 to 499, as OpenAI "
        "(empty_array), Bedrock and vLLM do."
    ),
    breaks="clients that move on to OpenAI's or AWS's API",
    why="A client that sends one works with such a server and fails with the vendor.",
    workaround="Leave `tools` out when there are none.",
    source=Source(
        "observed",
        "vllm-project/vllm#39780 (OpenAI answers 400 empty_array); botocore 1.44.5: "
        "toolConfig.tools has at least one member",
        "https://github.com/vllm-project/vllm/issues/39780",
        READ,
    ),
    check=refused("An empty list of tools was taken."),
    subject=Subject.PROBE,
    always=True,
    probing={"bedrock-converse": _no_aws_tools, "openai-chat": _no_tools},
    mutations=mutations_for("refused", answered(Answer(text="Hello."))),
    cases="""
OpenAI-compatible | tools [] rejected "[] is too short - 'tools'" | https://github.com/QwenLM/qwen-code/issues/2054 | fixed 2026-07
DeepSeek | tools [] rejected | https://github.com/runebookai/tome/issues/87 | PR merged 2025-07
vLLM | tools [] accepted with 200 while OpenAI answers 400 empty_array | https://github.com/vllm-project/vllm/issues/39780 | PR merged 2026-04 (#39741)
Bedrock | empty tools list rejected | https://github.com/vertesia/llumiverse/issues/229 | PR merged 2025-09
""",
)
