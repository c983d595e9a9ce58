"""TC201: id-non-empty."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.reply import Absent
from toolwire.rules.envelope.envelope import BOTH_SHAPES
from toolwire.rules.ids.id_form import ERROR
from toolwire.rules.mutate.faults import identified, mutations_for, without
from toolwire.rules.rule import Reading, Rule, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import id_at
from toolwire.rules.views.excerpt import excerpt, value_at
from toolwire.rules.views.streamed import unopened


def _id_non_empty(reading: Reading) -> Iterator[Violation]:
    # Of a call that nothing opens TC104 tells, where it judges.
    bare = unopened(reading) if reading.dialect in BOTH_SHAPES else frozenset()
    for call in reading.reply.tool_calls:
        if not call.id and call.kind != "legacy" and call.pointer not in bare:
            place = id_at(reading, call)
            there = value_at(reading, place)
            if isinstance(there, Absent) or there in (None, ""):
                message, there = "The call has no id.", call.id
            else:
                message = "The id of the call is not a text."
            yield Violation(place, message, "non-empty string", excerpt(there))


RULE = Rule(
    id="TC201",
    name="id-non-empty",
    severity=ERROR,
    statement="Every call has an id that is a non-empty string, after a stream is assembled. Of one "
    "that nothing opens TC104 tells.",
    why=("Results cannot be matched to calls; clients de-duplicate empty ids and lose messages."),
    breaks=(
        "openai-agents refuses to run the call, LangChain (TypeError), pydantic-ai and the "
        "Vercel AI SDK fail on an absent id, LiteLLM loses the call of a stream; camel, agno, "
        "llama_index (Gemini's OpenAI route)."
    ),
    workaround="Give the call an id of your own before it enters the history.",
    source=Source(
        "spec",
        "the id is required in the call types of openai 3.52.0, anthropic 2.11.0, botocore "
        "1.44.5 and cohere 7.3.1",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-21",
    ),
    check=_id_non_empty,
    claims=(
        "choices/*/delta/tool_calls/*/id",
        "choices/*/message/tool_calls/*/id",
        "content/*/id",
        "content_block/id",
        "delta/message/tool_calls/id",
        "item/call_id",
        "message/tool_calls/*/id",
        "output/*/call_id",
        "output/message/content/*/toolUse/toolUseId",
        "response/output/*/call_id",
        "start/toolUse/toolUseId",
    ),
    needs_calls=True,
    mutations=(
        *mutations_for("single_call", identified(""), fault="empty"),
        *mutations_for("single_call", without("id"), fault="left out"),
        *mutations_for("single_call", identified(7), fault="a number"),
    ),
    shim=Shim("make_id"),
    cases="""
Gemini OpenAI-compat | id is "" | https://github.com/fcn06/swarm/issues/2 | issue closed 2025-07
Gemini OpenAI-compat | parallel calls with same index and no id | https://github.com/NousResearch/hermes-agent/issues/67507 | PR open 2026-07
Gemini OpenAI-compat | id ""; results with same id de-duplicated | https://github.com/camel-ai/camel/issues/3027 | issue open 2025-08
Gemini | tool_call_id None | https://github.com/agno-agi/agno/issues/3041 | issue closed 2025-05
Gemini 2.5 Pro OpenAI-compat | id "" | https://github.com/vercel/ai/issues/7834 | issue closed 2025-08
Gemini | empty function_call.id causes empty messages and duplicates | https://github.com/run-llama/llama_index/issues/20207 | PR merged 2025-11
TGI 2.4.1 | delta.tool_calls is an object, id "", name null, role repeated on every chunk, chunk id "" | https://github.com/huggingface/text-generation-inference/issues/2794 | issue open 2024-12
""",
)
