"""Rules about OpenAI's envelope around what is said and called: choices and tool_calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.chat import chunks, parts, raw_calls
from toolwire.rules.edit import Frame, at, body, call_frames, frames, put
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.wires import CHAT, CHAT_ENVELOPES, CHATML, COHERE_V2, OLLAMA

__all__ = ["RULES"]

_READ = "2026-11-21"
_TYPES = Source(
    "spec",
    "openai 3.52.0 types: chat_completion.py, chat_completion_chunk.py, "
    "chat_completion_message.py; openai-openapi 2.3.0",
    "https://developers.openai.com/api/docs/guides/function-calling",
    _READ,
)
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_MESSAGE = ("choices", 0, "message")


def _choices_present(reading: Reading) -> Iterator[Flaw]:
    if reading.mode is Mode.STREAMING:
        yield from _chunk_choices(reading)
    elif isinstance(reading.body, dict) and not isinstance(reading.body.get("choices"), list):
        yield Flaw(
            "/choices", "There is no array of choices.", "array", reading.body.get("choices")
        )
    # A text completion has its text in the choice itself.
    for part in parts(reading) if reading.dialect != CHATML else ():
        if not isinstance(part.message, dict) and (
            part.event is None or part.choice.get("finish_reason") is None
        ):
            pointer = part.at(f"/{part.key}")
            yield Flaw(pointer, "The choice holds no message object.", "object", part.message)
            return


def _chunk_choices(reading: Reading) -> Iterator[Flaw]:
    seen = False
    for number, chunk in chunks(reading):
        choices = chunk.get("choices")
        if isinstance(choices, list) and choices:
            seen = True
        elif choices == [] and (not seen or chunk.get("usage") or _annotates(chunk)):
            # Before the first choice: Azure's chunk of prompt filter results.
            continue
        else:
            pointer = f"event[{number}]/choices"
            yield Flaw(pointer, "The chunk has no choices and no usage.", "choices", choices)
            return


def _annotates(chunk: JsonObject) -> bool:
    return "prompt_filter_results" in chunk or "prompt_annotations" in chunk


def _tool_calls_is_array(reading: Reading) -> Iterator[Flaw]:
    if reading.dialect != CHAT:
        yield from _message_calls_are_array(reading)
    for part in parts(reading):
        message = part.message
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        if calls is not None and not isinstance(calls, list):
            pointer = part.at(f"/{part.key}/tool_calls")
            yield Flaw(pointer, "tool_calls is not an array.", "array", _short(calls))
            return


def _message_calls_are_array(reading: Reading) -> Iterator[Flaw]:
    """Judge the one message of a body, or of each of Ollama's lines.

    The events of Cohere's v2 have one object there by design (TC923).
    """
    bodies: list[tuple[str, object]] = [("", reading.body)]
    if reading.dialect == OLLAMA:
        bodies += [(f"event[{event.number}]", event.json) for event in reading.events]
    for root, value in bodies:
        message = value.get("message") if isinstance(value, dict) else None
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        if calls is not None and not isinstance(calls, list):
            pointer = f"{root}/message/tool_calls"
            yield Flaw(pointer, "tool_calls is not an array.", "array", _short(calls))
            return


def _short(value: Json) -> str:
    return "object" if isinstance(value, dict) else type(value).__name__


def _no_empty_tool_calls(reading: Reading) -> Iterator[Flaw]:
    for part in parts(reading):
        if isinstance(part.message, dict) and part.message.get("tool_calls") == []:
            pointer = part.at(f"/{part.key}/tool_calls")
            yield Flaw(pointer, "tool_calls is there and empty.", "absent or null", [])
            return


def _index_only_in_deltas(reading: Reading) -> Iterator[Flaw]:
    for pointer, call in raw_calls(reading):
        if "index" in call:
            message = "A call of a body that was not streamed has an index."
            yield Flaw(f"{pointer}/index", message, "absent", call["index"])
            return


def _answered_with_tool_calls(reading: Reading) -> Iterator[Flaw]:
    asked = reading.asked
    if asked is None or asked.legacy or not asked.tools:
        return
    for part in parts(reading):
        call = part.message.get("function_call") if isinstance(part.message, dict) else None
        if call is not None:
            yield Flaw(
                part.at(f"/{part.key}/function_call"),
                "A request with tools is answered in function_call.",
                "absent or null",
                call,
            )
            return


def _first_call(value: JsonObject) -> Json:
    return at(value, (*_MESSAGE, "tool_calls", 0))


def _object_calls(value: JsonObject) -> None:
    put(value, (*_MESSAGE, "tool_calls"), _first_call(value))


def _object_deltas(stream: list[Frame]) -> None:
    for chunk in call_frames(stream):
        put(chunk, ("choices", 0, "delta", "tool_calls"), _delta_call(chunk))


def _lone_call(value: JsonObject) -> None:
    put(value, ("message", "tool_calls"), at(value, ("message", "tool_calls", 0)))


def _delta_call(chunk: JsonObject) -> Json:
    return at(chunk, ("choices", 0, "delta", "tool_calls", 0))


def _empty_deltas(stream: list[Frame]) -> None:
    for _, payload in stream:
        if isinstance(payload, dict) and payload.get("choices"):
            put(payload, ("choices", 0, "delta", "tool_calls"), [])
            return


def _lost_choices(stream: list[Frame]) -> None:
    for _, payload in stream[1:]:
        if isinstance(payload, dict) and payload.get("choices"):
            extra: JsonObject = {**payload, "choices": []}
            stream.insert(2, (None, extra))
            return


def _also_function_call(value: JsonObject) -> None:
    put(value, (*_MESSAGE, "function_call"), at(_first_call(value), ("function",)))


def _also_function_delta(stream: list[Frame]) -> None:
    put(
        call_frames(stream)[0],
        ("choices", 0, "delta", "function_call"),
        {"name": "get_weather", "arguments": '{"location":"Paris"}'},
    )


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC051",
        name="tools-answered-with-tool_calls",
        severity={CHAT: Severity.ERROR},
        statement=(
            "A request that offers `tools` is answered in `tool_calls`; `function_call` is absent "
            "or null."
        ),
        why="Clients written since 2023-11 do not look at function_call: the call is not run.",
        breaks=(
            "openai-node's stream helper loses the call; so does every client that reads only "
            "tool_calls."
        ),
        workaround="Read function_call as one call without an id.",
        source=_TYPES,
        check=_answered_with_tool_calls,
        needs_request=True,
        mutations=(
            Mutation(CHAT, Mode.BLOCKING, "single_call", body(_also_function_call)),
            Mutation(CHAT, Mode.STREAMING, "single_call", frames(_also_function_delta)),
        ),
    ),
    Rule(
        id="TC101",
        name="choices-present",
        severity=dict.fromkeys(CHAT_ENVELOPES, Severity.ERROR),
        statement=(
            "`choices` is an array, and each choice holds a `message` object (`delta` in a "
            "stream; a text completion neither). A chunk may have empty choices when it carries usage or, before the first "
            "choice, the content filter's verdict on the prompt."
        ),
        why="Every client reads choices[0]; without one it raises or shows nothing.",
        breaks=(
            "openai-python, openai-node and LangChain (TypeError), pydantic-ai and the Vercel AI "
            "SDK (refuse the reply); openai-partial-stream, spoon-core and other readers of "
            "choices[0]."
        ),
        workaround="Skip chunks without choices.",
        source=_TYPES,
        check=_choices_present,
        mutations=tuple(
            Mutation(dialect, mode, "plain_text", change)
            for dialect in CHAT_ENVELOPES
            for mode, change in (
                (Mode.BLOCKING, body(lambda value: put(value, ("choices",), None))),
                (Mode.STREAMING, frames(_lost_choices)),
            )
        ),
    ),
    Rule(
        id="TC102",
        name="tool_calls-is-array",
        severity={CHAT: Severity.ERROR, COHERE_V2: Severity.ERROR, OLLAMA: Severity.ERROR},
        statement="`tool_calls` is an array, in the message and in every delta. (The events of "
        "Cohere's v2 have one object there.)",
        why="Typed SDK models refuse an object there, and loops iterate over its keys.",
        breaks=(
            "openai-python, openai-node and LangChain (TypeError), pydantic-ai and the Vercel AI "
            "SDK (refuse the reply), ollama-python (ValidationError); huggingface_hub over Text "
            "Generation Inference before 3.0."
        ),
        workaround="Wrap a lone object in an array.",
        source=_TYPES,
        check=_tool_calls_is_array,
        mutations=(
            Mutation(CHAT, Mode.BLOCKING, "single_call", body(_object_calls)),
            Mutation(CHAT, Mode.STREAMING, "single_call", frames(_object_deltas)),
            Mutation(COHERE_V2, Mode.BLOCKING, "single_call", body(_lone_call)),
            Mutation(OLLAMA, Mode.BLOCKING, "single_call", body(_lone_call)),
            Mutation(
                OLLAMA,
                Mode.STREAMING,
                "single_call",
                frames(lambda stream: _lone_call(object_of(stream[0][1]))),
            ),
        ),
    ),
    Rule(
        id="TC105",
        name="no-empty-tool_calls",
        severity={CHAT: Severity.WARNING},
        statement=(
            "When no tool is called `tool_calls` is absent or null, in the message and in every "
            "delta, and never an empty array."
        ),
        why="Adapters test for the key and open a tool block that nothing fills.",
        breaks="LiteLLM's Anthropic adapter (Claude Code shows nothing), opencode-cmd-provider",
        workaround="Test the length of tool_calls, not its presence.",
        source=_OBSERVED,
        check=_no_empty_tool_calls,
        mutations=(
            Mutation(
                CHAT,
                Mode.BLOCKING,
                "plain_text",
                body(lambda value: put(value, (*_MESSAGE, "tool_calls"), [])),
            ),
            Mutation(CHAT, Mode.STREAMING, "plain_text", frames(_empty_deltas)),
        ),
    ),
    Rule(
        id="TC106",
        name="index-only-in-deltas",
        severity={CHAT: Severity.INFO},
        statement="`index` stands in the pieces of a stream and not in `message.tool_calls`.",
        why="Strict models forbid unknown keys, and the message may be refused when replayed.",
        breaks="AI DIAL SDK",
        workaround="Drop index before the message is sent back.",
        source=_OBSERVED,
        check=_index_only_in_deltas,
        modes=(Mode.BLOCKING,),
        mutations=(
            Mutation(
                CHAT,
                Mode.BLOCKING,
                "single_call",
                body(lambda value: put(value, (*_MESSAGE, "tool_calls", 0, "index"), 0)),
            ),
        ),
    ),
)
