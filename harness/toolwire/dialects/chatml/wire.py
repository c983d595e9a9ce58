"""What others need to know of the wire of completions in ChatML."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.chatml.exempt import EXEMPT, MISSED
from toolwire.dialects.openai_wire import BILL, ERROR, ROOTS, listed
from toolwire.dialects.wire import (
    BEARER,
    EVENT_STREAM,
    Compatibility,
    Serving,
    Spelling,
    TextCalls,
    Wire,
)

WIRE: Final = Wire(
    calls=None,
    text_calls=TextCalls(family="hermes", body=("text", None), chunk=("text", None)),
    stated=None,
    request=None,
    usage_on_demand=True,
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=None,
    spelling=Spelling(beside="logprobs", other="logProbs", value=None),
    error=ERROR,
    stream_types=EVENT_STREAM,
    bills=(BILL,),
    stop_words=None,
    serving=Serving(
        paths=(f"{ROOTS}/completions",),
        beginnings=("/v1/completions",),
        endings=("/completions",),
        root="/v1",
    ),
    models=listed(4),
    form=Compatibility(
        rank=10,
        compatible="OpenAI-compatible (completions in ChatML)",
        auths=(BEARER,),
        prefix="/v1",
        family="openai",
        detected=False,
        signed=False,
    ),
    left_out=frozenset(),
    exempt=EXEMPT,
    missed=MISSED,
)
