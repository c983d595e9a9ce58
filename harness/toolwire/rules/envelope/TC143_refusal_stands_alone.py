"""TC143: refusal-stands-alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame, put
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.chat import parts
from toolwire.rules.views.tools_used import is_declined

_WORDS: Final = "I cannot help with that."

#: Stop words of an answer that a filter broke off.
_CUT: Final = ("content_filter",)


def _stands_alone(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if not (reply.tool_calls or reply.text) or not is_declined(reading):
        return
    if reply.stop in _CUT:
        return  # A filter that speaks up in the middle of an answer leaves what was said before.
    if reply.tool_calls:
        message = "The reply refuses, and calls a tool."
        yield Violation(reply.tool_calls[0].pointer, message, "no call", None)
    elif any(isinstance(part.message, dict) for part in parts(reading)):
        # Where a refusal is a part of the content, the text may be that of the other parts.
        message = "The reply refuses, and has a text besides."
        yield Violation(reply.text_pointer, message, "no text", None)


def _refuses(body: JsonObject) -> None:
    put(body, ("choices", 0, "message", "refusal"), _WORDS)


def _refuses_in_a_piece(stream: list[Frame]) -> None:
    put(stream[0][1], ("choices", 0, "delta", "refusal"), _WORDS)


def _refuses_in_an_item(body: JsonObject) -> None:
    said: JsonObject = {"type": "refusal", "refusal": _WORDS}
    item: JsonObject = {"id": "msg_0", "type": "message", "role": "assistant"}
    items_of(body["output"]).insert(0, {**item, "status": "completed", "content": [said]})


RULE = Rule(
    id="TC143",
    name="refusal-stands-alone",
    severity=dict.fromkeys(("openai-chat", "openai-responses"), Severity.WARNING),
    statement=(
        "A reply that refuses has no calls; where the refusal is a member of the message, no text "
        "either. An empty refusal is none, and an answer that a filter broke off keeps what was "
        "said."
    ),
    why=(
        "Clients look for the refusal first, and show it: the call, or the answer, is never seen. "
        "Others run the call, and the history then says that it was refused."
    ),
    breaks="openai-python's parsed replies, whose users are told to look at `refusal` before anything else",
    workaround="Take the calls, where there are any.",
    source=Source(
        "docs",
        "OpenAI, structured outputs: a refusal comes in place of the answer",
        "https://developers.openai.com/api/docs/guides/structured-outputs",
        "2026-11-24",
    ),
    check=_stands_alone,
    mutations=(
        *(
            Mutation("openai-chat", mode, scenario, change)
            for scenario in ("single_call", "plain_text")
            for mode, change in (
                (Mode.BLOCKING, edit.body(_refuses)),
                (Mode.STREAMING, edit.frames(_refuses_in_a_piece)),
            )
        ),
        Mutation("openai-responses", Mode.BLOCKING, "single_call", edit.body(_refuses_in_an_item)),
    ),
)
