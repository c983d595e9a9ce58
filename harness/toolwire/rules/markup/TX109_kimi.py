"""TX109: kimi."""

from __future__ import annotations

from toolwire.rules.markup.markup_rules import family_rule

RULE = family_rule(
    "TX109",
    "kimi",
    "A call of Kimi K2 has an id `functions.name:number`, which is all that names its tool, "
    "and its arguments after `<|tool_call_argument_begin|>`. Judged where such markup of an "
    "offered tool was left in the text of a structured reply.",
    "A degraded id names no tool: the section stays in the text.",
    "SGLang (#21377), vLLM (#32146).",
    cases="""
SGLang (Kimi-K2.5) | model emits "functionsexec5" without . and : -> parser fails, raw section in content | https://github.com/sgl-project/sglang/issues/21377 | PR closed 2026-03
llama.cpp | section marker singular and plural forms occur | https://github.com/ggml-org/llama.cpp/issues/17376 | PR merged 2025-12
vLLM | model also emits call_abc ids with name inside arguments | https://github.com/vllm-project/vllm/issues/32146 | PR closed 2026-01
""",
)
