"""Members of a generateContent request that change nothing.

Of ../shared/corpus and corpus2 Google took `candidateCount: 1` 93 times, `role: user` of a system
prompt 220, `stopSequences` 20, `safetySettings` 7 and `seed` 6 times (2026-11-28).
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.neutral import END, NeutralMembers, member

_HARM: Final = "HARM_CATEGORY_HARASSMENT"

NEUTRAL: Final = NeutralMembers(
    members=(
        member("generationConfig", "temperature", value=1),
        member("generationConfig", "maxOutputTokens", value=1024),
        member("generationConfig", "topP", value=0.95),
        member("generationConfig", "topK", value=40),
        member("generationConfig", "candidateCount", value=1),
        member("generationConfig", "stopSequences", value=[END]),
        member("generationConfig", "seed", value=42),
        member("safetySettings", value=[{"category": _HARM, "threshold": "BLOCK_NONE"}]),
        member(
            "systemInstruction",
            value={"role": "user", "parts": [{"text": "Do as"}, {"text": "you are told."}]},
        ),
        # The model is as free as it is without it; its calls are held to the schemas.
        member(
            "toolConfig", "functionCallingConfig", "mode", value="VALIDATED", said="of VALIDATED"
        ),
    ),
    # A stream is then one array: JSON is what `alt` says where it is not said
    # (https://docs.cloud.google.com/apis/docs/ system-parameters, read 2026-11-29). All seven
    # recorded streams without it are (../shared/corpus, simonw/llm-gemini). The same page has
    # `prettyPrint` beside it, and no order of them (read again 2026-12-01).
    stream_queries=("alt=json", "alt", "prettyPrint=false&alt=sse"),
    source="https://ai.google.dev/api/generate-content",
    read="2026-11-28",
    # Its enums are of strings or numbers; nobody says that an object without properties is taken.
    unasked=frozenset({"enum_with_null", "gone_tool", "open_parameters"}),
)
