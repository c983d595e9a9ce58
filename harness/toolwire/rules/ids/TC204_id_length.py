"""TC204: id-length."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.ids.id_form import free
from toolwire.rules.mutate.faults import identified, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import call_paths, id_at


def _id_length(reading: Reading) -> Iterator[Violation]:
    form = call_paths(reading.dialect).id_form
    if form.limit is None:
        return
    for call, known in free(reading):
        if len(known) > form.limit:
            yield Violation(
                id_at(reading, call),
                f"The id is longer than {form.by} accepts in a history.",
                f"at most {form.limit} characters",
                len(known),
                None if len(known) > (form.wider or form.limit) else Severity.INFO,
            )


RULE = Rule(
    id="TC204",
    name="id-length",
    severity={
        "openai-chat": Severity.ERROR,
        "openai-responses": Severity.WARNING,
        "bedrock-converse": Severity.WARNING,
    },
    statement=(
        "Issued ids are at most 40 characters, which OpenAI accepts in a history of Chat "
        "Completions; 41 to 64, which some of its routes accept, is reported as info: "
        "DeepSeek's and xAI's own are 43. Responses and Bedrock's Converse accept 64."
    ),
    why=(
        "A conversation that moves to another provider is refused with "
        "string_above_max_length, and clients that cut ids lose the results."
    ),
    breaks=(
        "The Vercel AI SDK (vercel/ai#5171, #8132), autogen, agno, camel, openclaw and "
        "cursor-byok, whose next request is refused. A call_id too "
        "long for Responses stopped hermes-agent (#73538) and 9router (#393) alone: a warning."
    ),
    workaround="Shorten the id in call and result alike before the history moves.",
    source=Source(
        "api-error",
        "OpenAI API: string_above_max_length, see the cases; botocore 1.44.5 ToolUseId, max 64",
        "",
        "2026-11-23",
    ),
    check=_id_length,
    needs_calls=True,
    needs_ids=True,
    mutations=mutations_for("single_call", identified("call_" + "a1B2c3D4e5F6" * 6)),
    shim=Shim("map_id", (("longest", 40),)),
    cases="""
OpenAI | id longer than 40 | https://github.com/microsoft/autogen/issues/6377 | issue closed
OpenAI via OpenRouter | 83-char id; limit 40 or 64 depending on model route | https://github.com/openclaw/openclaw/issues/875 | landed 2026-01
OpenAI | 43-char id from another provider | https://github.com/vercel/ai/issues/5171 | issue closed (out of scope)
OpenAI | Responses item ids ("fc_..." 53 chars, "ws_..." 51) used as chat tool_call ids | https://github.com/agno-agi/agno/issues/5382 | issue open 2025-11
OpenAI | "ws_<48hex>" id | https://github.com/vercel/ai/issues/8132 | issue open 2025-08
OpenAI | id too long | https://github.com/camel-ai/camel/issues/2215 | issue open 2025-04
Anthropic via NewAPI proxy | ids over 64 chars truncated by client, results unmatched | https://github.com/leookun/cursor-byok/issues/364 | PR open 2026-08
""",
)
