"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

_ECHO: Final = "an echo of the request, which no client reads its calls from"

#: Members of a response that say what was asked, at the top of a body or in an event.
_ASKED: Final = (
    "background completed_at error incomplete_details instructions max_output_tokens "
    "max_tool_calls metadata parallel_tool_calls previous_response_id prompt_cache_key reasoning "
    "safety_identifier service_tier store temperature text tool_choice tools top_logprobs top_p "
    "truncation user"
)

EXEMPT: Final = (
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
            f"/{root}usage/{kind} /{root}usage/{kind}/..."
            for root in ("", "response/")
            for kind in ("input_tokens_details", "output_tokens_details")
        ),
        "/usage response.created/response/usage response.in_progress/response/usage",
        "response.completed/response/usage",
    ),
    exempt.opening("response.output_item.added/item/arguments"),
)

MISSED: Final = (
    exempt.because(
        "the type of a call's item does not require it; that of a message does",
        exempt.GONE,
        "body/output/*/id body/output/*/status /item/status /response/output/*/status",
    ),
)
