"""Members of a Converse request that change nothing.

Of ../shared/corpus and corpus2 Bedrock took `inferenceConfig` 136 times, with `stopSequences` 11
and with `topP` twice (2026-11-28); none has a `cachePoint`. AWS refuses one of a model that caches
nothing, in words that say so, and one on tools of any model but Claude. So names of Claude are
asked for one in each place, together with what else changes nothing; of any other model one is
asked in a system prompt and one behind words, a request each, and who says as AWS does that there
is none keeps the format.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects.neutral import END, NeutralMembers, member
from toolwire.model.conversation import Json

#: Of sampling they take one member at most.
_ONE_AT_MOST: Final = re.compile("claude")
#: All models but those of Claude that cache what stands before a mark, on tools as well.
_CACHES_NOTHING: Final = re.compile(r"\A(?!.*claude-(?:[a-z]+-[4-9]|3-7))")
#: Those of Claude, which are asked for it beside other members.
_CACHES: Final = re.compile("claude-(?:[a-z]+-[4-9]|3-7)")
_MARK: Final[Json] = {"cachePoint": {"type": "default"}}
_MARKED_SYSTEM: Final[Json] = [{"text": "Do as you are told."}, _MARK]
#: Of a model without it ("You invoked an unsupported model or your request did not allow prompt
#: caching", 403), and of its parameters ("Malformed input request: extraneous key [cachePoint] is
#: not permitted").
_UNCACHED: Final = "extraneous key [cachepoint]"

NEUTRAL: Final = NeutralMembers(
    members=(
        member("inferenceConfig", "maxTokens", value=1024),
        member("inferenceConfig", "temperature", value=1),
        member("inferenceConfig", "stopSequences", value=[END]),
        member("system", value=[{"text": "Do as"}, {"text": "you are told."}]),
        member("toolConfig", "toolChoice", value={"auto": {}}),
        member(
            "system",
            value=_MARKED_SYSTEM,
            unless=_CACHES_NOTHING,
            said="with a cachePoint",
        ),
        member("toolConfig", "tools", "+cachePoint", value=_MARK, unless=_CACHES_NOTHING),
        member("messages", "*", "content", "+cachePoint", value=_MARK, unless=_CACHES_NOTHING),
        member("additionalModelRequestFields", value={}),
        member("requestMetadata", value={"run": "1"}),
    ),
    # Not beside a temperature: the ARN of an inference profile does not say that Claude is behind it.
    others=(member("inferenceConfig", "topP", value=0.9, unless=_ONE_AT_MOST),),
    latest=(
        member(
            "system",
            value=_MARKED_SYSTEM,
            unless=_CACHES,
            said="with a cachePoint behind it",
            lacking=_UNCACHED,
        ),
        member(
            "messages",
            "*",
            "content",
            "+cachePoint",
            value=_MARK,
            unless=_CACHES,
            said="behind the words",
            lacking=_UNCACHED,
        ),
        member(
            "toolConfig",
            "tools",
            "+cachePoint",
            value=_MARK,
            unless=_CACHES,
            said="behind the tools",
            lacking=_UNCACHED,
        ),
    ),
    source="https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html",
    read="2026-11-28",
    # Roles take turns, and a history with calls needs tools; nobody says that the schema is taken.
    unasked=frozenset({"two_user_turns", "no_more_tools", "gone_tool", "open_parameters"}),
)
