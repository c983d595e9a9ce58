"""TX108: glm."""

from __future__ import annotations

from toolwire.rules.markup.markup_rules import family_rule

RULE = family_rule(
    "TX108",
    "glm",
    "A call of GLM is `<tool_call>name`, pairs of `<arg_key>` and `<arg_value>`, and "
    "`</tool_call>`. Judged where such markup of an offered tool was left in the text of a "
    "structured reply.",
    "Without its opening tag or a value the call is not found, and the pairs are shown.",
    "Users of Z.ai's glm-4.5v, whose box token takes the opening tag's place; SGLang (#19925).",
    cases="""
SGLang (GLM) | "123_456" becomes "123456" although schema says string | https://github.com/sgl-project/sglang/issues/30644 | issue closed (inactive) 2026-07
ds4 (GLM 5.2) | all values stringified | https://github.com/antirez/ds4/issues/569 | issue open 2026-07 (#582)
SGLang (GLM-5) | parser not configured -> raw <arg_key> in content | https://github.com/sgl-project/sglang/issues/19925 | PR closed 2026-03
""",
)
