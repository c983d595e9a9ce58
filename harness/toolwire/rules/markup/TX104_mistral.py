"""TX104: mistral."""

from __future__ import annotations

from toolwire.rules.markup.markup_rules import family_rule

RULE = family_rule(
    "TX104",
    "mistral",
    "A call of Mistral is `[TOOL_CALLS]` and an array of JSON objects, or from v11 on "
    "`[TOOL_CALLS]name[ARGS]{...}`, as often as there are calls. Judged where such markup of "
    "an offered tool was left in the text of a structured reply.",
    "A mixture of both, or JSON in single quotes, gives garbled names and arguments.",
    "vLLM's Mistral parser (vllm#5649, vllm#20028), Rapid-MLX (#579).",
    cases="""
Rapid-MLX (Devstral) | [ARGS] separator leaks into arguments in stream | https://github.com/raullenchai/Rapid-MLX/issues/579 | closed, fixed #581 2026-06
Rapid-MLX (Mistral) | hermes parser configured for Mistral format, 6/6 leaks | https://github.com/raullenchai/Rapid-MLX/issues/1071 | issue closed 2026-07
vLLM (Mistral Small 3.2) | stream parser fails on v11 format | https://github.com/vllm-project/vllm/issues/20028 | issue open 2025-06
vLLM | single-quoted pseudo JSON in old format | https://github.com/vllm-project/vllm/issues/5649 | PR merged 2024
""",
)
