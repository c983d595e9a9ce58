"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

_EMPTY: Final = "an empty fragment adds nothing, wherever it comes and however often"

EXEMPT: Final = (
    exempt.opaque("/content/*/id body/id /content_block/id /message/id"),
    exempt.because(exempt.NAMED, (exempt.Operator.DISAGREE,), "body/model /message/model"),
    exempt.once(
        "/usage/cache_creation_input_tokens /message/usage/cache_creation_input_tokens",
        "/usage/cache_read_input_tokens /message/usage/cache_read_input_tokens",
        "/usage/input_tokens /message/usage/input_tokens",
        "/usage/output_tokens /message/usage/output_tokens",
        "/usage/service_tier /message/usage/service_tier",
    ),
    exempt.because(exempt.CODES, (exempt.Operator.DISAGREE,), "error/error/type"),
    exempt.logged("error/request_id"),
    exempt.values("/content/*/input/days"),
    exempt.less("/content/*"),
    exempt.order("/content/*"),
    exempt.optional("/stop_sequence /delta/stop_sequence /message/stop_sequence"),
    exempt.because(
        "it is null until the message ends, and the type lets it be left out",
        exempt.GONE,
        "message_start/message/stop_reason",
    ),
    exempt.counts(
        "/usage/cache_creation_input_tokens /message/usage/cache_creation_input_tokens",
        "/usage/cache_read_input_tokens /message/usage/cache_read_input_tokens",
        "/usage/service_tier /message/usage/service_tier",
    ),
    exempt.because(_EMPTY, exempt.EVENT, "content_block_delta(empty)"),
    exempt.because(_EMPTY, exempt.MOVED, "content_block_delta(empty),content_block_delta"),
    exempt.because(
        "the documentation allows any number of pings, anywhere",
        exempt.EVENT,
        "ping content_block_start,ping ping,content_block_delta ping,content_block_delta(empty)",
    ),
    exempt.because(
        "the documentation allows more than one message_delta",
        (exempt.Operator.DUPLICATE,),
        "message_delta",
    ),
)

MISSED: Final = ()
