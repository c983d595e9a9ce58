"""TX106: deepseek-dsml."""

from __future__ import annotations

from toolwire.rules.markup.markup_rules import family_rule

RULE = family_rule(
    "TX106",
    "deepseek-dsml",
    'A call of DeepSeek V3.2 is a DSML invoke with parameters that say `string="true"` or '
    '`"false"`; what is said not to be text is JSON. Judged where such markup of an offered '
    "tool was left in the text of a structured reply.",
    "The types of the arguments are lost with the parameters, and the markup is shown.",
    "stdapi.ai over Bedrock (#182), vLLM and SGLang (vllm#36654, sglang#14695).",
    cases="""
DeepSeek V3.2 on Bedrock | opening DSML marker left at end of text in 11/12 and 6/6 turns | https://github.com/stdapi-ai/stdapi.ai/issues/182 | issue closed 2026-08; cites vllm#36654, sglang#14695
""",
)
