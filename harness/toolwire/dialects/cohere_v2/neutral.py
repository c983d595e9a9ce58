"""Members of a request of Cohere's v2 that change nothing."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.cohere_wire import NEUTRAL_MEMBERS
from toolwire.dialects.neutral import NeutralMembers, member

NEUTRAL: Final = NeutralMembers(
    members=(*NEUTRAL_MEMBERS, member("strict_tools", value=False)),
    others=(member("temperature", value=0, said="of 0"),),
    # Models that think do so unless it is switched off; of the others nobody says that they take it.
    latest=(member("thinking", value={"type": "disabled"}),),
    source="https://docs.cohere.com/reference/chat",
    read="2026-11-28",
    # Nobody says that these are taken.
    unasked=frozenset({"two_user_turns", "no_more_tools", "gone_tool", "open_parameters"}),
)
