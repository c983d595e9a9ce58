"""What OpenAI refuses in completions though the request type has no word for it, or `verify` no other
question.

What stands in the prompt is none of it: a completions server passes that to its model.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.known_refusal import unknown_model
from toolwire.dialects.openai_refusals import CUT_JSON, WORDED_LIMIT

KNOWN_REFUSALS: Final = (
    CUT_JSON,
    unknown_model(
        said="That model does not exist (invalid_request_error)",
        source="https://github.com/waylaidwanderer/node-chatgpt-api/issues/131",
        read="2026-11-30",
    ),
    WORDED_LIMIT,
)
