"""Which places do not count in which dialect, and why.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else: the members of calls and of all that is around them, stop reasons, ids,
events, their names and their order, and the framing. Which members need not be there is told
by the types named in the `schema.json` of each dialect, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.jobs.selftest.exempt import Exempt, exempt
from toolwire.jobs.selftest.mutant import Mutant, Operator

_EVERY: Final = tuple(Operator)
_GONE: Final = (Operator.DROP, Operator.NULL)
_UNSAID: Final = (Operator.DROP, Operator.RENAME)
_MOVED: Final = (Operator.DUPLICATE, Operator.REORDER)
_EVENT: Final = (Operator.DROP, *_MOVED)

_OPTIONAL: Final = "the published type does not require the member, and no call needs it"
_COUNTS: Final = "the published type does not require this count"
_VALUES: Final = "the tool's schema does not require this argument, and allows others"
_LESS: Final = "what is left is a right answer that says less"
_ORDER: Final = "calls and texts come in the order and number that the model chooses"
_EMPTY: Final = "an empty fragment adds nothing, wherever it comes and however often"
_OPENING: Final = (
    "the arguments of the opening piece are empty, and the type lets it leave them out"
)
_NULLED: Final = "null says as much as an empty text: nothing"
_ECHO: Final = "an echo of the request, which no client reads its calls from"

#: Members of OpenAI's usage that need not be there.
_DETAILS: Final = (
    "/usage/completion_tokens_details /usage/completion_tokens_details/... "
    "/usage/prompt_tokens_details /usage/prompt_tokens_details/..."
)

_ANTHROPIC: Final = (
    exempt(_VALUES, _UNSAID, "/content/*/input/days"),
    exempt(_LESS, (Operator.DROP,), "/content/*"),
    exempt(_ORDER, _MOVED, "/content/*"),
    exempt(_OPTIONAL, _GONE, "/stop_sequence /delta/stop_sequence /message/stop_sequence"),
    exempt(
        "it is null until the message ends, and the type lets it be left out",
        _GONE,
        "message_start/message/stop_reason",
    ),
    exempt(
        _COUNTS,
        _GONE,
        "/usage/cache_creation_input_tokens /message/usage/cache_creation_input_tokens",
        "/usage/cache_read_input_tokens /message/usage/cache_read_input_tokens",
        "/usage/service_tier /message/usage/service_tier",
    ),
    exempt(_EMPTY, _EVENT, "content_block_delta(empty)"),
    exempt(_EMPTY, _MOVED, "content_block_delta(empty),content_block_delta"),
    exempt(
        "the documentation allows any number of pings, anywhere",
        _EVENT,
        "ping content_block_start,ping ping,content_block_delta ping,content_block_delta(empty)",
    ),
    exempt(
        "the documentation allows more than one message_delta",
        (Operator.DUPLICATE,),
        "message_delta",
    ),
)

_BEDROCK: Final = (
    exempt(_VALUES, _UNSAID, "/output/message/content/*/toolUse/input/days"),
    exempt(_LESS, (Operator.DROP,), "/output/message/content/*"),
    exempt(_ORDER, _MOVED, "/output/message/content/*"),
)

_CHATML: Final = (exempt(_OPTIONAL, _GONE, "/choices/*/logprobs /usage"),)

_COHERE_V1: Final = (
    exempt(_VALUES, _UNSAID, "/tool_calls/*/parameters/days"),
    exempt(_LESS, (Operator.DROP,), "/tool_calls/*"),
    exempt(_ORDER, _MOVED, "/tool_calls/*"),
    exempt(
        "the history as the request had it; its last turn is compared with the reply",
        _EVERY,
        "/chat_history /chat_history/...",
        "/response/chat_history /response/chat_history/...",
    ),
    exempt(
        _OPTIONAL,
        _GONE,
        "body/finish_reason body/generation_id body/response_id /response/response_id",
        "tool-calls-generation/text",
    ),
    exempt(_COUNTS, _GONE, "/meta /meta/... /response/meta /response/meta/..."),
)

_COHERE_V2: Final = (
    exempt(_LESS, (Operator.DROP,), "/message/tool_calls/* /message/tool_plan"),
    exempt(_ORDER, _MOVED, "/message/tool_calls/*"),
    exempt(_COUNTS, _GONE, "/usage /usage/... /delta/usage /delta/usage/..."),
    exempt(
        "the published type of message-start knows the role only",
        _EVERY,
        "message-start/delta/message/citations message-start/delta/message/content",
        "message-start/delta/message/tool_calls message-start/delta/message/tool_plan",
    ),
    exempt(_OPENING, _GONE, "tool-call-start/delta/message/tool_calls/function/arguments"),
    exempt(
        "message-end ends the stream; [DONE] after it is a courtesy",
        (*_EVENT, Operator.TRUNCATE),
        "[DONE] message-end(end),[DONE] in-the-last-event",
    ),
    exempt(
        "the SDK goes by the type in the data, not by the event's name",
        (Operator.RENAME,),
        "message-end(end) message-start tool-call-delta tool-call-end tool-call-start tool-plan-delta",
    ),
)

_GEMINI: Final = (
    exempt(_VALUES, _UNSAID, "/candidates/*/content/parts/*/functionCall/args/days"),
    exempt(
        "args may be left out when there are none",
        _GONE,
        "/candidates/*/content/parts/*/functionCall/args",
    ),
    exempt(
        _LESS,
        (Operator.DROP,),
        "/candidates/*/content/parts/* /candidates/*/content/parts/*/functionCall",
        "/candidates/*/content/parts/*/text",
    ),
    exempt(_ORDER, _MOVED, "/candidates/*/content/parts/*"),
    exempt(
        _OPTIONAL,
        _GONE,
        "/candidates/*/content/parts/*/functionCall/id",
        "/candidates/*/content/parts/*/thoughtSignature",
        "/candidates/*/content/role /candidates/*/index /modelVersion /responseId",
    ),
    exempt(_COUNTS, _GONE, "/usageMetadata /usageMetadata/..."),
)

_OLLAMA: Final = (
    exempt(_VALUES, _UNSAID, "/message/tool_calls/*/function/arguments/days"),
    exempt(_LESS, _GONE, "/message/tool_calls /message/tool_calls/*"),
    exempt(_ORDER, _MOVED, "/message/tool_calls/*"),
    exempt(
        _OPTIONAL,
        _GONE,
        "/message/tool_calls/*/id /message/tool_calls/*/function/index /done_reason",
    ),
    exempt(
        _COUNTS,
        _GONE,
        "/eval_count /eval_duration /load_duration /prompt_eval_count /prompt_eval_duration",
        "/total_duration",
    ),
)

#: Members that Chat Completions need not have, in a body or a chunk.
_AROUND: Final = (
    "/choices/*/logprobs /choices/*/message/annotations /choices/*/message/refusal "
    "/choices/*/delta/refusal /service_tier /system_fingerprint /usage"
)
_LAST_DELTA: Final = exempt(
    "the delta of the chunk that ends a choice is empty", _EVERY, "chunk(end)/choices/*/delta"
)

_CHAT: Final = (
    exempt(_LESS, (Operator.DROP,), "/choices/*/message/tool_calls/*"),
    exempt(_ORDER, _MOVED, "/choices/*/message/tool_calls/*"),
    exempt(_OPTIONAL, _GONE, _AROUND),
    exempt(_COUNTS, _GONE, _DETAILS),
    exempt(
        "SDKs take a message without content for one with null",
        (Operator.DROP,),
        "/choices/*/message/content",
    ),
    exempt(_NULLED, _GONE, "/choices/*/delta/content /choices/*/message/content"),
    exempt(
        _OPENING,
        _GONE,
        "/choices/*/delta/tool_calls/*/function/arguments",
        "/choices/*/delta/function_call/arguments",
    ),
    _LAST_DELTA,
)

_PROMPTED: Final = (
    exempt(_OPTIONAL, _GONE, _AROUND),
    exempt(_COUNTS, _GONE, _DETAILS),
    exempt(_NULLED, _GONE, "/choices/*/delta/content /choices/*/message/content"),
    _LAST_DELTA,
)

#: Members of a response that say what was asked, at the top of a body or in an event.
_ASKED: Final = (
    "background completed_at error incomplete_details instructions max_output_tokens "
    "max_tool_calls metadata parallel_tool_calls previous_response_id prompt_cache_key reasoning "
    "safety_identifier service_tier store temperature text tool_choice tools top_logprobs top_p "
    "truncation user"
)

_RESPONSES: Final = (
    exempt(
        _ECHO,
        _EVERY,
        *(
            f"{root}/{member} {root}/{member}/..."
            for root in ("body", "/response")
            for member in _ASKED.split()
        ),
    ),
    exempt(_LESS, (Operator.DROP,), "/output/* /output/*/content/*"),
    exempt(_ORDER, _MOVED, "/output/* /output/*/content/*"),
    exempt(
        _OPTIONAL,
        _GONE,
        "/output/*/content/*/logprobs /item/content/*/logprobs /logprobs /part/logprobs",
        "/response/output/*/content/*/logprobs",
    ),
    exempt(
        _COUNTS,
        _GONE,
        *(
            f"/{root}usage/{kind} /{root}usage/{kind}/..."
            for root in ("", "response/")
            for kind in ("input_tokens_details", "output_tokens_details")
        ),
        "/usage response.created/response/usage response.in_progress/response/usage",
        "response.completed/response/usage",
    ),
    exempt(_OPENING, _GONE, "response.output_item.added/item/arguments"),
)

#: Dialect -> what does not count there.
PLACES: Final[Mapping[str, tuple[Exempt, ...]]] = {
    "anthropic-messages": _ANTHROPIC,
    "bedrock-converse": _BEDROCK,
    "chatml": _CHATML,
    "cohere-v1": _COHERE_V1,
    "cohere-v2": _COHERE_V2,
    "gemini-generate": _GEMINI,
    "ollama-chat": _OLLAMA,
    "openai-chat": _CHAT,
    "openai-responses": _RESPONSES,
    "prompted": _PROMPTED,
}

_INTERLEAVED: Final = "pieces of two calls, or of words and a call, may come in either order"
_NOTHING: Final = "a call without arguments may come without a piece of them"

#: Dialect -> what counts and is missed all the same, as far as we know why: there the same
#: operator is detected in other exchanges, so the place as such is no excuse.
KNOWN: Final[Mapping[str, tuple[Exempt, ...]]] = {
    "bedrock-converse": (exempt(_NOTHING, (Operator.DROP,), "contentBlockDelta"),),
    "cohere-v1": (
        exempt(_NOTHING, _GONE, "tool-calls-chunk tool-calls-chunk/tool_call_delta"),
        exempt(_NOTHING, _GONE, "tool-calls-chunk/tool_call_delta/parameters"),
        exempt(_INTERLEAVED, (Operator.REORDER,), "tool-calls-chunk,tool-calls-chunk"),
    ),
    "cohere-v2": (exempt(_INTERLEAVED, (Operator.REORDER,), "tool-plan-delta,tool-call-start"),),
    "gemini-generate": (exempt(_INTERLEAVED, (Operator.REORDER,), "chunk,chunk"),),
    "ollama-chat": (exempt(_INTERLEAVED, (Operator.REORDER,), "chunk,chunk"),),
    "openai-chat": (exempt(_INTERLEAVED, (Operator.REORDER,), "chunk,chunk"),),
    "openai-responses": (
        exempt(
            "the type of a call's item does not require it; that of a message does",
            _GONE,
            "body/output/*/id body/output/*/status /item/status /response/output/*/status",
        ),
    ),
}
_UNEXPLAINED: Final = "no rule looks at it"


def explained(dialect: str, mutant: Mutant) -> str:
    """Return why a mutant that counts is not detected, as far as we know."""
    found = (entry.reason for entry in KNOWN.get(dialect, ()) if entry.holds(mutant))
    return next(found, _UNEXPLAINED)


def is_closed(dialect: str, place: str) -> bool:
    """Return whether nothing counts inside a place."""
    return any(entry.closes(place) for entry in PLACES[dialect])


def reason_for(dialect: str, mutant: Mutant) -> str | None:
    """Return why a mutant does not count; None where it does."""
    found = next((entry for entry in PLACES[dialect] if entry.holds(mutant)), None)
    return None if found is None else found.reason
