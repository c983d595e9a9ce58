"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt
from toolwire.dialects.openai_wire import ERRORS

_ECHO: Final = "an echo of the request, which no client reads its calls from"

#: Members of a response that say what was asked, at the top of a body or in an event.
_ASKED: Final = (
    "background completed_at instructions max_output_tokens "
    "max_tool_calls metadata parallel_tool_calls previous_response_id prompt_cache_key reasoning "
    "safety_identifier service_tier store temperature text tool_choice tools top_logprobs top_p "
    "truncation user"
)

EXEMPT: Final = (
    *ERRORS,
    exempt.opaque("body/id body/output/*/call_id body/output/*/id"),
    exempt.once("body/created_at /incomplete_details/reason /response/incomplete_details/reason"),
    exempt.optional(
        "body/error /response/error body/incomplete_details /response/incomplete_details"
    ),
    exempt.because(exempt.NAMED, (exempt.Operator.DISAGREE,), "body/model"),
    exempt.once(
        *(
            f"/{root}usage/{part}"
            for root in ("", "response/")
            for part in (
                "input_tokens_details/cache_write_tokens",
                "input_tokens_details/cached_tokens",
                "output_tokens_details/reasoning_tokens",
            )
        )
    ),
    exempt.because(
        "an item that comes whole is opened in any state, as OpenAI's o1-pro and o3-pro do",
        (exempt.Operator.DISAGREE,),
        "response.output_item.added/item/status",
    ),
    exempt.because(
        "of a response that was cut, an item may be whole",
        (exempt.Operator.DISAGREE,),
        "body/output/*/status /item/status /response/output/*/status",
    ),
    exempt.because(
        _ECHO,
        exempt.EVERY,
        *(
            f"{root}/{member} {root}/{member}/..."
            for root in ("body", "/response")
            for member in _ASKED.split()
        ),
    ),
    exempt.less("/output/* /output/*/content/*"),
    exempt.order("/output/* /output/*/content/*"),
    exempt.optional(
        "/output/*/content/*/logprobs /item/content/*/logprobs /logprobs /part/logprobs",
        "/response/output/*/content/*/logprobs",
    ),
    exempt.counts(
        *(
            f"/{root}usage/{kind}/..."
            for root in ("", "response/")
            for kind in ("input_tokens_details", "output_tokens_details")
        ),
        "response.created/response/usage response.in_progress/response/usage",
    ),
)

MISSED: Final = (
    exempt.because(
        "the type of a call's item does not require it; that of a message does",
        exempt.GONE,
        "body/output/*/id body/output/*/status /item/status /response/output/*/status",
    ),
)
