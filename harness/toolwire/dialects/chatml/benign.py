"""What may differ in a completion in ChatML so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=(),
    unsaid=("/choices/*/logprobs",),
    nulls=(
        "/choices/*/logprobs",
        "/system_fingerprint",
    ),
    added={
        "/choices/*/stop_reason": None,
        "/choices/*/prompt_logprobs": None,
        "/kv_transfer_params": None,
    },
    floats=(),
    ids=(),
    events=(),
    noticed={},
)
