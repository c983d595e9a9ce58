"""Which places of a reply do not count, and why.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else. Which members need not be there is told by the published types, read
2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.exempt import (
    COUNTS,
    EVERY,
    GONE,
    LESS,
    MOVED,
    OPENING,
    OPTIONAL,
    ORDER,
    Exempt,
    Operator,
    exempt,
)

_ECHO: Final = "an echo of the request, which no client reads its calls from"

#: Members of a response that say what was asked, at the top of a body or in an event.
_ASKED: Final = (
    "background completed_at error incomplete_details instructions max_output_tokens "
    "max_tool_calls metadata parallel_tool_calls previous_response_id prompt_cache_key reasoning "
    "safety_identifier service_tier store temperature text tool_choice tools top_logprobs top_p "
    "truncation user"
)

EXEMPT: Final[tuple[Exempt, ...]] = (
    exempt(
        _ECHO,
        EVERY,
        *(
            f"{root}/{member} {root}/{member}/..."
            for root in ("body", "/response")
            for member in _ASKED.split()
        ),
    ),
    exempt(LESS, (Operator.DROP,), "/output/* /output/*/content/*"),
    exempt(ORDER, MOVED, "/output/* /output/*/content/*"),
    exempt(
        OPTIONAL,
        GONE,
        "/output/*/content/*/logprobs /item/content/*/logprobs /logprobs /part/logprobs",
        "/response/output/*/content/*/logprobs",
    ),
    exempt(
        COUNTS,
        GONE,
        *(
            f"/{root}usage/{kind} /{root}usage/{kind}/..."
            for root in ("", "response/")
            for kind in ("input_tokens_details", "output_tokens_details")
        ),
        "/usage response.created/response/usage response.in_progress/response/usage",
        "response.completed/response/usage",
    ),
    exempt(OPENING, GONE, "response.output_item.added/item/arguments"),
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = (
    exempt(
        "the type of a call's item does not require it; that of a message does",
        GONE,
        "body/output/*/id body/output/*/status /item/status /response/output/*/status",
    ),
)
