"""TX105: deepseek-v3."""

from __future__ import annotations

from toolwire.rules.markup.markup_rules import family_rule

RULE = family_rule(
    "TX105",
    "deepseek-v3",
    "A call of DeepSeek V3 stands between its begin and end tokens: type, separator token, "
    "name and fenced JSON, or name, separator token and JSON. Judged where such markup of an "
    "offered tool was left in the text of a structured reply.",
    "Name and arguments cannot be told apart; a fence's header ends up in the arguments.",
    "google-adk over LiteLLM (adk-python#5654), tt-inference-server (#3683).",
    cases="""
tt-inference (DeepSeek R1) | "json\\n" fence header inside arguments; none leaks special tokens | https://github.com/tenstorrent/tt-inference-server/issues/3683 | issue open 2026-05
DeepSeek-V3 via LiteLLM | tokens in content, name outside JSON | https://github.com/google/adk-python/issues/5654 | PR closed 2026-05 (#5024)
""",
)
