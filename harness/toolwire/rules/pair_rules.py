"""Rules about both modes: the same request, streamed and not.

The borders: text beside calls is TC505's; that one mode says the reply was cut by the token
limit is TC408's; everything else is TC908's. What is compared, and when, is said in `pair`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from toolwire.dialects import DIALECTS, Answer, PlannedCall, dialect
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules import edit
from toolwire.rules.edit import Frame
from toolwire.rules.faults import planted, stop
from toolwire.rules.pair import Part, compare
from toolwire.rules.places import Place
from toolwire.rules.rule import Flaw, Mutation, Rule, Source, Subject
from toolwire.rules.scenarios import SCENARIOS
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    CHATML,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    PROMPTED,
    RESPONSES,
)

__all__ = ["RULES"]

_OBSERVED = Source("observed", "Public threads, see the cases", "", "2026-11-21")
_STREAMED = (Mode.STREAMING,)
_EVERY: Final = tuple(DIALECTS)
#: Dialects whose official clients act otherwise on a reply that was cut.
_CUT_IS_GRAVE: Final = (ANTHROPIC, CHAT, PROMPTED, RESPONSES)
#: Cohere's v2 says what goes before its calls as a plan, which is not the reply's text.
_BESIDE: Final = tuple(name for name in _EVERY if name != COHERE_V2)
_THINKING: Final = tuple(name for name in _EVERY if name not in (COHERE_V1, CHATML))
#: Dialect -> a stop word that is right in itself, and not the one of the blocking reply.
_OTHER_STOP: Final[Mapping[str, str]] = {
    ANTHROPIC: "pause_turn",
    BEDROCK: "stop_sequence",
    COHERE_V1: "USER_CANCEL",
    COHERE_V2: "STOP_SEQUENCE",
    GEMINI: "SAFETY",
    OLLAMA: "unload",
}
#: Dialect -> the member of a stream without which a count is missing. Where the published type
#: requires every count, an answer without one is at fault by itself (TC118).
_COUNTED_IN: Final[Mapping[str, str]] = {
    COHERE_V1: "input_tokens",
    COHERE_V2: "input_tokens",
    GEMINI: "totalTokenCount",
    OLLAMA: "prompt_eval_count",
}


def _part(part: Part) -> Callable[[Reading], Iterator[Flaw]]:
    def check(reading: Reading) -> Iterator[Flaw]:
        if reading.twin is None:
            return
        for found in compare(reading).differences:
            if found.part is part:
                yield Flaw(found.pointer, found.message, *found.sides, found.severity)

    return check


def _answered(
    scenario: str,
    fault: str,
    change: Callable[[Answer], Answer],
    dialects: Iterable[str] = _EVERY,
) -> tuple[Mutation, ...]:
    """Let the streamed request be answered otherwise, by bytes that are right in themselves."""
    answer = change(SCENARIOS[scenario][1])

    def otherwise(name: str) -> Callable[[Exchange], Exchange]:
        def apply(exchange: Exchange) -> Exchange:
            assert exchange.request is not None
            return replace(exchange, response=dialect(name).respond(exchange.request, answer))

        return apply

    return tuple(
        Mutation(name, Mode.STREAMING, scenario, otherwise(name), fault) for name in dialects
    )


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


def _without_ids(dialect_name: str, _mode: Mode) -> Callable[[Exchange], Exchange]:
    def apply(stream: Place) -> None:
        for found in _objects(stream):
            inside = found.get("functionCall") if dialect_name == GEMINI else found
            if isinstance(inside, dict) and ("args" in inside or "function" in inside):
                inside.pop("id", None)

    return edit.frames(apply)


_TWO_MODES: Final = (
    *_answered("parallel_calls", "a call lost", lambda a: replace(a, calls=a.calls[:1])),
    *_answered("parallel_calls", "other order", lambda a: replace(a, calls=a.calls[::-1])),
    *_answered("single_call", "every call lost", lambda _: Answer(text="One moment.")),
    *_answered(
        "single_call", "other tool", lambda a: replace(a, calls=(PlannedCall("get_time", {}),))
    ),
    *_answered("single_call", "value doubled", _with_arguments(location="ParisParis", days=2)),
    *_answered("single_call", "argument lost", _with_arguments(location="Paris")),
    *_answered("plain_text", "text cut", lambda _: Answer(text="Hello. How can")),
    *_answered("plain_text", "reasoning added", lambda a: replace(a, reasoning="Hm."), _THINKING),
    *planted("named_choice", stop("tool_calls"), (CHAT,), _STREAMED, "other stop"),
    *(
        Mutation(name, Mode.STREAMING, "plain_text", stop(word)(name, Mode.STREAMING), "other stop")
        for name, word in _OTHER_STOP.items()
    ),
    *planted("single_call", _without_ids, (GEMINI, OLLAMA), _STREAMED, "no id"),
    *(
        Mutation(name, Mode.STREAMING, "plain_text", _dropped(member), "a count lost")
        for name, member in _COUNTED_IN.items()
    ),
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="TC408",
        name="truncation",
        subject=Subject.AB,
        severity={
            **dict.fromkeys(_EVERY, Severity.WARNING),
            **dict.fromkeys(_CUT_IS_GRAVE, Severity.ERROR),
        },
        statement="A reply that the token limit cuts says so in both modes, and a call that was "
        "cut is presented as whole in neither. (Markup of a cut call left in the text is "
        "TX112's.)",
        why="Half a call is run, or half an answer taken for a whole one, in one mode only.",
        breaks="Where only the stream says that it was cut, openai-python's stream helper raises "
        "(LengthFinishReasonError), openai-agents refuses the turn over Responses, and the tool "
        "runners of anthropic-python and anthropic-node do not run the call that stands there; where "
        "it does not say so, every client takes half an answer for a whole one. Agents over vLLM, "
        "whose modes told it differently (vllm#47903, vllm#47137, vllm#53269).",
        workaround="Take a reply whose calls do not parse for cut, whatever it says.",
        source=_OBSERVED,
        check=_part(Part.CUT),
        modes=_STREAMED,
        mutations=(
            *_answered("cut_text", "whole in the stream", lambda a: replace(a, cut=False)),
            *_answered("plain_text", "cut in the stream", lambda a: replace(a, cut=True)),
            *_answered("single_call", "a call cut in the stream", lambda a: replace(a, cut=True)),
        ),
    ),
    Rule(
        id="TC505",
        name="text-around-calls",
        subject=Subject.AB,
        severity=dict.fromkeys(_BESIDE, Severity.WARNING),
        statement="Text before or after calls comes in both modes alike. (Text of a reply without "
        "calls is TC908's.)",
        why="What the model says beside a call is lost to users of one mode, and to the history.",
        breaks="Users of vLLM (vllm#56263) and of Z.ai's glm-4.6 without streaming: they do not see "
        "what was said with a call.",
        workaround="Use the mode that keeps the text.",
        source=_OBSERVED,
        check=_part(Part.BESIDE),
        modes=_STREAMED,
        mutations=(
            *_answered("mixed_content", "text lost", lambda a: replace(a, text=None), _BESIDE),
            *_answered("mixed_content", "text cut", lambda a: replace(a, text="I will"), _BESIDE),
        ),
    ),
    Rule(
        id="TC908",
        name="stream-equals-nonstream",
        subject=Subject.AB,
        severity=dict.fromkeys(_EVERY, Severity.ERROR),
        statement="The assembled stream is the blocking reply: calls, their order, names, ids and "
        "arguments, the text, the stop reason, which token counts are told. Of a live or recorded "
        "model only what no variance of it explains is judged: shapes, where it made the same calls, "
        "and parts that are missing though as many tokens were counted.",
        why="The most common class of server bug: one parser for whole replies, another for "
        "streams. An agent works in one mode and stalls in the other.",
        breaks="python-genai's users over Gemini's OpenAI route (python-genai#2868), agents that "
        "stream over LM Studio (#1066, #1071), vLLM (#11392), LocalAI (#9988). A lost call, value "
        "or text breaks every client of that mode; what only drifts is milder.",
        workaround="Use the mode that is right.",
        source=_OBSERVED,
        check=_part(Part.REPLY),
        modes=_STREAMED,
        mutations=_TWO_MODES,
    ),
)
