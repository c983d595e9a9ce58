"""Members of a request of Cohere's v1 that change nothing."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.cohere_wire import NEUTRAL_MEMBERS
from toolwire.dialects.neutral import NeutralMembers, member

NEUTRAL: Final = NeutralMembers(
    members=(
        *NEUTRAL_MEMBERS,
        # "Forces the chat to be single step. Defaults to `false`"; langchain-cohere sends it.
        member("force_single_step", value=False),
    ),
    # "A non-negative float", says the reference of Cohere's SDKs (read 2026-12-01).
    others=(member("temperature", value=0, said="of 0"),),
    source="https://docs.cohere.com/v1/reference/chat",
    read="2026-11-28",
    # Nobody says that these are taken.
    unasked=frozenset({"two_user_turns", "no_more_tools", "gone_tool", "open_parameters"}),
)
