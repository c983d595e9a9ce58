"""Members of a request of Cohere's v1 that change nothing."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.cohere_wire import NEUTRAL_MEMBERS
from toolwire.dialects.neutral import NeutralMembers

NEUTRAL: Final = NeutralMembers(
    members=NEUTRAL_MEMBERS,
    source="https://docs.cohere.com/v1/reference/chat",
    read="2026-11-28",
    # Nobody says that these are taken.
    unasked=frozenset({"two_user_turns", "no_more_tools", "gone_tool", "open_parameters"}),
)
