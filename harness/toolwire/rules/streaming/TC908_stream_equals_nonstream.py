"""TC908: stream-equals-nonstream."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, PlannedCall
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import mutations_for, stop
from toolwire.rules.rule import (
    Mode,
    Mutation,
    Reading,
    Rule,
    Severity,
    Subject,
    Variance,
    Violation,
)
from toolwire.rules.stop.pair_rules import EVERY, STREAMED, answered, compared_part
from toolwire.rules.streaming.equal_calls import one_is_lost
from toolwire.rules.views.pair_difference import DifferencePart
from toolwire.rules.views.places import Place

_THINKING: Final = tuple(name for name in EVERY if name not in ("cohere-v1", "chatml"))

#: Dialect -> a stop word that is right in itself, and not the one of the blocking reply.
_OTHER_STOP: Final[Mapping[str, str]] = {
    "anthropic-messages": "pause_turn",
    "bedrock-converse": "stop_sequence",
    "cohere-v1": "STOP_SEQUENCE",
    "cohere-v2": "STOP_SEQUENCE",
    "gemini-generate": "SAFETY",
    "ollama-chat": "unload",
}

#: Dialect -> the member of a stream without which a count is missing. Where the published type
#: requires every count, an answer without one is at fault by itself (TC118).
_COUNTED_IN: Final[Mapping[str, str]] = {
    "cohere-v1": "input_tokens",
    "cohere-v2": "input_tokens",
    "gemini-generate": "totalTokenCount",
    "ollama-chat": "prompt_eval_count",
}


def _with_arguments(**arguments: str | int) -> Callable[[Answer], Answer]:
    return lambda answer: replace(answer, calls=(PlannedCall(answer.calls[0].name, {**arguments}),))


def _objects(value: object) -> Iterator[JsonObject]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    for item in value if isinstance(value, list | tuple) else ():
        yield from _objects(item)


def _dropped(member: str) -> Callable[[Exchange], Exchange]:
    def apply(stream: list[Frame]) -> None:
        for found in _objects(stream):
            found.pop(member, None)

    return edit.frames(apply)


def _without_ids(_dialect: str, _mode: Mode) -> Callable[[Exchange], Exchange]:
    def apply(stream: Place) -> None:
        for found in _objects(stream):
            inside = found.get("functionCall", found)
            if isinstance(inside, dict) and ("args" in inside or "function" in inside):
                inside.pop("id", None)

    return edit.frames(apply)


def _several_calls(reading: Reading) -> bool:
    """Return whether two answers hold as many calls, several each: others were not compared."""
    replies = [one.reply for one in (reading, reading.twin) if one is not None]
    numbers = {len(reply.tool_calls) for reply in replies}
    return len(numbers) == 1 and max(numbers) > 1


def _compared(reading: Reading) -> Iterator[Violation]:
    # One of two calls that are alike is told of by itself (TC955).
    if not one_is_lost(reading):
        yield from _DIFFERENCES(reading)


_DIFFERENCES: Final = compared_part(DifferencePart.REPLY)
_TWO_MODES: Final = (
    *answered("parallel_calls", "a call lost", lambda a: replace(a, calls=a.calls[:1])),
    *answered("parallel_calls", "other order", lambda a: replace(a, calls=a.calls[::-1])),
    *answered("single_call", "every call lost", lambda _: Answer(text="One moment.")),
    *answered(
        "single_call", "other tool", lambda a: replace(a, calls=(PlannedCall("get_time", {}),))
    ),
    *answered("single_call", "value doubled", _with_arguments(location="ParisParis", days=2)),
    *answered("single_call", "argument lost", _with_arguments(location="Paris")),
    *answered("plain_text", "text cut", lambda _: Answer(text="Hello. How can")),
    *answered("plain_text", "reasoning added", lambda a: replace(a, reasoning="Hm."), _THINKING),
    *mutations_for("named_choice", stop("tool_calls"), ("openai-chat",), STREAMED, "other stop"),
    *(
        Mutation(name, Mode.STREAMING, "plain_text", stop(word)(name, Mode.STREAMING), "other stop")
        for name, word in _OTHER_STOP.items()
    ),
    *mutations_for(
        "single_call", _without_ids, ("gemini-generate", "ollama-chat"), STREAMED, "no id"
    ),
    *(
        Mutation(name, Mode.STREAMING, "plain_text", _dropped(member), "a count lost")
        for name, member in _COUNTED_IN.items()
    ),
    *(
        Mutation("gemini-generate", Mode.STREAMING, "plain_text", _dropped(member), f"no {member}")
        for member in ("modelVersion", "responseId")
    ),
)

RULE = Rule(
    id="TC908",
    name="stream-equals-nonstream",
    subject=Subject.AB,
    severity=dict.fromkeys(EVERY, Severity.ERROR),
    statement="The assembled stream is the blocking reply: calls, their order, names, ids and "
    "arguments, the text, the stop reason, which token counts are told, whether its id and its model "
    "are named, and the tokens of the text where the request wants their probabilities; its id is its own, and not that of the other. Of a live or recorded "
    "model only what no variance of it explains is judged: shapes, where it made the same calls, "
    "and a text or reasoning that is missing, or stands in the place of the other, though as many "
    "tokens were counted; a last call that is missing so, and calls that stand twice, count over a run.",
    why="The most common class of server bug: one parser for whole replies, another for "
    "streams. An agent works in one mode and stalls in the other.",
    breaks="python-genai's users over Gemini's OpenAI route (python-genai#2868), agents that "
    "stream over LM Studio (#1066, #1071), vLLM (#11392), LocalAI (#9988). A lost call, value "
    "or text breaks every client of that mode; what only drifts is milder.",
    workaround="Use the mode that is right.",
    check=_compared,
    variance=Variance("pairs of answers with several calls", _several_calls, partly=True),
    modes=STREAMED,
    mutations=_TWO_MODES,
    cases="""
Gemini OpenAI-compat | streaming ends "stop", non-streaming ends "tool_calls" for the same request | https://github.com/googleapis/python-genai/issues/2868 | issue open 2026-08 (P2 bug, forwarded to engineering)
mlx-lm | a stream tells none of the tokens' probabilities that the whole reply tells | https://github.com/ml-explore/mlx-lm/issues/1630 | PR closed 2026-07
MTPLX | argument values duplicated into delta.content in streaming only | https://github.com/youssofal/MTPLX/issues/249 | issue closed 2026-08
aggregator gateways | stream: name with empty arguments then finish tool_calls; stream=false complete | https://github.com/router-for-me/CLIProxyAPI/issues/5338 | PR open 2026-08
vLLM 0.6.5 (hermes) | stream omits arguments for {} while non-stream has them | https://github.com/vllm-project/vllm/issues/11392 | issue closed (stale) 2024-12
LM Studio 0.3.29 | no tool_calls when stream true | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1066 | issue closed 2025-10
LM Studio (Qwen3-Coder) | stream gives XML text, non-stream gives tool_calls | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1071 | issue closed 2025-10
LocalAI 4.3.1 | content `{"` only, with tools + stream | https://github.com/mudler/LocalAI/issues/9988 | issue closed 2026-05
""",
)
