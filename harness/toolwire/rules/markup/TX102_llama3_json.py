"""TX102: llama3-json."""

from __future__ import annotations

from toolwire.rules.markup.markup_rules import family_rule

RULE = family_rule(
    "TX102",
    "llama3-json",
    "A call of Llama 3 after `<|python_tag|>` is JSON with `name` and `parameters`, and "
    "nothing but calls follows the tag. Judged where such markup of an offered tool was left "
    "in the text of a structured reply.",
    "With another key the arguments are dropped, or the whole call is.",
    "Claude Code over vLLM (vllm#46863), smolagents over Groq (#1119).",
    cases="""
Groq | failed_generation holds "web_search{...}</function>" | https://github.com/huggingface/smolagents/issues/1119 | issue open 2025-04
vLLM (Llama-4-Scout) | JSON output vs pythonic parser -> call stays in content | https://github.com/vllm-project/vllm/issues/46863 | issue open 2026-06
""",
)
