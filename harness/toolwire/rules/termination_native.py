"""Rules about how Anthropic and Gemini replies, and what adapts them, say why they ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules import edit
from toolwire.rules.chat import parts
from toolwire.rules.edit import Frame
from toolwire.rules.excerpt import excerpt
from toolwire.rules.faults import Change, planted, stop
from toolwire.rules.native import NativeCall, function_calls, native_calls, tool_uses
from toolwire.rules.rule import Flaw, Rule, Source
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
    read_whole,
)

__all__ = ["RULES"]

_READ = "2026-11-21"
_GENAI = Source(
    "spec",
    "google-genai 3.4.0 types.FinishReason; anthropic 2.11.0, openai 3.52.0 and cohere 7.3.1 "
    "types; botocore 1.44.5 StopReason; ollama docs/openapi.yaml",
    "https://ai.google.dev/gemini-api/docs/function-calling",
    _READ,
)
_ANTHROPIC_WORDS = frozenset(
    {"end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal"}
    | {"model_context_window_exceeded"}
)
_GEMINI_WORDS = frozenset(
    {"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "LANGUAGE"}
    | {"OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL"}
    | {"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_OTHER", "NO_IMAGE"}
    | {"IMAGE_RECITATION", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"}
    | {"MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE", "ESCALATION"}
    | {"PUP_LIMITED_DISABLED", "CONTINUATION", "MODEL_ARMOR"}
)
_COHERE_WORDS = frozenset({"COMPLETE", "STOP_SEQUENCE", "MAX_TOKENS", "ERROR", "TIMEOUT"})
_WORDS: Mapping[str, frozenset[str]] = {
    ANTHROPIC: _ANTHROPIC_WORDS,
    BEDROCK: frozenset(
        {"end_turn", "tool_use", "max_tokens", "stop_sequence", "guardrail_intervened"}
        | {"content_filtered", "malformed_model_output", "malformed_tool_use"}
        | {"model_context_window_exceeded"}
    ),
    COHERE_V1: _COHERE_WORDS | {"ERROR_TOXIC", "ERROR_LIMIT", "USER_CANCEL"},
    COHERE_V2: _COHERE_WORDS | {"TOOL_CALL"},
    GEMINI: _GEMINI_WORDS,
    # Ollama ends a turn with calls in `stop` like any other.
    OLLAMA: frozenset({"stop", "length", "load", "unload"}),
    RESPONSES: frozenset(
        {"completed", "failed", "in_progress", "cancelled", "queued", "incomplete"}
    ),
}
#: Dialect -> its word for a turn with calls. Anthropic's is TC406's; the others have none.
_CALL_WORDS: Mapping[str, str] = {BEDROCK: "tool_use", COHERE_V2: "TOOL_CALL"}
#: Words of an ordinary end, which is not how a turn with calls ends.
_ENDS = frozenset({"end_turn", "stop_sequence", "COMPLETE", "STOP_SEQUENCE"})
_MALFORMED = frozenset({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"})
_SUCCESS = frozenset({"stop", "tool_calls", "function_call"})
_ORDINARY_END = frozenset({"end_turn", "stop_sequence"})


def _stop_reason(reading: Reading) -> Iterator[Flaw]:
    reply = reading.reply
    if not read_whole(reading):
        return
    if reply.stop in _ORDINARY_END and reply.tool_calls and any(map(_direct, tool_uses(reading))):
        message = "The reply holds tool_use blocks and does not end with tool_use."
        yield Flaw(reply.stop_pointer, message, "tool_use", reply.stop)
    elif reply.stop == "tool_use" and not reply.tool_calls and not tool_uses(reading):
        message = "The reply ends with tool_use and holds no tool_use block."
        yield Flaw(reply.stop_pointer, message, "at least one tool_use block", 0)


def _direct(use: NativeCall) -> bool:
    """Return whether the model itself made a call.

    Calls out of the code execution tool are answered while that code runs, so the reply that
    holds them may end in any way (`caller`, anthropic 2.11.0 ToolUseBlock).
    """
    caller = object_of(use.call).get("caller")
    return object_of(caller).get("type", "direct") == "direct"


def _malformed_is_failure(reading: Reading) -> Iterator[Flaw]:
    if reading.dialect == GEMINI:
        reply = reading.reply
        if reply.stop in _MALFORMED and function_calls(reading):
            message = "A generation reported as a failed call holds a call all the same."
            yield Flaw(reply.stop_pointer, message, "no functionCall part", reply.stop)
        return
    for part in parts(reading):
        native = part.choice.get("native_finish_reason")
        word = string_of(part.choice.get("finish_reason"))
        if isinstance(native, str) and native.upper() in _MALFORMED and word in _SUCCESS:
            message = "The model's call failed and the reply says that it ended well."
            yield Flaw(part.at("/finish_reason"), message, "not a word of success", word)
            return


def _vocabulary(reading: Reading) -> Iterator[Flaw]:
    stop_ = reading.reply.stop
    if stop_ is not None and stop_ not in _WORDS[reading.dialect]:
        message = "The stop reason is not a word of this API."
        yield Flaw(reading.reply.stop_pointer, message, "a word of the API", excerpt(stop_))
        return
    word, calls = _CALL_WORDS.get(reading.dialect), reading.reply.tool_calls
    if word is not None and calls and stop_ in _ENDS:
        message = "The reply holds calls and ends as one without."
        yield Flaw(reading.reply.stop_pointer, message, word, stop_)
    elif word is not None and stop_ == word and not _there(reading):
        message = "The reply ends as one with calls and holds none."
        yield Flaw(reading.reply.stop_pointer, message, "at least one call", 0)


def _there(reading: Reading) -> bool:
    """Return whether there are calls, or something unreadable where they may be."""
    return bool(reading.reply.tool_calls or native_calls(reading) or reading.reply.unread)


def _native_word(_dialect: str, mode: Mode) -> Change:
    def finished(payload: JsonObject) -> None:
        for choice in map(object_of, items_of(payload.get("choices"))):
            if choice.get("finish_reason") is not None:
                choice["native_finish_reason"] = "MALFORMED_FUNCTION_CALL"

    def streamed(stream: list[Frame]) -> None:
        for _, payload in stream:
            finished(object_of(payload))

    return edit.body(finished) if mode is Mode.BLOCKING else edit.frames(streamed)


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC406",
        name="anthropic-stop_reason",
        severity={ANTHROPIC: Severity.ERROR},
        statement="stop_reason is `tool_use` exactly when the reply holds a client's tool_use "
        "block that the model itself made. Replies that were cut short, paused or refused say "
        "so instead; calls out of the code execution tool are not counted.",
        why="Agents branch on it: calls are not run, or an empty round of results is sent back "
        "and refused.",
        breaks=(
            "The tool runners of anthropic-python and anthropic-node end at `end_turn` and do not "
            "run the call beside it."
        ),
        workaround="Look for tool_use blocks, whatever stop_reason says.",
        source=Source(
            "docs",
            "Messages API, stop reasons; anthropic 2.11.0 types.StopReason",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
            _READ,
        ),
        check=_stop_reason,
        mutations=(
            *planted("single_call", stop("end_turn"), (ANTHROPIC,), fault="a call, end_turn"),
            *planted("plain_text", stop("tool_use"), (ANTHROPIC,), fault="tool_use, no call"),
        ),
    ),
    Rule(
        id="TC407",
        name="malformed-call-is-failure",
        severity={CHAT: Severity.WARNING, GEMINI: Severity.ERROR},
        statement="MALFORMED_FUNCTION_CALL and UNEXPECTED_TOOL_CALL are failures: Gemini sends "
        "no functionCall with them, and an adapter that reports the native word does not map it "
        "to stop or tool_calls.",
        why="An empty turn is recorded as a success, or half a call is run.",
        breaks=(
            "The Vercel AI SDK ends the turn over Gemini with no text and no error; hermes-agent, "
            "Antigravity-Manager, steer. No client of Chat Completions that was tried reads the "
            "native word, and the empty turn does none of them harm: a warning there."
        ),
        workaround="Retry the turn when the native word is there.",
        source=_GENAI,
        check=_malformed_is_failure,
        mutations=(
            *planted("single_call", stop("MALFORMED_FUNCTION_CALL"), (GEMINI,)),
            *planted("plain_text", _native_word),
        ),
    ),
    Rule(
        id="TC410",
        name="native-finish-vocabulary",
        severity=dict.fromkeys(_WORDS, Severity.WARNING),
        statement="Stop reasons are words of the API: Gemini's FinishReason, where a turn with "
        "calls ends with STOP like any other, Anthropic's stop_reason, Bedrock's stopReason, "
        "Cohere's finish_reason, Ollama's done_reason, where a turn with calls ends with stop, and "
        "the status of a response. Where there is a word for calls (Bedrock tool_use, Cohere v2 "
        "TOOL_CALL) it is there exactly when calls are.",
        why="Adapters that map only the words they know lose calls or take errors for answers.",
        breaks="ailoy and SDKs with closed enums.",
        workaround="Read unknown words as an ordinary end when there is content.",
        source=_GENAI,
        check=_vocabulary,
        mutations=(
            *planted("single_call", stop("TOOL_CALLS"), (GEMINI,)),
            *planted("plain_text", stop("stop"), (ANTHROPIC, BEDROCK, COHERE_V1, COHERE_V2)),
            *planted("plain_text", stop("tool_calls"), (OLLAMA,)),
            *planted("plain_text", stop("stop"), (RESPONSES,)),
            *planted("single_call", stop("end_turn"), (BEDROCK,), fault="calls, no word for them"),
            *planted("plain_text", stop("tool_use"), (BEDROCK,), fault="a word for no calls"),
            *planted(
                "single_call", stop("COMPLETE"), (COHERE_V2,), fault="calls, no word for them"
            ),
            *planted("plain_text", stop("TOOL_CALL"), (COHERE_V2,), fault="a word for no calls"),
        ),
    ),
)
