"""Members of a Responses request that change nothing.

Of ../shared/corpus and corpus2 OpenAI and Azure took `strict: false` of a tool 462 times, `include: []`
46, `service_tier: auto` 36 and `tool_choice: auto` 111 times (2026-11-28). Codex sends a
`prompt_cache_key` with every request (openai/codex, read 2026-11-29).
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects.neutral import NeutralMembers, member

#: Reasoning models: they know no sampling, and the o-series one call at a time only.
_REASONING: Final = re.compile(r"(?:^|/)(?:o\d|gpt-5)")

NEUTRAL: Final = NeutralMembers(
    members=(
        member("temperature", value=1, unless=_REASONING),
        member("top_p", value=1, unless=_REASONING),
        member("tools", "*", "strict", value=False),
        member("max_output_tokens", value=1024),
        member("tool_choice", value="auto"),
        member("parallel_tool_calls", value=True, unless=_REASONING),
        member("include", value=[]),
        member("metadata", value={"run": "1"}),
        member("truncation", value="auto"),
        member("text", value={"format": {"type": "text"}}),
        member("service_tier", value="auto"),
        member("user", value="user-1"),
        member("prompt_cache_key", value="session-1"),
    ),
    # "What sampling temperature to use, between 0 and 2" (the same page). Of ../shared/corpus and corpus2
    # OpenAI and OpenRouter told a 0 as 0 in each of 207 answers to one that tell any (2026-12-01).
    others=(member("temperature", value=0, said="of 0", unless=_REASONING),),
    source="https://platform.openai.com/docs/api-reference/responses/create",
    read="2026-11-28",
    # What Codex sends with every request that names an effort; a model without thoughts has none to give
    # back encrypted, which OpenAI says of its own.
    latest=(
        member("include", value=["reasoning.encrypted_content"], said="of encrypted reasoning"),
    ),
    # Of `function_call` items alone `id` and `status` are optional (openai 3.54.0,
    # `response_function_tool_call_param.py`).
    left_out=(("id", "fc_required1"), ("status", "completed")),
    # TC801 asks the one; of the other OpenAI says "object schema missing properties".
    unasked=frozenset({"untold_parameters", "open_parameters"}),
)
