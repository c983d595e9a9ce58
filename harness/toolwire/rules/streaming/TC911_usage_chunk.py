"""TC911: usage-chunk."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import EvidenceLevel, Exchange
from toolwire.rules.groups import CHAT_ENVELOPES
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.mutate.request_edit import ask
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.streaming.streaming import GUIDE
from toolwire.rules.views.chat import chunks


def _usage_chunk(reading: Reading) -> Iterator[Violation]:
    options = object_of(object_of(reading.request).get("stream_options"))
    if options.get("include_usage") is not True or not chunks(reading):
        # Before its first chunk a stream that ends early lacks more than its usage.
        yield from _unasked(reading)
        return
    found = [(number, chunk) for number, chunk in chunks(reading) if chunk.get("usage") is not None]
    if options.get("continuous_usage_stats") is True:
        # So vLLM, SGLang and Baseten document: each chunk has the counts so far, and the last all.
        found = found[-1:]
    if not found:
        message = "No chunk has the usage that was asked for."
        yield Violation(f"event[{len(reading.events)}]/usage", message, "object", None)
    elif len(found) > 1:
        message = "More than one chunk has usage."
        yield Violation(f"event[{found[0][0]}]/usage", message, 1, len(found))
    elif found[0][0] != _last(reading):
        message = "The usage does not come last."
        yield Violation(f"event[{found[0][0]}]/usage", message, "the last chunk", None)
    elif found[0][1].get("choices") != []:
        message = "The usage stands in a chunk with choices."
        pointer, expected = f"event[{found[0][0]}]/usage", "a chunk with choices []"
        # Told once and found by every client that was tried: DeepSeek, Z.ai and xAI tell it so
        # with the finish reason, and OpenRouter behind it (128 of its 165 recorded streams).
        yield Violation(pointer, message, expected, "a chunk with choices", Severity.INFO)


def _unasked(reading: Reading) -> Iterator[Violation]:
    """Tell of a chunk of usage alone that no request asked for: clients read the first of its choices."""
    # Some vendors send it all the same, and recorders lose what was asked: told is a server that is tried.
    if reading.exchange.evidence.level is EvidenceLevel.IMPORTED or reading.request is None:
        return
    for number, chunk in chunks(reading):
        if chunk.get("choices") == [] and chunk.get("usage"):
            message = "A chunk of usage alone comes that was not asked for."
            yield Violation(f"event[{number}]/choices", message, "a chunk with choices", [])
            return


def _last(reading: Reading) -> int:
    """Return the number of the last chunk, of those that are no result of a moderation.

    OpenAI sends it in a chunk of its own without choices, after the usage.
    """
    told = [
        number
        for number, chunk in chunks(reading)
        if chunk.get("choices") != [] or chunk.get("moderation") is None
    ]
    return told[-1] if told else -1


def _no_usage(stream: list[Frame]) -> list[Frame]:
    return [frame for frame in stream if object_of(frame[1]).get("choices") != []]


def _usage_everywhere(stream: list[Frame]) -> None:
    payloads = [object_of(payload) for _, payload in stream if isinstance(payload, dict)]
    for payload in payloads:
        payload["usage"] = payloads[-1]["usage"]


def _usage_early(stream: list[Frame]) -> list[Frame]:
    """Tell the usage beside words, with another chunk behind it."""
    *told, last = (object_of(payload) for _, payload in stream if isinstance(payload, dict))
    told[-2]["usage"] = last["usage"]
    return _no_usage(stream)


def _untold(stream: list[Frame]) -> None:
    """Leave out that the usage is yet to come, and tell it all the same."""
    chunks_of = [object_of(payload) for _, payload in stream if isinstance(payload, dict)]
    for chunk in chunks_of:
        if chunk.get("usage") is None:
            chunk.pop("usage", None)
    if chunks_of[-1].get("choices") != []:
        counts: JsonObject = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
        stream.insert(len(chunks_of), (None, {**chunks_of[-1], "choices": [], "usage": counts}))


def _not_asked(exchange: Exchange) -> Exchange:
    unasked = ask(lambda body: body.update(stream_options=None))(exchange)
    return frames(_untold)(unasked)


RULE = Rule(
    id="TC911",
    name="usage-chunk",
    severity=dict.fromkeys(CHAT_ENVELOPES, Severity.WARNING),
    statement=(
        "No chunk of usage alone comes without stream_options.include_usage. With it exactly one "
        "chunk has usage: the last one before [DONE], with choices []; only the results of a "
        "moderation may come after it. A request that has continuous_usage_stats wants it in every "
        "chunk, the last included. Told once in a last chunk that has choices it is reported as "
        "info."
    ),
    why="Clients count tokens twice or not at all, or take the chunk for the end.",
    breaks=(
        "LangChain adds up the counts of every chunk; "
        "opencode-cmd-provider, claude-code-proxy, LiteLLM (xAI)"
    ),
    workaround="Keep the last usage seen, wherever it stands.",
    source=Source(
        "spec",
        "openai 3.52.0 types: chat_completion_chunk.py, usage and choices",
        GUIDE,
        "2026-11-21",
    ),
    check=_usage_chunk,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    needs_request=True,
    mutations=(
        *(
            streaming(dialect, change, fault, "plain_text")
            for dialect in CHAT_ENVELOPES
            for change, fault in (
                (_no_usage, "no usage"),
                (_usage_everywhere, "usage in every chunk"),
                (_usage_early, "usage before the end"),
            )
        ),
        Mutation("openai-chat", Mode.STREAMING, "plain_text", _not_asked, "not asked for"),
    ),
    shim=Shim("last_usage_wins"),
    cases="""
xAI Grok (LiteLLM) | usage in second-to-last chunk, then empty choices chunk | https://github.com/BerriAI/litellm/issues/17136 | issue open 2025-11
xAI behind LiteLLM (openai-agents-python) | the counts of an earlier chunk, lost to a later one without | https://github.com/openai/openai-agents-python/issues/2126 | PR merged 2025-11
Azure | final chunk choices [] crashes naive client | https://github.com/st3w4r/openai-partial-stream/issues/22 | issue open 2024-06
various | IndexError on usage-only chunk | https://github.com/XSpoonAi/spoon-core/issues/179 | PR merged 2025-11
proxy | include_usage ignored | https://github.com/AntonioAEMartins/claude-code-proxy/issues/20 | PR merged 2026-05
GLM-5.3 gateway | usage on every chunk; client took it as end | https://github.com/rashidrazak/opencode-cmd-provider/issues/213 | PR merged 2026-09
""",
)
