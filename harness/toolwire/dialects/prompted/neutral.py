"""Members of a request without `tools` that change nothing: those of Chat Completions, but for what tools have."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.neutral import NeutralMembers
from toolwire.dialects.openai_chat.neutral import NEUTRAL as CHAT

#: Of tools that a request has; and messages of others than the user, for which the model's template
#: may have no place.
_UNASKED: Final = frozenset({"tools", "parallel_tool_calls", "messages"})

NEUTRAL: Final = NeutralMembers(
    members=tuple(one for one in CHAT.members if one.path[0] not in _UNASKED),
    others=CHAT.others,
    source=CHAT.source,
    read=CHAT.read,
    # Its tools are words of the prompt.
    unasked=frozenset({"untold_parameters", "open_parameters"}),
)
