"""TX107: qwen-xml."""

from __future__ import annotations

from toolwire.rules.markup.markup_rules import family_rule

RULE = family_rule(
    "TX107",
    "qwen-xml",
    "A call of Qwen3-Coder is `<function=name>` with one `<parameter=key>` element for each "
    "argument and nothing else. Judged where such markup of an offered tool was left in the "
    "text of a structured reply.",
    "Strict parsers drop the call and leave the markup, lenient ones guess.",
    "qvac (#2372), QwenPaw over llama.cpp (#3560), renderers (#47).",
    cases="""
Rapid-MLX (Qwen3-Coder, hermes parser) | "<function" (stream) or "<tool_call>" (non-stream) left in content beside correct tool_calls | https://github.com/raullenchai/Rapid-MLX/issues/448 | issue closed 2026-05
Qwen3.5 parsers | True/False capitalised: one parser drops the call, another coerces | https://github.com/tetherto/qvac/issues/2372 | PR merged 2026-06
renderers vs SGLang | strictness differs | https://github.com/PrimeIntellect-ai/renderers/issues/47 | issue open 2026-05
LM Studio (Qwen3-Coder) | stream gives XML text, non-stream gives tool_calls | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1071 | issue closed 2025-10
llama.cpp (Qwen3.6) | raw XML at end of stream, "Failed to parse input" error | https://github.com/agentscope-ai/QwenPaw/issues/3560 | issue closed 2026-04
""",
)
