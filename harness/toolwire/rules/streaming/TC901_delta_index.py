"""TC901: delta-index."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.mutate.edit import Frame, call_pieces, frames
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Source, Violation


def _delta_index(reading: Reading) -> Iterator[Violation]:
    for piece in reading.deltas:
        index = piece.index
        if type(index) is not int and not piece.legacy:
            actual = index if isinstance(index, str | float | bool) else None
            pointer = f"{piece.pointer}/index"
            yield Violation(pointer, "The piece of a call has no integer index.", "integer", actual)
            return


def _no_index(stream: list[Frame]) -> None:
    for piece in call_pieces(stream):
        piece.pop("index")


RULE = Rule(
    id="TC901",
    name="delta-index",
    severity={"openai-chat": Severity.ERROR},
    statement="Every object in delta.tool_calls has an integer `index`.",
    why=(
        "SDKs put pieces together by it: openai-python's stream state raises a TypeError, "
        "typed clients read a missing index as 0 and merge calls."
    ),
    breaks=(
        "openai-python (TypeError), openai-node (the call lost), LangChain (six calls of "
        "one), the Vercel AI SDK's OpenAI provider (refuses the stream); AstrBot, Codex, "
        "term-llm."
    ),
    workaround="Open a call at each new id or name, and append what has neither to the last.",
    source=Source(
        "spec",
        "openai 3.52.0 types: chat_completion_chunk.py, index: int",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-21",
    ),
    check=_delta_index,
    claims=("choices/*/delta/tool_calls/*/index",),
    needs_calls=True,
    modes=(Mode.STREAMING,),
    mutations=(Mutation("openai-chat", Mode.STREAMING, "single_call", frames(_no_index)),),
    shim=Shim("index_by_id"),
    cases="""
OpenAI-compatible proxy / Gemini | delta.tool_calls[] without index; SDK rejects chunk, arguments dropped | https://github.com/AstrBotDevs/AstrBot/issues/6692 | PR merged 2026-03
mistral.rs | streamed tool-call delta without index | https://github.com/EricLBuehler/mistral.rs/issues/1507 | PR merged 2025-06
Gemini OpenAI-compat | index omitted | https://github.com/openai/openai-python/issues/3246 | PR closed 2026-05 (issue #2806)
grok2api | index missing; AI SDK type validation error | https://github.com/chenyme/grok2api/issues/239 | issue open 2026-02
SGLang-style | no index and arguments arrive before function.name | https://github.com/vercel/ai/issues/15879 | PR closed 2026-06 (issue #5885, fixed by #7240)
OpenAI-compatible backends | omitted index unmarshalled as 0 merges several calls | https://github.com/SamSaffron/term-llm/issues/314 | PR merged 2026-04
GPT_API_free | index null/missing in stream | https://github.com/chatanywhere/GPT_API_free/issues/254 | issue closed 2024-06
Ollama | no index in /v1 stream | https://github.com/ollama/ollama/issues/7881 | issue closed (fixed) 2024-11
local providers -> Codex | chunks treated as separate calls | https://github.com/openai/codex/issues/7517 | issue closed 2025-12
""",
)
