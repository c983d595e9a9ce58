"""Rules about how an openai-chat reply says why it ended.

The borders: TC405 has every word outside of the vocabulary; TC401, TC402 and TC404 judge
only words inside of it, against the calls that are there.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import ChoiceMode, Json, JsonObject
from toolwire.model.exchange import Fidelity, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import ABSENT, Absent, Reading
from toolwire.rules import edit
from toolwire.rules.chat import Part, parts
from toolwire.rules.edit import Frame
from toolwire.rules.excerpt import excerpt
from toolwire.rules.faults import Change, planted, stop
from toolwire.rules.rule import Flaw, Rule, Source
from toolwire.rules.wires import CHAT

__all__ = ["RULES"]

_READ = "2026-11-21"
_ENUM = Source(
    "spec",
    "openai 3.52.0 types, Choice.finish_reason: `tool_calls` if the model called a tool, "
    "`function_call` (deprecated) if the model called a function",
    "https://developers.openai.com/api/docs/guides/function-calling",
    _READ,
)
#: The vocabulary; the last word is DeepSeek's documented addition.
_WORDS = frozenset(
    {"stop", "length", "tool_calls", "content_filter", "function_call"}
    | {"insufficient_system_resource"}
)
_ON_CALL = frozenset({"tool_calls", "function_call"})
_DONE = _ON_CALL | {"stop"}
_LANES = {False: "tool_calls", True: "function_call"}
_FREE = (None, ChoiceMode.AUTO, ChoiceMode.REQUIRED)


def _mode(reading: Reading) -> ChoiceMode | None:
    choice = reading.asked.choice if reading.asked is not None else None
    return None if choice is None else choice.mode


def _words(reading: Reading) -> frozenset[str]:
    """Return the words that go with the calls of a reply.

    Where the calls came in the other lane than the request used (TC051), either word will do.
    """
    asked = reading.asked
    lane = asked is not None and asked.legacy
    lanes = {lane, *(call.kind == "legacy" for call in reading.reply.tool_calls)}
    return frozenset(_LANES[legacy] for legacy in lanes)


def _finish_on_call(reading: Reading) -> Iterator[Flaw]:
    reply = reading.reply
    if reply.stop not in _DONE or not reply.tool_calls or _mode(reading) not in _FREE:
        return
    words = _words(reading)
    if reply.stop not in words:
        message = "The reply holds calls and does not end as a reply with calls."
        yield Flaw(reply.stop_pointer, message, " or ".join(sorted(words)), reply.stop)


def _finish_named(reading: Reading) -> Iterator[Flaw]:
    reply = reading.reply
    if reply.stop not in _DONE or not reply.tool_calls or _mode(reading) is not ChoiceMode.NAMED:
        return
    words = _words(reading) | {"stop"}
    if reply.stop not in words:
        message = "A call that was asked for by name ends in neither of the two accepted words."
        yield Flaw(reply.stop_pointer, message, " or ".join(sorted(words)), reply.stop)


def _finish_has_calls(reading: Reading) -> Iterator[Flaw]:
    reply = reading.reply
    if reply.stop in _ON_CALL and not reply.tool_calls and not _carries_calls(reading):
        message = "The reply ends as one with calls and holds none."
        yield Flaw(reply.stop_pointer, message, "at least one call", 0)


def _carries_calls(reading: Reading) -> bool:
    """Return whether there is something where calls belong, readable or not."""
    messages = (object_of(part.message) for part in parts(reading))
    return any(m.get("tool_calls") or m.get("function_call") for m in messages)


def _finish_enum(reading: Reading) -> Iterator[Flaw]:
    missing: Part | None = None
    for part in parts(reading):
        word = part.choice.get("finish_reason", ABSENT)
        if isinstance(word, Absent):
            missing = missing or part
        elif word is None:
            if part.event is None:
                yield _unnamed(part, None)
                return
        elif not isinstance(word, str) or word not in _WORDS:
            yield _unnamed(part, word)
            return
    if missing is not None and reading.exchange.fidelity is not Fidelity.EDITED:
        message = "The choice has no finish_reason key."
        milder = Severity.WARNING if missing.event is not None else None
        expected = "null or a word" if milder else "a word"
        yield Flaw(missing.at("/finish_reason"), message, expected, None, milder)


def _unnamed(part: Part, word: Json) -> Flaw:
    message = "The finish reason is not a word of the vocabulary."
    return Flaw(part.at("/finish_reason"), message, [*sorted(_WORDS)], excerpt(word))


def _without_calls(_dialect: str, mode: Mode) -> Change:
    def blocking(body: JsonObject) -> None:
        edit.remove(body, ("choices", 0, "message", "tool_calls"))
        edit.put(body, ("choices", 0, "message", "content"), "One moment.")

    def streamed(stream: list[Frame]) -> list[Frame]:
        return [frame for frame in stream if not edit.call_frames([frame])]

    return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)


def _without_key(_dialect: str, _mode: Mode) -> Change:
    def streamed(stream: list[Frame]) -> None:
        for _, payload in stream:
            for choice in map(object_of, items_of(object_of(payload).get("choices"))):
                if choice.get("finish_reason", "") is None:
                    del choice["finish_reason"]

    return edit.frames(streamed)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC401",
        name="finish-tool_calls",
        severity={CHAT: Severity.ERROR},
        statement="A reply with tool calls ends with `tool_calls` (`function_call` for the "
        "deprecated lane) when the tool choice was absent, auto or required. Replies that were "
        "cut short say so instead; a tool choice by name is TC402's.",
        why="Agent frameworks branch on the word: the calls are stripped, shown as an answer, "
        "or never run.",
        breaks=(
            "LiteLLM's Anthropic route makes `end_turn` of a streamed `stop`, at which the tool "
            "runners of anthropic-python and anthropic-node end without running the call "
            "(litellm#12862); Vercel's DurableAgent drops the calls (vercel/workflow#1387); openclaw, "
            "billion-context and loops that run while finish_reason is "
            "tool_calls. LangChain, pydantic-ai, openai-agents, llama_index, the Vercel AI SDK "
            "and openai-node look at the calls instead."
        ),
        workaround="Look for calls, whatever the finish reason says.",
        source=_ENUM,
        check=_finish_on_call,
        needs_calls=True,
        needs_request=True,
        mutations=(
            *planted("single_call", stop("stop")),
            *planted("required_choice", stop("stop")),
            *planted("legacy_call", stop("stop")),
        ),
    ),
    Rule(
        id="TC402",
        name="finish-named-choice",
        severity={CHAT: Severity.INFO},
        statement="After a tool choice by name `stop` and `tool_calls` (`function_call` in the "
        "deprecated lane) are both accepted: OpenAI itself answers `stop`.",
        why="Clients that wait for `tool_calls` lose forced calls even on OpenAI; servers "
        "differ, so neither word is held against one.",
        breaks="Loops that run while finish_reason is tool_calls.",
        workaround="After a tool choice by name look at the calls only.",
        source=Source(
            "observed",
            "vLLM's resolve_finish_reason follows OpenAI; captures in ollama#7963",
            "https://github.com/vllm-project/vllm/issues/25054",
            _READ,
        ),
        check=_finish_named,
        needs_calls=True,
        needs_request=True,
        mutations=planted("named_choice", stop("function_call")),
    ),
    Rule(
        id="TC404",
        name="tool_calls-finish-has-calls",
        severity={CHAT: Severity.ERROR},
        statement="A reply that ends with `tool_calls` (or `function_call`) holds at least one "
        "call.",
        why="The client enters its tool loop with nothing to run, and waits or repeats.",
        breaks=(
            "LangChain, openai-agents, llama_index and the Vercel AI SDK end the turn with an "
            "empty answer, pydantic-ai raises; agent loops over vLLM (gemma4) and the OpenAgents "
            "gateway."
        ),
        workaround="Treat such a reply as a failed generation and ask again.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_finish_has_calls,
        mutations=planted("single_call", _without_calls),
    ),
    Rule(
        id="TC405",
        name="finish-enum",
        severity={CHAT: Severity.ERROR},
        statement="finish_reason is one of stop, length, tool_calls, content_filter and "
        "function_call (DeepSeek adds insufficient_system_resource), null only in chunks before "
        "the last; the key is in every choice of every chunk. A chunk without the key is a "
        "warning.",
        why="Typed enums refuse unknown words and the whole reply with them.",
        breaks=(
            "The Vercel AI SDK ends the turn without running the calls beside an unknown word, "
            "LiteLLM makes `stop` of it; pydantic-ai refused `tool_call` (mlx-lm#782), SDKs "
            "generated with closed enums, aichat."
        ),
        workaround="Read unknown words as `stop` when there are no calls.",
        source=_ENUM,
        check=_finish_enum,
        mutations=(
            *planted("single_call", stop("tool_call"), fault="a word nobody knows"),
            *planted("plain_text", stop("STOP"), fault="another dialect's word"),
            *planted("plain_text", _without_key, modes=(Mode.STREAMING,), fault="no key"),
        ),
    ),
)
