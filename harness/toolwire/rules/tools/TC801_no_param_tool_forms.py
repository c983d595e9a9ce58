"""TC801: no-param-tool-forms."""

from __future__ import annotations

from typing import Final

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.tools.probe_schema import READ
from toolwire.rules.views.probe_answer import taken, turned_away

_GUIDE: Final = "https://developers.openai.com/api/docs/guides/function-calling"

RULE = Rule(
    id="TC801",
    name="no-param-tool-forms",
    severity=dict.fromkeys(("openai-chat", "openai-responses"), Severity.ERROR),
    statement=(
        "A tool without parameters is taken in both forms: `parameters` left out, and an "
        'object schema with empty properties. ({"type": "object"} alone and {} are refused by '
        "OpenAI and not asked.)"
    ),
    why="Tools of MCP servers often take nothing; refused, they disable the whole request.",
    breaks="langchain-mcp-adapters, dust, everruns, tiny-agents",
    workaround="Send the other form.",
    source=Source(
        "spec",
        "openai 3.52.0, shared_params/function_definition.py: leaving `parameters` out "
        "defines an empty list of parameters",
        _GUIDE,
        READ,
    ),
    check=taken("A tool without parameters is refused."),
    subject=Subject.PROBE,
    always=True,
    mutations=mutations_for("no_arguments", turned_away()),
    cases="""
OpenAI | {"type":"object"} without properties | https://github.com/langchain-ai/langchain-mcp-adapters/issues/137 | issue open 2025-05
OpenAI | same | https://github.com/dust-tt/dust/issues/12905 | PR merged 2025-05
OpenAI Responses | same | https://github.com/everruns/everruns/issues/984 | PR merged 2026-03
strict Responses endpoints | parameters {} rejected | https://github.com/microsoft/vscode/issues/330662 | PR merged 2026-08 (#330610)
Azure OpenAI | 'parameters' is a required property | https://github.com/Azure/azure-sdk-for-js/issues/28312 | issue 2024-01
Azure OpenAI spec | spec says required, service accepts absence | https://github.com/Azure/azure-rest-api-specs/issues/30141 | issue open 2024-08
llama.cpp / DeepSeek / GLM | omitted parameters accepted; bare {"type":"object"} made model invent params 6/24 | https://github.com/QwenLM/qwen-code/issues/11431 | PR merged 2026-09
tiny-agents | omit parameters for no-arg tools | https://github.com/huggingface/huggingface_hub/issues/3214 | PR merged 2025-07
""",
)
