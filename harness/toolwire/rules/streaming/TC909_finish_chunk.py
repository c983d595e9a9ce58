"""TC909: finish-chunk."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.groups import CHAT_ENVELOPES
from toolwire.rules.mutate.edit import Frame, at, put
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.streaming.streaming import edit_last
from toolwire.rules.views.chat import ChoicePart, has_messages, joined_choice, parts

_SAID = ("content", "function_call", "text", "tool_calls")


def _finish_chunk(reading: Reading) -> Iterator[Violation]:
    if joined_choice(reading):
        return  # Each of the choices ends: that they have one index is TC119's.
    ends: dict[int, ChoicePart] = {}
    last: dict[int, ChoicePart] = {}
    for part in parts(reading):
        key = part.number
        last[key] = part
        end = ends.get(key)
        # An empty one ends nothing: that it is no word is TC405's.
        word = part.choice.get("finish_reason") or None
        if end is not None and _speaks(part):
            where = part.at("/delta" if has_messages(reading) else "/text")
            yield Violation(where, "A choice goes on after its finish reason.", None, None)
            return
        if end is not None and word is not None:
            yield _of_another(reading, part) or _ends_again(part, word, end)
            return
        if word is not None:
            ends[key] = part
    for key, part in last.items():
        if key not in ends and part.choice.get("finish_reason") is None:
            pointer = part.at("/finish_reason")
            yield Violation(pointer, "The choice never gets a finish reason.", "a word", None)


def _speaks(part: ChoicePart) -> bool:
    delta = part.message if isinstance(part.message, dict) else part.choice
    return any(delta.get(member) for member in _SAID)


def _of_another(reading: Reading, part: ChoicePart) -> Violation | None:
    """Return that the second end of a choice is that of another, which has none; None where each has one."""
    every = parts(reading)
    ended = {one.number for one in every if one.choice.get("finish_reason")}
    lacking = sorted({one.number for one in every} - ended)
    if not lacking:
        return None
    message = "The choice has the finish reason of another one, which has none."
    return Violation(part.at("/index"), message, lacking[0], part.number)


def _ends_again(part: ChoicePart, word: Json, end: ChoicePart) -> Violation:
    # The same word once more loses nothing in SDKs, where the last one wins; LangChain joins
    # them to `stopstop` (langchain-openai 1.7.3, tried 2026-11-23).
    milder = Severity.WARNING if word == end.choice.get("finish_reason") else None
    message = "The choice has a second chunk with a finish reason."
    return Violation(part.at("/finish_reason"), message, "null", word, milder)


def _unfinished(chunk: JsonObject) -> None:
    put(chunk, ("choices", 0, "finish_reason"), None)


def _goes_on(stream: list[Frame]) -> None:
    held = [place for place, (_, p) in enumerate(stream) if object_of(p).get("choices")]
    last = object_of(stream[held[-1]][1])
    choice: JsonObject = {"index": 0, "finish_reason": None}
    if "text" in object_of(at(last, ("choices", 0))):
        choice["text"] = " More."
    else:
        choice["delta"] = {"content": " More."}
    stream.insert(held[-1] + 1, (None, {**last, "choices": [choice]}))


def _ends_otherwise(stream: list[Frame]) -> None:
    """Tell another finish reason behind the one that is told."""
    held = [place for place, (_, p) in enumerate(stream) if object_of(p).get("choices")]
    last = object_of(stream[held[-1]][1])
    word = "stop" if at(last, ("choices", 0, "finish_reason")) != "stop" else "tool_calls"
    choice: JsonObject = {"index": 0, "delta": {}, "finish_reason": word}
    stream.insert(held[-1] + 1, (None, {**last, "choices": [choice]}))


RULE = Rule(
    id="TC909",
    name="finish-chunk",
    severity={
        "openai-chat": Severity.ERROR,
        "chatml": Severity.WARNING,
        "prompted": Severity.ERROR,
    },
    statement=(
        "Each choice has exactly one chunk with a finish reason, and neither content nor calls "
        "come after it. The same reason sent again is a warning."
    ),
    why="Clients wait for it: the stream hangs, is retried, or its calls are dropped.",
    breaks=(
        "openai-node's stream helper (missing finish_reason), the Vercel AI SDK's "
        "OpenAI-compatible provider (ended without a finish reason); pi, openclaw, strict "
        "clients of Dynamo. Clients of raw completions take the end of the stream: a warning."
    ),
    workaround="Take the end of the body for the end of the choice.",
    check=_finish_chunk,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=(
        *(
            streaming(dialect, change, fault, "plain_text")
            for dialect in CHAT_ENVELOPES
            for change, fault in (
                (edit_last(_unfinished), "no finish reason"),
                (_goes_on, "content after it"),
            )
        ),
        *(
            streaming("openai-chat", _ends_otherwise, "two finish reasons", scenario)
            for scenario in ("single_call", "plain_text")
        ),
    ),
    shim=Shim("end_of_body_ends_stream"),
    cases="""
LocalAI | finish_reason key missing in chunks; usage zeros | https://github.com/mudler/LocalAI/issues/1744 | issue open 2024-02
Dynamo | tool_calls delta, usage chunk, [DONE], no finish_reason | https://github.com/ai-dynamo/dynamo/issues/10513 | issue closed 2026-06
GLM 5.1 on NVIDIA NIM | no finish chunk for tool calls | https://github.com/earendil-works/pi/issues/6226 | issue closed 2026-07
OpenCode Zen gateway | never sends finish_reason, sometimes no [DONE] | https://github.com/anomalyco/opencode/issues/43379 | issue open 2026-08 (also #43882)
Evolink deepseek | [DONE] without finish chunk | https://github.com/openclaw/openclaw/issues/98575 | PR closed 2026-07 (#97994)
""",
)
