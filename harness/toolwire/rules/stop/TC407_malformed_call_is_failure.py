"""TC407: malformed-call-is-failure."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for, stop
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.stop.termination import GENAI, UNEXPECTED
from toolwire.rules.views.chat import telling_parts
from toolwire.rules.views.native import native_calls

_MALFORMED = frozenset({"MALFORMED_FUNCTION_CALL", UNEXPECTED})

_SUCCESS = frozenset({"stop", "tool_calls", "function_call"})


def _malformed_is_failure(reading: Reading) -> Iterator[Violation]:
    known = load_dialect(reading.dialect).wire.stop_words
    if known is not None:
        reply = reading.reply
        if reply.stop in _MALFORMED and native_calls(reading):
            message = "A generation reported as a failed call holds a call all the same."
            milder = Severity.INFO if reply.stop == UNEXPECTED else None
            yield Violation(reply.stop_pointer, message, "no functionCall part", reply.stop, milder)
        return
    for part in telling_parts(reading):
        native = part.choice.get("native_finish_reason")
        if not isinstance(native, str) or native.upper() not in _MALFORMED:
            continue
        word = string_of(part.choice.get("finish_reason"))
        if word in _SUCCESS:
            message = "The model's call failed and the reply says that it ended well."
            yield Violation(part.at("/finish_reason"), message, "not a word of success", word)
            return


def _native_word(_dialect: str, mode: Mode) -> Change:
    def finished(payload: JsonObject) -> None:
        for choice in map(object_of, items_of(payload.get("choices"))):
            if choice.get("finish_reason") is not None:
                choice["native_finish_reason"] = "MALFORMED_FUNCTION_CALL"

    def streamed(stream: list[Frame]) -> None:
        for _, payload in stream:
            finished(object_of(payload))

    return edit.body(finished) if mode is Mode.BLOCKING else edit.frames(streamed)


RULE = Rule(
    id="TC407",
    name="malformed-call-is-failure",
    severity={"openai-chat": Severity.WARNING, "gemini-generate": Severity.ERROR},
    statement="MALFORMED_FUNCTION_CALL and UNEXPECTED_TOOL_CALL are failures: Gemini sends "
    "no functionCall with them, and an adapter that reports the native word does not map it "
    "to stop or tool_calls. The call that UNEXPECTED_TOOL_CALL speaks of is information.",
    why="An empty turn is recorded as a success, or half a call is run.",
    breaks=(
        "The Vercel AI SDK ends the turn over Gemini with no text and no error; hermes-agent, "
        "Antigravity-Manager, steer. No client of Chat Completions that was tried reads the "
        "native word, and the empty turn does none of them harm: a warning there."
    ),
    workaround="Retry the turn when the native word is there.",
    source=GENAI,
    check=_malformed_is_failure,
    mutations=(
        *mutations_for("single_call", stop("MALFORMED_FUNCTION_CALL"), ("gemini-generate",)),
        *mutations_for("plain_text", _native_word, ("openai-chat",)),
    ),
    shim=Shim("treat_as_failed"),
    cases="""
Gemini | MALFORMED_FUNCTION_CALL mapped to stop -> "(empty)" success | https://github.com/NousResearch/hermes-agent/issues/83886 | PR closed 2026-08 (#83869)
Gemini | finish reason not handled | https://github.com/BrendanGraham14/steer/issues/56 | PR merged
Gemini | "malformed function call" stops via proxies | https://github.com/lbjlaq/Antigravity-Manager/issues/1045 | issue closed 2026-01
""",
)
