"""TC902: index-distinct."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import Json
from toolwire.rules.mutate.edit import Frame, call_pieces, frames
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.chat import joined_choice
from toolwire.rules.views.streamed import streamed

_SHOWN = 20


def _index_distinct(reading: Reading) -> Iterator[Violation]:
    if joined_choice(reading):
        return  # Their choices have one index: TC119's.
    used: dict[int, list[int]] = {}
    opened: dict[int, str] = {}
    for call in streamed(reading):
        if call.second:
            yield Violation(
                f"{call.pieces[0].pointer}/index",
                "A second call came under the index of another.",
                "an index of its own",
                call.number,
            )
            return
        used.setdefault(call.choice, []).append(call.number)
        opened.setdefault(call.choice, call.pieces[0].pointer)
    for choice, indexes in used.items():
        if set(indexes) != set(range(len(indexes))):
            expected: list[Json] = [*range(len(indexes))][:_SHOWN]
            actual: list[Json] = [*indexes[:_SHOWN]]
            message = "The calls are not numbered from 0 without gaps."
            yield Violation(f"{opened[choice]}/index", message, expected, actual)


def _all_zero(stream: list[Frame]) -> None:
    for piece in call_pieces(stream):
        piece["index"] = 0


def _from_one(stream: list[Frame]) -> None:
    for piece in call_pieces(stream):
        piece["index"] = 1


RULE = Rule(
    id="TC902",
    name="index-distinct",
    severity={"openai-chat": Severity.ERROR},
    statement=(
        "Different calls of a choice have different indexes, numbered 0, 1, 2 over the whole "
        "stream."
    ),
    why="Calls are merged and their arguments joined to one text that is not JSON.",
    breaks=(
        "openai-python, openai-node, LiteLLM and the Vercel AI SDK make one call of two, "
        "LangChain loses the arguments, pydantic-ai raises; where numbers begin at 1 "
        "openai-python and openai-node raise; hermes-agent, term-llm, cline."
    ),
    workaround="Open another call when a piece brings another id on a known index.",
    check=_index_distinct,
    needs_calls=True,
    modes=(Mode.STREAMING,),
    mutations=(
        Mutation("openai-chat", Mode.STREAMING, "parallel_calls", frames(_all_zero), "all on 0"),
        Mutation("openai-chat", Mode.STREAMING, "single_call", frames(_from_one), "starts at 1"),
    ),
    shim=Shim("index_by_id"),
    cases="""
OpenAI-compatible backends | omitted index unmarshalled as 0 merges several calls | https://github.com/SamSaffron/term-llm/issues/314 | PR merged 2026-04
Gemini via Cloud Code adapter | parallel same-name calls keyed by name -> all index 0 | https://github.com/NousResearch/hermes-agent/issues/12930 | PR merged 2026-04
gcli2api (Gemini) | chunk-local part index -> all index 0 | https://github.com/su-kaka/gcli2api/issues/406 | PR merged 2026-08
omnigent (Gemini) | hardcoded index 0 | https://github.com/omnigent-ai/omnigent/issues/28 | PR merged 2026-06
Gemini native | parallel calls in separate SSE events merged; misreported as length | https://github.com/NousResearch/hermes-agent/issues/57939 | issue open 2026
Gemini OpenAI-compat | parallel calls with same index and no id | https://github.com/NousResearch/hermes-agent/issues/67507 | PR open 2026-07
Plexus (Responses->Chat) | every call index 0 | https://github.com/mcowger/plexus/issues/691 | issue closed 2026-07
Cline | interleaved parallel deltas need state per index | https://github.com/cline/cline/issues/9738 | PR merged 2026-03
LiteLLM (Gemini) | index counter reset every chunk | https://github.com/BerriAI/litellm/issues/16194 | PR merged 2025-11 (#16188)
""",
)
