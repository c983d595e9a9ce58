"""TC405: finish-enum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Fidelity
from toolwire.model.reply import ABSENT, Absent
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.stop.termination import ENUM, ends_in
from toolwire.rules.views.chat import ChoicePart, chunks, parts
from toolwire.rules.views.excerpt import excerpt

_OPENAI = frozenset({"stop", "length", "tool_calls", "content_filter", "function_call"})
#: What vendors document besides: DeepSeek, Mistral (mistralai 3.7.0
#: `ChatCompletionChoiceFinishReason`, read 2026-11-23), Together (together 3.1.1
#: `chat_completion.py`, read 2026-11-24) and Z.ai (docs.bigmodel.cn, its page of asynchronous
#: results, read 2026-11-24; the word of a full context window as its clients read it). DeepSeek's
#: `aborted` and Xiaomi MiMo's `repetition_truncation` as their clients list them
#: (tetsuo-ai/agenc-core#2492, merged 2026-09, says the first is documented).
_WORDS = _OPENAI | frozenset(
    {"aborted", "insufficient_system_resource"}
    | {"repetition_truncation"}
    | {"error", "model_length"}
    | {"eos"}
    | {"model_context_window_exceeded", "network_error", "sensitive"}
)
#: With which Portkey is asked to pass on the word of the vendor behind it; it writes OpenAI's otherwise
#: (Portkey-AI/gateway#1165).
_AS_THE_VENDOR: Final = ("x-portkey-strict-open-ai-compliance", "false")


def _finish_enum(reading: Reading) -> Iterator[Violation]:
    missing: ChoicePart | None = None
    told = False
    for part in parts(reading):
        word = part.choice.get("finish_reason", ABSENT)
        if isinstance(word, Absent):
            missing = missing or part
        elif word is None:
            told = True
            if part.event is None:
                yield _unnamed(part, None)
                return
        elif not isinstance(word, str) or word not in _WORDS:
            yield _unnamed(part, word, Severity.INFO if _is_as_asked(reading) else None)
            return
    if missing is not None and reading.exchange.fidelity is not Fidelity.EDITED:
        message = "The choice has no finish_reason key."
        if _is_of_usage(reading, missing):
            message = "The chunk that tells the usage has a choice, which had ended: its list is to be empty."
        # Clients read an absent key as null: seven vendors leave it out in every stream until its
        # end. One that says null in some chunks and nothing in others has lost it.
        milder = None if missing.event is None else Severity.WARNING if told else Severity.INFO
        expected = "null or a word" if milder else "a word"
        yield Violation(missing.at("/finish_reason"), message, expected, None, milder)


def _is_as_asked(reading: Reading) -> bool:
    """Return whether the request asks a gateway for the words of the vendor behind it."""
    name, value = _AS_THE_VENDOR
    request = reading.exchange.request
    return request is not None and (request.header(name) or "").strip().lower() == value


def _is_of_usage(reading: Reading, missing: ChoicePart) -> bool:
    """Return whether a piece of a choice that has ended stands where the usage is told, and no other does."""
    told = any(number == missing.event and chunk.get("usage") for number, chunk in chunks(reading))
    before = (one for one in parts(reading) if one.number == missing.number)
    # Of several that lack the key the first is told of: it is behind the end.
    ended = any(
        one.choice.get("finish_reason") is not None
        for one in before
        if one.event is not None and missing.event is not None and one.event < missing.event
    )
    return told and ended


def _unnamed(part: ChoicePart, word: Json, severity: Severity | None = None) -> Violation:
    message = "The finish reason is not a word of the vocabulary."
    return Violation(
        part.at("/finish_reason"), message, [*sorted(_OPENAI)], excerpt(word), severity
    )


def _without_key(_dialect: str, _mode: Mode) -> Change:
    def streamed(stream: list[Frame]) -> None:
        for _, payload in stream:
            for choice in map(object_of, items_of(object_of(payload).get("choices"))):
                if choice.get("finish_reason", "") is None:
                    del choice["finish_reason"]

    return edit.frames(streamed)


RULE = Rule(
    id="TC405",
    name="finish-enum",
    severity={
        "openai-chat": Severity.ERROR,
        "chatml": Severity.WARNING,
        "prompted": Severity.WARNING,
    },
    statement="finish_reason is one of stop, length, tool_calls, content_filter and "
    "function_call (DeepSeek adds insufficient_system_resource and aborted, Mistral model_length and "
    "error, Together eos, Xiaomi repetition_truncation, Z.ai sensitive, network_error and model_context_window_exceeded), null "
    "only in chunks before the last; the key is in every choice of every chunk. "
    "A chunk without the key is a warning, and reported as info where none says null. So is another word where the request asks a "
    "gateway for the vendor's own (Portkey's x-portkey-strict-open-ai-compliance: false).",
    why="Typed enums refuse unknown words and the whole reply with them.",
    breaks=(
        "The Vercel AI SDK ends the turn without running the calls beside an unknown word, "
        "LiteLLM makes `stop` of it; pydantic-ai refused `tool_call` (mlx-lm#782), SDKs "
        "generated with closed enums, aichat."
    ),
    workaround="Read unknown words as `stop` when there are no calls.",
    source=ENUM,
    check=_finish_enum,
    claims=("choices/*/finish_reason",),
    mutations=(
        *mutations_for("single_call", ends_in("tool_call"), fault="a word nobody knows"),
        *mutations_for("plain_text", ends_in("STOP"), fault="another dialect's word"),
        *mutations_for("plain_text", _without_key, modes=(Mode.STREAMING,), fault="no key"),
    ),
    shim=Shim("unknown_stop_is_end"),
    cases="""
FastFlowLM | finish_reason not tool_calls; other internal values (cancel, error, UNKNOWN) can reach the wire | https://github.com/ROCm/FastFlowLM/issues/500 | PR merged 2026-04
higress ai-proxy (Gemini) | "STOP" upper case and missing finish_reason in stream | https://github.com/higress-group/higress/issues/2408 | PR merged 2025-06
LocalAI | finish_reason key missing in chunks; usage zeros | https://github.com/mudler/LocalAI/issues/1744 | issue open 2024-02
LocalAI | finish_reason "" ; fragments | https://github.com/sigoden/aichat/issues/580 | issue closed 2024-06
mlx-lm | "tool_call" (singular) | https://github.com/ml-explore/mlx-lm/issues/782 | PR 2026-01
""",
)
