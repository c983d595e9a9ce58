"""The ten dialects as the common tests see them; each says only what is different about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from tests.support.drawn import ARGUMENTS, NAMES, TAME, TEXT, WORDS, Said, Speech, nameless, objects
from tests.support.fitted import (
    marked_as_legacy,
    results_need_tools,
    roomy_choices,
    strict_for_all,
    wishes_need_tools,
)
from tests.support.lane import Lane
from tests.support.schemas import COHERE_SCHEMAS, GEMINI_NAMES, GEMINI_SCHEMAS, OBJECT_SCHEMAS
from tests.support.told import (
    told_by_ollama,
    told_by_v1,
    told_by_v2,
    told_in_chatml,
    told_once,
)
from tests.support.wire import ASKED, Wire
from toolwire.dialects import Answer, load_dialect
from toolwire.io.framing import eventstream, json_array, ndjson, sse
from toolwire.model.conversation import ChoiceMode
from toolwire.model.exchange import Endpoint
from toolwire.model.reply import Event

__all__ = ["LANES"]

ENDPOINT: Final = Endpoint("https://api.example.invalid/v1", "m1")
#: Asks Cohere v1 for server-sent events instead of lines.
AS_EVENTS: Final = replace(ENDPOINT, headers=(("accept", "text/event-stream"),))
#: Without `alt=sse` Gemini streams one JSON array.
AS_ARRAY: Final = replace(ENDPOINT, stream_path="/v1beta/models/{model}:streamGenerateContent")

NEVER: Final = st.none()
#: For what has no empty text, or does not tell it from none.
SPOKEN: Final[Said] = st.none() | WORDS
DASHED: Final = NAMES | st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
#: For prompted calls: braces in the text beside one may make a call of their own, or cut it off.
BRACELESS: Final[Said] = st.none() | st.text('ab ,.:-"\\\n\ré', max_size=30).filter(str.strip)


def _named(*names: str) -> Callable[[Event], bool]:
    return lambda event: event.name in names


def _holding(member: str) -> Callable[[Event], bool]:
    return lambda event: member in event.data


def _finished(event: Event) -> bool:
    return event.data == "[DONE]" or '"finish_reason":"' in event.data


def _dotted(number: int) -> Said:
    return st.just(f"t_{number}.0:a")


def _something(answer: Answer) -> bool:
    return bool(answer.text or answer.calls)


def _calls(answer: Answer) -> bool:
    return bool(answer.calls)


def _wire(name: str, endpoint: Endpoint = ENDPOINT) -> Wire:
    return Wire(load_dialect(name), endpoint)


ANTHROPIC: Final = Lane(
    "anthropic-messages",
    _wire("anthropic-messages"),
    ("max_tokens", "tool_use", "end_turn"),
    _named("message_stop"),
    Speech(
        names=NAMES | st.from_regex(r"[A-Za-z0-9_-]{1,128}", fullmatch=True),
        alone=SPOKEN,
        beside=SPOKEN,
        parameters=ARGUMENTS.map(lambda members: {**members, "type": "object"}),
        fitted=roomy_choices,
    ),
    alike=("usage",),
    opened={},
)
BEDROCK: Final = Lane(
    "bedrock-converse",
    _wire("bedrock-converse"),
    ("max_tokens", "tool_use", "end_turn"),
    _named("messageStop"),
    Speech(
        names=DASHED,
        system=SPOKEN,
        alone=SPOKEN,
        beside=SPOKEN,
        descriptions=SPOKEN,
        parameters=OBJECT_SCHEMAS,
        ids=_dotted,
        modes=(ChoiceMode.AUTO, ChoiceMode.REQUIRED, ChoiceMode.NAMED),
        parallel=NEVER,
        calls_need_tools=True,
        fitted=wishes_need_tools,
    ),
    alike=("usage",),
    models=False,
    totals=True,
    opened={},
    framing=eventstream,
)
CHATML: Final = Lane(
    "chatml",
    _wire("chatml"),
    ("length", "stop", "stop"),
    _finished,
    Speech(
        names=DASHED,
        arguments=objects(TAME),
        contents=TAME,
        said=TAME,
        system=st.none() | TAME,
        alone=TAME,
        beside=st.none() | TAME.filter(str.strip),
        descriptions=st.none() | TAME,
        parameters=st.none() | objects(TAME),
        strict=NEVER,
        ids=nameless,
        ordered=True,
    ),
    texts=st.none() | st.just("") | TAME.filter(str.strip),
    told=told_in_chatml,
    echoes=_something,
    # The message is a piece of the prompt's text, which is one JSON string.
    carried=lambda echo: echo[1:-1],
    ids=False,
    totals=True,
    whole=True,
)
COHERE_V1: Final = Lane(
    "cohere-v1",
    _wire("cohere-v1"),
    ("MAX_TOKENS", "COMPLETE", "COMPLETE"),
    _holding('"event_type":"stream-end"'),
    Speech(
        alone=TEXT,
        beside=SPOKEN,
        descriptions=SPOKEN,
        parameters=st.none() | COHERE_SCHEMAS,
        strict=NEVER,
        ids=nameless,
        modes=(),
        parallel=NEVER,
        fitted=results_need_tools,
    ),
    told=told_by_v1,
    alike=("usage", "text"),
    ids=False,
    models=False,
    framing=ndjson,
)
COHERE_V2: Final = Lane(
    "cohere-v2",
    _wire("cohere-v2"),
    ("MAX_TOKENS", "TOOL_CALL", "COMPLETE"),
    _named("message-end"),
    Speech(
        parameters=OBJECT_SCHEMAS,
        modes=(ChoiceMode.NONE, ChoiceMode.REQUIRED),
        parallel=NEVER,
        fitted=strict_for_all,
    ),
    texts=SPOKEN,
    told=told_by_v2,
    alike=("usage",),
    models=False,
)
GEMINI: Final = Lane(
    "gemini-generate",
    _wire("gemini-generate"),
    ("MAX_TOKENS", "STOP", "STOP"),
    _holding('"finishReason"'),
    Speech(
        names=GEMINI_NAMES,
        alone=SPOKEN,
        beside=SPOKEN,
        parameters=st.none() | GEMINI_SCHEMAS | ARGUMENTS,
        strict=NEVER,
        ids=lambda _: SPOKEN,
        parallel=NEVER,
    ),
    texts=SPOKEN,
    echoes=_something,
    # It counts by the piece, so that streams come to other sums.
    alike=(),
    totals=True,
    whole=True,
)
OLLAMA: Final = Lane(
    "ollama-chat",
    _wire("ollama-chat"),
    ("length", "stop", "stop"),
    _holding('"done":true'),
    Speech(
        names=DASHED,
        alone=TEXT,
        beside=TEXT,
        parameters=OBJECT_SCHEMAS,
        strict=NEVER,
        ids=lambda number: st.none() | st.just(f"c{number}"),
        modes=(),
        parallel=NEVER,
    ),
    told=told_by_ollama,
    whole=True,
    framing=ndjson,
)
OPENAI_CHAT: Final = Lane(
    "openai-chat",
    _wire("openai-chat"),
    ("length", "tool_calls", "stop"),
    _finished,
    Speech(names=DASHED, ids=_dotted),
    echoes=_calls,
    same_echo=False,
    totals=True,
)
LEGACY: Final = replace(
    OPENAI_CHAT,
    name="openai-chat legacy",
    words=("length", "function_call", "stop"),
    speech=Speech(
        names=DASHED,
        strict=NEVER,
        ids=nameless,
        kinds=("legacy",),
        most=1,
        modes=(ChoiceMode.AUTO, ChoiceMode.NONE, ChoiceMode.NAMED),
        parallel=NEVER,
        fitted=marked_as_legacy,
    ),
    asked=replace(ASKED, legacy=True),
    told=told_once,
    ids=False,
)
OPENAI_RESPONSES: Final = Lane(
    "openai-responses",
    _wire("openai-responses"),
    ("incomplete", "completed", "completed"),
    _named("response.completed", "response.incomplete"),
    Speech(
        names=NAMES | st.from_regex(r"[A-Za-z0-9_-]{1,128}", fullmatch=True),
        alone=TEXT,
        kinds=("function", "custom"),
    ),
    echoes=lambda answer: answer.text is not None or bool(answer.calls),
    # Item ids differ from response to response.
    same_echo=False,
    # The items stand among those of the input.
    carried=lambda echo: echo[1:-1],
    totals=True,
)
PROMPTED: Final = Lane(
    "prompted",
    _wire("prompted"),
    ("length", "stop", "stop"),
    _finished,
    Speech(
        names=DASHED | st.sampled_from(["a b\n", '"', "é:", "Description"]),
        arguments=objects(TAME),
        contents=TAME,
        said=TAME,
        system=st.none() | TAME,
        alone=st.none() | TAME,
        beside=BRACELESS,
        descriptions=st.none() | TAME,
        parameters=st.none() | objects(TAME),
        strict=NEVER,
        ids=nameless,
        unnamed=True,
        fitted=wishes_need_tools,
    ),
    texts=BRACELESS,
    echoes=_calls,
    same_echo=False,
    ids=False,
    totals=True,
    whole=True,
)

LANES: Final[Mapping[str, Lane]] = {
    lane.name: lane
    for lane in (
        ANTHROPIC,
        BEDROCK,
        CHATML,
        COHERE_V1,
        replace(
            COHERE_V1,
            name="cohere-v1 events",
            wire=_wire("cohere-v1", AS_EVENTS),
            framing=sse,
        ),
        COHERE_V2,
        GEMINI,
        replace(
            GEMINI,
            name="gemini-generate array",
            wire=_wire("gemini-generate", AS_ARRAY),
            # Only the closing bracket completes it, and no byte can be cut behind that.
            ends=lambda _: False,
            framing=json_array,
            known_from=1,
        ),
        OLLAMA,
        OPENAI_CHAT,
        LEGACY,
        OPENAI_RESPONSES,
        PROMPTED,
    )
}
