"""TC921: gemini-stream-parts."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.faults import STREAM
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.native import native_calls


def _whole_parts(reading: Reading) -> Iterator[Violation]:
    if not reading.deltas or _asked_for_fragments(reading):
        return
    for pointer, call in native_calls(reading):
        if isinstance(call, dict) and (call.get("partialArgs") or call.get("willContinue")):
            message = "A functionCall came in fragments that were not asked for."
            yield Violation(pointer, message, "a whole functionCall", None)
            return


def _asked_for_fragments(reading: Reading) -> bool:
    config = object_of(object_of(reading.request).get("toolConfig"))
    calling = object_of(config.get("functionCallingConfig"))
    return calling.get("streamFunctionCallArguments") is True


def _will_continue(stream: list[Frame]) -> None:
    edit.function_calls(stream)[0]["willContinue"] = True


RULE = Rule(
    id="TC921",
    name="gemini-stream-parts",
    severity={"gemini-generate": Severity.ERROR},
    statement=(
        "A streamed functionCall part is whole, unless the request asked for "
        "streamFunctionCallArguments. Parallel calls may come in events of their own; they "
        "are told apart by order or id and not by their place in an event."
    ),
    why="Clients run a call as soon as they see it, and adapters number calls by place.",
    breaks="google-genai's own loop raises ValueError; hermes-agent, gcli2api",
    workaround="Number calls over the whole stream.",
    source=Source(
        "spec",
        "google-genai 3.4.0 types: FunctionCall.partial_args, will_continue (Vertex only)",
        "https://ai.google.dev/gemini-api/docs/function-calling",
        "2026-11-21",
    ),
    check=_whole_parts,
    needs_calls=True,
    modes=STREAM,
    needs_request=True,
    mutations=(Mutation("gemini-generate", Mode.STREAMING, "single_call", frames(_will_continue)),),
    shim=Shim("number_calls_over_stream"),
    cases="""
Gemini via Cloud Code adapter | parallel same-name calls keyed by name -> all index 0 | https://github.com/NousResearch/hermes-agent/issues/12930 | PR merged 2026-04
gcli2api (Gemini) | chunk-local part index -> all index 0 | https://github.com/su-kaka/gcli2api/issues/406 | PR merged 2026-08
Gemini native | parallel calls in separate SSE events merged; misreported as length | https://github.com/NousResearch/hermes-agent/issues/57939 | issue open 2026
Gemini 3+ | parallel calls in separate chunks with unique functionCall.id, part index 0 | https://github.com/NousResearch/hermes-agent/issues/101654 | PR closed 2026-09
""",
)
