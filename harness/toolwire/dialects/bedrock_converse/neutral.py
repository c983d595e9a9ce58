"""Members of a Converse request that change nothing.

Of ../shared/corpus and corpus2 Bedrock took `inferenceConfig` 136 times, with `stopSequences` 11 and
with `topP` twice (2026-11-28); none has a `cachePoint`. AWS refuses one of a model that caches nothing, and
one on tools of any model but Claude, so that it is asked of names of Claude only.
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
_MARK: Final[Json] = {"cachePoint": {"type": "default"}}

NEUTRAL: Final = NeutralMembers(
    members=(
        member("inferenceConfig", "maxTokens", value=1024),
        member("inferenceConfig", "temperature", value=1),
        member("inferenceConfig", "stopSequences", value=[END]),
        member("system", value=[{"text": "Do as"}, {"text": "you are told."}]),
        member("toolConfig", "toolChoice", value={"auto": {}}),
        member(
            "system",
            value=[{"text": "Do as you are told."}, _MARK],
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
    source="https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html",
    read="2026-11-28",
    # Roles take turns, and a history with calls needs tools.
    unasked=frozenset({"two_user_turns", "no_more_tools"}),
)
