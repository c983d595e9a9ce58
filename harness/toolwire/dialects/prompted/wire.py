"""What others need to know of the wire of tool calls by prompt."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.openai_wire import BILL, ERROR, ROOTS, listed
from toolwire.dialects.prompted.exempt import EXEMPT, MISSED
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
    text_calls=TextCalls(
        family="prompt-json", body=("message", "content"), chunk=("delta", "content")
    ),
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
        paths=(f"{ROOTS}/chat/completions",),
        beginnings=("/v1/chat/completions",),
        endings=(),
        root="/v1",
    ),
    models=listed(3),
    form=Compatibility(
        rank=9,
        compatible="OpenAI-compatible, tools in words",
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
