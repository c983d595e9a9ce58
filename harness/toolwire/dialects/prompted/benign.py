"""What may differ in an answer whose calls are in words so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm
from toolwire.dialects.openai_wire import NULLS, UNSAID

BENIGN: Final = BenignForm(
    closed=(),
    unsaid=UNSAID,
    nulls=NULLS,
    added={
        "/choices/*/message/function_call": None,
        "/choices/*/delta/reasoning_content": None,
        "/choices/*/delta/tool_calls": None,
        "/choices/*/stop_reason": None,
    },
    floats=(),
    ids=(),
    events=(),
    noticed={},
)
