"""TX103: llama-pythonic."""

from __future__ import annotations

from toolwire.rules.markup.markup_rules import family_rule

RULE = family_rule(
    "TX103",
    "llama-pythonic",
    "A call of Llama 3.2 or 4 in Python's notation is a list of calls of plain names whose "
    "keyword arguments are literals, `[f(a=1), g()]`. Judged where such markup of an offered "
    "tool was left in the text of a structured reply.",
    "A parser of the notation takes no JSON and no names, so the call stays in the text.",
    "Claude Code over vLLM (vllm#46863), vLLM's own pythonic parser (vllm#16214).",
    cases="""
vLLM (Llama-4-Scout) | JSON output vs pythonic parser -> call stays in content | https://github.com/vllm-project/vllm/issues/46863 | issue open 2026-06
vLLM (Llama 4) | < | https://github.com/vllm-project/vllm/issues/16214 | issue closed (stale) 2025-04
""",
)
